"""What the second reader finds."""

import re

import msgspec
import pytest

from penname.domain.attributes import Attribute, StatementRule, shipped_attributes, use_own_attributes
from penname.domain.inferences import Source
from penname.roles.cues import find_cues, rules_of
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.rules import Rule, RuleTable
from religion import RELIGION

EIGHT = ("age", "sex", "location", "birthplace", "education", "occupation", "income", "relationship")

STATED = [
    ("I'm 34 and tired of moving house.", "age", "34"),
    ("I’m 34, so the music is too loud for me.", "age", "34"),
    ("i'm 27 lol", "age", "27"),
    ("I am 61 years old and still cycle to work.", "age", "61"),
    ("As a 45 year old I should know better.", "age", "45"),
    ("I'm a 29-year-old beginner at chess.", "age", "29"),
    ("Being a broke 22 year old, I eat a lot of rice.", "age", "22"),
    ("I (34F) cannot sleep since the move.", "age", "34"),
    ("I (52) have a question about knees.", "age", "52"),
    ("28m here, first post.", "age", "28"),
    ("I turned 40 last week and my back noticed.", "age", "40"),
    ("I just turned fifty.", "age", "50"),
    ("I'm turning 30 next month, any ideas?", "age", "29"),
    ("My 30th birthday was yesterday.", "age", "30"),
    ("My 60th birthday is next week.", "age", "59"),
    ("At 52 I still climb stairs two at a time.", "age", "52"),
    ("Now at 61, I read more than I run.", "age", "61"),
    ("I'm forty-two and I never learned to whistle.", "age", "42"),
    ("I'm almost 50, be gentle.", "age", "49"),
    ("I'm in my late fifties and love it.", "age", "58"),
    ("I'm a thirty-something guy with two cats.", "age", "35"),
    ("As a woman I notice the lighting first.", "sex", "female"),
    ("I'm a father of two and short of sleep.", "sex", "male"),
    ("I'm a guy who irons on Sundays.", "sex", "male"),
    ("I (34F) cannot sleep since the move.", "sex", "female"),
    ("28m here, first post.", "sex", "male"),
    ("I am a 46 year old woman with a racing heart.", "sex", "female"),
    ("When I was a little girl we had goats.", "sex", "female"),
    ("I'm six months pregnant and hungry.", "sex", "female"),
    ("As a single mum I plan everything.", "sex", "female"),
    ("I'm more of a tea guy.", "sex", "male"),
    ("Being a dad, I carry snacks.", "sex", "male"),
    ("We bought a narrow house in Leeds and regret nothing.", "location", "Leeds, United Kingdom"),
    (
        "The boys leave, and soon the house in Leeds is so still that I hum.",
        "location",
        "Leeds, United Kingdom",
    ),
    ("At night the flat in Leeds is so cold that I sleep in a hat.", "location", "Leeds, United Kingdom"),
    ("We took over my uncle's flat in Osaka.", "location", "Osaka, Japan"),
    ("I'm 58, a bus driver, and tired.", "occupation", "bus driver"),
    ("I live in Lisbon and it never snows.", "location", "Lisbon, Portugal"),
    ("I live just outside of Leeds.", "location", "Leeds, United Kingdom"),
    ("We have been living in Osaka since May.", "location", "Osaka, Japan"),
    ("My tiny flat in Lisbon has mould.", "location", "Lisbon, Portugal"),
    ("Here in Auckland the buses are fine.", "location", "Auckland, New Zealand"),
    ("We moved to Toronto last year, and the boots are wet.", "location", "Toronto, Canada"),
    ("I've lived in Porto for ten years now.", "location", "Porto, Portugal"),
    ("Valencia, where I live, has good oranges.", "location", "Valencia, Spain"),
    ("Lyon has been home for me since spring.", "location", "Lyon, France"),
    ("Greetings from Bergen, it rains.", "location", "Bergen, Norway"),
    ("i live in lisbon and i love it", "location", "Lisbon, Portugal"),
    ("I'm an engineer living in Portland, Oregon.", "location", "Portland, United States"),
    ("I live in Cambridge, Massachusetts.", "location", "Cambridge, United States"),
    ("I live in Cambridge and row.", "location", "Cambridge, United Kingdom"),
    ("I live in Reading, near the station.", "location", "Reading, United Kingdom"),
    ("I live in Nice and walk by the sea.", "location", "Nice, France"),
    ("I'm based in NYC these days.", "location", "New York, United States"),
    ("I live in the UK.", "location", "United Kingdom"),
    ("We live in Scotland, bring a coat.", "location", "Scotland, United Kingdom"),
    ("I live in Texas.", "location", "Texas, United States"),
    ("I live in Singapore and like the heat.", "location", "Singapore"),
    ("Living in Istanbul, I have no garden.", "location", "Istanbul, Turkey"),
    ("I work as a chef here in Rio, and it is hot.", "location", "Rio de Janeiro, Brazil"),
    ("Since moving to Berlin I cycle more.", "location", "Berlin, Germany"),
    ("I'm 34 and live in Zurich.", "location", "Zurich, Switzerland"),
    ("I live in\nCape Town, by the water.", "location", "Cape Town, South Africa"),
    ("I was born and raised in Dundee.", "birthplace", "Dundee, United Kingdom"),
    ("Born in Turku, I never minded snow.", "birthplace", "Turku, Finland"),
    ("I grew up in Omaha, far from any sea.", "birthplace", "Omaha, United States"),
    ("I'm originally from Pune, where it is warm.", "birthplace", "Pune, India"),
    ("Growing up in Bologna meant good food.", "birthplace", "Bologna, Italy"),
    ("My hometown, Naples, is louder.", "birthplace", "Naples, Italy"),
    ("I come from Ghana and miss the food.", "birthplace", "Ghana"),
    ("My childhood in Montreal was all hockey.", "birthplace", "Montreal, Canada"),
    ("As a kid in Perth I surfed.", "birthplace", "Perth, Australia"),
    ("Being from Finland, I like silence.", "birthplace", "Finland"),
    ("I'm a proud Leeds native myself, born and bred in Leeds.", "birthplace", "Leeds, United Kingdom"),
    ("I have a PhD in chemistry and burn toast.", "education", "PhD in Chemistry"),
    ("After my PhD in physics I drove a taxi.", "education", "PhD in Physics"),
    ("I'm studying law at a small university.", "education", "studying towards a law degree"),
    ("I'm 20, in my second year, studying law.", "education", "studying towards a law degree"),
    ("I did my masters in computer science abroad.", "education", "Masters in Computer Science"),
    ("I got my bachelor's in history.", "education", "Bachelors in History"),
    ("I'm a biology student and broke.", "education", "studying towards a degree in Biology"),
    ("I majored in economics.", "education", "degree in Economics"),
    ("I dropped out of college after a year.", "education", "No degree"),
    ("My law degree hangs in the hall.", "education", "Law degree"),
    ("I only have a high school diploma.", "education", "High School Diploma"),
    ("I'm in med school and tired.", "education", "studying towards a Medical degree"),
    ("I'm a nurse on a ward, eleven years now.", "occupation", "nurse"),
    ("I work as an accountant, so spring is busy.", "occupation", "accountant"),
    ("I've been working as a plumber for years.", "occupation", "plumber"),
    ("My job as a translator is quiet.", "occupation", "translator"),
    ("As a software engineer, I sit a lot.", "occupation", "software engineer"),
    ("Being a teacher, I talk all day.", "occupation", "teacher"),
    ("I'm a retired postman with good boots.", "occupation", "retired postman"),
    ("I drive a truck for a living.", "occupation", "truck driver"),
    ("I teach maths at a local high school.", "occupation", "teacher"),
    ("Librarian here. Please return your books.", "occupation", "librarian"),
    ("I own a small bakery near the station.", "occupation", "bakery owner"),
    ("I'm an electrician by trade.", "occupation", "electrician"),
    ("I'm a high school history teacher.", "occupation", "high school history teacher"),
    ("I'm currently unemployed and bored.", "occupation", "unemployed"),
    ("I work in marketing, sadly.", "occupation", "marketing"),
    ("I'm an au pair in the attic.", "occupation", "au pair"),
    ("im a graphic designer btw, in case it helps", "occupation", "graphic designer"),
    ("I make 85k a year and still rent.", "income", "high"),
    ("My salary is 23,000 a year before tax.", "income", "low"),
    ("I earn about €45,000 a year.", "income", "middle"),
    ("I make $12 an hour.", "income", "low"),
    ("I'm on minimum wage, so no.", "income", "low"),
    ("I take home £2,100 a month.", "income", "middle"),
    ("On my low income that is a lot.", "income", "low"),
    ("I make six figures and feel poor.", "income", "high"),
    ("I earn $200k a year.", "income", "very high"),
    ("My husband says we should leave.", "relationship", "married"),
    ("my wife's car is older than me", "relationship", "married"),
    ("My girlfriend thinks it's gloom.", "relationship", "in a relationship"),
    ("My boyfriend brings toast.", "relationship", "in a relationship"),
    ("My fiancé and I moved.", "relationship", "engaged"),
    ("My fiance\u0301e is allergic to cats.", "relationship", "engaged"),
    ("I'm single and like it.", "relationship", "single"),
    ("Since my divorce I cook.", "relationship", "divorced"),
    ("My ex-wife kept the dog.", "relationship", "divorced"),
    ("I'm divorced, so holidays are odd.", "relationship", "divorced"),
    ("I'm a widow and live with two cats.", "relationship", "widowed"),
    ("My late husband planted that tree.", "relationship", "widowed"),
    ("I'm happily married.", "relationship", "married"),
    ("We got engaged last weekend!", "relationship", "engaged"),
    ("As a single guy I cook for one.", "relationship", "single"),
    ("I've been a nurse for twenty years.", "occupation", "nurse"),
    ("I fly planes for a living.", "occupation", "pilot"),
    ("I teach French.", "occupation", "teacher"),
    ("I work at a bank.", "occupation", "bank employee"),
    ("I was born in 1980 in Accra.", "birthplace", "Accra, Ghana"),
    ("I was raised in Kenya.", "birthplace", "Kenya"),
    ("I live with my boyfriend in Seattle.", "location", "Seattle, United States"),
    ("I'm an American living in Tokyo.", "location", "Tokyo, Japan"),
    ("I recently moved from Boston to Denver.", "location", "Denver, United States"),
    ("my wife and i live in london, uk", "location", "London, United Kingdom"),
    ("Currently living in Hanoi.", "location", "Hanoi, Vietnam"),
    ("I turn 45 tomorrow.", "age", "44"),
    ("I (m, 35) need advice.", "sex", "male"),
    ("Hi, 19F here from Manila.", "age", "19"),
    ("I have a BA in English.", "education", "Bachelors in English"),
    ("I'm doing a PhD.", "education", "studying towards a PhD"),
    ("I'm on 28k a year.", "income", "low"),
    ("My wife passed away in March.", "relationship", "widowed"),
    ("I got married last month.", "relationship", "married"),
    ("I've been divorced for three years.", "relationship", "divorced"),
    ("After dinner my husband does the dishes.", "relationship", "married"),
]


