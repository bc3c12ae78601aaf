"""Whether a model fits this computer, and how fast it would write."""

from enum import StrEnum

import msgspec

from penname.models.catalog import CatalogEntry
from penname.models.hardware import Hardware
from penname.models.speed import Speed, expected_speed

_WELL, _TIGHTLY = 0.6, 0.85  # of all memory; the system and other programs need the rest
_WORKING_MEMORY = 500_000_000  # bytes beside weights and context
_CONTEXT = 8192  # tokens, Penname's longest
_CARD_SHARE = 0.9  # of a card's memory


class FitLevel(StrEnum):
    """How well a model fits, best first. UNKNOWN: the system does not say how much memory there is."""

    WELL = "fits well"
    TIGHTLY = "fits tightly"
    TOO_BIG = "too big"
    UNKNOWN = "unknown"


class Fit(msgspec.Struct, frozen=True):
    """`memory` is what the model takes while it runs, in bytes; `tokens_per_second` is an expectation.

    It is None before anything was measured on this computer, and where a graphics card (`on_card`) would do
    the work, whose speed is not known before it is tried.
    """

    level: FitLevel
    memory: int
    tokens_per_second: float | None
    on_card: bool = False


def fit(size: int, memory: int, hardware: Hardware, speed: Speed | None) -> Fit:
    """Judge a model whose file has `size` bytes and that takes `memory` bytes while it runs."""
    if any(memory <= _CARD_SHARE * card.memory for card in hardware.cards if not card.shared):
        return Fit(FitLevel.WELL, memory, None, on_card=True)
    expected = expected_speed(size, speed) if speed is not None and size > 0 else None
    if hardware.memory <= 0:
        return Fit(FitLevel.UNKNOWN, memory, expected)
    share = memory / hardware.memory
    if share > _TIGHTLY:
        return Fit(FitLevel.TOO_BIG, memory, expected)
    if share > _WELL or memory > hardware.free_memory:
        return Fit(FitLevel.TIGHTLY, memory, expected)
    return Fit(FitLevel.WELL, memory, expected)


def fit_of_entry(entry: CatalogEntry, hardware: Hardware, speed: Speed | None) -> Fit:
    """Judge a model of the catalog, installed or not."""
    return fit(entry.size, entry.memory, hardware, speed)


def memory_needed(size: int, bytes_per_token: int = 0) -> int:
    """What a model takes while it runs, in bytes: weights, context and working memory.

    `bytes_per_token` of context comes from the model's header (`GgufHeader.bytes_per_token`); where it says
    nothing, the context is taken for a quarter of the weights.
    """
    context = bytes_per_token * _CONTEXT if bytes_per_token else size // 4
    return size + context + _WORKING_MEMORY
