"""Changes after changes, as changes of the first text."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change, ChangeOrigin, apply_changes
from penname.domain.composing import composed

TEXTS = st.text("ab \n", max_size=30)


def _subset(text: str, cuts: list[tuple[int, str]]) -> tuple[Change, ...]:
    """Non-overlapping changes of `text`: every second stretch between the cuts becomes another text."""
    places = sorted({min(place, len(text)) for place, _ in cuts})
    spans = list(zip(places[::2], places[1::2], strict=False))
    return tuple(
        Change(start, end, text[start:end], cuts[index][1], (f"a{index}",))
        for index, (start, end) in enumerate(spans)
    )


CUTS = st.lists(st.tuples(st.integers(0, 40), TEXTS), max_size=8)


@given(TEXTS, CUTS, CUTS)
def test_composed_changes_do_what_both_did(text: str, first_cuts, second_cuts) -> None:
    first = _subset(text, first_cuts)
    middle = apply_changes(text, first)
    second = _subset(middle, second_cuts)
    assert apply_changes(text, composed(text, first, second)) == apply_changes(middle, second)


def test_a_later_change_keeps_its_attributes_and_maker() -> None:
    text = "one two three"
    first = (Change(0, 3, "one", "1", ("age",), ChangeOrigin.RULE),)
    second = (Change(6, 11, "three", "3", ("location",), ChangeOrigin.MODEL),)
    assert composed(text, first, second) == (
        Change(0, 3, "one", "1", ("age",), ChangeOrigin.RULE),
        Change(8, 13, "three", "3", ("location",), ChangeOrigin.MODEL),
    )


def test_changes_of_the_same_words_become_one_that_serves_both() -> None:
    text = "my flat in Lisbon"
    first = (Change(11, 17, "Lisbon", "a city", ("location",)),)
    second = (Change(3, 17, "flat in a city", "home", ("income",)),)
    assert composed(text, first, second) == (
        Change(3, 17, "flat in Lisbon", "home", ("location", "income"), ChangeOrigin.MODEL),
    )


def test_what_is_changed_back_is_no_change() -> None:
    text = "one two"
    first = (Change(0, 3, "one", "1"),)
    assert composed(text, first, (Change(0, 1, "1", "one"),)) == ()


def test_later_changes_may_come_in_any_order() -> None:
    text = "one two three"
    first = (Change(4, 7, "two", "zwei"),)
    second = (Change(9, 14, "three", "drei"), Change(0, 3, "one", "eins"))
    assert composed(text, first, second) == composed(text, first, second[::-1])
    assert [change.start for change in composed(text, (), (Change(8, 13, "three", "3"), second[1]))] == [0, 8]
