"""What a later start may ask of the running Penname: one short line, in which no text has room."""

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


class Wish(NamedTuple):
    """One of `KINDS`, and the token by which the desktop lets a window come to the front ("" for none)."""

    kind: str
    token: str = ""

    def to_line(self) -> bytes:
        """As `read_wish` takes it."""
        return f"{self.kind} {self.token}\n".encode("ascii")


def wish_from(environment: Mapping[str, str], kind: str) -> Wish:
    """A wish with the token that this process was started with."""
    token = next((environment[name] for name in _TOKENS if environment.get(name)), "")
    return Wish(kind, token if _TOKEN.fullmatch(token) else "")


def read_wish(line: bytes) -> Wish | None:
    """The wish of a line; None for anything that is none."""
    if len(line) > LONGEST or not line.endswith(b"\n"):
        return None
    kind, _, token = line[:-1].decode("ascii", "replace").partition(" ")
    return Wish(kind, token) if kind in KINDS and _TOKEN.fullmatch(token) else None
