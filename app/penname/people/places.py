"""How many people live in a place, and how many of them were born in another."""

from collections.abc import Sequence
from typing import Protocol

from penname.domain.knowledge import Gazetteer, Place
from penname.domain.matching.places import read_places
from penname.people.interval import PeopleRange, product, total
from penname.people.table import Table


class Inhabitants(Protocol):
    """Knows how many people live in listed places."""

    def world(self) -> float:
        """All people."""

    def of(self, place: Place) -> float | None:
        """The people of a country, of a region or of a city, leaving out its `part`; None: not listed."""


class Places:
    """Populations of places as guesses write them."""

    def __init__(self, gazetteer: Gazetteer, inhabitants: Inhabitants, table: Table) -> None:
        self._gazetteer = gazetteer
        self._inhabitants = inhabitants
        self._table = table

    @property
    def world(self) -> PeopleRange:
        """Everybody."""
        return self._table.rule("world").times(self._inhabitants.world())

    def living_in(self, guesses: Sequence[str]) -> PeopleRange:
        """The people of the first place, to those of all of them together.

        Where the first is unknown it is the world; others that are unknown add nothing.
        """
        first, *others = map(self._read, guesses)
        people = [self._people(first), *(self._people(place) for place in others if place)]
        high = min(self.world.high, total(people).high)
        return PeopleRange(people[0].low, max(people[0].high, high))

    def born_in(self, guesses: Sequence[str]) -> PeopleRange:
        """The people of the world who were born in one of these places."""
        return product((self.living_in(guesses), self._table.rule("born_anywhere")))

    def share_born_in(self, guesses: Sequence[str], home: str) -> PeopleRange | None:
        """The share of the people of `home` who were born in one of these places; None: it is not known."""
        lives = self._read(home)
        places = [place for guess in guesses if (place := self._read(guess))]
        if lives is None or not places:
            return None
        shares = [self._born(place, lives) for place in places]
        return PeopleRange(shares[0].low, max(shares[0].low, min(1.0, total(shares).high)))

    def _read(self, guess: str) -> Place | None:
        places = read_places(guess, self._gazetteer)
        return places[0] if places else None

    def _people(self, place: Place | None) -> PeopleRange:
        if place is None:
            return self.world
        table = self._table
        if place == Place(place.country):
            listed = self._inhabitants.of(place)
            return table.rule("country").times(listed) if listed else self.world
        country = self._people(Place(place.country))
        listed = self._inhabitants.of(Place(place.country, place.region, place.city))
        if listed is None:
            people = table.rule("town")
        elif place.city or place.region:
            people = table.rule("city" if place.city else "region").times(listed)
        else:
            people = country
        if place.part:
            people = product((people, table.rule("part_of_city" if place.city else "part_of_country")))
        return PeopleRange(min(people.low, country.low), min(people.high, country.high))

    def _born(self, birth: Place, home: Place) -> PeopleRange:
        table = self._table
        if birth.country != home.country:
            of_world = self._people(birth).times(1 / self._inhabitants.world())
            share = product((table.rule("born_abroad"), of_world))
        elif birth.city and birth.city == home.city:
            return table.rule("born_in_city")
        elif not birth.city and birth.region and birth.region == home.region:
            return table.rule("born_in_region")
        elif not birth.city and not birth.region:
            return table.rule("born_in_country")
        else:
            people = self._inhabitants.of(Place(home.country)) or self._inhabitants.world()
            share = product((table.rule("born_elsewhere"), self._people(birth).times(1 / people)))
        return PeopleRange(min(share.low, 1.0), min(share.high, 1.0))
