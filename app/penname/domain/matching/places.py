"""Places by their parts: city, region, country, with what a gazetteer knows of names and borders.

A guess may say more than the truth ("London, UK" for "UK"), never less ("Canada" for "Vancouver").
"""

import re
from itertools import product

from penname.domain.knowledge import Gazetteer, Place
from penname.domain.matching.match import Match
from penname.domain.matching.wording import folded

_PARTS = re.compile(r"\s*[,;/()]\s*|\s+[-–—]\s+|\s+in\s+")
_AROUND = re.compile(
    r"^(?:(?:the|city of|town of|village of|greater|near|around|outside|somewhere|close to|a|suburbs? of|"
    r"suburban|downtown|central|rural|region of|state of|province of|in) )+|"
    r" (?:city|metropolitan area|metro area|metro|area|suburbs?|state|province|county)$"
)
_READINGS = 24  # combinations of namesakes looked at


def match_places(guess: str, truth: str, gazetteer: Gazetteer) -> Match:
    """Whether the guess is the true place or lies in it."""
    guessed, true = read_places(guess, gazetteer), read_places(truth, gazetteer)
    if not guessed or not true:
        return _by_words(_keys(guess), _keys(truth))
    # The likeliest reading of the truth is meant; a guess may be read in its favour.
    found = {_related(reading, true[0]) for reading in guessed}
    return next(match for match in (Match.YES, Match.LESS_PRECISE, Match.NO) if match in found)


def read_places(value: str, gazetteer: Gazetteer) -> tuple[Place, ...]:
    """What a value such as "Paris, Texas" may mean, likeliest first; empty when it names no known place.

    Parts the gazetteer does not know are taken as the name of a city in the place the others name.
    """
    parts = _parts(value)
    known = [(part, gazetteer.named(part) or gazetteer.named(_AROUND.sub("", part))) for part in parts]
    if not any(places for _, places in known):
        return ()
    readings: list[Place] = []
    for chosen in _combinations([places for _, places in known if places]):
        united = _united(chosen)
        if united and united not in readings:
            readings.append(united)
    unknown = [part for part, places in known if not places]
    if unknown and known[0][0] == unknown[0]:
        readings = [
            Place(reading.country, reading.region or reading.city, _AROUND.sub("", folded(unknown[0])))
            for reading in readings
        ]
    return tuple(readings)


def country_of(value: str, gazetteer: Gazetteer) -> str:
    """The country a value lies in: by the gazetteer, else its last part; empty for no value."""
    places = read_places(value, gazetteer)
    keys = _keys(value)
    return folded(places[0].country) if places else keys[-1] if keys else ""


def _related(guess: Place, truth: Place) -> Match:
    if guess.country != truth.country:
        return Match.NO
    if truth.city:
        if guess.city:
            same = guess.city == truth.city or guess.region == truth.city  # "Brooklyn, New York City"
            apart = bool(guess.region and truth.region) and guess.region not in (truth.region, truth.city)
            return Match.YES if same and not apart else Match.NO
        apart = bool(guess.region and truth.region) and guess.region != truth.region
        return Match.NO if apart else Match.LESS_PRECISE
    if truth.region:
        if guess.region:
            return Match.YES if guess.region == truth.region else Match.NO
        return Match.NO if guess.city else Match.LESS_PRECISE
    return Match.YES


def _combinations(places: list[tuple[Place, ...]]) -> list[tuple[Place, ...]]:
    few = max(2, int(_READINGS ** (1 / max(1, len(places)))))
    return list(product(*(found[: few * 4 if len(places) == 1 else None] for found in places)))[:2000]


def _united(chosen: tuple[Place, ...]) -> Place | None:
    """The place that all parts describe together, or None when they lie apart."""
    first, *wider = chosen
    for place in wider:
        if place.country != first.country:
            return None
        if place.region and first.region and place.region != first.region:
            return None
        if place.city and place.city != first.city:
            if not first.city:
                return None
            first = Place(first.country, place.city, first.city)  # a quarter of that city
        elif place.region and not first.region:
            first = Place(first.country, place.region, first.city)
    return first


def _by_words(guess: tuple[str, ...], truth: tuple[str, ...]) -> Match:
    """Without a gazetteer: the parts as they are written, the most precise first."""
    if not guess or not truth:
        return Match.NO
    if truth[0] in guess:
        rest = guess[guess.index(truth[0]) + 1 :]
        apart = bool(rest and truth[1:]) and not set(rest) & set(truth[1:])
        return Match.NO if apart else Match.YES
    return Match.LESS_PRECISE if guess[0] in truth[1:] else Match.NO


def _parts(value: str) -> list[str]:
    return [part for part in (part.strip() for part in _PARTS.split(value)) if part]


def _keys(value: str) -> tuple[str, ...]:
    return tuple(_AROUND.sub("", folded(part).replace(".", "").replace("-", " ")) for part in _parts(value))
