"""What posts have told, and how a draft's findings stand to it."""

import pytest

from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.pen_names import PenName, Post
from penname.domain.told import (
    AgainstPosts,
    Novelty,
    Told,
    ToldByPosts,
    against_posts,
    told_by,
    told_together,
    united,
)
from penname.roles.known_values import known_values

LEEDS, COUNTRY, YORK = "Leeds, United Kingdom", "United Kingdom", "York, United Kingdom"


def read(value: str, certainty: int = 4, attribute: str = "location") -> Inference:
    return Inference(attribute, "", (value,), certainty)


def told(*values: tuple[str, int], attribute: str = "location") -> list[tuple[Told, ...]]:
    """A post for each value."""
    return [(Told(attribute, value, certainty),) for value, certainty in values]


def test_a_text_tells_what_rests_on_its_words() -> None:
    inferences = (
        read(LEEDS, 5),
        read("34", 2, "age"),  # a stereotype
        read("nurse", 4, "occupation"),
        read("unknown", 5, "income"),
    )
    verdicts = (Verdict("location", Validity.HIGH), Verdict("occupation", Validity.LOW))
    assert told_by(inferences, verdicts) == (Told("location", LEEDS, 5),)


def test_of_two_readings_of_a_post_the_more_certain_one_is_kept() -> None:
    before = (Told("location", COUNTRY, 3), Told("age", "34", 5))
    now = (Told("location", LEEDS, 4), Told("age", "61", 3), Told("sex", "female", 3))
    assert united(before, now) == (Told("location", LEEDS, 4), Told("age", "34", 5), Told("sex", "female", 3))


def test_posts_that_say_the_same_count_together_with_the_highest_certainty_and_the_finest_value() -> None:
    posts = told((COUNTRY, 5), (LEEDS, 3), ("Leeds", 4), ("Lisbon, Portugal", 5))
    assert told_together(posts, known_values()) == (
        ToldByPosts("location", LEEDS, 5, 3),
        ToldByPosts("location", "Lisbon, Portugal", 5, 1),
    )


@pytest.mark.parametrize(
    ("draft", "posts", "novelty", "words"),
    [
        (read(LEEDS), [], Novelty.NEW, "new"),
        (read("34", attribute="age"), told((LEEDS, 5)), Novelty.NEW, "new"),
        (read(LEEDS), told((LEEDS, 5), ("Leeds", 3)), Novelty.KNOWN, "known already (2 posts)"),
        (read(COUNTRY), told((LEEDS, 5)), Novelty.KNOWN, "known already (1 post)"),
        (read(LEEDS), told((COUNTRY, 5)), Novelty.NEW, f"new: your posts said only {COUNTRY}"),
        (read(YORK), told((LEEDS, 5)), Novelty.CONTRADICTS, f"contradicts: your posts said {LEEDS}"),
        (read(YORK), told((LEEDS, 5), (YORK, 3)), Novelty.KNOWN, "known already (1 post)"),
        (read(YORK, certainty=2), told((LEEDS, 5)), Novelty.NEW, "new"),  # a stereotype contradicts nothing
    ],
)
def test_a_finding_is_new_known_or_contradicts(
    draft: Inference, posts: list[tuple[Told, ...]], novelty: Novelty, words: str
) -> None:
    found = against_posts(draft, told_together(posts, known_values()), known_values())
    assert (found.novelty, str(found)) == (novelty, words)


def test_what_may_be_logged_holds_no_value() -> None:
    for novelty in Novelty:
        assert LEEDS not in AgainstPosts("location", novelty, LEEDS, 5, 2).plain


def test_a_reading_is_kept_with_its_post_whatever_became_of_the_order() -> None:
    pen_name = PenName("Clara", (), (Post("first"), Post("second", told=(Told("age", "34", 5),))))
    assert pen_name.unread == ("first",)
    found = pen_name.with_told({"second": (Told("age", "35", 3),), "first": (), "gone": ()})
    assert found.unread == ()
    assert found.told == ((), (Told("age", "34", 5),))
