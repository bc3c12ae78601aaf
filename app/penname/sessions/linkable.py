"""Which pen names readers can link: what the posts of two tell alike, and how many people fit both.

Nobody but the author knows that two pen names belong together, so this is worked out in the open vault alone.
"""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.inferences import CERTAIN
from penname.domain.knowledge import Knowledge
from penname.domain.pen_names import PenName
from penname.domain.told import Told, ToldByPosts, alike, coarser, told_together
from penname.people import PeopleCount, Reading, count_people

LINKABLE = 100_000  # ours: what fits more people than a town has says little about two accounts


class PenNameLink(msgspec.Struct, frozen=True):
    """Another pen name whose posts tell the same: `shared`, in the less precise wording and with the lower
    certainty of the two.

    They contradict each other in the attributes `differing`, which are left out of the number of `people` who
    fit everything that is told under either name.
    """

    name: str
    shared: tuple[Told, ...]
    differing: tuple[str, ...]
    people: PeopleCount

    def __str__(self) -> str:
        """Sentences."""
        alike = [f"{told.attribute} ({told.value})" for told in self.shared]
        differ = f" They differ in {_listed(self.differing)}." if self.differing else ""
        return (
            f"Readers can link it to “{self.name}”: both tell the same {_listed(alike)}. "
            f"{self.people.fitting} both.{differ}"
        )


def links(pen_name: PenName, others: Iterable[PenName], knowledge: Knowledge) -> tuple[PenNameLink, ...]:
    """Those of `others` that can be linked to `pen_name`, the fewest people first.

    The first call is slow, see `count_people`.
    """
    here = _strongest(told_together(pen_name.told, knowledge))
    found = [
        link
        for other in others
        if other.name.casefold() != pen_name.name.casefold()
        and (link := _link(here, other, knowledge)) is not None
    ]
    return tuple(sorted(found, key=lambda link: (link.people.high, link.people.low)))


def _link(here: dict[str, ToldByPosts], other: PenName, knowledge: Knowledge) -> PenNameLink | None:
    there = _strongest(told_together(other.told, knowledge))
    shared: list[Told] = []
    differing: list[str] = []
    for name, one in here.items():
        if (same := there.get(name)) is None:
            continue
        if alike(one, same, knowledge):
            said = one if coarser(one, same, knowledge) else same
            shared.append(Told(name, said.value, min(one.certainty, same.certainty)))
        else:
            differing.append(name)
    if not shared or count_people(_readings(shared)).high > LINKABLE:
        return None
    by_one = [one for name, one in (here | there).items() if not (name in here and name in there)]
    people = count_people(_readings([*shared, *by_one]))
    return PenNameLink(other.name, tuple(shared), tuple(differing), people)


def _strongest(told: Sequence[ToldByPosts]) -> dict[str, ToldByPosts]:
    """The best supported value of each attribute."""
    found: dict[str, ToldByPosts] = {}
    for one in told:
        found.setdefault(one.attribute, one)
    return found


def _readings(told: Iterable[Told | ToldByPosts]) -> list[Reading]:
    return [Reading(one.attribute, (one.value,), one.certainty >= CERTAIN) for one in told]


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
