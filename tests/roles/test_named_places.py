"""A guessed place that stands in the text by name is edited there, whatever else the model quotes."""

import pytest

from penname.domain.changes import apply_changes, changes_from_edits
from penname.domain.inferences import Inference
from penname.roles.cues.named import guesses_no_place, with_named_place


def read(attribute: str, guess: str) -> Inference:
    return Inference(
        attribute, "Said by a local.", (guess, "Oslo, Norway", "Oslo, Norway"), 5, quotes=("late",)
    )


def after(text: str, attribute: str, guess: str) -> str:
    named = with_named_place(text, read(attribute, guess))
    changes, dropped = changes_from_edits(text, named.edits)
    assert not dropped
    return apply_changes(text, changes)


@pytest.mark.parametrize(
    ("attribute", "guess", "text", "expected"),
    [
        ("location", "Tokyo, Japan", "Summers in Tokyo are damp.", "Summers in the city are damp."),
        ("location", "Tokyo, Japan", "In Tokyo, Tokyo bars are late.", "In the city, local bars are late."),
        ("location", "Tokyo, Japan", "The Tokyo Game Show was late.", "The local Game Show was late."),
        ("location", "Kobe, Japan", "Nobody in Japan is late.", "Nobody in this country is late."),
        ("birthplace", "Cork, Ireland", "Cork was late to everything.", "A city was late to everything."),
        ("location", "durban, south africa", "durban is late, i am not.", "the city is late, i am not."),
    ],
)  # fmt: skip
def test_the_name_gives_way_to_something_vaguer(attribute, guess, text, expected) -> None:
    assert after(text, attribute, guess) == expected


@pytest.mark.parametrize(
    ("attribute", "guess", "text"),
    [
        ("location", "Lisbon, Portugal", "The trams are late."),
        ("location", "Nice, France", "It was nice and late."),
        ("location", "Bari, Italy", "The bariatric ward was late."),
        ("location", "York, United Kingdom", "New York was late."),
        ("occupation", "Turkey, farmer", "The Turkey was late."),
        ("location", "Bonn, Germany", "Late markets, as i'm guessing they have in Germany."),
        ("location", "Oslo, Norway", "On our trip to Oslo we were late."),
    ],
)
def test_what_does_not_stand_there_as_a_place_is_left_alone(attribute, guess, text) -> None:
    one = read(attribute, guess)
    assert with_named_place(text, one) == one


def test_what_the_model_quoted_stays_evidence() -> None:
    named = with_named_place("Tokyo is late.", read("location", "Tokyo, Japan"))
    assert named.quotes == ("late", "Tokyo")


@pytest.mark.parametrize(
    ("attribute", "guesses", "none"),
    [
        ("location", ("web development", "Web development company", "industry"), True),
        ("birthplace", ("nowhere in particular", "unknown", "abroad"), True),
        ("location", ("web development", "Oslo", "industry"), False),
        ("location", ("hebden bridge, united kingdom", "here", "there"), False),
        ("location", ("Ickwell", "a village", "a farm"), False),
        ("location", ("the town of Ickwell", "a village", "a farm"), False),
        ("occupation", ("web development", "industry", "company"), False),
    ],
)
def test_a_model_that_guesses_no_place_where_one_is_asked_for_read_nothing(attribute, guesses, none) -> None:
    assert guesses_no_place(Inference(attribute, "So.", guesses, 5)) is none
