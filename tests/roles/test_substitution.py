"""What takes the place of stated values: what could, and what a critic takes of it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Edit, apply_changes
from penname.roles.cues import find_cues
from penname.roles.writing.critic import Critic
from penname.roles.writing.gap_signs import Put, behind, signs_of_substitute
from penname.roles.writing.substitutes import BY_RULE, NOTHING, substitutes
from penname.roles.writing.substitution import Substitution


def put(sentence: str, found: str, attribute: str, by_rule: str = "—") -> dict[str, str]:
    """The sentence with each substitute, by its name."""
    start = sentence.index(found)
    made = substitutes(sentence, (start, start + len(found)), attribute, by_rule)
    return {one.name: sentence[: one.start] + one.after + sentence[one.end :] for one in made}


@pytest.mark.parametrize(
    ("sentence", "found", "attribute", "name", "becomes"),
    [
        ("I'm 34, I teach. ", "34", "age", "no_statement", "I teach. "),
        ("I’m 34 and my knees hurt.", "34", "age", "no_statement", "My knees hurt."),
        ("im 34, i teach", "34", "age", "no_statement", "i teach"),
        ("It rains, I'm 34, I teach.", "34", "age", "no_inner_statement", "It rains, I teach."),
        ("I'm 34, at a bank.", "34", "age", "no_description", "I'm at a bank."),
        ("I am 34 and would like tea.", "34", "age", "no_predicate", "I would like tea."),
        ("Chippy, 17, at a yard.", "17", "age", "no_aside", "Chippy, at a yard."),
        ("I pay since my divorce.", "my divorce", "relationship", "no_last_clause", "I pay."),
        ("A vet here in Leeds, and tired.", "Leeds", "location", "no_phrase", "A vet, and tired."),
        ("In Graz it is dark.", "Graz", "birthplace", "no_opening_phrase", "It is dark."),
        ("I live in Leeds.", "Leeds", "location", "here", "I live here."),
        ("My wife cooks.", "My wife", "relationship", "someone_at_home", "Someone at home cooks."),
        ("I'm a midwife at Royal.", "midwife", "occupation", "i_work", "I work at Royal."),
        ("I have a PhD in law.", "PhD", "education", "an_education", "I have an education."),
        ("I'm 34, I teach.", "34", "age", BY_RULE, "I'm —, I teach."),
    ],
)
def test_a_place_has_substitutes(sentence, found, attribute, name, becomes):
    assert put(sentence, found, attribute, "—")[name] == becomes


def test_what_does_not_suit_the_words_is_no_substitute():
    assert "someone_at_home" not in put("Since my divorce I cook.", "my divorce", "relationship")
    assert "here" not in put("I'm 34 in Leeds.", "34", "age")
    assert set(put("I'm 34.", "34", "age")) == {BY_RULE}  # nothing would be left


def test_a_rule_that_puts_nothing_in_is_known_as_such():
    assert put("A 46 year old person.", "46 year old ", "age", "")[NOTHING] == "A person."


def test_an_article_fits_what_then_follows():
    assert put("A, Graz, aunt came.", "Graz", "location")["no_aside"] == "A, aunt came."
    assert put("It's a 1900 at 34 or so hour.", "34", "age")["no_phrase"] == "It's a 1900 or so hour."


@given(st.text(st.sampled_from("I'm 34, a bİß.\n"), max_size=40), st.data())
def test_substitutes_cover_what_was_found(sentence, data):
    start = data.draw(st.integers(0, len(sentence)))
    end = data.draw(st.integers(start, len(sentence)))
    found = sentence[start:end]
    if not found.strip():
        return
    for one in substitutes(sentence, (start, end), "age", ""):
        assert 0 <= one.start <= start
        assert len(sentence) >= one.end >= start + len(found.rstrip()) - 1


def liking(name: str, least: float = 0.5) -> Critic:
    """A critic who likes one substitute only."""
    return Critic({"substitute": -4.0, f"substitute_{name}": 8.0}, bias=0.0, least=least)


def ruled(critic, edits, sentence="I'm 34, I teach.", as_ruled=()):
    return Substitution(critic, lambda asked: [(1.0,)] * len(asked), edits, as_ruled).ruled("", sentence, "")


EDITS = (Edit("34", "an adult", ("age",)),)


def test_the_critic_chooses():
    assert ruled(liking("no_statement"), EDITS).text == "I teach."
    assert ruled(liking(BY_RULE), EDITS).text == "I'm an adult, I teach."
    assert ruled(liking("no_statement"), EDITS).good == pytest.approx(0.982, abs=0.001)


def test_the_others_come_along_where_they_stand_in_the_sentence_as_it_came():
    edits = (*EDITS, Edit("Leeds", "the city", ("location",)))
    critic = Critic({"substitute": -1.0, "substitute_no_statement": 2.0, "substitute_here": 2.0}, 0.0, 0.5)
    sentence = "I'm 34, I teach in Leeds."
    found = ruled(critic, edits, sentence).others
    assert all(sentence[one.start : one.end] == one.before for one in found)
    texts = {apply_changes(sentence, [one]): one.attributes for one in found}
    assert texts["I'm an adult, I teach in Leeds."] == ("age",)
    assert texts["I'm 34, I teach in the city."] == ("location",)


def test_what_it_does_not_like_stays():
    assert ruled(liking("nothing"), EDITS)[:2] == ("I'm 34, I teach.", None)
    assert ruled(liking("no_statement", least=0.99), EDITS).text == "I'm 34, I teach."


def test_without_a_critic_and_towards_targets_rules_have_their_own_words():
    assert ruled(None, EDITS) == ("I'm an adult, I teach.", None, ())
    assert ruled(liking("no_statement"), EDITS, as_ruled=["age"]) == ("I'm an adult, I teach.", None, ())


def test_two_values_of_a_sentence():
    edits = (*EDITS, Edit("Leeds", "the city", ("location",)))
    critic = Critic({"substitute": -4.0, "substitute_no_statement": 8.0, "substitute_here": 6.0}, 0.0, 0.5)
    assert ruled(critic, edits, "I'm 34, I teach in Leeds.")[:2] == (
        "I teach here.",
        pytest.approx(0.881, abs=0.001),
    )


def test_what_went_along_with_another_value_is_not_looked_for_again():
    edits = (*EDITS, Edit("Leeds", "the city", ("location",)))
    assert ruled(liking("no_statement"), edits, "I'm 34 in Leeds, I teach people.").text == "I teach people."
    everything = Critic({"substitute_no_statement": 8.0}, bias=0.0, least=0.0)
    assert ruled(everything, edits, "I'm 34 in Leeds, I teach people.").text == "I teach people."


def test_the_losses_are_asked_of_what_follows_and_of_the_words():
    asked = []
    losses = lambda pairs: [asked.append(pair) or (2.0, 1.0) for pair in pairs]  # noqa: E731
    Substitution(liking(BY_RULE), losses, EDITS).ruled("So. ", "I'm 34.", " Bye.")
    assert set(asked) == {
        ("So. I'm an adult", ". Bye."),
        ("So. I'm 34", ". Bye."),
        ("So. I'm ", "an adult"),
    }
    assert behind("", "x") == ("\n", "x")


def test_signs_have_the_name_and_the_attribute():
    given_losses = [(2.0, 1.0), (1.0, 1.0), (3.0, 5.0)]
    found = dict(
        signs_of_substitute("here", "location", Put("I live ", "in Leeds", "here", ". Bye."), given_losses)
    )
    assert found["substitute_here"] == found["substitute_here_location"] == 1
    assert (found["substitute_more"], found["substitute_put_mean"], found["substitute_put_most"]) == (1, 4, 5)


def test_every_rule_find_of_a_text_can_be_ruled():
    text = "I'm 34, I teach. My wife cooks here in Leeds. I was born in Graz and I earn 30k."
    (age, *others) = find_cues(text, ["age", "location", "birthplace", "relationship", "income"])
    edits = tuple(edit for one in (age, *others) for edit in one.edits)
    everything = Critic({}, bias=3.0, least=0.5)
    result = ruled(everything, edits, text).text
    assert not re.search("34|Leeds|wife|Graz|30k", result)
