"""Names of places in evidence that become vaguer by rule."""

import pytest

from penname.domain.changes import Edit, apply_changes, changes_from_edits
from penname.roles.generalize import generalized_places


@pytest.mark.parametrize(
    ("text", "evidence", "home", "expected"),
    [
        ("scaffolder, 29, Cardiff. fell off", "Cardiff", True, "scaffolder, 29, the city. fell off"),
        ("We came over from Lisbon in May.", "over from Lisbon", False, "We came over from a city in May."),
        ("I queued at a Leeds bakery.", "Leeds bakery", True, "I queued at a city bakery."),
        (
            "One of us is in Leeds, one in York.",
            "Leeds, one in York",
            True,
            "One of us is in the city, one in the city.",
        ),
        ("It rained. Reading is what I do.", "Reading is what", True, "It rained. Reading is what I do."),
        ("My friend Berta cooks.", "friend Berta", True, "My friend Berta cooks."),
        ("we had a nice bath", "nice bath", True, "we had a nice bath"),
    ],
)
def test_the_name_gives_way_to_something_vaguer(text, evidence, home, expected) -> None:
    start = text.index(evidence)
    swaps = generalized_places(text, start, start + len(evidence), home=home)
    edits = [Edit(text[swap.start : swap.end], swap.after) for swap in swaps]
    after = apply_changes(text, changes_from_edits(text, edits)[0])
    assert after == expected


def test_what_stands_outside_the_evidence_is_not_touched() -> None:
    assert generalized_places("From Leeds to York", 5, 7, home=True) == []
