"""The texts that people paste under packaging/starter/pasted/, as records with their rewrites."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from starter.records import Leak, Record
from writer.rewrites import Rewrite


class _Leak(msgspec.Struct, frozen=True):
    attribute: str
    guess: str | int
    certainty: int
    evidence: tuple[str, ...]
    concept: str
    target: str | int


class _Pasted(msgspec.Struct, frozen=True):
    id: str
    persona: str
    text: str
    leaks: tuple[_Leak, ...]
    all: str = ""
    some_attributes: tuple[str, ...] = ()
    some: str = ""
    targets: Mapping[str, str | int] = {}
    mislead: str = ""


def read_pasted(paths: Iterable[Path]) -> Iterator[tuple[Record, Rewrite]]:
    """Each text with what it gives away and its versions; raises msgspec.DecodeError for another line."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            one = msgspec.json.decode(line, type=_Pasted)
            leaks = tuple(
                Leak(
                    k.attribute, "", (k.guess,), k.certainty, "high", k.evidence, k.concept, (), k.target, ()
                )
                for k in one.leaks
            )
            targets = one.targets or {leak.attribute: leak.target for leak in leaks}
            versions = (one.all or one.text, one.some_attributes, one.some, targets, one.mislead)
            yield Record(one.id, one.persona, one.text, leaks, ()), Rewrite(one.id, *versions)
