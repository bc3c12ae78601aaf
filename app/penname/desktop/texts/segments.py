"""Evidence cut into segments, so that phrases which overlap share one line. Plain values, no Qt."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from penname.domain.inferences import Validity
from penname.domain.weights import Strength, strength

Claim = tuple[str, Validity]  # an attribute, and how well its evidence is supported


class Evidence(NamedTuple):
    """[start, end) of a text in code points gives `attribute` away; `guess` is what is read from it.

    `weight` is how much of that rests on these words, in nats; None where nobody weighed it.
    """

    start: int
    end: int
    attribute: str
    validity: Validity
    guess: str = ""
    weight: float | None = None


class Segment(NamedTuple):
    """[start, end) of a text and all that is read from these words, the best supported first.

    `strength` says how much of some of it rests on these words.
    """

    start: int
    end: int
    claims: tuple[Claim, ...]
    strength: Strength = Strength.NONE

    @property
    def attributes(self) -> tuple[str, ...]:
        """What the words give away."""
        return tuple(name for name, _validity in self.claims)

    @property
    def strongest(self) -> Validity:
        """The best of the verdicts on it."""
        return self.claims[0][1]


def segments(evidence: Iterable[Evidence]) -> tuple[Segment, ...]:
    """`evidence` in pieces, in order, none over another; neighbours differ in what is read from them."""
    begins: dict[int, list[Evidence]] = {}
    edges: set[int] = set()
    for one in evidence:
        if one.start < one.end:
            begins.setdefault(one.start, []).append(one)
            edges |= {one.start, one.end}
    found: list[Segment] = []
    running: list[Evidence] = []
    for start, end in pairwise(sorted(edges)):
        running = [one for one in running if one.end > start] + begins.get(start, [])
        claims = by_strength((one.attribute, one.validity) for one in running)
        rests = max((strength(one.weight or 0.0) for one in running), default=Strength.NONE)
        if found and found[-1].end == start and found[-1][2:] == (claims, rests):
            found[-1] = found[-1]._replace(end=end)
        elif claims:
            found.append(Segment(start, end, claims, rests))
    return tuple(found)


def by_strength(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Each attribute once with its best verdict, the best supported first."""
    best: dict[str, Validity] = {}
    for name, validity in claims:
        best[name] = min(best.get(name, validity), validity, key=_ORDER.index)
    return tuple(sorted(best.items(), key=lambda claim: (_ORDER.index(claim[1]), claim[0])))


_ORDER = tuple(Validity)  # best first
