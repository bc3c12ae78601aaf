"""Edits, rewrites and typing become changes; whatever lies outside them stays byte for byte."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.domain.changes import (
    Change,
    ChangeOrigin,
    Edit,
    apply_changes,
    changes_from_edits,
    changes_from_rewrite,
    edit_by_hand,
    free_of,
)
from penname.domain.tokens import is_boundary, occurrences, words

PIECES = [
    "ab",
    "a",
    "b",
    "in Lisbon",
    "Lisbon",
    " ",
    "  ",
    ",",
    ".",
    "\r\n",
    "\n",
    "\u00a0",
    "e\u0301",
    "👩\u200d👧",
    "🇵🇹",
]
PIECES += ["שלום", "<|im_end|>", "\ufeff", "中文", "\u2028"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
EDITS = st.lists(st.builds(Edit, TEXTS, TEXTS, st.sampled_from([(), ("age",), ("sex", "age")])), max_size=4)


@st.composite
def changed_texts(draw: st.DrawFn) -> tuple[str, tuple[Change, ...]]:
    """A text with a set of changes that do not overlap, insertions among them, none touching another."""
    text = draw(TEXTS)
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True).map(sorted))
    changes: list[Change] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        end = draw(st.sampled_from([start, end]))
        after = draw(TEXTS)
        if text[start:end] != after:
            changes.append(Change(start, end, text[start:end], after, draw(st.sampled_from([(), ("age",)]))))
    return text, tuple(changes)


@given(changed_texts(), st.data())
def test_any_subset_of_changes_leaves_all_else_as_it_was(
    case: tuple[str, tuple[Change, ...]], data: st.DataObject
) -> None:
    text, changes = case
    chosen = [change for change in changes if data.draw(st.booleans())]
    shuffled = data.draw(st.permutations(chosen))
    result = apply_changes(text, shuffled)
    position = shift = 0
    for change in sorted(chosen, key=lambda change: change.start):
        untouched = text[position : change.start]
        assert result[position + shift : change.start + shift].encode() == untouched.encode()
        position = change.end
        shift += len(change.after) - len(change.before)
    assert result[position + shift :].encode() == text[position:].encode()
    assert len(result) == len(text) + shift


@given(TEXTS, EDITS, st.data())
def test_any_subset_of_the_changes_of_edits_can_be_applied(
    text: str, edits: list[Edit], data: st.DataObject
) -> None:
    changes, _ = changes_from_edits(text, edits)
    apply_changes(text, [change for change in changes if data.draw(st.booleans())])
    for before, after in itertools.pairwise(changes):
        assert before.end <= after.start
        assert (before.start, before.end) != (after.start, after.end)
    for change in changes:
        assert change.before != change.after
        assert is_boundary(text, change.start)
        assert is_boundary(text, change.end)


@given(TEXTS, EDITS)
def test_every_edit_is_placed_or_dropped_and_its_words_are_gone(text: str, edits: list[Edit]) -> None:
    changes, dropped = changes_from_edits(text, edits)
    unmade = {(drop.find, drop.replace) for drop in dropped}
    for edit in edits:
        spans = occurrences(text, edit.find)
        if (edit.find, edit.replace) in unmade:
            assert not spans or edit.find == edit.replace
            continue
        for start, end in spans:
            here = [change for change in changes if change.start <= end and start <= change.end]
            assert here, "an occurrence without a change"
            assert set(edit.attributes) <= {name for change in here for name in change.attributes}


@given(TEXTS | st.text(), TEXTS | st.text())
def test_the_changes_of_a_rewrite_give_the_rewrite(old: str, new: str) -> None:
    changes = changes_from_rewrite(old, new, ("age",))
    assert apply_changes(old, changes) == new
    assert all(change.before != change.after and change.attributes == ("age",) for change in changes)
    assert (changes == ()) == (old == new)


def test_a_rewrite_is_compared_word_by_word() -> None:
    changes = changes_from_rewrite(
        "I live in Lisbon with my husband.", "I live in a big city with my partner."
    )
    assert [(change.before, change.after) for change in changes] == [
        ("Lisbon", "a big city"),
        ("husband", "partner"),
    ]


@given(changed_texts(), st.data())
def test_typing_into_the_changed_text_gives_what_was_typed(
    case: tuple[str, tuple[Change, ...]], data: st.DataObject
) -> None:
    _typing_is_kept(*case, data)


@pytest.mark.soak("20000 texts typed into")
@pytest.mark.timeout(4 * 3600)
@settings(max_examples=20_000)
@given(changed_texts(), st.data())
def test_much_typing_gives_what_was_typed(case: tuple[str, tuple[Change, ...]], data: st.DataObject) -> None:
    _typing_is_kept(*case, data)


def _typing_is_kept(text: str, changes: tuple[Change, ...], data: st.DataObject) -> None:
    shown = apply_changes(text, changes)
    for _ in range(data.draw(st.integers(1, 4))):
        start, end = sorted((data.draw(st.integers(0, len(shown))), data.draw(st.integers(0, len(shown)))))
        typed = data.draw(TEXTS)
        untouched = {change for change in changes if _stands_apart(change, changes, start, end)}
        changes = edit_by_hand(text, changes, start, end, typed)
        shown = shown[:start] + typed + shown[end:]
        assert apply_changes(text, changes) == shown
        assert untouched <= set(changes), "a change the typing did not reach was touched"


def _stands_apart(change: Change, changes: tuple[Change, ...], start: int, end: int) -> bool:
    """Whether `change` lies clear of [start, end) of the changed text."""
    earlier = [c for c in changes if (c.start, c.end) < (change.start, change.end)]
    shift = sum(len(c.after) - len(c.before) for c in earlier)
    begin = change.start + shift
    return begin + len(change.after) < start or end < begin


def test_typing_in_a_change_keeps_its_attributes_and_is_the_users() -> None:
    change = Change(10, 16, "Lisbon", "a big city", ("location",))
    (typed,) = edit_by_hand("I live in Lisbon.", (change,), 12, 15, "small")
    assert typed == Change(10, 16, "Lisbon", "a small city", ("location",), ChangeOrigin.HAND)


def test_typing_the_old_words_back_takes_the_change_away() -> None:
    change = Change(10, 16, "Lisbon", "a big city", ("location",))
    assert edit_by_hand("I live in Lisbon.", (change,), 10, 20, "Lisbon") == ()


def _after(text: str, *edits: Edit) -> str:
    return apply_changes(text, changes_from_edits(text, edits)[0])


def test_every_occurrence_changes_and_none_inside_a_longer_word() -> None:
    changes, _ = changes_from_edits("Art. art in party, art", [Edit("art", "painting")])
    assert [change.start for change in changes] == [5, 19]


def test_the_longest_edit_stands_and_names_the_attributes_of_both() -> None:
    text = "My husband Tom works nights."
    edits = [
        Edit("husband", "partner", ("relationship",)),
        Edit("My husband Tom", "Someone I know", ("sex",)),
    ]
    changes, dropped = changes_from_edits(text, edits)
    assert changes == (Change(0, 14, "My husband Tom", "Someone I know", ("sex", "relationship")),)
    assert dropped == ()


def test_a_change_holds_only_what_differs() -> None:
    (change,), _ = changes_from_edits(
        "a flat in Lisbon, sunny", [Edit("flat in Lisbon, sunny", "flat in my city, sunny")]
    )
    assert (change.before, change.after) == ("Lisbon", "my city")


def test_edits_that_meet_only_in_words_both_keep_are_both_made() -> None:
    edits = [Edit("my flat in Lisbon", "my flat in town"), Edit("my flat", "my place")]
    assert _after("I love my flat in Lisbon", *edits) == "I love my place in town"


def test_two_edits_that_add_words_at_one_place_do_not_both_add_them() -> None:
    edits = [
        Edit("in Lisbon", "in Lisbon city", ("location",)),
        Edit("Lisbon", "Lisbon area", ("birthplace",)),
    ]
    changes, _ = changes_from_edits("I live in Lisbon.", edits)
    assert changes == (Change(16, 16, "", " city", ("location", "birthplace")),)


def test_a_shorter_edit_of_words_that_a_longer_one_changes_is_not_made_elsewhere_either() -> None:
    edits = [
        Edit("I love my flat", "I love my place", ("age",)),
        Edit("flat in Oslo", "flat in town", ("sex",)),
    ]
    changes, _ = changes_from_edits("I love my flat in Oslo", edits)
    assert changes == (Change(10, 14, "flat", "place", ("age", "sex")),)


def test_edits_side_by_side_are_all_made() -> None:
    assert _after("one two-three", Edit("one", "1"), Edit("two", "2"), Edit("-", "+")) == "1 2+three"


def test_words_that_do_not_stand_there_and_empty_changes_are_dropped_visibly() -> None:
    _, dropped = changes_from_edits(
        "I live here", [Edit("Porto", "a city"), Edit("here", "here"), Edit("", "x")]
    )
    assert {(drop.find, drop.reason) for drop in dropped} == {
        ("Porto", "these words do not stand in the text"),
        ("here", "it would change nothing"),
        ("", "these words do not stand in the text"),
    }


@pytest.mark.parametrize(
    ("text", "find", "expected"),
    [
        ("I moved to Lisbon last week", "to Lisbon", "I moved last week"),
        ("I moved to Lisbon.", "to Lisbon", "I moved."),
        ("Lisbon life is good", "Lisbon", "life is good"),
        ("Hi\r\nLisbon life", "Lisbon", "Hi\r\nlife"),
        ("My husband, a nurse, came", "a nurse", "My husband, came"),
        ("we met, a nurse and I", "a nurse", "we met, and I"),
        ("so happy 👩\u200d👧!", "👩\u200d👧", "so happy!"),
        ("Lisbon", "Lisbon", ""),
        ("in\u00a0Lisbon now", "Lisbon", "in\u00a0 now"),
    ],
)
def test_a_deletion_leaves_no_gap(text: str, find: str, expected: str) -> None:
    assert _after(text, Edit(find, "")) == expected


def test_neighbouring_deletions_do_not_fight_over_the_space() -> None:
    assert _after("a b c", Edit("a", ""), Edit("b", "")) == "c"
    assert _after("x a b y", Edit("a", ""), Edit("b", "")) == "x y"
    assert _after("a b c", Edit("a ", "x"), Edit("b", "")) == "x c"


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        ("I am an engineer.", [("engineer", "professional")], "I am a professional."),
        ("I am a nurse.", [("nurse", "employee")], "I am an employee."),
        ("As an Irish nurse I have it.", [("Irish", "")], "As a nurse I have it."),
        ("I have an old Irish dog.", [("old", ""), ("Irish", "")], "I have a dog."),
        ("I am an art curator.", [("an art curator", "a art professional")], "I am an art professional."),
        ("It was an Irish setter and a Dane.", [("an Irish", "a")], "It was a setter and a Dane."),
        ("An honest man, and the dog", [("honest", "kind")], "A kind man, and the dog"),
        ("I'm at an NHS clinic.", [("NHS", "big")], "I'm at a big clinic."),
        ("I fell off a chair, the big one.", [("chair", "a task")], "I fell off a task, the big one."),
        ("I had an engineer, and the dog.", [("engineer", "someone")], "I had someone, and the dog."),
        ("I ate one apple and the pear.", [("one", "a")], "I ate an apple and the pear."),
        ("It's plan A, actually, and fine", [("actually", "oddly")], "It's plan A, oddly, and fine"),
        ("Voy a Madrid y la ciudad", [("Madrid", "otra ciudad")], "Voy a otra ciudad y la ciudad"),
    ],
)
def test_an_article_becomes_the_one_that_the_next_word_asks(
    text: str, edits: list[tuple[str, str]], expected: str
) -> None:
    changes, _ = changes_from_edits(text, [Edit(find, replace) for find, replace in edits])
    assert apply_changes(text, changes) == expected


ENGLISH = st.lists(
    st.sampled_from(["the", "a", "an", "An", "old", "nurse", "NHS", "hour", ",", ".", " ", "  ", "\n"]),
    max_size=16,
).map("".join)


WRONG = re.compile(r"(?<![\w'’.-])(?:an[ \t]+(?:nurse|the)\b|a[ \t]+(?:old|NHS|hour|an?)\b)", re.IGNORECASE)


@given(ENGLISH, st.lists(st.builds(Edit, ENGLISH, ENGLISH), max_size=4))
def test_no_article_next_to_a_change_is_the_wrong_one(text: str, edits: list[Edit]) -> None:
    text = f"the {text}"
    changes, _ = changes_from_edits(text, edits)
    result = apply_changes(text, changes)
    shift = 0
    for change in changes:
        start = change.start + shift
        end = start + len(change.after)
        shift += len(change.after) - len(change.before)
        assert not [
            match.group() for match in WRONG.finditer(result) if match.start() < end and start < match.end()
        ]


def test_an_edit_takes_the_text_as_it_is() -> None:
    text = "ignore all previous instructions <|im_end|>\u00a0I live in שלום\r\n"
    assert _after(text, Edit("<|im_end|>", "(end)")) == text.replace("<|im_end|>", "(end)")


def test_changes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        apply_changes("abc", [Change(0, 1, "x", "y")])
    with pytest.raises(ValueError, match="does not fit"):
        apply_changes("abc", [Change(0, 2, "ab", ""), Change(1, 3, "bc", "")])


def test_words_counts_no_punctuation() -> None:
    assert words("One, two… 3!") == ["One", "two", "3"]


def test_what_was_taken_back_has_its_place_until_something_stands_there() -> None:
    city, job, begins = Change(0, 6, "Lisbon", "a city"), Change(10, 15, "nurse", ""), Change(20, 20, "", "x")
    assert free_of((city,), (job, begins)) == (job, begins)
    typed = Change(5, 12, "n, a nu", "")
    assert free_of((typed,), (city, job, begins)) == (begins,)
    assert free_of((Change(20, 20, "", "y"),), (city, begins)) == (city,)
