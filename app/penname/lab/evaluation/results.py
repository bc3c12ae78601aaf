"""The results folder: what was worked out so far, a line each, so that a killed run goes on where it was."""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import msgspec

from penname.domain.errors import BadInput
from penname.domain.inferences import Inference
from penname.domain.matching import Match
from penname.file_lock import FileLock
from penname.lab.evaluation.contenders import Made
from penname.lab.evaluation.measures import Quality
from penname.settings import write_private

_RUN = "run.json"
_LOCK = "lock"
_REWRITES = "rewrites.jsonl"
# How people call what a plan holds.
_CALLED = {
    "dataset": "the data set",
    "dataset_sha256": "the data set",
    "texts": "the choice of texts",
    "ids_sha256": "the choice of texts",
    "asked": "what the attacker is asked for",
    "contenders": "the methods",
    "models": "the anonymizer",
    "attackers": "the attacker",
    "judge": "the judge",
    "rules": "the rules",
    "seed": "the seed",
    "rounds": "the most rounds",
}


class Plan(msgspec.Struct, frozen=True):
    """What makes a run this run: the same plan gives the same figures, so a folder belongs to one plan.

    Only attackers may join a run that is under way: they read what was written for the others.
    """

    dataset: str
    dataset_sha256: str
    texts: int
    ids_sha256: str
    asked: str
    contenders: tuple[str, ...]
    models: tuple[str, ...]
    attackers: tuple[str, ...]
    judge: str
    rules: str
    seed: int
    rounds: int


class Rewrite(msgspec.Struct, frozen=True):
    """What one contender made of one text."""

    id: str
    contender: str
    made: Made


class Attack(msgspec.Struct, frozen=True):
    """What one attacker guessed of the `asked` attributes from one text, known by its hash."""

    attacker: str
    text: str
    asked: tuple[str, ...]
    inferences: tuple[Inference, ...]


class Opinion(msgspec.Struct, frozen=True):
    """What the judge thinks of a rewrite; no quality where it answered nonsense."""

    original: str
    text: str
    quality: Quality | None


class Comparison(msgspec.Struct, frozen=True):
    """The judge's word on whether a guess is the true value; no match where it answered nonsense."""

    attribute: str
    guess: str
    truth: str
    match: Match | None


Record = TypeVar("Record", bound=msgspec.Struct)


def text_key(text: str) -> str:
    """How a text is known in the results."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


class _Lines(Generic[Record]):
    """One file of records, read once, then only appended to. A line that was cut off is worked out again."""

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self._path = path
        self._kind = kind
        self._lock = Lock()  # several texts are worked on at once

    def read(self) -> Iterator[Record]:
        if not self._path.exists():
            return
        data = self._path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self._path.open("r+b") as file:
                file.truncate(whole)
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                yield msgspec.json.decode(line, type=self._kind)
            except msgspec.MsgspecError as error:
                raise BadInput(
                    f"{self._path}, line {number}, cannot be read. Delete this line to have it worked out "
                    "again, or start in another folder."
                ) from error

    def append(self, record: Record) -> None:
        with self._lock, self._path.open("ab") as file:
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()
            os.fsync(file.fileno())


class Results:
    """All that was worked out in one folder. Raises BadInput for a folder that holds something else."""

    def __init__(self, folder: Path, plan: Plan, *, resume: bool) -> None:
        self.folder = folder
        self.plan = plan
        self._lock = _claim(folder, plan, resume=resume)
        self._rewrites = _Lines(folder / _REWRITES, Rewrite)
        self._attacks = _Lines(folder / "attacks.jsonl", Attack)
        self._opinions = _Lines(folder / "opinions.jsonl", Opinion)
        self._comparisons = _Lines(folder / "comparisons.jsonl", Comparison)
        self.made = {(one.id, one.contender): one.made for one in self._rewrites.read()}
        self.attacked = {(one.attacker, one.text, one.asked): one.inferences for one in self._attacks.read()}
        self.opinions = {(one.original, one.text): one.quality for one in self._opinions.read()}
        self.compared = {(one.attribute, one.guess, one.truth): one.match for one in self._comparisons.read()}

    def close(self) -> None:
        """Let another run go on in the folder."""
        self._lock.release()

    def keep_made(self, id_: str, contender: str, made: Made) -> None:
        """Keep a rewrite; on the disk when this returns, like all that is kept here."""
        self._rewrites.append(Rewrite(id_, contender, made))
        self.made[id_, contender] = made

    def keep_attack(
        self, attacker: str, text: str, asked: tuple[str, ...], inferences: tuple[Inference, ...]
    ) -> None:
        """Keep an attack on `text`."""
        self._attacks.append(Attack(attacker, text_key(text), asked, inferences))
        self.attacked[attacker, text_key(text), asked] = inferences

    def read(self, attacker: str, text: str, asked: tuple[str, ...]) -> tuple[Inference, ...] | None:
        """What `attacker` guessed of `text`; None while it has not been attacked."""
        return self.attacked.get((attacker, text_key(text), asked))

    def keep_opinion(self, original: str, text: str, quality: Quality | None) -> None:
        """Keep the judge's opinion of `text`."""
        self._opinions.append(Opinion(text_key(original), text_key(text), quality))
        self.opinions[text_key(original), text_key(text)] = quality

    def keep_comparison(self, attribute: str, guess: str, truth: str, match: Match | None) -> None:
        """Keep the judge's word on a guess."""
        self._comparisons.append(Comparison(attribute, guess, truth, match))
        self.compared[attribute, guess, truth] = match


def read_made(folder: Path) -> dict[tuple[str, str], Made]:
    """What every contender made of every text in a results folder; raises BadInput when there is nothing."""
    lines = _Lines(folder / _REWRITES, Rewrite)
    made = {(one.id, one.contender): one.made for one in lines.read()}
    if not made:
        raise BadInput(f"The folder {folder} holds no results. Name the --output of a finished run.")
    return made


def _claim(folder: Path, plan: Plan, *, resume: bool) -> FileLock:
    """Make `folder` this run's, or find that it is, and keep other processes out of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in folder.iterdir()} - {_LOCK}
        other = json.loads((folder / _RUN).read_bytes()) if _RUN in there else None
        if isinstance(other, dict):
            _check_own(folder, plan, other, resume=resume)
        elif there:
            raise BadInput(
                f"The folder {folder} holds something else. Give --output a folder that is new or empty."
            )
        lock = FileLock.take(folder / _LOCK)
        if lock is None:
            raise BadInput(
                f"Another penname evaluate is working in the folder {folder}. Wait until it has finished, or "
                "choose another folder with --output."
            )
        write_private(folder / _RUN, msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
    except (OSError, ValueError) as error:
        raise BadInput(f"The folder {folder} cannot be used for results: {error}.") from error
    return lock


def _check_own(folder: Path, plan: Plan, other: dict[str, object], *, resume: bool) -> None:
    """Raise BadInput unless the run of `other` is this one, or this one before attackers joined."""
    mine = json.loads(msgspec.json.encode(plan))
    joined = other.get("attackers")
    differing = [name for name in mine if other.get(name) != mine[name]]
    if differing == ["attackers"] and isinstance(joined, list) and mine["attackers"][: len(joined)] == joined:
        differing = []
    if differing:
        named = dict.fromkeys(_CALLED.get(name, name) for name in differing)
        raise BadInput(
            f"The folder {folder} holds another run; what differs: {', '.join(named)}. "
            "Choose another folder with --output."
        )
    if not resume:
        raise BadInput(
            f"The folder {folder} holds this very run, finished or not. Add --resume to continue it, or "
            "choose another folder."
        )
