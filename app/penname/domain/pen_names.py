"""Pen names: a set of decoy values kept over many texts, and what was published under it.

Targets are drawn once per pen name, not per text: a fresh "anything but the truth" each time would let a
reader of many texts find the truth by its absence.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from penname.domain.errors import BadInput
from penname.domain.goal import Goal
from penname.domain.told import Told, united

LONGEST_NAME = 80


class Chosen(StrEnum):
    """How a decoy value came to be."""

    BY_USER = "by user"
    DRAWN = "drawn"
    PUBLISHED = "published"  # what readers of earlier texts take for true already
    RANDOMIZED = "randomized response"


class Decoy(msgspec.Struct, frozen=True):
    """What a pen name pretends for one attribute.

    A randomized response that kept the truth has no value: that attribute is left alone, and stays so.
    `epsilon` and `k` are those of the randomized response, None otherwise.
    """

    attribute: str
    value: str | None
    chosen: Chosen
    epsilon: float | None = None
    k: int | None = None


class Post(msgspec.Struct, frozen=True):
    """A text published under a pen name; `date` is ISO 8601 (2026-11-21), empty when unknown.

    `told` is what it tells about its author, with the highest certainty that any reading had; None: nobody
    has read it yet.
    """

    text: str
    title: str = ""
    date: str = ""
    told: tuple[Told, ...] | None = None


class PenName(msgspec.Struct, frozen=True):
    """A name with its decoys, at most one per attribute, and its posts, oldest first."""

    name: str
    decoys: tuple[Decoy, ...] = ()
    posts: tuple[Post, ...] = ()

    @property
    def targets(self) -> tuple[tuple[str, str], ...]:
        """What a session's goal takes as `targets`: every decoy that pretends something."""
        return tuple((decoy.attribute, decoy.value) for decoy in self.decoys if decoy.value is not None)

    @property
    def values(self) -> Mapping[str, str]:
        """The pretended values by attribute."""
        return dict(self.targets)

    @property
    def randomized(self) -> frozenset[str]:
        """Attributes whose decoy was drawn by randomized response."""
        return frozenset(d.attribute for d in self.decoys if d.chosen is Chosen.RANDOMIZED)

    @property
    def left_alone(self) -> frozenset[str]:
        """Attributes whose true value won the randomized response."""
        return frozenset(decoy.attribute for decoy in self.decoys if decoy.value is None)

    @property
    def told(self) -> tuple[tuple[Told, ...], ...]:
        """What each post that was read tells."""
        return tuple(post.told for post in self.posts if post.told is not None)

    @property
    def unread(self) -> tuple[str, ...]:
        """The texts of the posts that nobody has read yet."""
        return tuple(post.text for post in self.posts if post.told is None)

    def decoy(self, attribute: str) -> Decoy | None:
        """The decoy for one attribute, if there is one."""
        return next((decoy for decoy in self.decoys if decoy.attribute == attribute), None)

    def with_decoy(self, decoy: Decoy) -> "PenName":
        """With this decoy in place of any other for its attribute.

        Raises BadInput in place of a randomized response: drawing or choosing again would undo its promise.
        """
        before = self.decoy(decoy.attribute)
        if before is not None and before.chosen is Chosen.RANDOMIZED and before != decoy:
            raise BadInput(
                f"The value for {decoy.attribute} was drawn by chance for this pen name, and holds for all "
                "its texts. Please begin another pen name to have another."
            )
        if before is None:
            return msgspec.structs.replace(self, decoys=(*self.decoys, decoy))
        decoys = tuple(decoy if d.attribute == decoy.attribute else d for d in self.decoys)
        return msgspec.structs.replace(self, decoys=decoys)

    def with_post(self, post: Post) -> "PenName":
        """With one more text published under it."""
        return msgspec.structs.replace(self, posts=(*self.posts, post))

    def with_told(self, told: Mapping[str, Sequence[Told]]) -> "PenName":
        """With what a reading found in its posts, by their texts, added to what was read of them before."""
        posts = tuple(
            msgspec.structs.replace(post, told=united(post.told or (), told[post.text]))
            if post.text in told
            else post
            for post in self.posts
        )
        return msgspec.structs.replace(self, posts=posts)


def writing_as(goal: Goal, pen_name: PenName) -> Goal:
    """The goal of a text that is to appear under `pen_name`: what it pretends becomes target and is acted on.

    What randomized response left alone is no longer protected. Values for attributes that the goal does not
    know are left out.
    """
    targets = tuple((name, value) for name, value in pen_name.targets if name in goal.attributes)
    return msgspec.structs.replace(
        goal,
        targets=targets,
        randomized=pen_name.randomized & frozenset(goal.attributes),
        protect=(goal.protect | set(dict(targets))) - pen_name.left_alone,
        pen_name=pen_name.name,
    )


def checked_name(name: str) -> str:
    """A name as Penname stores it; raises BadInput for none or one that is too long."""
    name = " ".join(name.split())
    if not name:
        raise BadInput("Please give the pen name a name.")
    if len(name) > LONGEST_NAME:
        raise BadInput(f"A pen name may have at most {LONGEST_NAME} characters.")
    return name


def newest_first(posts: tuple[Post, ...]) -> tuple[int, ...]:
    """The numbers of the posts, the newest first; one without a date came right after the one before it."""
    date = ""
    dated = []
    for number, post in enumerate(posts):
        date = post.date or date
        dated.append((date, number))
    return tuple(number for _, number in sorted(dated, reverse=True))
