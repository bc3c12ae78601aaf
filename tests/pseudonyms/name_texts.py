"""English texts with persons, places and organizations, written by hand; the names come from faker.

In the templates {p1} is a person in full, {f1} the first and {l1} the last name, {c1} a place, {o1} an
organization.
"""

import random
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from faker import Faker

from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Kind

_WRITTEN = tomllib.loads(Path(__file__).with_name("corpus.toml").read_text(encoding="utf-8"))["names"]
_REQUESTS = tomllib.loads(Path(__file__).with_name("requests.toml").read_text(encoding="utf-8"))
_KINDS = {"p": PERSON, "c": PLACE, "o": ORGANIZATION}
_TEMPLATES, _CITIES = _WRITTEN["templates"], _WRITTEN["cities"]


class NameText(NamedTuple):
    """A text and the names in it, each with its kind; a name is found when all of its words are covered."""

    text: str
    names: tuple[tuple[Kind, int, int], ...]


def name_texts(seed: int = 20261121, count: int = 60) -> list[NameText]:
    """Texts from the templates in turn, with names of their own."""
    chance = random.Random(seed)
    fakers = [Faker("en_US"), Faker("en_GB")]
    for faker in fakers:
        faker.seed_instance(chance.randrange(2**32))
    return [
        _filled(_TEMPLATES[number % len(_TEMPLATES)], chance.choice(fakers), chance)
        for number in range(count)
    ]


def requests_to_chatbots() -> list[NameText]:
    """Texts as people paste them into chatbots, with names of many countries."""
    return [_marked(written) for written in _REQUESTS["texts"]]


def later_requests() -> list[NameText]:
    """More of these, which nobody looked at who wrote a rule."""
    return [_marked(written) for written in _REQUESTS["later"]]


def nameless() -> list[NameText]:
    """Texts full of capitals, and without names."""
    return [NameText(written, ()) for written in _REQUESTS["nameless"]]


def _marked(written: str) -> NameText:
    text, names, position = "", [], 0
    for match in re.finditer(r"\[([pco]):([^\]]+)\]", written):
        text += written[position : match.start()]
        names.append((_KINDS[match.group(1)], len(text), len(text) + len(match.group(2))))
        text += match.group(2)
        position = match.end()
    return NameText(text + written[position:], tuple(names))


def _filled(template: str, faker: Faker, chance: random.Random) -> NameText:
    values: dict[str, tuple[Kind, str]] = {}
    for number in "123":
        first, last = faker.first_name(), faker.last_name()
        values |= {
            "p" + number: (PERSON, f"{first} {last}"),
            "f" + number: (PERSON, first),
            "l" + number: (PERSON, last),
        }
        city = chance.choice(_CITIES) if chance.random() < 0.7 else faker.city()
        values |= {"c" + number: (PLACE, city), "o" + number: (ORGANIZATION, faker.company())}
    text, names, position = "", [], 0
    for match in re.finditer(r"\{(\w\d)\}", template):
        text += template[position : match.start()]
        kind, value = values[match.group(1)]
        names.append((kind, len(text), len(text) + len(value)))
        text += value
        position = match.end()
    return NameText(text + template[position:], tuple(names))
