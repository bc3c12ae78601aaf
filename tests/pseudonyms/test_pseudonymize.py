"""There and back for any text, and what stand-ins may never be."""

import re

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import iban, luhn

from penname.pseudonyms.dates import read_date
from penname.pseudonyms.detect import Search
from penname.pseudonyms.entities import ORGANIZATION, OTHER, PERSON, PLACE, Entity, Finder, Kind, UserMark
from penname.pseudonyms.generate import generate
from penname.pseudonyms.kinds import all_kinds
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.names.hidden import HiddenPhrases
from penname.pseudonyms.plain import compact
from penname.pseudonyms.pseudonymize import Pseudonymized, pseudonymize
from penname.pseudonyms.replace import replace_direct
from penname.pseudonyms.restore import restore

_WORDS = (
    "Anna Smith", "ANNA", "anna", "Anna's", "the Smiths", "J. Smith", "Will", "will", "Rose", "rose",
    "May", "in", "Leeds", "New York", "New\nYork", "Acme Ltd.", "Acme", "Müller", "Muller", "McDonald",
    "MCDONALD", "Mcdonald", "O'Brien", "Person 1", "[PERSON_1]", "[EMAIL_2]", "a@b.org",
    "DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "born 1 May 1980", "born 01.05.1980",
    "born 1.5.1980", "+49 170 1234567", "4111 1111 1111 1111", "https://a.example/b?c=1", "10.1.2.3",
    "Dear", "Mr", ",", ".", "\n", "\r\n", "-", "'", "Rupert", "Fiona Ashdown", "張偉", "ﬁ", "É", "é", "İ",
    "ß", "_", "*", "**Anna**", "Dr. Li",
)  # fmt: skip
_TEXTS = st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=6)), max_size=25).map(" ".join)


@given(_TEXTS, st.booleans(), st.integers(0, 3))
def test_any_text_comes_back_byte_for_byte(text: str, visible: bool, seed: int) -> None:
    result = pseudonymize(text, visible=visible, seed=seed)
    assert restore(result.text, result.mapping).text == text


@settings(max_examples=40)
@given(_TEXTS, _TEXTS, st.data())
def test_any_marks_and_any_earlier_mapping_come_back(first: str, second: str, data: st.DataObject) -> None:
    earlier = pseudonymize(first)
    ends = st.integers(0, len(second))
    spans = data.draw(st.lists(st.tuples(ends, ends, st.sampled_from(all_kinds())), max_size=3))
    marks = tuple(UserMark(min(a, b), max(a, b), kind) for a, b, kind in spans)
    result = pseudonymize(second, Search(marks=marks), earlier.mapping)
    assert restore(result.text, result.mapping).text == second


def test_marks_side_by_side_in_a_script_without_spaces_stand_and_come_back_as_one() -> None:
    result = pseudonymize("張偉", Search(marks=(UserMark(0, 1), UserMark(1, 2))))
    assert [entity.text for entity in result.entities] == ["張偉"]
    assert restore(result.text, result.mapping).text == "張偉"


@given(_TEXTS)
def test_no_stand_in_equals_or_contains_a_value_or_stands_in_the_text(text: str) -> None:
    result = pseudonymize(text)
    values = {compact(pair.original) for pair in result.mapping.pairs if len(compact(pair.original)) > 3}
    surrogates = [pair.surrogate for pair in result.mapping.pairs]
    assert len(set(surrogates)) == len(surrogates)
    for pair in result.mapping.pairs:
        assert pair.surrogate not in text or pair.surrogate == ""
        if pair.kind not in (Kind("email"), Kind("url"), ORGANIZATION, PLACE):
            assert not any(value in compact(pair.surrogate) for value in values)


def surrogates(result: Pseudonymized) -> dict[str, str]:
    return {pair.original: pair.surrogate for pair in result.mapping.pairs}


