"""How fast this computer was seen to write, and what that promises for other models.

Writing a token uses every weight once, so on one computer the time a token takes grows with the size of the
weights. Measured, in processor time a token and 100 MB of weights, on one core: 10.9 ms with the starter
(143 MB, Q8_0), 11.0 ms with 227 MB and 10.4 ms with 604 MB (random weights, Q4_0). The engine measures a step
whenever it loads a model; what it saw is kept in the cache folder.
"""

import msgspec

from penname import locations
from penname.models.measured import keep_measured

_FILE = "speed.json"


class Speed(msgspec.Struct, frozen=True):
    """One token took `seconds` with a model whose file has `size` bytes."""

    seconds: float
    size: int


def remember_speed(seconds: float, size: int) -> None:
    """Keep a measurement; one with a larger model says more and is not replaced by one with a smaller.

    Of several with the same model the quickest counts: other programs only ever slow it down.
    """
    known = known_speed()
    if seconds <= 0 or size <= 0 or (known is not None and known.size > 2 * size):
        return
    if known is not None and known.size == size:
        seconds = min(seconds, known.seconds)
    keep_measured(_FILE, msgspec.json.encode(Speed(seconds, size)))


def known_speed() -> Speed | None:
    """The measurement kept for this computer; None before a model was loaded on it."""
    try:
        return msgspec.json.decode((locations.cache_dir() / _FILE).read_bytes(), type=Speed)
    except (OSError, msgspec.DecodeError):
        return None


def expected_speed(size: int, measured: Speed) -> float:
    """Tokens a second to expect of a model whose file has `size` bytes."""
    return measured.size / (size * measured.seconds)
