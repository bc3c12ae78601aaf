"""Messages between Penname and the download child: one JSON object a line.

It is handed one order or one question, and reports until the last word on it.
"""

import msgspec

DOWNLOAD_CHILD = "--download-child"
LONGEST_LINE = 64 * 1024  # bytes


class Patience(msgspec.Struct, frozen=True):
    """How long the download child waits, in seconds, before it takes a connection for dead and tries again.

    `slowest` is in bytes a second, on average over `silence` seconds. After `attempts` that brought nothing
    it gives up; between them it waits `first_pause`, then twice as long each time up to `longest_pause`, or
    as long as the server asks if that is no more than `longest_asked`.
    """

    connect: float = 15.0
    silence: float = 30.0
    slowest: int = 1024
    attempts: int = 9
    first_pause: float = 1.0
    longest_pause: float = 60.0
    longest_asked: float = 300.0


class Order(msgspec.Struct, frozen=True, tag=True):
    """Fetch `file` of `repo` at `revision` into `target`, and go on with what is there of it.

    `size` (bytes) and `sha256` are what the catalog expects, 0 and None where it says nothing. `token` is
    sent to the hub alone.
    """

    repo: str
    file: str
    revision: str
    target: str
    title: str
    size: int = 0
    sha256: str | None = None
    token: str | None = None
    patience: Patience = Patience()


class Question(msgspec.Struct, frozen=True, tag=True):
    """Ask for the few words at `address`. Nothing is sent but the request for it."""

    address: str
    patience: Patience = Patience()


class Checking(msgspec.Struct, frozen=True, tag=True):
    """What an earlier try left is read again: `done` of `size` bytes so far."""

    done: int
    size: int


class Growing(msgspec.Struct, frozen=True, tag=True):
    """`done` of `size` bytes are there."""

    done: int
    size: int


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """The connection failed; it is tried again in that many seconds. `sentence` says what happened."""

    sentence: str
    seconds: float


class Verified(msgspec.Struct, frozen=True, tag=True):
    """The whole file is there and is what the hub describes; `revision` is the commit it came from."""

    sha256: str
    size: int
    revision: str


class Asked(msgspec.Struct, frozen=True, tag=True):
    """What `host` answered to a question, as it came but never long."""

    text: str
    host: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """There is no whole file or no answer, and trying on is of no use now; `sentence` is for the user."""

    sentence: str
    needs_token: bool = False
    disk_full: bool = False


Report = Checking | Growing | Waiting | Verified | Refused
