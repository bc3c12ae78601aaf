"""The papers' measures as formulas: privacy and utility (RLAA, Eq. 11 and 12), margins (3.2), intervals.

credit(Match.LESS_PRECISE)                        0.5
utility_as_rlaa(Quality(9, 7, 10, False))         (0.9 + 0.7 + 1) / 3
margins([0.44, 0.30, 0.21], [1.0, 0.8, 0.6])      one Margin a round
"""

import random
from collections.abc import Iterable, Sequence
from itertools import chain, product

import msgspec

from penname.domain.inferences import FACTUAL
from penname.domain.matching import Match

_ALL_SWAPS = 12  # people whose swaps are all looked at
_SWAPS = 4096
_CREDIT = {Match.YES: 1.0, Match.LESS_PRECISE: 0.5, Match.NO: 0.0}


class Scored(msgspec.Struct, frozen=True):
    """The guesses on one attribute of one text beside the truth, best first; none: the attacker abstained.

    `parts` says of each part that the true value states (the country of a place, the level of an education)
    whether the first guess has it right.
    """

    attribute: str
    matches: tuple[Match, ...]
    certainty: int = 0
    parts: dict[str, bool] = {}

    @property
    def abstained(self) -> bool:
        """Whether there was no guess, which counts as wrong."""
        return not self.matches

    @property
    def first(self) -> float:
        """What the first guess is worth: 1, 0.5 for less precise, 0."""
        return credit(self.matches[0]) if self.matches else 0.0

    @property
    def best_of_three(self) -> float:
        """What the best of the first three guesses is worth."""
        return max((credit(match) for match in self.matches[:3]), default=0.0)

    @property
    def certain(self) -> float:
        """What the first guess is worth where the attacker was certain to 3 or more; else 0."""
        return self.first if self.certainty >= FACTUAL else 0.0


class Quality(msgspec.Struct, frozen=True):
    """A judge's opinion of a rewrite, each from 1 to 10 (10: as good as the original, nothing made up).

    `invented` is RLAA's and FgAA's yes or no: whether something is new that the original does not support.
    """

    readability: int
    meaning: int
    grounding: int
    invented: bool


class Share(msgspec.Struct, frozen=True):
    """`hits` of `of`; hits may be halves."""

    hits: float
    of: float

    @property
    def rate(self) -> float | None:
        """The share, or None where there was nothing to count."""
        return self.hits / self.of if self.of else None


class Margin(msgspec.Struct, frozen=True):
    """What round `round` gained in privacy and cost in utility (RLAA, section 3.2).

    `mrs` is their ratio and `cumulative` that of all rounds up to this one; None where nothing was gained.
    `unbounded` says that utility was lost for no gain at all.
    """

    round: int
    mpg: float
    muc: float
    mrs: float | None
    cumulative: float | None
    unbounded: bool


class Interval(msgspec.Struct, frozen=True):
    """A figure with its 95% interval, all three None where there was nothing to count."""

    value: float | None
    low: float | None
    high: float | None


class PairedDifference(Interval, frozen=True):
    """A difference on the same texts, with the p value of no difference; None of fewer than two people."""

    p: float | None


def credit(match: Match) -> float:
    """1 for the true value, 0.5 for a less precise one, 0 for another (FgAA)."""
    return _CREDIT[match]


def pooled(shares: Sequence[Share]) -> Share:
    """All hits of all pairs, as RLAA's Eq. 11 pools them over texts and attributes."""
    return Share(sum(share.hits for share in shares), sum(share.of for share in shares))


def utility_as_rlaa(quality: Quality) -> float:
    """RLAA, Eq. 12: readability, meaning, and 1 if nothing ungrounded is new."""
    return (quality.readability / 10 + quality.meaning / 10 + (0 if quality.invented else 1)) / 3


def utility_as_incognitext(quality: Quality) -> float:
    """IncogniText: the mean of three scores from 1 to 10, as a share of 10."""
    return (quality.readability + quality.meaning + quality.grounding) / 30


def utility_as_fgaa(quality: Quality, rouge_1: float) -> float:
    """FgAA: readability, meaning and ROUGE-1."""
    return (quality.readability / 10 + quality.meaning / 10 + rouge_1) / 3


