"""The history of several posts: what is read together, what no longer fits, and which post gave it away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.errors import Cancelled
from penname.domain.events import Arbitrated, Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity
from penname.domain.pen_names import Post
from penname.sessions.author_history import NEW_TEXT, AuthorHistory, Clue, join, read_author_history
from scripted import ScriptedRoles

LEAKS = {
    "location": ("Lisbon", "a city", Validity.HIGH),
    "age": ("my 40th birthday", "my birthday", Validity.HIGH),
    "occupation": ("night shift", "shift", Validity.MEDIUM),
}
GOAL = Goal(attributes=("age", "location", "occupation"), protect=frozenset(("age", "location")))
NEW = "The trams of Lisbon are late again."
POSTS = (
    Post("After my 40th birthday I began to run.", "Running", "2026-01-02"),
    Post("I have moved to Lisbon.", "News", "2026-03-04"),
    Post("It rains.", "", "2026-05-06"),
)
TEXTS = st.text(alphabet="ab \n.é", max_size=30)


def test_the_new_text_comes_first_then_the_newest_posts() -> None:
    history = join(NEW, POSTS, 10_000)
    assert history.text == "\n\n".join((NEW, POSTS[2].text, POSTS[1].text, POSTS[0].text))
    assert [stretch.post for stretch in history.stretches] == [NEW_TEXT, 2, 1, 0]
    assert history.left_out == ()


@given(TEXTS, st.lists(TEXTS, max_size=6), st.integers(0, 120))
def test_each_stretch_is_its_text_and_the_budget_holds(new: str, texts: list[str], budget: int) -> None:
    posts = tuple(Post(text) for text in texts)
    history = join(new, posts, budget)
    for stretch in history.stretches:
        whole = new if stretch.post == NEW_TEXT else posts[stretch.post].text
        assert history.text[stretch.start : stretch.end] == whole
    read = [stretch.post for stretch in history.stretches if stretch.post != NEW_TEXT]
    assert [*read, *history.left_out] == list(range(len(posts)))[::-1]  # the newest, and no gap among them
    assert len(history.text) <= max(budget, len(new))


@given(TEXTS, st.lists(TEXTS, max_size=6), st.integers(0, 120), st.integers(0, 50))
def test_a_larger_budget_never_reads_less(new: str, texts: list[str], budget: int, more: int) -> None:
    posts = tuple(Post(text) for text in texts)
    assert len(join(new, posts, budget + more).left_out) <= len(join(new, posts, budget).left_out)


def test_the_budget_is_counted_as_the_caller_counts() -> None:
    def words(text: str) -> int:
        return len(text.split())

    assert join(NEW, POSTS, 9, words).left_out == (1, 0)
    assert join(NEW, POSTS, 7, words).left_out == (2, 1, 0)
    assert join(NEW, POSTS, 0, words).text == NEW  # the new text is never cut


def test_each_finding_names_the_posts_and_phrases_that_gave_it_away() -> None:
    reading = read_author_history(ScriptedRoles(LEAKS), GOAL, join(NEW, POSTS, 10_000))
    found = {finding.inference.attribute: finding for finding in reading.findings}
    assert set(found) == {"age", "location"}
    assert found["location"].clues == (Clue(NEW_TEXT, "Lisbon"), Clue(1, "Lisbon"))
    assert found["location"].posts == (NEW_TEXT, 1)
    assert found["location"].by_new_text
    assert not found["location"].only_earlier
    assert found["age"].posts == (0,)
    assert found["age"].only_earlier
    assert found["age"].verdict is not None
    assert [inference.attribute for inference in reading.published] == ["age"]


def test_what_no_longer_fits_is_not_read_and_said() -> None:
    roles = ScriptedRoles(LEAKS)
    reading = read_author_history(roles, GOAL, join(NEW, POSTS, 50))
    assert reading.history.left_out == (1, 0)
    assert [finding.inference.attribute for finding in reading.findings] == ["location"]
    assert all("birthday" not in text for _, text in roles.calls)


def test_clues_that_lie_in_different_posts_are_read_in_one_attack() -> None:
    roles = ScriptedRoles(LEAKS)
    read_author_history(roles, GOAL, join(NEW, POSTS, 10_000))
    attacks = [text for role, text in roles.calls if role == "attacker"]
    assert len(attacks) == 1
    assert all(post.text in attacks[0] for post in POSTS)


def test_an_inference_without_a_phrase_goes_to_the_post_that_was_read_alone() -> None:
    class Wordless(ScriptedRoles):
        """Finds things one text at a time, but points at nothing."""

        def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
            found = (Inference("occupation", "just a feeling", ("nurse",) * 3, 2),)
            begin = text.index(POSTS[1].text)
            return Attacked(
                found, (TextPart(0, begin, ()), TextPart(begin, begin + len(POSTS[1].text), found))
            )

        def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
            return Arbitrated(())

    reading = read_author_history(Wordless(LEAKS), GOAL, join(NEW, POSTS[1:], 1000))
    assert reading.findings[0].verdict is None
    assert reading.findings[0].clues == ()
    assert reading.findings[0].posts == (0,)


def test_nothing_to_read_asks_no_model() -> None:
    roles = ScriptedRoles(LEAKS)
    for history in (join("", (), 100), join(" \n", (), 100), AuthorHistory("", ())):
        assert read_author_history(roles, GOAL, history).findings == ()
    assert roles.calls == []


def test_a_phrase_across_two_posts_belongs_to_where_it_begins() -> None:
    history = join("night", (Post("shift"),), 100)
    assert history.post_at(0) == NEW_TEXT
    assert history.post_at(5) is None
    assert history.post_at(7) == 0


def test_a_stop_reaches_the_caller() -> None:
    def stop(role: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read_author_history(ScriptedRoles(LEAKS, before=stop), GOAL, join(NEW, POSTS, 1000))


def test_a_long_trail_that_was_read_in_part_says_so() -> None:
    reading = read_author_history(ScriptedRoles(LEAKS, reads=40), GOAL, join(NEW, POSTS, 1000))
    assert reading.unread == ((40, len(reading.history.text)),)
