"""From what is readable to a number of people: the place's population times the shares, as a range.

The shares are multiplied as if attributes were independent, and each pair of them widens the range by as much
as it usually is not. Whoever wrote the text is one of those who fit it, so there is always one.
"""

import math
from collections.abc import Sequence

from penname.domain.knowledge import Knowledge
from penname.domain.matching import Match, matches
from penname.people.count import PeopleCount, rounded
from penname.people.interval import PeopleRange, around, product
from penname.people.places import Places
from penname.people.readings import Reading
from penname.people.shares import share_of, share_of_ages, studies
from penname.people.table import Table, shipped_table

_NINE_OF_TEN = 1.645  # standard deviations to either side


def count_people(readings: Sequence[Reading]) -> PeopleCount:
    """How many people fit what is readable; the first call is slow, see `known_values`."""
    from penname.roles.known_values import inhabitants, known_values  # the list of cities is slow to import

    knowledge, table = known_values(), shipped_table()
    return count_with(readings, knowledge, Places(knowledge.gazetteer, inhabitants(), table), table)


def count_with(
    readings: Sequence[Reading], knowledge: Knowledge, places: Places, table: Table
) -> PeopleCount:
    """The same with other places and numbers."""
    read = {r.attribute: _distinct(r, knowledge) for r in _once(readings, knowledge)}
    ages = share_of_ages(read["age"], table) if "age" in read else None
    factors = [_living(read, places), ages or table.adults]
    counted = ["age"] if ages else []
    if (born := _born(read, places)) is not None:
        factors.append(born)
        counted.append("birthplace")
    for name, reading in read.items():
        if name in ("age", "location", "birthplace"):
            continue
        share = share_of(reading, table, knowledge, read)
        if share is not None:
            factors.append(share)
            counted.append(name)
    factors += table.dependence(counted)
    expected = product((*factors, _chance(product(factors))))
    most = places.world.high
    return rounded(min(expected.low, most), min(1 + expected.high, most))


def _once(readings: Sequence[Reading], knowledge: Knowledge) -> Sequence[Reading]:
    """Without the occupation where it says no more than the education does: that the author is a student."""
    student = [reading.attribute for reading in readings if studies(reading, knowledge)]
    return [r for r in readings if not (r.attribute == "occupation" and len(student) > 1)]


def _distinct(reading: Reading, knowledge: Knowledge) -> Reading:
    """Without guesses that are only a wider name for the first one, as a country is for its city."""
    first, *others = reading.guesses
    name = reading.attribute
    kept = [o for o in others if matches(name, first, o, knowledge=knowledge) is not Match.YES]
    return Reading(name, (first, *kept), reading.stated)


def _living(read: dict[str, Reading], places: Places) -> PeopleRange:
    if "location" in read:
        return places.living_in(read["location"].guesses)
    if "birthplace" in read:
        return places.born_in(read["birthplace"].guesses)
    return places.world


def _born(read: dict[str, Reading], places: Places) -> PeopleRange | None:
    if "location" not in read or "birthplace" not in read:
        return None
    return places.share_born_in(read["birthplace"].guesses, read["location"].guesses[0])


def _chance(expected: PeopleRange) -> PeopleRange:
    """How far a number may be from what is expected, by chance: much where few are (Poisson)."""
    middle = math.sqrt(expected.low * expected.high)
    return around(math.exp(_NINE_OF_TEN / math.sqrt(max(1.0, middle))))
