"""The human study: blinded questionnaires for the browser, about the same versions that outside readers get.

`pairs` (RLAA): two versions of a text side by side, which is better, or a tie. `ratings` (FgAA): readable and
typical first, then, beside the original, what is kept and whether it could stand in for it; nobody sees two
versions of one text. What hides behind each item is in a key file that raters do not get.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.versions import Versions
from penname.lab.evaluation.samples import Sample
from penname.lab.human_study.page import page

_PAIR = 2


class StudyKind(StrEnum):
    """What raters are asked."""

    PAIRS = "pairs"
    RATINGS = "ratings"


class Item(msgspec.Struct, frozen=True):
    """One question to one rater: `shown` are versions, in the order in which their texts are shown."""

    item: str
    rater: int
    text: str
    shown: tuple[str, ...]


class StudyKey(msgspec.Struct, frozen=True):
    """What hides behind a questionnaire's items, each rater's in the order of the page; `study` ties answers
    to it.
    """

    study: str
    kind: StudyKind
    versions: tuple[str, ...]
    items: tuple[Item, ...]


class ShownItem(msgspec.Struct, frozen=True):
    """What a rater sees of one item."""

    item: str
    original: str
    versions: tuple[str, ...]


def write_study(
    folder: Path, kind: StudyKind, samples: Sequence[Sample], versions: Versions, raters: int, seed: int
) -> list[Path]:
    """Write the questionnaires and the key into `folder`; returns the questionnaires, one a person.

    Every version of every text is rated by `raters` people: for ratings, of which nobody gets two versions of
    a text, there are so many questionnaires for each version. Raises BadInput for versions that hold too
    little, a folder that has such a study already, or where nothing can be written.
    """
    key_file = key_path(folder, kind)
    if key_file.exists():
        raise BadInput(
            f"There is a study of {kind} in {folder} already. Move its files away to start another."
        )
    named = tuple(versions.texts)
    if kind is StudyKind.PAIRS and len(named) != _PAIR:
        raise BadInput("Pairs compare two versions. Name them with --method A,B.")
    texts = _texts(samples, versions)
    study = hashlib.sha256(f"{seed} {sorted(texts)} {named} {kind}".encode()).hexdigest()[:16]
    people = raters if kind is StudyKind.PAIRS else raters * len(named)
    key, sheets = (
        _key(study, kind, named, tuple(texts), people, random.Random(f"{seed} {study}")),
        list[Path](),
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rater in range(1, people + 1):
            shown = [
                ShownItem(
                    item.item, texts[item.text], tuple(versions.texts[name][item.text] for name in item.shown)
                )
                for item in key.items
                if item.rater == rater
            ]
            sheet = folder / f"study-{kind}-rater-{rater}.html"
            sheet.write_text(page(study, kind.value, rater, shown), encoding="utf-8")
            sheets.append(sheet)
        key_file.write_bytes(msgspec.json.format(msgspec.json.encode(key), indent=1) + b"\n")
    except OSError as error:
        raise BadInput(f"The study cannot be written to {folder}: {error.strerror or error}.") from error
    return sheets


def key_path(folder: Path, kind: StudyKind) -> Path:
    """Where the key of a study lies; raters must not see it."""
    return folder / f"study-{kind}-key.json"


def read_key(folder: Path, kind: StudyKind) -> StudyKey:
    """The key of the study in `folder`; raises BadInput."""
    try:
        return msgspec.json.decode(key_path(folder, kind).read_bytes(), type=StudyKey)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadInput(f"There is no study of {kind} in {folder} that can be read.") from error


def _texts(samples: Sequence[Sample], versions: Versions) -> dict[str, str]:
    """The originals, by id, of which there are all versions.

    Where all versions are the same there is nothing to compare; such texts are left out.
    """
    found: dict[str, str] = {}
    for sample in samples:
        edited = [texts.get(sample.id) for texts in versions.texts.values()]
        alike = len(edited) > 1 and len(set(edited)) == 1
        if None not in edited and not alike:
            found[sample.id] = sample.text
    if not found:
        raise BadInput("There is no text of which all versions are there and differ.")
    return found


def _key(
    study: str,
    kind: StudyKind,
    named: Sequence[str],
    texts: Sequence[str],
    people: int,
    chance: random.Random,
) -> StudyKey:
    numbers: Mapping[str, int] = {text: number for number, text in enumerate(texts)}
    items: list[Item] = []
    for rater in range(1, people + 1):
        for text in chance.sample(texts, len(texts)):
            if kind is StudyKind.PAIRS:
                shown = tuple(chance.sample(named, _PAIR))
            else:  # every text once a rater, its versions in turn: each is rated as often as the others
                shown = (named[(numbers[text] + rater) % len(named)],)
            items.append(Item(f"{chance.getrandbits(48):012x}", rater, text, shown))
    return StudyKey(study, kind, tuple(named), tuple(items))
