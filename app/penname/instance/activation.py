"""What a later start may ask of the running Penname: one line, which may name a file but holds no text."""

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

SHOW, OPEN = "show", "open"
ANONYMIZE, PSEUDONYMIZE, RESTORE = CLIPBOARD = ("anonymize", "pseudonymize", "restore")
KINDS = (SHOW, OPEN, *CLIPBOARD)
LONGEST = 16_384  # bytes of a line: the longest path, each byte of it written as three

_TOKEN = re.compile(r"[!-~]{0,400}")
# What a desktop hands to a program it starts, so that its window may come to the front.
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class Activation(NamedTuple):
    """One of `KINDS`, and the token by which the desktop lets a window come to the front ("" for none).

    `file` is the whole path of what is to be opened.
    """

    kind: str
    token: str = ""
    file: str = ""

    def to_line(self) -> bytes:
        """The line that `read_activation` reads."""
        if self.kind != OPEN:
            return f"{self.kind} {self.token}\n".encode("ascii")
        from urllib.parse import quote  # only here: a key of the desktop waits for the others

        return f"{self.kind} {self.token} {quote(os.fsencode(self.file))}\n".encode("ascii")


def activation_from(environment: Mapping[str, str], kind: str) -> Activation:
    """An activation with the token that this process was started with."""
    token = next((environment[name] for name in _TOKENS if environment.get(name)), "")
    return Activation(kind, token if _TOKEN.fullmatch(token) else "")


def read_activation(line: bytes) -> Activation | None:
    """The activation in a line; None for anything else."""
    if len(line) > LONGEST or not line.endswith(b"\n"):
        return None
    kind, _, rest = line[:-1].decode("ascii", "replace").partition(" ")
    token, _, file = rest.partition(" ") if kind == OPEN else (rest, "", "")
    if kind not in KINDS or not _TOKEN.fullmatch(token):
        return None
    if kind != OPEN:
        return Activation(kind, token)
    from urllib.parse import unquote_to_bytes

    path = os.fsdecode(unquote_to_bytes(file))
    return Activation(kind, token, path) if os.path.isabs(path) and "\0" not in path else None
