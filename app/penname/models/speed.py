"""How fast this computer was seen to write, and what that promises for other models.

Writing a token reads every weight once, so on one computer the time a token takes grows with the size of the
weights. The engine measures a step whenever it loads a model; what it saw last is kept in the cache folder.
"""

import contextlib
import os

import msgspec

from penname import locations

_FILE = "speed.json"
# A small model spends its time elsewhere: a step takes at least this long whatever is read, so it would
# promise too little for a large one. In seconds.
_OVERHEAD = 0.002


class Speed(msgspec.Struct, frozen=True):
    """One token took `seconds` with a model whose file has `size` bytes."""

    seconds: float
    size: int


def remember_speed(seconds: float, size: int) -> None:
    """Keep a measurement; one with a larger model says more and is not replaced by one with a smaller."""
    known = known_speed()
    if seconds <= 0 or size <= 0 or (known is not None and known.size > 2 * size):
        return
    path = locations.cache_dir() / _FILE
    partial = path.with_name(f"{_FILE}.{os.getpid()}.partial")
    with contextlib.suppress(OSError):
        partial.write_bytes(msgspec.json.encode(Speed(seconds, size)))
        partial.replace(path)


def known_speed() -> Speed | None:
    """The measurement kept for this computer; None before a model was loaded on it."""
    try:
        return msgspec.json.decode((locations.cache_dir() / _FILE).read_bytes(), type=Speed)
    except (OSError, msgspec.DecodeError):
        return None


def expected_speed(size: int, measured: Speed) -> float:
    """Tokens a second to expect of a model whose file has `size` bytes."""
    reading = max(measured.seconds - _OVERHEAD, measured.seconds / 2)
    return 1 / (_OVERHEAD + reading * size / measured.size)
