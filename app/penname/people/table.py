"""The numbers of `resources/people.toml`: shares of people, each a range with its source."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

import msgspec

from penname import locations
from penname.domain.errors import BadInput
from penname.domain.matching.ages import Years
from penname.people.interval import PeopleRange, around


class _Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    low: float
    high: float
    source: str

    def __post_init__(self) -> None:
        if not 0 < self.low <= self.high or not self.source.strip():
            raise ValueError("a range needs 0 < low <= high and a source")

    @property
    def interval(self) -> PeopleRange:
        return PeopleRange(self.low, self.high)


class _Ages(_Number, frozen=True, rename={"first": "from", "last": "to"}):
    first: int
    last: int


class _Share(_Number, frozen=True):
    attribute: str
    value: str


class _GivenAge(_Ages, frozen=True):
    attribute: str
    value: str


class _Rule(_Number, frozen=True):
    name: str


class _Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    attributes: tuple[str, ...]
    factor: float


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    adults: _Number
    age: tuple[_Ages, ...]
    share: tuple[_Share, ...]
    given_age: tuple[_GivenAge, ...]
    rule: tuple[_Rule, ...]
    pair: tuple[_Pair, ...]


class Table:
    """What is known of shares, by attribute and value; all are of people aged 15 or over but for ages."""

    def __init__(self, file: _File) -> None:
        self.adults = file.adults.interval
        self._ages = tuple((band.first, band.last, band.interval) for band in file.age)
        self._shares = {(share.attribute, share.value): share.interval for share in file.share}
        self._given_age = {(row.attribute, row.value): row for row in file.given_age}
        self._rules = {rule.name: rule.interval for rule in file.rule}
        self._pairs = {frozenset(pair.attributes): pair.factor for pair in file.pair}

    def years(self, first: int, last: int) -> PeopleRange:
        """The share of all people who are from `first` to `last` years old, both included."""
        low = high = 0.0
        for start, end, year in self._ages:
            covered = min(last, end) - max(first, start) + 1
            if covered > 0:
                low, high = low + covered * year.low, high + covered * year.high
        return PeopleRange(low, high)

    def share(self, attribute: str, value: str | None, age: Years | None = None) -> PeopleRange | None:
        """The share of a value, of people of that `age` where it says most of it.

        None where the value is not listed; the value "" stands for all that are not.
        """
        if value is None:
            return None
        row = self._given_age.get((attribute, value))
        if row and age and row.first <= age.low and age.high <= row.last:
            return row.interval
        return self._shares.get((attribute, value))

    def values(self, attribute: str) -> Mapping[str, PeopleRange]:
        """All values of an attribute that are listed."""
        return {value: share for (name, value), share in self._shares.items() if name == attribute}

    def rule(self, name: str) -> PeopleRange:
        """The other numbers, by name; raises KeyError for a name that the file lacks."""
        return self._rules[name]

    def dependence(self, attributes: Iterable[str]) -> Iterator[PeopleRange]:
        """How far the product of the shares of these attributes may be off, pair by pair."""
        usual = self._pairs[frozenset()]
        for pair in combinations(attributes, 2):
            yield around(self._pairs.get(frozenset(pair), usual))


def parse_table(toml_text: str) -> Table:
    """The numbers in a file such as `resources/people.toml`; raises BadInput with the mistake's place."""
    try:
        return Table(msgspec.convert(tomllib.loads(toml_text), _File))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"The table of shares cannot be read: {error}.") from error


@cache
def shipped_table() -> Table:
    """The numbers that ship with Penname, read once."""
    return parse_table(locations.resource("people.toml").read_text(encoding="utf-8"))
