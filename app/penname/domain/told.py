"""What posts have told of their author, and how a draft stands to it: new, known already, or against it.

Whoever reads all posts of a pen name joins what each of them tells. So what a post tells is kept with it,
once a model has read it, and what the next text tells is held against all of it.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from penname.domain.attributes import attribute_named
from penname.domain.inferences import FACTUAL, Inference, Verdict, counts
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching import Match, is_unknown, matches


class Told(msgspec.Struct, frozen=True):
    """What one text tells about one attribute, and how certain an attacker was of it: 3 to 5."""

    attribute: str
    value: str
    certainty: int


class ToldByPosts(msgspec.Struct, frozen=True):
    """What `posts` texts tell alike: the most precise of their values, with the highest certainty of all."""

    attribute: str
    value: str
    certainty: int
    posts: int


class Novelty(StrEnum):
    """What a finding adds to what is told already."""

    NEW = "new"
    KNOWN = "known"
    CONTRADICTS = "contradicts"


class AgainstPosts(msgspec.Struct, frozen=True):
    """A finding of a draft, held against the posts before it.

    `said` is what those say of the same attribute, "" where they say nothing: of a new finding it is less
    precise, of a contradicting one it is something else. `certainty` and `posts` are those of `ToldByPosts`.
    """

    attribute: str
    novelty: Novelty
    said: str = ""
    certainty: int = 0
    posts: int = 0

    @property
    def plain(self) -> str:
        """The same without a value, for where it might be logged."""
        return "contradicts your posts" if self.novelty is Novelty.CONTRADICTS else str(self).split(":")[0]

    def __str__(self) -> str:
        """ "new", "known already (3 posts)", "contradicts: your posts said Leeds"."""
        match self.novelty:
            case Novelty.KNOWN:
                return f"known already ({self.posts} post{'s' * (self.posts != 1)})"
            case Novelty.CONTRADICTS:
                return f"contradicts: your posts said {self.said}"
        return f"new: your posts said only {self.said}" if self.said else "new"


def told_by(inferences: Iterable[Inference], verdicts: Iterable[Verdict]) -> tuple[Told, ...]:
    """What a reading found that rests on the text: at most one value an attribute, the attacker's first."""
    judged = {verdict.attribute: verdict for verdict in verdicts}
    return tuple(
        Told(one.attribute, one.guesses[0], one.certainty)
        for one in inferences
        if counts(one, judged.get(one.attribute))
        and not is_unknown(attribute_named(one.attribute), one.guesses[0])
    )


def united(before: Sequence[Told], now: Sequence[Told]) -> tuple[Told, ...]:
    """Two readings of the same text: of each attribute the more certain one, the newer where they tie."""
    found = {told.attribute: told for told in before}
    for told in now:
        known = found.get(told.attribute)
        if known is None or told.certainty >= known.certainty:
            found[told.attribute] = told
    return tuple(found.values())


def told_together(
    posts: Iterable[Iterable[Told]], knowledge: Knowledge = NOTHING_KNOWN
) -> tuple[ToldByPosts, ...]:
    """What all posts tell, joined by attribute and value, the most certain and most frequent first."""
    found: list[ToldByPosts] = []
    for told in (told for post in posts for told in post):
        for place, known in enumerate(found):
            if known.attribute == told.attribute and alike(told, known, knowledge):
                finer = coarser(known, told, knowledge)
                found[place] = ToldByPosts(
                    told.attribute,
                    told.value if finer else known.value,
                    max(told.certainty, known.certainty),
                    known.posts + 1,
                )
                break
        else:
            found.append(ToldByPosts(told.attribute, told.value, told.certainty, 1))
    return tuple(sorted(found, key=lambda one: (-one.certainty, -one.posts)))


def against_posts(
    inference: Inference, told: Iterable[ToldByPosts], knowledge: Knowledge = NOTHING_KNOWN
) -> AgainstPosts:
    """How a finding stands to what is `told`. A guess without a basis in the text contradicts nothing."""
    name = inference.attribute
    draft = Told(name, inference.guesses[0], inference.certainty)
    said = [one for one in told if one.attribute == name]
    finer = [one for one in said if coarser(one, draft, knowledge)]
    same = [one for one in said if one not in finer and alike(draft, one, knowledge)]
    if same:
        novelty, shown = Novelty.KNOWN, same
    elif finer or inference.certainty < FACTUAL:
        novelty, shown = Novelty.NEW, finer
    else:
        novelty, shown = (Novelty.CONTRADICTS if said else Novelty.NEW), said
    if not shown:
        return AgainstPosts(name, novelty)
    return AgainstPosts(name, novelty, shown[0].value, shown[0].certainty, shown[0].posts)


def alike(one: Told | ToldByPosts, other: Told | ToldByPosts, knowledge: Knowledge) -> bool:
    """Whether both can be true of one person because one says the other, or a part of it."""
    return any(
        matches(one.attribute, a.value, b.value, knowledge=knowledge) is not Match.NO
        for a, b in ((one, other), (other, one))
    )


def coarser(one: Told | ToldByPosts, other: Told | ToldByPosts, knowledge: Knowledge) -> bool:
    """Whether `one` says less than `other`: a country, and the city in it."""
    return matches(one.attribute, one.value, other.value, knowledge=knowledge) is Match.LESS_PRECISE
