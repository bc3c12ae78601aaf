"""What Penname knows about values: the names of places and jobs, their synonyms, and what goes with what.

The domain reads no files: `roles/known_values.py` loads this from `resources/values.toml` and the gazetteer,
and whoever compares values hands it in. Without it values are compared by their words alone.
"""

import tomllib
from typing import Protocol

import msgspec

from penname.domain.errors import BadInput


class Place(msgspec.Struct, frozen=True):
    """A place by its canonical names, from the country down; what is not said is empty.

    `region` is the first level below the country (a state, a province, England), `part` a piece of the most
    precise of the three that is no level of its own: Brooklyn of New York, Yorkshire of England.
    """

    country: str
    region: str = ""
    city: str = ""
    part: str = ""


class Gazetteer(Protocol):
    """Knows places by name."""

    def named(self, name: str) -> tuple[Place, ...]:
        """Every place that one name without commas may mean, likeliest first; empty for an unknown name."""


class NoGazetteer:
    """A gazetteer without places."""

    def named(self, name: str) -> tuple[Place, ...]:  # noqa: ARG002
        """No place, whatever the name."""
        return ()


class Occupation(msgspec.Struct, frozen=True):
    """A job and what usually goes with it: used to draw decoys that fit together, never to judge people.

    `income` are the usual levels (empty: any), `education` the least that the job asks for, with its field
    where it asks for one ("Law degree"), `age` the usual years from and to, `fields` what people in it
    studied or trained for (empty: anything), `also` jobs like it.
    """

    name: str
    industry: str
    income: tuple[str, ...] = ()
    education: str = ""
    age: tuple[int, int] = (16, 120)
    fields: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Industry(msgspec.Struct, frozen=True):
    """A branch of work: `broad` names for people in it, and `words` by which other jobs in it are known."""

    name: str
    broad: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Knowledge(msgspec.Struct, frozen=True, eq=False):  # eq=False: a quick key of caches
    """All of it; `same` and `fields` are groups of wordings for one thing, the first is the normal form."""

    occupations: tuple[Occupation, ...] = ()
    industries: tuple[Industry, ...] = ()
    same: tuple[tuple[str, ...], ...] = ()  # words in jobs and in free text
    fields: tuple[tuple[str, ...], ...] = ()  # fields of study
    gazetteer: Gazetteer = NoGazetteer()


NOTHING_KNOWN = Knowledge()


class _ValuesFile(msgspec.Struct, forbid_unknown_fields=True):
    same: tuple[tuple[str, ...], ...]
    fields: tuple[tuple[str, ...], ...]
    industry: tuple[Industry, ...]
    occupation: tuple[Occupation, ...]


def parse_knowledge(toml_text: str, gazetteer: Gazetteer) -> Knowledge:
    """The knowledge in a file such as `resources/values.toml`; raises BadInput with the mistake's place."""
    try:
        file = msgspec.convert(tomllib.loads(toml_text), _ValuesFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"The list of values cannot be read: {error}.") from error
    known = {industry.name for industry in file.industry}
    unknown = sorted({occupation.industry for occupation in file.occupation} - known)
    if unknown:
        raise BadInput(f"The list of values names an unknown industry: {unknown[0]}.")
    return Knowledge(file.occupation, file.industry, file.same, file.fields, gazetteer)
