"""Places by their parts: city, region, country, with what a gazetteer knows of names and borders.

A guess may say more than the truth ("London, UK" for "UK"), never less ("Canada" for "Vancouver").
"""

import re
from itertools import islice, product

from msgspec.structs import astuple

from penname.domain.knowledge import Gazetteer, Place
from penname.domain.matching.match import Match
from penname.domain.matching.wording import folded

_SEPARATORS = re.compile(r"\s*[,;/()]\s*|\s+[-–—]\s+|\s+in\s+")
_AROUND = re.compile(
    r"^(?:(?:the|city of|town of|village of|greater|near|around|outside|somewhere|close to|suburbs? of|"
    r"suburban|downtown|central|rural|region of|state of|province of|in) )+|"
    r" (?:city|metropolitan area|metro area|metro|area|suburbs?|state|province|county)$"
)
_VAGUE = re.compile(
    r"somewhere|(?:(?:a|the|some|small|big|large|rural|coastal|unnamed|unknown) )*"
    r"(?:city|town|village|suburbs?|countryside|area|region)"
)
_COMBINATIONS = 2000  # of namesakes looked at
_BEST_FIRST = (Match.YES, Match.LESS_PRECISE, Match.NO)


def match_places(guess: str, truth: str, gazetteer: Gazetteer) -> Match:
    """Whether the guess is the true place or lies in it."""
    guessed, true = read_places(guess, gazetteer), read_places(truth, gazetteer)
    if not guessed or not true:
        return _by_words(_keys(guess), _keys(truth))
    # Namesakes: of cities the likeliest one is meant, but "Georgia" may be the country or the state.
    meant = [true[0], *(place for place in true[1:] if not place.city)]
    found = {_related(reading, place) for reading in guessed for place in meant}
    return next(match for match in _BEST_FIRST if match in found)


def read_places(value: str, gazetteer: Gazetteer) -> tuple[Place, ...]:
    """What a value such as "Paris, Texas" may mean, likeliest first; empty when it names no known place.

    A first part that the gazetteer does not know is taken for a town in the place that the others name.
    """
    parts = _parts(value)
    known = [
        (part, gazetteer.named(part) or gazetteer.named(_AROUND.sub("", folded(part)))) for part in parts
    ]
    if not any(places for _, places in known):
        return ()
    combined = product(*(places for _, places in known if places))
    readings = tuple(dict.fromkeys(filter(None, map(_united, islice(combined, _COMBINATIONS)))))
    if not readings or known[0][1]:
        return readings
    town = _AROUND.sub("", folded(parts[0]))
    return tuple(
        Place(place.country, place.region, place.city, town)
        if place.city
        else Place(place.country, place.region, town)
        for place in readings
    )


def country_of(value: str, gazetteer: Gazetteer) -> str:
    """The country a value lies in: by the gazetteer, else its last part; empty for no value."""
    places = read_places(value, gazetteer)
    keys = _keys(value)
    return folded(places[0].country) if places else keys[-1] if keys else ""


def place_parts(guess: str, truth: str, gazetteer: Gazetteer) -> dict[str, bool]:
    """Of city, state and country, which the guess has right, as far as the truth states them.

    The country counts as stated by any place. A place no gazetteer knows has a country, its last part, and a
    city, its first one, where there are several.
    """
    guessed, true = read_places(guess, gazetteer), read_places(truth, gazetteer)
    if not true:
        said, keys = _keys(guess), _keys(truth)
        stated = ({"city": keys[0]} if len(keys) > 1 else {}) | ({"country": keys[-1]} if keys else {})
        return {part: key in said for part, key in stated.items()}
    meant = true[0]
    down_to = {"country": Place(meant.country)}
    if _states_region(truth, meant, gazetteer):
        down_to["state"] = Place(meant.country, meant.region)
    if meant.city:
        down_to["city"] = Place(meant.country, meant.region, meant.city)
    return {
        part: any(_related(reading, place) is Match.YES for reading in guessed)
        for part, place in down_to.items()
    }


def _states_region(truth: str, meant: Place, gazetteer: Gazetteer) -> bool:
    """Whether a part of the value is the name of its state: "Austin, Texas", not "Austin, United States"."""
    named = (place for part in _parts(truth) for place in gazetteer.named(part))
    return any(place.region == meant.region and not place.city for place in named if place.region)


def _related(guess: Place, truth: Place) -> Match:
    """Level by level from the country down, as far as the truth says something."""
    for said, true in ((guess.country, truth.country), (guess.region, truth.region)):
        if said and true and said != true:
            return Match.NO
    if truth.city:
        if guess.city:
            return _parts_related(guess, truth) if guess.city == truth.city else Match.NO
        return Match.LESS_PRECISE
    if truth.part:
        if guess.city:
            return Match.NO  # whether it lies in that part is not known
        return _parts_related(guess, truth)
    return Match.LESS_PRECISE if truth.region and not guess.region else Match.YES


def _parts_related(guess: Place, truth: Place) -> Match:
    if guess.part == truth.part or not truth.part:
        return Match.YES
    return Match.NO if guess.part else Match.LESS_PRECISE


def _united(chosen: tuple[Place, ...]) -> Place | None:
    """The one place that all parts of a value describe, or None when they lie apart."""
    levels = [""] * 4
    for place in chosen:
        for number, said in enumerate(astuple(place)):
            if said and levels[number] and said != levels[number]:
                return None
            levels[number] = levels[number] or said
    return Place(*levels)


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
    said = [part.strip() for part in _SEPARATORS.split(value)]
    return [part for part in said if part and not _VAGUE.fullmatch(folded(part))]


def _keys(value: str) -> tuple[str, ...]:
    return tuple(_AROUND.sub("", folded(part).replace(".", "").replace("-", " ")) for part in _parts(value))
