"""What Penname knows of values (`domain/knowledge.py`), read once from the files that ship with it.

The first call loads the list of cities, which takes a second or two: never call it on the window's thread.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from penname import locations
from penname.domain.knowledge import Knowledge, Place, parse_knowledge
from penname.roles.cues import gazetteer

_NAMESAKES = 40  # of one name, the largest first


@cache
def known_values() -> Knowledge:
    """All of it; the first call is slow."""
    toml_text = locations.resource("values.toml").read_text(encoding="utf-8")
    return parse_knowledge(toml_text, _places())


@cache
def inhabitants() -> "CountedPlaces":
    """How many people live where; the first call is as slow."""
    return CountedPlaces((_places().place(city), city.population) for city in gazetteer.cities())


class CountedPlaces:
    """The people of listed places. A region has the share of its country that its listed cities have.

    Those cities are of 15,000 people and more, so their sum leaves out villages in all regions alike.
    """

    def __init__(self, cities: Iterable[tuple[Place, int]]) -> None:
        self._countries = gazetteer.populations()
        self._cities: dict[Place, int] = {}
        listed: dict[Place, int] = {}
        for place, people in cities:  # the largest of a name is the one that is meant
            for whole in (place, Place(place.country, "", place.city)):
                self._cities.setdefault(whole, people)
            for whole in (Place(place.country, place.region), Place(place.country)):
                listed[whole] = listed.get(whole, 0) + people
        self._listed = listed

    def world(self) -> float:
        """All people."""
        return sum(self._countries.values())

    def of(self, place: Place) -> float | None:
        """The people of a country, of a region or of a city, leaving out its `part`; None: not listed."""
        if place.city:
            return self._cities.get(Place(place.country, place.region, place.city)) or None
        country = self._countries.get(place.country) or None
        if not place.region or country is None:
            return country
        in_region = self._listed.get(Place(place.country, place.region), 0)
        return country * in_region / self._listed[Place(place.country)] if in_region else None


@cache
def _places() -> "_Places":
    return _Places()


class _Places:
    """The gazetteer of the rule-based reader, with the regions and parts of `resources/regions.toml`."""

    def __init__(self) -> None:
        file = tomllib.loads(locations.resource("regions.toml").read_text(encoding="utf-8"))
        self._regions: dict[str, list[Place]] = {}
        self._called: dict[tuple[str, str], str] = {}  # country and code -> the region's name
        for code, regions in file["regions"].items():
            country = gazetteer.country_called(code)
            for name, region in regions.items():
                shown = self._called.setdefault((country, region), name)
                self._regions.setdefault(gazetteer.key(name), []).append(Place(country, shown))
        self._parts = self._read_parts(file["parts"])

    def named(self, name: str) -> tuple[Place, ...]:
        """Every place that `name` may mean, likeliest first: of the gazetteer and of our own list."""
        key = gazetteer.key(name)
        listed = [self.place(place) for place in gazetteer.places_named(name)[:_NAMESAKES]]
        regions = self._regions.get(key, [])
        parts = [self._parts[key]] if key in self._parts else []
        if regions or parts:  # told more exactly here than in the list
            listed = [p for p in listed if p.city and not any(p.city == part.part for part in parts)]
        return tuple(dict.fromkeys((*parts, *regions, *listed)))

    def place(self, place: gazetteer.GazetteerEntry) -> Place:
        """The place by its levels."""
        if place.kind == "country":
            return Place(place.country)
        region = self._called.get((place.country, place.region), place.region)
        if place.kind == "city":
            return Place(place.country, region, place.name)
        return Place(place.country, region) if region else Place(place.country, part=place.name)

    def _read_parts(self, parts: Mapping[str, tuple[str, str, str]]) -> dict[str, Place]:
        read = {}
        for name, (code, region, city) in parts.items():
            country = gazetteer.country_called(code)
            called = self._called.get((country, region), region)
            read[gazetteer.key(name)] = Place(country, called, city, name)
        return read