def test_an_entity_has_one_stand_in_however_it_is_bent() -> None:
    result = pseudonymize("Anna Smith came. Anna's dog saw ANNA and Mrs Smith. The Smiths left with Anna.")
    given_name, surname = surrogates(result)["Anna Smith"].split()
    assert result.text == (
        f"{given_name} {surname} came. {given_name}'s dog saw {given_name.upper()} and Mrs {surname}. "
        f"The {surname}s left with {given_name}."
    )


def test_two_people_with_one_name_share_what_they_shared() -> None:
    result = pseudonymize("John Smith met John Miller. John left first.")
    smith, miller = surrogates(result)["John Smith"], surrogates(result)["John Miller"]
    assert smith.split()[0] == miller.split()[0]
    assert smith.split()[1] != miller.split()[1]


def test_names_that_are_words_are_told_from_words() -> None:
    result = pseudonymize(
        "Will Smith wrote. Will you come? I met Rose yesterday. The rose was red. May I ask in May?"
    )
    assert "Will you come?" in result.text
    assert "The rose was red. May I ask in May?" in result.text
    assert "Rose" not in result.text
    assert "Will Smith" not in result.text


def test_a_text_that_holds_placeholders_keeps_its_own() -> None:
    text = "[PERSON_1] and Person 2 met Anna Smith."
    result = pseudonymize(text, visible=True)
    assert result.text == "[PERSON_1] and Person 2 met [PERSON_3]."
    assert restore(result.text, result.mapping).text == text


def test_a_text_that_holds_an_earlier_stand_in_is_told_of_and_comes_back() -> None:
    first = pseudonymize("Anna Smith wrote.")
    stand_in = surrogates(first)["Anna Smith"]
    text = f"{stand_in} is another person than Anna Smith."
    second = pseudonymize(text, known=first.mapping)
    assert stand_in in second.notices[0]
    assert second.text.endswith(f"is another person than {stand_in}.")
    assert restore(second.text, second.mapping).text == text


def test_a_later_text_keeps_the_stand_ins_of_an_earlier_one() -> None:
    first = pseudonymize("Anna Smith, born 1 May 1980, lives in Leeds.")
    second = pseudonymize("Mrs Smith was born on 3 May 1980 in Leeds.", known=first.mapping, seed=99)
    assert surrogates(first)["Anna Smith"].split()[1] in second.text
    assert surrogates(first)["Leeds"] in second.text
    born = [read_date(surrogates(second)[written]) for written in ("1 May 1980", "3 May 1980")]
    assert born[0] is not None
    assert born[1] is not None
    assert (born[1].value - born[0].value).days == 2


def test_formats_stay_valid_and_dates_keep_their_distances() -> None:
    text = (
        "IBAN DE89 3704 0044 0532 0130 00, card 4111-1111-1111-1111, phone +44 20 7946 0018 or "
        "+49 170 1234567, "
        "born 1 May 1980, born on 31.12.1999"
    )
    for seed in range(20):
        made = surrogates(pseudonymize(text, seed=seed))
        account, card = made["DE89 3704 0044 0532 0130 00"], made["4111-1111-1111-1111"]
        assert iban.is_valid(account)
        assert re.fullmatch(r"DE\d\d( \d{4}){4} \d\d", account)
        assert luhn.is_valid(card.replace("-", ""))
        assert re.fullmatch(r"\d{4}(-\d{4}){3}", card)
        for phone in ("+44 20 7946 0018", "+49 170 1234567"):
            old, new = phonenumbers.parse(phone), phonenumbers.parse(made[phone])
            assert (old.country_code, len(phone)) == (new.country_code, len(made[phone]))
            assert phonenumbers.is_valid_number(new)
        dates = [read_date(made[written]) for written in ("1 May 1980", "31.12.1999")]
        assert dates[0] is not None
        assert dates[1] is not None
        assert (dates[1].value - dates[0].value).days == 7183


