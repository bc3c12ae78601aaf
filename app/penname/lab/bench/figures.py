"""What `penname bench` measured, as it is printed, drawn and saved."""

import statistics
from typing import Any

import msgspec

from penname.engine.speeds import Speeds
from penname.lab.bench.floor import RoundTokens


class Machine(msgspec.Struct, frozen=True):
    """Where it was measured; nothing here names a person or a file."""

    processor: str
    cores: int
    memory: int  # MiB
    system: str
    python: str
    llama_cpp: str
    penname: str


class TextFigures(msgspec.Struct, frozen=True):
    """One round on one text, each way; seconds."""

    ours: float
    papers_way: float
    same_answers: float
    floor: float
    first_inference: float | None
    models_first_inference: float | None
    tokens: RoundTokens
    papers_prompt_tokens: int
    papers_written_tokens: int
    prompt_tokens: int
    reused_tokens: int
    forced_tokens: int
    drafted_tokens: int
    sampled_tokens: int
    rejected_tokens: int


class BatchFigures(msgspec.Struct, frozen=True):
    """A round on each of that many texts at the same time; seconds of all, and the floor with their answers
    written side by side.
    """

    texts: int
    seconds: float
    floor: float


class Divergence(msgspec.Struct, frozen=True):
    """An answer that parts from that of `Llama`: our token's logit less theirs (sameness.Compared)."""

    text: int  # its number in the run
    request: int
    difference: float


class Sameness(msgspec.Struct, frozen=True):
    """How many answers, and how many texts with all their answers, are the same as those of `Llama`."""

    answers: int
    same_answers: int
    texts: int
    same_texts: int
    divergences: tuple[Divergence, ...]


class BenchFigures(msgspec.Struct, frozen=True):
    """One run of the bench. `without` has a round's median seconds with one optimization switched off."""

    machine: Machine
    model: str
    threads: int
    batch: int
    safe_mode: bool
    disturbed_by: str | None  # why the machine was too busy, where it was measured anyway
    seconds_to_ready: float
    seconds_to_stop: float
    speeds: Speeds
    texts: tuple[TextFigures, ...]
    without: dict[str, float]
    sameness: Sameness
    together: BatchFigures

    @property
    def seconds(self) -> dict[str, float]:
        """The median of a round, each way."""
        return {name: self._median(name) for name in ("ours", "papers_way", "same_answers", "floor")}

    @property
    def ratios(self) -> dict[str, float | None]:
        """The median over the texts of ours divided by the other way; None where no text took that way time.

        The model is asked nothing about a text that gives nothing away, and the same answers then take none.
        """
        return {
            f"ratio_to_{name}": statistics.median(shares) if shares else None
            for name in ("papers_way", "same_answers", "floor")
            for shares in [[text.ours / getattr(text, name) for text in self.texts if getattr(text, name)]]
        }

    @property
    def shares(self) -> dict[str, float]:
        """Of all tokens that were read or written: how they came about."""
        counts = {
            name: sum(getattr(text, f"{name}_tokens") for text in self.texts)
            for name in ("reused", "forced", "drafted", "sampled")
        }
        total = sum(text.prompt_tokens for text in self.texts) + sum(
            counts[name] for name in ("forced", "drafted", "sampled")
        )
        counts = {"appended" if name == "forced" else name: count for name, count in counts.items()}
        counts["prefilled"] = total - sum(counts.values())
        return {f"share_{name}": count / (total or 1) for name, count in counts.items()}

    def to_json(self) -> bytes:
        """One JSON object with the medians, the ratios and all that they were made of."""
        first = [text.first_inference for text in self.texts if text.first_inference is not None]
        models = [t.models_first_inference for t in self.texts if t.models_first_inference is not None]
        summary: dict[str, Any] = {
            **self.ratios,
            **{f"seconds_{name}": seconds for name, seconds in self.seconds.items()},
            "seconds_to_first_inference": statistics.median(first) if first else None,
            "seconds_to_models_first_inference": statistics.median(models) if models else None,
            "tokens_per_second_prefill": self.speeds.prompt,
            "tokens_per_second_decode": self.speeds.single,
            "tokens_per_second_decode_of_8": dict(self.speeds.together).get(8),
            "ratio_together_to_floor": self.together.seconds / self.together.floor,
            **self.shares,
        }
        plain: Any = msgspec.to_builtins(self)
        return msgspec.json.format(msgspec.json.encode(summary | plain), indent=2) + b"\n"

    def _median(self, name: str) -> float:
        return float(statistics.median(getattr(text, name) for text in self.texts))
