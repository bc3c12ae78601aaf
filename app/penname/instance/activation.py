"""What a later start may ask of the running Penname: one short line, too short for any text."""

import re
from collections.abc import Mapping
from typing import NamedTuple

SHOW = "show"
ANONYMIZE, PSEUDONYMIZE, RESTORE = CLIPBOARD = ("anonymize", "pseudonymize", "restore")
KINDS = (SHOW, *CLIPBOARD)
LONGEST = 512  # bytes of a line

_TOKEN = re.compile(r"[!-~]{0,400}")
# What a desktop hands to a program it starts, so that its window may come to the front.
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class Activation(NamedTuple):
    """One of `KINDS`, and the token by which the desktop lets a window come to the front ("" for none)."""

    kind: str
    token: str = ""

    def to_line(self) -> bytes:
        """The line that `read_activation` reads."""
        return f"{self.kind} {self.token}\n".encode("ascii")


def activation_from(environment: Mapping[str, str], kind: str) -> Activation:
    """An activation with the token that this process was started with."""
    token = next((environment[name] for name in _TOKENS if environment.get(name)), "")
    return Activation(kind, token if _TOKEN.fullmatch(token) else "")


def read_activation(line: bytes) -> Activation | None:
    """The activation in a line; None for anything else."""
    if len(line) > LONGEST or not line.endswith(b"\n"):
        return None
    kind, _, token = line[:-1].decode("ascii", "replace").partition(" ")
    return Activation(kind, token) if kind in KINDS and _TOKEN.fullmatch(token) else None
