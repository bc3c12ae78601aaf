"""Version numbers, of this Penname and of what a server says is the newest one."""

import re

import msgspec

from penname import __version__

_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}", re.ASCII)


class Version(msgspec.Struct, frozen=True, order=True):
    """Two to four numbers, such as 0.9.1. Zeros at the end mean nothing: 0.9 is 0.9.0."""

    parts: tuple[int, ...]

    def __str__(self) -> str:
        return ".".join(map(str, [*self.parts, 0, 0][: max(2, len(self.parts))]))


def read_version(text: str) -> Version | None:
    """The version that `text` is, spaces around it aside; None for anything else."""
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return None
    parts = [int(part) for part in text.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return Version(tuple(parts))


def this_version() -> Version | None:
    """That of this Penname; None for one that was never released, such as 0.9.dev1."""
    return read_version(__version__)
