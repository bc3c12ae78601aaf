"""What all of a pen name's texts give away: readers see all its posts, so the attacker reads them together.

The new text comes first, then the earlier posts from the newest on, as many as the context holds. (FgAA's
final attack likewise sees all comments of an author together.)
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from penname.domain.events import Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.pen_names import Post, newest_first
from penname.domain.tokens import occurrences

if TYPE_CHECKING:  # the first frame does without what it brings along
    from penname.roles.roles import Roles

NEW_TEXT = -1  # stands for the new text where others have the number of a post
_BETWEEN = "\n\n"

Count = Callable[[str], int]


class Stretch(msgspec.Struct, frozen=True):
    """`text[start:end]` of a history is post number `post`, or the new text."""

    post: int
    start: int
    end: int


class AuthorHistory(msgspec.Struct, frozen=True):
    """A pen name's texts joined for one attack; `left_out` are the posts that did not fit, newest first."""

    text: str
    stretches: tuple[Stretch, ...]
    left_out: tuple[int, ...] = ()

    def post_at(self, position: int) -> int | None:
        """The number of the post at `position`; None between two."""
        return next((s.post for s in self.stretches if s.start <= position < s.end), None)


class Clue(msgspec.Struct, frozen=True):
    """A phrase that gives something away, as it is spelled in post number `post` or the new text."""

    post: int
    phrase: str


class Finding(msgspec.Struct, frozen=True):
    """What the history gives away about one attribute.

    `clues` are where, in the order of the history; `posts` which texts did it, also where no phrase is known
    but a text was read on its own. Both empty: the attacker pointed to nothing in the texts.
    """

    inference: Inference
    verdict: Verdict | None
    clues: tuple[Clue, ...]
    posts: tuple[int, ...]

    @property
    def by_new_text(self) -> bool:
        """Whether the new text is part of it: only then does a rewrite still help."""
        return NEW_TEXT in self.posts

    @property
    def only_earlier(self) -> bool:
        """Whether earlier posts alone give it away, whatever becomes of the new text."""
        return bool(self.posts) and not self.by_new_text


class AuthorHistoryReading(msgspec.Struct, frozen=True):
    """The history and what an attacker reads from it; `unread` are stretches of it nobody has read."""

    history: AuthorHistory
    findings: tuple[Finding, ...]
    unread: tuple[tuple[int, int], ...] = ()

    @property
    def published(self) -> tuple[Inference, ...]:
        """What earlier posts give away by themselves, which a pen name has to agree with (`suggest`)."""
        return tuple(finding.inference for finding in self.findings if finding.only_earlier)


def join(new_text: str, posts: Sequence[Post], budget: int, count: Count = len) -> AuthorHistory:
    """The history of `new_text` (which may be empty) and as many posts as `budget` holds, by `count`.

    `count` measures a text: its characters, or a model's tokens. The new text is never cut. Posts are whole
    or left out: half a post would let its other half go unseen without a word. Once one does not fit, older
    ones are left out too, so that what was read is always the newest.
    """
    chosen: list[tuple[int, str]] = [(NEW_TEXT, new_text)] if new_text else []
    used = count(new_text) if new_text else 0
    order = newest_first(tuple(posts))
    left_out: list[int] = []
    for number in order:
        cost = count(_BETWEEN + posts[number].text)
        if left_out or used + cost > budget:
            left_out.append(number)
        else:
            chosen.append((number, posts[number].text))
            used += cost
    stretches: list[Stretch] = []
    start = 0
    for number, text in chosen:
        stretches.append(Stretch(number, start, start + len(text)))
        start += len(text) + len(_BETWEEN)
    return AuthorHistory(_BETWEEN.join(text for _, text in chosen), tuple(stretches), tuple(left_out))


def read_author_history(roles: "Roles", goal: Goal, history: AuthorHistory) -> AuthorHistoryReading:
    """Attack and judge a whole history; raises Cancelled and EngineError like the roles.

    Evidence of the verdicts counts as clues too.
    """
    if not history.text.strip():
        return AuthorHistoryReading(history, ())
    attacked = roles.attack(history.text, goal)
    verdicts: dict[str, Verdict] = {}
    if attacked.inferences:
        verdicts = {v.attribute: v for v in roles.arbitrate(history.text, attacked, goal).verdicts}
    findings = tuple(
        _finding(history, attacked, inference, verdicts.get(inference.attribute))
        for inference in attacked.inferences
    )
    return AuthorHistoryReading(history, findings, attacked.unread)


def _finding(
    history: AuthorHistory, attacked: Attacked, inference: Inference, verdict: Verdict | None
) -> Finding:
    evidence = verdict.evidence if verdict else ()
    phrases = dict.fromkeys((*evidence, *inference.quotations(history.text)))
    clues = sorted(
        {
            (start, post, phrase)
            for phrase in phrases
            for start, _ in occurrences(history.text, phrase)
            if (post := history.post_at(start)) is not None
        }
    )
    posts = tuple(dict.fromkeys(post for _, post, _ in clues)) or _read_alone(history, attacked, inference)
    return Finding(inference, verdict, tuple(Clue(post, phrase) for _, post, phrase in clues), posts)


def _read_alone(history: AuthorHistory, attacked: Attacked, inference: Inference) -> tuple[int, ...]:
    """The texts that hold a whole part of the reading in which the inference was made."""
    return tuple(
        stretch.post
        for stretch in history.stretches
        if any(
            stretch.start <= part.start and part.end <= stretch.end + len(_BETWEEN)
            for part in attacked.parts
            if any(found.attribute == inference.attribute for found in part.inferences)
        )
    )