def margins(privacy: Sequence[float], utility: Sequence[float]) -> tuple[Margin, ...]:
    """RLAA's marginals of each round, from the data set's averages of round 0 (the originals), 1, 2 ...

    `privacy` is attack accuracy, so that less is better. Negative values stay as they are.
    """
    if len(privacy) != len(utility):
        raise ValueError("privacy and utility must have as many rounds")
    found = []
    for t in range(1, len(privacy)):
        gain, cost = privacy[t - 1] - privacy[t], utility[t - 1] - utility[t]
        gained, lost = privacy[0] - privacy[t], utility[0] - utility[t]
        found.append(
            Margin(
                t,
                gain,
                cost,
                cost / gain if gain else None,
                lost / gained if gained else None,
                gain == 0 and cost > 0,
            )
        )
    return tuple(found)


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which `share` of the `ordered` values lie, interpolated between neighbours."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


class Bootstrap:
    """Resamples (Efron 1979) of the people who wrote the texts, the same for every figure, so that
    differences are paired.

    `authors` names the author of each text; `seed` settles the draws. People are drawn with all their texts,
    as what one person writes is alike (a cluster bootstrap). Of a single author there is no interval.
    """

    def __init__(self, authors: Sequence[str], seed: int = 0, resamples: int = 1000) -> None:
        chance = random.Random(seed)
        self._seed = seed
        numbers = {author: number for number, author in enumerate(dict.fromkeys(authors))}
        people = range(len(numbers))
        self._draws = [chance.choices(people, k=len(people)) for _ in range(resamples * (len(people) > 1))]
        self._of = [numbers[author] for author in authors]

    def share(self, shares: Sequence[Share]) -> Interval:
        """The pooled share of one `Share` a text."""
        by_author = self._by_author(shares)
        return _interval(pooled(shares).rate, [_rate(by_author, draw) for draw in self._draws])

    def difference(self, one: Sequence[Share], other: Sequence[Share]) -> Interval:
        """The pooled share of `one` less that of `other`, text by text paired."""
        first, second = pooled(one).rate, pooled(other).rate
        value = None if first is None or second is None else first - second
        ones, others = self._by_author(one), self._by_author(other)
        drawn: list[float | None] = []
        for draw in self._draws:
            a, b = _rate(ones, draw), _rate(others, draw)
            drawn.append(None if a is None or b is None else a - b)
        return _interval(value, drawn)

    def paired(self, one: Sequence[Share], other: Sequence[Share]) -> PairedDifference:
        """The difference with a two-sided permutation test (Fisher's; Good 2005, section 3): if there were no
        difference, whatever is called one and other of a person could as well be swapped.

        All swaps are looked at up to 12 people, of more a sample that the seed settles.
        """
        found = self.difference(one, other)
        mine, theirs = self._by_author(one), self._by_author(other)
        p = None
        if found.value is not None and len(mine) > 1:
            p = _swapping(mine, theirs, abs(found.value), self._seed)
        return PairedDifference(found.value, found.low, found.high, p)

    def mean(self, values: Sequence[float]) -> Interval:
        """The mean of one value a text."""
        return self.share([Share(value, 1) for value in values])

    def _by_author(self, shares: Sequence[Share]) -> list[Share]:
        if len(shares) != len(self._of):
            raise ValueError("one share a text is needed")
        found: dict[int, list[Share]] = {}
        for author, share in zip(self._of, shares, strict=True):
            found.setdefault(author, []).append(share)
        return [pooled(found[author]) for author in range(len(found))]


def _swapping(one: Sequence[Share], other: Sequence[Share], seen: float, seed: int) -> float:
    """The share of swaps of people after which the difference is at least as large as the one seen."""
    if len(one) <= _ALL_SWAPS:
        swaps: Iterable[Sequence[bool]] = product((False, True), repeat=len(one))
    else:
        chance = random.Random(seed)
        drawn = ([chance.random() < 0.5 for _ in one] for _ in range(_SWAPS - 1))
        swaps = chain([[False] * len(one)], drawn)  # what was seen is one of them
    as_large = looked_at = 0
    for swapped in swaps:
        first = pooled([b if swap else a for a, b, swap in zip(one, other, swapped, strict=True)]).rate
        second = pooled([a if swap else b for a, b, swap in zip(one, other, swapped, strict=True)]).rate
        if first is not None and second is not None:
            looked_at += 1
            as_large += abs(first - second) >= seen - 1e-12
    return as_large / looked_at


def _rate(shares: Sequence[Share], draw: Sequence[int]) -> float | None:
    return pooled([shares[index] for index in draw]).rate


def _interval(value: float | None, drawn: Sequence[float | None]) -> Interval:
    ordered = sorted(one for one in drawn if one is not None)
    if value is None or not ordered:
        return Interval(value, None, None)
    return Interval(value, quantile(ordered, 0.025), quantile(ordered, 0.975))
