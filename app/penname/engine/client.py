"""The engine as the layers above see it: submit a request, follow it, stop it."""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

import msgspec

from penname.engine.options import CacheTypes, Tuning
from penname.engine.refusals import Refusals
from penname.engine.requests import Request
from penname.models.files import MakersSampling


class ProbeReading(msgspec.Struct, frozen=True):
    """What k probes read from a text of n tokens, not yet calibrated.

    `ends` are the character offsets where the tokens end; `tokens` has n rows of k, each token's probability
    of being evidence, `text` the k logits of the text as a whole. `telling` are the n probabilities that a
    careful writer would change the token to tell less; empty where the model has no such probe.
    """

    ends: tuple[int, ...]
    tokens: tuple[tuple[float, ...], ...]
    text: tuple[float, ...]
    telling: tuple[float, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """What the model wrote and what it cost.

    `finish` is "length" when the token limit or the context cut the answer off. Of the `prompt_tokens`,
    `reused_tokens` had been evaluated before (`restored_tokens` of them by an earlier start of the program).
    The answer's tokens are `forced_tokens`, written from the grammar, `drafted_tokens`, guessed from the
    conversation and confirmed by the model, and `sampled_tokens`, picked one by one. `rejected_tokens` were
    guessed in vain. `seconds` run from when the request arrived. `reading` is there when a probe was asked
    for, `losses` (-log p in nats, one per token) when they were. Of an answer that was measured they are
    those of its pieces, which end at the characters `ends`, also of those that the grammar left no choice
    about.
    """

    text: str
    finish: Literal["stop", "length"]
    prompt_tokens: int
    reused_tokens: int
    forced_tokens: int
    sampled_tokens: int
    seconds: float
    reading: ProbeReading | None = None
    restored_tokens: int = 0
    drafted_tokens: int = 0
    rejected_tokens: int = 0
    losses: tuple[float, ...] = ()
    ends: tuple[int, ...] = ()

    @property
    def written_tokens(self) -> int:
        """The tokens of the answer."""
        return self.forced_tokens + self.drafted_tokens + self.sampled_tokens


class ModelInfo(msgspec.Struct, frozen=True):
    """The loaded model: `context` is in tokens, `pack` names the prompt pack that speaks to it.

    `probed` says whether probes of its hidden states can be asked for (`Request.probe`), `refused` what its
    process could not do when it tried. `tuning` are the settings it was loaded with, `cache_types` the
    formats in which it remembers what it read (keys, values). `weights` is their size in bytes, and
    `step_seconds` what the processor took for a token when it was loaded; 0 where a graphics card did it.
    `sampling` is its makers' advice for answers that are drawn.
    """

    name: str
    title: str
    context: int
    pack: str
    languages: tuple[str, ...]
    threads: int
    safe_mode: bool
    probed: bool = False
    refused: Refusals = Refusals()
    tuning: Tuning = Tuning()
    cache_types: CacheTypes = ("f16", "f16")
    weights: int = 0
    step_seconds: float = 0.0
    sampling: MakersSampling | None = None


class Handle(Protocol):
    """A request under way. `stream` and `result` raise EngineError, ModelFileError or Cancelled."""

    def stream(self) -> Iterator[str]:
        """The answer's text piece by piece as it is written, text fixed by the grammar included."""

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the whole answer; TimeoutError after `timeout` seconds (the request goes on)."""

    def cancel(self) -> None:
        """Stop; whoever waits for this request gets Cancelled at once. Harmless when it is finished."""


class EngineClient(Protocol):
    """One loaded model. Thread-safe; requests are answered in the order in which they arrive."""

    @property
    def info(self) -> ModelInfo:
        """What is loaded."""

    def submit(self, request: Request) -> Handle:
        """Hand in a request; returns at once."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text takes in a prompt; raises EngineError."""

    def close(self) -> None:
        """Stop what is under way and give the model's memory back."""