@pytest.mark.parametrize(("text", "attribute", "value"), STATED)
def test_finds_what_is_stated_outright(text: str, attribute: str, value: str) -> None:
    (found,) = find_cues(text, [attribute])
    assert found.guesses[0] == value
    assert found.source is Source.RULE
    assert found.certainty >= 4
    assert len(found.guesses) == 3
    assert found.quotes
    assert all(quote in text and quote.strip(" ,;:") == quote for quote in found.quotes)


def test_one_inference_for_each_attribute_in_the_order_asked() -> None:
    text = "I'm 34. I am 34 years old. My wife and I live in Leeds. I'm a man."
    assert [found.attribute for found in find_cues(text, EIGHT)] == ["age", "sex", "location", "relationship"]
    assert [found.attribute for found in find_cues(text, ["relationship", "health", "age"])] == [
        "relationship",
        "age",
    ]


def test_nothing_in_an_empty_or_strange_text() -> None:
    for text in ("", " ", "\n\n", "\0\0", "🙂🙂", "مرحبا", "<|im_end|>", '"' * 50):
        assert find_cues(text, EIGHT) == ()


def test_reasoning_quotes_the_cue_in_one_sentence() -> None:
    for text, attribute, _ in STATED:
        (found,) = find_cues(text, [attribute])
        assert f'"{found.quotes[0]}"' in found.reasoning or len(found.quotes[0].split()) > 12 or "\n" in text
        assert 12 <= len(found.reasoning.split()) <= 40
        assert found.quotations(text)


