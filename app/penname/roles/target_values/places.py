"""Another place: a city's name for a city's, a country's for a country's, both where both were named."""

import re

from penname.roles.cues.gazetteer import key, places_named
from penname.roles.target_values.statement import Statement

_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)


def another_place(stated: Statement) -> str | None:
    """The target place in the words of the stated one."""
    before = stated.before
    city, _, country = (part.strip() for part in stated.target.rpartition(","))
    city = city.split(",")[0] or country
    article = _ARTICLE.match(before)
    name = before[article.end() :] if article else before
    if not name or not any(letter.isalpha() for letter in name):
        return None
    if "," in name or "(" in name:
        said = f"{city}, {country}" if city != country else city
    elif _is_country(name, stated):
        said = country
    else:
        said = city
    return (article.group() if article and article.group().lower() != "the " else "") + said


def _is_country(name: str, stated: Statement) -> bool:
    """Whether `name` means the country of the guess, by its own name or another."""
    country = stated.guess.rpartition(",")[2].strip()
    if key(name) == key(country):
        return True
    places = places_named(key(name))
    return bool(places) and places[0].kind == "country" and places[0].country == country
