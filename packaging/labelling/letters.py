"""Letters with what is to be hidden marked in place: `{{person|Anna}}`, and decoys: `{{decoy|in May}}`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DECOY = "decoy"
_MARK = re.compile(r"\{\{(?P<kind>[a-z_]+)\|(?P<words>.*?)\}\}", re.DOTALL)


class Marked(NamedTuple):
    """`text[start:end]` is of this kind, or a decoy."""

    kind: str
    start: int
    end: int


class Letter(NamedTuple):
    """A text without its marks, and where they stood, in code points."""

    id: str
    text: str
    marked: tuple[Marked, ...]


def read_letters(path: Path) -> Iterator[Letter]:
    """The letters of a file of JSON lines with `id` and `text`."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield Letter(record["id"], *_read(record["text"]))


def _read(written: str) -> tuple[str, tuple[Marked, ...]]:
    text, marked, at = "", [], 0
    for mark in _MARK.finditer(written):
        text += written[at : mark.start()]
        marked.append(Marked(mark["kind"], len(text), len(text) + len(mark["words"])))
        text += mark["words"]
        at = mark.end()
    return text + written[at:], tuple(marked)
