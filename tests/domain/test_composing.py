"""Changes after changes, as changes of the first text."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change, ChangeOrigin, apply_changes, free_of
from penname.domain.composing import composed, edits_between

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


def disjoint(places: list[tuple[int, int, str]]) -> tuple[Change, ...]:
    """Changes of LONG at these places, as far as they do not clash."""
    made: list[Change] = []
    for start, length, after in places:
        one = Change(start, start + length, LONG[start : start + length], after, ("age",), good=0.6)
        if free_of(made, [one]) and one.before != one.after:
            made.append(one)
    return tuple(sorted(made, key=lambda change: (change.start, change.end)))


LONG = "We met in Leeds, and it rained for days."
PLACES = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 6), st.sampled_from(["", "x", "in it"])), max_size=6
)


@given(PLACES, PLACES, PLACES)
def test_what_makes_of_one_result_another(shared, first, second) -> None:
    made, wanted = disjoint(shared + first), disjoint(shared + second)
    result = apply_changes(LONG, made)
    edits = edits_between(LONG, made, wanted)
    assert apply_changes(result, edits) == apply_changes(LONG, wanted)
    assert bool(edits) is (result != apply_changes(LONG, wanted))


def test_two_choices_far_apart_stay_two_and_keep_what_they_serve() -> None:
    made = disjoint([(0, 2, "They")])
    more = Change(10, 15, "Leeds", "town", ("location",), good=0.7)
    last = Change(35, 39, "days", "long", ("age",), good=0.8)
    edits = edits_between(LONG, made, (*made, more, last))
    assert [(one.before, one.after, one.attributes, one.good) for one in edits] == [
        ("Leeds", "town", ("location",), 0.7),
        ("days", "long", ("age",), 0.8),
    ]
    assert composed(LONG, made, edits) == (*made, more, last)
    assert edits_between(LONG, (*made, more), made)[0].origin is ChangeOrigin.HAND
