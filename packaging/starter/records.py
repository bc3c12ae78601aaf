"""Training records: annotated texts, read with every mistake named by file and line."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

HELD_OUT = 8  # one persona in so many is kept for measuring and never trained on
CALIBRATES = 8  # of the others one in so many is left out of training, to turn readings into probabilities


def calibrates(persona: str) -> bool:
    """Whether this persona's texts are what the probes are calibrated on, where it is not held out."""
    return part_of(f"fold {persona}", CALIBRATES) == 0


def part_of(name: str, parts: int) -> int:
    """In which of so many equal parts a name falls, the same in each run."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % parts


class BadRecord(Exception):
    """A record that cannot be trained on; the message names file and line."""


class Leak(msgspec.Struct, frozen=True):
    """An inference the text supports, with the edits that remove it or lead it astray."""

    attribute: str
    reasoning: str
    guesses: tuple[str | int, ...]
    certainty: int
    validity: str
    evidence: tuple[str, ...]
    concept: str
    generalize: tuple[tuple[str, str], ...]
    target: str | int
    mislead: tuple[tuple[str, str], ...]


class Ghost(msgspec.Struct, frozen=True):
    """An inference the text does not support, and why not."""

    attribute: str
    reasoning: str
    guesses: tuple[str | int, ...]
    certainty: int
    validity: str
    why_not: str


class Record(msgspec.Struct, frozen=True):
    """One text with its labels; records of one persona stay on one side of the split."""

    id: str
    persona: str
    text: str
    leaks: tuple[Leak, ...]
    ghosts: tuple[Ghost, ...]

    @property
    def held_out(self) -> bool:
        """Whether this record is for measuring only: a fixed eighth of the personas."""
        return int(hashlib.sha256(self.persona.encode()).hexdigest(), 16) % HELD_OUT == 0


def read_records(paths: Iterable[Path]) -> list[Record]:
    """All records of the files; raises BadRecord with file and line, OSError when a file is missing."""
    records: list[Record] = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                record = msgspec.json.decode(line, type=Record)
                _check(record)
            except (msgspec.MsgspecError, ValueError) as error:
                raise BadRecord(f"{path}, line {number}: {error}") from error
            records.append(record)
    if not records:
        raise BadRecord("There is no record in the files given.")
    return records


def _check(record: Record) -> None:
    for leak in record.leaks:
        for phrase in (*leak.evidence, *(find for find, _ in (*leak.generalize, *leak.mislead))):
            if phrase not in record.text:
                raise ValueError(f"“{phrase}” does not stand in the text of {record.id}")
