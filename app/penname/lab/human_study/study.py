"""The human study: blinded questionnaires from the results of a run.

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
from penname.lab.evaluation.contenders import Made
from penname.lab.evaluation.results import read_made
from penname.lab.human_study.page import page

_LEAST_CONTENDERS = {"pairs": 2, "ratings": 1}


class StudyKind(StrEnum):
    """What raters are asked."""

    PAIRS = "pairs"
    RATINGS = "ratings"


class Item(msgspec.Struct, frozen=True):
    """One question to one rater: `shown` are contenders, in the order in which their texts are shown."""

    item: str
    rater: int
    text: str
    shown: tuple[str, ...]


class StudyKey(msgspec.Struct, frozen=True):
    """What hides behind a questionnaire's items; `study` ties answers to it."""

    study: str
    kind: StudyKind
    contenders: tuple[str, ...]
    items: tuple[Item, ...]


class ShownItem(msgspec.Struct, frozen=True):
    """What a rater sees of one item."""

    item: str
    original: str
    versions: tuple[str, ...]


def write_study(
    results: Path, kind: StudyKind, contenders: Sequence[str], raters: int, limit: int | None, seed: int
) -> list[Path]:
    """Write one questionnaire a rater and the key into `results`; returns the questionnaires.

    Raises BadInput for results that hold too little, or a study already.
    """
    key_file = key_path(results, kind)
    if key_file.exists():
        raise BadInput(
            f"There is a study of {kind} in {results} already. Move its files away to start another."
        )
    made = read_made(results)
    named = tuple(contenders) or tuple(dict.fromkeys(contender for _, contender in made))
    named = named[:2] if kind is StudyKind.PAIRS and not contenders else named
    _check_contenders(kind, named, made)
    texts = _texts(made, named, limit, seed)
    study = hashlib.sha256(f"{seed} {sorted(texts)} {named} {kind}".encode()).hexdigest()[:16]
    chance = random.Random(f"{seed} {study}")
    key, sheets = _key(study, kind, named, texts, raters, chance), list[Path]()
    for rater in range(1, raters + 1):
        shown = tuple(
            ShownItem(item.item, texts[item.text][item.shown[0]].texts[0], _versions(texts, item))
            for item in key.items
            if item.rater == rater
        )
        sheet = results / f"study-{kind}-rater-{rater}.html"
        sheet.write_text(page(study, kind.value, rater, shown), encoding="utf-8")
        sheets.append(sheet)
    key_file.write_bytes(msgspec.json.format(msgspec.json.encode(key), indent=1) + b"\n")
    return sheets


def key_path(results: Path, kind: StudyKind) -> Path:
    """Where the key of a study lies; raters must not see it."""
    return results / f"study-{kind}-key.json"


def read_key(results: Path, kind: StudyKind) -> StudyKey:
    """The key of the study in `results`; raises BadInput."""
    try:
        return msgspec.json.decode(key_path(results, kind).read_bytes(), type=StudyKey)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadInput(f"There is no study of {kind} in {results} that can be read.") from error


def _texts(
    made: Mapping[tuple[str, str], Made], named: Sequence[str], limit: int | None, seed: int
) -> dict[str, dict[str, Made]]:
    """The texts that all contenders have finished, drawn by the seed: id -> contender -> what it made.

    Where all versions are the same there is nothing to compare; such texts are left out.
    """
    ids = dict.fromkeys(id_ for id_, _ in made)
    finished = {id_: {name: made[id_, name] for name in named} for id_ in ids if _all(made, id_, named)}
    differing = {id_: one for id_, one in finished.items() if len({m.texts[-1] for m in one.values()}) > 1}
    chosen = differing if len(named) > 1 else finished
    if not chosen:
        raise BadInput("The contenders finished no text in common, or left all of them alike.")
    drawn = random.Random(seed).sample(sorted(chosen), min(limit or len(chosen), len(chosen)))
    return {id_: chosen[id_] for id_ in drawn}


def _all(made: Mapping[tuple[str, str], Made], id_: str, named: Sequence[str]) -> bool:
    return all((id_, name) in made for name in named)


def _check_contenders(kind: StudyKind, named: Sequence[str], made: Mapping[tuple[str, str], Made]) -> None:
    known = {contender for _, contender in made}
    for name in named:
        if name not in known:
            raise BadInput(f"The results hold nothing by “{name}”. They hold: {', '.join(sorted(known))}.")
    if len(named) < _LEAST_CONTENDERS[kind] or (kind is StudyKind.PAIRS and len(named) != 2):
        raise BadInput("Pairs compare two contenders. Name them with --method A,B.")


def _key(
    study: str,
    kind: StudyKind,
    named: Sequence[str],
    texts: Mapping[str, object],
    raters: int,
    chance: random.Random,
) -> StudyKey:
    items: list[Item] = []
    for rater in range(1, raters + 1):
        order = list(texts)
        chance.shuffle(order)
        for text in order:
            if kind is StudyKind.PAIRS:
                shown = tuple(chance.sample(named, 2))
            else:  # every text once a rater, its versions in turn
                shown = (named[(list(texts).index(text) + rater) % len(named)],)
            items.append(Item(f"{chance.getrandbits(48):012x}", rater, text, shown))
    return StudyKey(study, kind, tuple(named), tuple(items))


def _versions(texts: Mapping[str, Mapping[str, Made]], item: Item) -> tuple[str, ...]:
    return tuple(texts[item.text][name].texts[-1] for name in item.shown)
