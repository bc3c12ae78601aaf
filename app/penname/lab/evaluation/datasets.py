"""Reads data sets: the synthetic PersonalReddit, SynthPAI's comments, self-disclosures, any JSONL or CSV.

What a line looks like decides how it is read, unless the user names columns. A line that cannot be used
becomes a sentence with its number, and the rest is read on.
"""

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from penname.domain.errors import BadInput
from penname.lab.evaluation.rows import Row, read_rows
from penname.lab.evaluation.samples import NAMES, BadLine, Dataset, Sample, person_of, values_of

_LEAST_CERTAIN = 3  # FgAA drops labels of which people were less certain
_TEXTS = ("response", "text", "comment", "body")


class Columns(msgspec.Struct, frozen=True):
    """Which columns hold what, by name; `attributes` maps a column to an attribute's name."""

    text: str
    attributes: dict[str, str] = {}
    id: str | None = None
    labelled: str | None = None
    hardness: str | None = None


def read_dataset(path: Path, columns: Columns | None = None) -> Dataset:
    """The data set at `path`; raises BadInput when nothing in it can be used."""
    called, rows = read_rows(path)
    samples: dict[str, Sample] = {}
    problems: list[str] = []
    kinds: dict[str, int] = {}
    for number, row in rows:
        try:
            if isinstance(row, BadLine):
                raise row
            kind, sample = _read(row, number, columns)
            _check(sample, samples)
        except BadLine as error:
            problems.append(f"{called.capitalize()} {number}: {error}")
            continue
        samples[sample.id] = sample
        kinds[kind] = kinds.get(kind, 0) + 1
    if not samples:
        first = f" {problems[0]}" if problems else ""
        raise BadInput(f"There is nothing in {path.name} that can be measured.{first}")
    return Dataset(max(kinds, key=lambda kind: kinds[kind]), tuple(samples.values()), tuple(problems))


def _check(sample: Sample, samples: Mapping[str, Sample]) -> None:
    if not any(unicodedata.category(character)[0] not in "CZ" for character in sample.text):
        raise BadLine("the text is empty; it is left out.")
    if sample.id in samples:
        raise BadLine(f"its id is already on line {samples[sample.id].line}; it is left out.")
    if not sample.truth:
        raise BadLine("nothing is known about the author; it is left out.")


def _read(row: Row, number: int, columns: Columns | None) -> tuple[str, Sample]:
    if columns is not None:
        return "columns", _by_columns(row, number, columns)
    readers: tuple[tuple[str, str, Callable[[Row, int], Sample]], ...] = (
        ("PersonalReddit", "personality", _personal_reddit),
        ("SynthPAI", "profile", _synthpai),
        ("self-disclosure", "attribute", _self_disclosure),
    )
    for kind, key, reader in readers:
        if key in row:
            return kind, reader(row, number)
    raise BadLine(
        "it has none of the fields personality, profile or attribute; name its columns with --text-column "
        "and --attribute-column."
    )


def _personal_reddit(row: Row, number: int) -> Sample:
    author = _mapping(row, "personality")
    truth = _truth(author)
    feature = row.get("feature")
    if not isinstance(feature, str):
        raise BadLine("the field feature is missing; it is left out.")
    labelled = NAMES.get(feature)
    if labelled is None or labelled not in truth:
        raise BadLine(f"its feature “{feature[:40]}” is none of its personality; it is left out.")
    return Sample(
        _id(row, number),
        _text(row, "response"),
        truth,
        (labelled,),
        _hardness(row.get("hardness")),
        number,
        person_of(author),
    )


def _synthpai(row: Row, number: int) -> Sample:
    author = _mapping(row, "profile")
    truth = _truth(author)
    reviews = row.get("reviews")
    human = reviews.get("human") if isinstance(reviews, dict) else None
    shown: list[str] = []
    hardness: list[int] = []
    for key, review in (human if isinstance(human, dict) else {}).items():
        name = NAMES.get(key)
        if name not in truth or not isinstance(review, dict) or not values_of(review.get("estimate")):
            continue
        hard, certainty = review.get("hardness"), review.get("certainty")
        if hard == 0 or (isinstance(certainty, int) and certainty < _LEAST_CERTAIN):
            continue
        shown.append(name)
        hardness += [hard] if isinstance(hard, int) else []
    if not shown:
        raise BadLine("people found nothing in it that tells about its author; it is left out.")
    return Sample(
        _id(row, number),
        _text(row, "text"),
        truth,
        tuple(dict.fromkeys(shown)),
        min(hardness, default=None),
        number,
        person_of(author),
    )


def _self_disclosure(row: Row, number: int) -> Sample:
    attribute, values = row.get("attribute"), values_of(row.get("value"))
    if not isinstance(attribute, str) or not attribute.strip():
        raise BadLine("the field attribute is missing; it is left out.")
    if not values:
        raise BadLine("the field value is missing; it is left out.")
    name = NAMES.get(attribute.strip(), attribute.strip())
    text = _text(row, next((key for key in _TEXTS if key in row), "text"))
    return Sample(_id(row, number), text, {name: values}, (name,), _hardness(row.get("hardness")), number)


def _by_columns(row: Row, number: int, columns: Columns) -> Sample:
    for column in (columns.text, *columns.attributes, columns.id, columns.labelled, columns.hardness):
        if column is not None and column not in row:
            raise BadLine(f"it has no column “{column}”; it is left out.")
    truth = {
        name: values for column, name in columns.attributes.items() if (values := values_of(row[column]))
    }
    labelled = tuple(truth)
    if columns.labelled:
        said = str(row[columns.labelled]).strip()
        label = columns.attributes.get(said) or NAMES.get(said, said)
        if label not in truth:
            raise BadLine(f"its labelled attribute “{said[:40]}” has no value; it is left out.")
        labelled = (label,)
    hardness = _hardness(row[columns.hardness]) if columns.hardness else None
    id_ = str(row[columns.id]).strip() if columns.id else ""
    return Sample(id_ or f"line {number}", _text(row, columns.text), truth, labelled, hardness, number)


def _truth(profile: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, name in NAMES.items():
        if key == "income" and "income_level" in profile:
            continue  # an amount in some currency; the level is what is asked for
        if key in profile and (values := values_of(profile[key])):
            found.setdefault(name, values)
    return found


def _mapping(row: Row, key: str) -> Mapping[str, Any]:
    value = row[key]
    if not isinstance(value, dict):
        raise BadLine(f"the field {key} holds no attributes; it is left out.")
    return value


def _text(row: Row, key: str) -> str:
    text = row.get(key)
    if not isinstance(text, str):
        raise BadLine(f"the field {key} is missing; it is left out.")
    return text


def _id(row: Row, number: int) -> str:
    return str(row.get("id") or f"line {number}")


def _hardness(value: object) -> int | None:
    try:
        number = int(str(value))
    except ValueError:
        return None
    return number if 0 < number <= 5 else None