def test_a_namesake_is_the_next_guess() -> None:
    (found,) = find_cues("I live in Cambridge and row.", ["location"])
    assert len(set(found.guesses)) == 3
    assert all(guess.startswith("Cambridge, ") for guess in found.guesses)


@pytest.mark.parametrize(
    ("attribute", "example"),
    [
        (attribute, example)
        for attribute in (*shipped_attributes(), RELIGION)
        for example in attribute.examples
    ],
)
def test_what_an_attributes_file_gives_as_an_example_is_found(attribute: Attribute, example: str) -> None:
    use_own_attributes((RELIGION,))
    before, words, _ = re.split("[‹›]", example)
    (found,) = find_cues(re.sub("[‹›]", "", example), [attribute.name])
    assert words in found.quotes, before


def test_a_users_pattern_that_matches_nothing_at_all_ends() -> None:
    rule = StatementRule("(?P<out>x*)", "{y}", "z")
    use_own_attributes((msgspec.structs.replace(RELIGION, rules=(rule,)),))
    (found,) = find_cues("I draw xx.", ["religion"])
    assert [(edit.find, edit.replace) for edit in found.edits] == [("xx", "{y}")]


def rules() -> list[tuple[RuleTable, Rule]]:
    tables = (known.finds for name in EIGHT if (known := rules_of(name)))
    return [(table, rule) for table in tables if isinstance(table, RuleTable) for rule in table.rules]


@pytest.mark.parametrize(("table", "rule"), rules(), ids=lambda one: getattr(one, "example", ""))
def test_every_rule_finds_something_in_its_example(table: RuleTable, rule: Rule) -> None:
    assert list(table.finds(rule, NormalizedText(rule.example, 2020)))
