"""How a model is loaded: which optimizations are on, and the settings that fit this machine."""

from typing import Literal

import msgspec

BATCH = 128  # tokens; small enough that progress is seen and a stop is quick on any machine

CacheType = Literal["f16", "q8_0", "q4_0"]
CacheTypes = tuple[CacheType, CacheType]  # of keys, of values


class Optimizations(msgspec.Struct, frozen=True):
    """What saves the engine work; each can be turned off to measure what it gains.

    `reuse` keeps what a prompt shares with one before, `fast_forward` writes at once what the grammar leaves
    no choice about, `drafts` guesses from the conversation how an answer goes on, `prefix_states` keeps
    evaluated instructions on disk. Up to `sequences` requests are answered at the same time.
    """

    reuse: bool = True
    fast_forward: bool = True
    drafts: bool = True
    prefix_states: bool = True
    sequences: int = 8


class Tuning(msgspec.Struct, frozen=True):
    """What is best on one machine may be slow on another; None leaves the choice to the engine.

    `threads` decode, `batch` tokens are evaluated at once, `context` tokens are remembered. `extra_buffers`
    repacks the weights for the processor; `gpu_layers` go to the graphics card (all of them by default, where
    llama.cpp was built for one).
    """

    threads: int | None = None
    batch: int | None = None
    context: int | None = None
    flash_attention: bool | None = None
    cache_type: CacheType | None = None
    extra_buffers: bool = True
    gpu_layers: int | None = None


class Options(msgspec.Struct, frozen=True):
    """Everything that may be said about how a model is to be loaded."""

    optimizations: Optimizations = Optimizations()
    tuning: Tuning = Tuning()
