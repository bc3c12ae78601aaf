"""What Penname knows of values (`domain/knowledge.py`), read once from the files that ship with it.

The first call loads the list of cities, which takes a second or two: never call it on the window's thread.
"""

import tomllib
from collections.abc import Mapping
from functools import cache

from penname import locations
from penname.domain.knowledge import Knowledge, Place, parse_knowledge
from penname.roles.cues import gazetteer

_NAMESAKES = 40  # of one name, the largest first


@cache
def known_values() -> Knowledge:
    """All of it; the first call is slow."""
    toml_text = locations.resource("values.toml").read_text(encoding="utf-8")
    return parse_knowledge(toml_text, _Places())


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
        listed = [self._place(place) for place in gazetteer.places_named(name)[:_NAMESAKES]]
        regions = self._regions.get(key, [])
        parts = [self._parts[key]] if key in self._parts else []
        if regions or parts:  # told more exactly here than in the list
            listed = [p for p in listed if p.city and not any(p.city == part.part for part in parts)]
        return tuple(dict.fromkeys((*parts, *regions, *listed)))

    def _place(self, place: gazetteer.GazetteerEntry) -> Place:
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
