"""Looks for words that a text held in files and command lines, however they may be written there."""

import base64
import contextlib
import os
from collections.abc import Sequence
from pathlib import Path


def files_that_tell(home: Path, words: Sequence[str], since: float = 0) -> list[Path]:
    """All files under `home`, followed links included, whose name or content holds one of the words.

    Files last written before `since` (seconds, as of `time.time`) are not opened.
    """
    wanted = [written for word in words for written in ways_to_write(word)]
    found = []
    for folder, _, names in os.walk(home, followlinks=True):
        for name in names:
            file = Path(folder, name)
            if any(word.casefold() in name.casefold() for word in words) or _holds(file, wanted, since):
                found.append(file)
    return found


def _holds(file: Path, wanted: list[bytes], since: float) -> bool:
    if not file.is_file() or file.stat().st_mtime < since:
        return False
    content = file.read_bytes()
    return any(written in content for written in wanted)


def ways_to_write(word: str) -> list[bytes]:
    """The bytes that a word may be in a file: in three encodings, and each of these in base64."""
    plain = [word.encode("utf-8"), word.encode("utf-16-le"), word.encode("utf-16-be")]
    # In base64 a word looks different for each of the three places where it can begin in a group of bytes;
    # the characters that its neighbours share are cut off.
    encoded = [
        base64.b64encode(b"\0" * shift + written + b"\0" * ((-len(written) - shift) % 3))[
            (0, 2, 3)[shift] : -4 if (len(written) + shift) % 3 else None
        ]
        for written in plain
        for shift in range(3)
    ]
    return plain + encoded


def in_command_lines(words: Sequence[str], but: int = 0) -> list[str]:
    """Command lines of this machine that hold one of the words; `but` is a process left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            line = (folder / "cmdline").read_bytes()
            if int(folder.name) != but and any(word.encode() in line for word in words):
                found.append(line.decode(errors="replace"))
    return found
