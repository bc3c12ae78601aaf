"""The plain search: what counts as alike, and spans in code points."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.desktop.texts.finding import find_all, place_after


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("In Lisbon, in lisbon.", "lisbon", ["Lisbon", "lisbon"]),
        ("It’s mine, it's yours", "it's", ["It’s", "it's"]),
        ('“quoted” and "quoted"', '"quoted"', ["“quoted”", '"quoted"']),
        ("night\u00a0shift, night\r\n shift", "night shift", ["night\u00a0shift", "night\r\n shift"]),
        ("well-known, well–known", "well-known", ["well-known", "well–known"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("😀 I, 😀 you", "😀 y", ["😀 y"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("text", "", []),
        ("text here", " ", []),
    ],
)
def test_what_is_found(text: str, wanted: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_all(text, wanted)] == found


def test_case_can_matter() -> None:
    assert find_all("Lisbon lisbon", "lisbon", match_case=True) == ((7, 13),)


@given(st.text("aA .-'’\n", max_size=40), st.text("aA .-'’\n", min_size=1, max_size=4))
def test_spans_are_in_order_apart_and_hold_as_many_words(text: str, wanted: str) -> None:
    spans = find_all(text, wanted)
    ends = [0]
    for start, end in spans:
        assert ends[-1] <= start < end <= len(text)
        ends.append(end)
        assert len(re.split(r"\s+", text[start:end])) == len(re.split(r"\s+", wanted))


def test_a_text_that_holds_the_words_as_they_are_is_always_found() -> None:
    for wanted in ("?", "(x", "a\\b", "[", "’", "x y"):
        assert find_all(f"before {wanted} after", wanted)


def test_the_search_begins_at_the_cursor_and_goes_round() -> None:
    spans = ((1, 2), (5, 6), (9, 10))
    assert [place_after(spans, at) for at in (0, 1, 2, 9, 10)] == [0, 0, 1, 2, 0]
    assert place_after((), 3) == 0
