"""A text with what is known of its author: what every data set is read into."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from penname.domain.attributes import shipped_attributes
from penname.domain.errors import BadInput

NAMES = {key: attribute.name for attribute in shipped_attributes() for key in attribute.called}
"""The attributes' keys in RLAA's and FgAA's data, and ours."""


class Sample(msgspec.Struct, frozen=True):
    """One text. `truth` has the known values by attribute, any of which counts as right.

    `labelled` are the attributes the text was written about, or found to show by people. `hardness` runs from
    1 (stated) to 5. `line` is its line in its file. `person` tells who wrote it from who wrote others.
    """

    id: str
    text: str
    truth: dict[str, tuple[str, ...]]
    labelled: tuple[str, ...]
    hardness: int | None = None
    line: int = 0
    person: str = ""  # unknown: nobody who wrote another text

    @property
    def author(self) -> str:
        """Whose texts are drawn together in intervals."""
        return self.person or f"the author of {self.id}"


class Dataset(msgspec.Struct, frozen=True):
    """What a file holds: the samples that can be used, and a sentence for each line that cannot."""

    kind: str
    samples: tuple[Sample, ...]
    problems: tuple[str, ...]


class BadLine(BadInput):
    """A line of a data set that cannot be used; the message does not name the line yet."""


def person_of(record: Mapping[str, Any]) -> str:
    """The author that `record`, all that a data set tells of one, is about: a hash of it."""
    plain = json.dumps(record, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(plain).hexdigest()[:16]


def values_of(value: object) -> tuple[str, ...]:
    """A true value as text, or several; none for what says nothing."""
    listed = value if isinstance(value, list | tuple) else [value]
    plain = (" ".join(str(one).split()) for one in listed if isinstance(one, str | int | float))
    return tuple(one for one in plain if one and one.casefold() not in ("none", "unknown", "n/a", "nan"))