@pytest.mark.parametrize("kind", all_kinds())
def test_every_kind_has_stand_ins_for_whatever_is_marked(kind: Kind) -> None:
    for written in (
        "x",
        "1",
        "Anna",
        "12 34",
        "???",
        "a b c d",
        "DE1",
        "http",
        "@",
        "0x12",
        "1.2.3",
        "née",
        "-----BEGIN",
    ):
        text = f"before {written} after"
        entity = Entity(7, 7 + len(written), kind, written, Finder.HAND)
        mapping = generate(text, [entity], seed=1)
        result = replace_direct(text, [entity], mapping)
        assert result != text
        assert restore(result, mapping).text == text


def test_marking_one_word_marks_all_and_the_hidden_list_knows_no_capitals() -> None:
    text = "Zorblax is here; ZORBLAX's and zorblaxian. blue  bird, Blue Bird"
    result = pseudonymize(text, Search(HiddenPhrases([("blue bird", OTHER)]), (UserMark(0, 7),)))
    assert re.findall("zorblax", result.text, re.IGNORECASE) == ["zorblax"]
    assert "bird" not in result.text.lower()


@pytest.mark.parametrize("paragraphs", [600, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_long_text_comes_back(paragraphs: int) -> None:
    paragraph = (
        "Dear {0}, my name is {1} Smith and I live in Leeds. Call 030 {2}. Nothing else is to be told here. "
    )
    names = ("Anna", "Robert", "Grace", "Peter", "Zebulon")
    text = "".join(
        paragraph.format(names[n % 5], names[n % 3], 1_000_000 + n % 90 * 7) for n in range(paragraphs)
    )
    assert len(text) > 100 * paragraphs
    result = pseudonymize(text)
    assert restore(result.text, result.mapping).text == text


def test_a_text_without_anything_private_stays_as_it_is() -> None:
    text = "It rained all day, and nobody minded."
    assert pseudonymize(text) == Pseudonymized(text, Mapping(), ())


@pytest.mark.parametrize(
    ("text", "name", "hidden"),
    [
        ("It is C4951Z. Weber knows.", "Z. Weber", "Weber"),
        ("Ask Weber24 about it.", "Weber", None),
        ("We saw the Webers.", "Weber", "Weber"),
    ],
)
def test_a_name_is_hidden_in_whole_words_that_a_reply_gives_back(
    text: str, name: str, hidden: str | None
) -> None:
    class Finds:
        def find(self, text: str) -> tuple[Entity, ...]:
            start = text.index(name)
            return (Entity(start, start + len(name), PERSON, name, Finder.MODEL),)

    sent = pseudonymize(text, detectors=[Finds()])
    assert restore(sent.text, sent.mapping).text == text
    assert [pair.original for pair in sent.mapping.pairs] == ([hidden] if hidden else [])


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("flat 4b, 12 Market Street", r"flat \d[a-z], \d\d \w+ Street"),
        ("2. OG, Gartenweg 7", r"\d\. OG, \w+weg \d"),
        ("Calle Olabide 14, 3º izda", r"Calle \w+ \d\d, \dº \w+"),
    ],
)
def test_floors_and_doors_keep_their_form(address: str, form: str) -> None:
    text = f"It goes to {address}."
    start = text.index(address)
    sent = pseudonymize(text, Search(marks=(UserMark(start, start + len(address), PLACE),)))
    assert re.fullmatch(rf"It goes to {form}\.", sent.text)
    assert restore(sent.text, sent.mapping).text == text


@pytest.mark.parametrize(("written", "first"), [("March 1984", "1 "), ("03/1984", "1/"), ("3.1984", "1.")])
def test_a_month_of_birth_becomes_another_month(written: str, first: str) -> None:
    sent = pseudonymize(f"Anna, born in {written}, is here.")
    (stand_in,) = [pair.surrogate for pair in sent.mapping.pairs if pair.kind == Kind("birth_date")]
    assert read_date(first + stand_in)
    assert stand_in != written
