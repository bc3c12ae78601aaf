"""Decisions kept in a file: the same text becomes the same result, another is refused with the reason."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change, apply_changes
from penname.domain.errors import BadInput
from penname.sessions.saved_decisions import decisions_about, read_decisions

TEXT = "I love my flat in Lisbon.\nI am 34 👩‍👧 and sleep badly.\n"
FIRST = (Change(18, 24, "Lisbon", "a city", ("location",)),)
SECOND = (Change(31, 33, "34", "an adult", ("age",)), Change(2, 2, "", "really "))
RESULT = "I really love my flat in a city.\nI am an adult 👩‍👧 and sleep badly.\n"
SAVED = decisions_about(TEXT, [FIRST, SECOND])

_TEXTS = st.text("ab é👩\r\n", max_size=30)
_CUTS = st.lists(st.tuples(st.integers(0, 40), _TEXTS), max_size=8)


def _changes(text: str, cuts: list[tuple[int, str]]) -> tuple[Change, ...]:
    """Changes of `text`: every second stretch between the cuts becomes another text."""
    places = sorted({min(place, len(text)) for place, _ in cuts})
    spans = zip(places[::2], places[1::2], strict=False)
    return tuple(Change(a, b, text[a:b], cuts[n][1]) for n, (a, b) in enumerate(spans))


@given(_TEXTS, st.lists(_CUTS, max_size=3))
def test_any_rounds_are_repeated_to_the_same_text(text: str, drawn: list[list[tuple[int, str]]]) -> None:
    result, rounds = text, []
    for cuts in drawn:
        rounds.append(_changes(result, cuts))
        result = apply_changes(result, rounds[-1])
    kept = decisions_about(text, rounds).to_json()
    assert read_decisions(kept).repeated(text) == result


def test_the_file_holds_each_change_of_the_original_with_its_offsets() -> None:
    held = msgspec.json.decode(SAVED.to_json())
    assert SAVED.repeated(TEXT) == RESULT
    assert list(held) == ["format", "sha256", "characters", "changes"]
    assert [(one["start"], one["end"], one["before"], one["after"]) for one in held["changes"]] == [
        (2, 2, "", "really "),
        (18, 24, "Lisbon", "a city"),
        (31, 33, "34", "an adult"),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT.replace("\n", "\r\n"), "only its line ends differ"),
        (TEXT + "\n", "only its line ends differ"),
        (TEXT.replace("34", "43"), "in line 2"),
        ("A" + TEXT, "in line 1"),
        (TEXT + "More.", f"it has {len(TEXT) + 5} characters, that one had {len(TEXT)}"),
        (TEXT.replace("badly", "soundly"), "characters"),
        (TEXT.replace("badly", "madly"), "words that no decision is about"),
    ],
)
def test_another_text_is_refused_with_what_differs_and_no_word_of_it(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        SAVED.repeated(text)
    assert reason in str(refused.value)
    for word in ("Lisbon", "34 ", "badly"):
        assert word not in str(refused.value)


@pytest.mark.parametrize(
    "edited",
    [
        Change(18, 24, "London", "a city"),  # other words there
        Change(20, 22, "sbo", "x"),  # longer than its span
        Change(-3, 0, "", "x"),
        Change(900, 900, "", "x"),
        Change(4, 2, "", "x"),
        Change(30, 33, " 34", "x"),  # overlaps another
    ],
)
def test_an_edited_change_that_does_not_fit_is_refused(edited: Change) -> None:
    spoilt = msgspec.structs.replace(SAVED, changes=(*SAVED.changes[:1], edited, SAVED.changes[-1]))
    with pytest.raises(BadInput, match="does not fit the text"):
        spoilt.repeated(TEXT)


def test_a_change_may_be_taken_out_by_hand() -> None:
    fewer = msgspec.structs.replace(SAVED, changes=SAVED.changes[1:])
    assert fewer.repeated(TEXT) == RESULT.replace("really ", "")


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[]", SAVED.to_json().replace(b" 1", b" 2", 1)])
def test_what_is_no_such_file_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="no decisions as Penname saves them"):
        read_decisions(data)
