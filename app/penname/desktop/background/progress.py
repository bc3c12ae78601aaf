"""Carries a running role's progress from the job thread to the window, at most 30 times a second."""

import threading
from dataclasses import dataclass, field, replace

from penname.domain.inferences import Inference, Verdict

INTERVAL_MS = 34  # between two looks of the window: no more than 30 a second


@dataclass(frozen=True)
class Progress:
    """The role that is running now, and everything it has written since it began."""

    role: str = ""  # "attacker", "arbitrator", "anonymizer"; empty while the model is still waited for
    part: int = 1
    parts: int = 1
    reasoning: str = ""
    inferences: tuple[Inference, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass
class WritingSpeed:
    """Tokens written and the seconds they took, in all finished requests."""

    written: int = 0
    seconds: float = 0.0
    requests: list[tuple[int, float]] = field(default_factory=list)


class ProgressRecorder:
    """A `Listener` that records; the window's thread collects the records with `take`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._progress = Progress()
        self._reasoning: list[str] = []
        self._news = False
        self.speed = WritingSpeed()

    def take(self) -> Progress | None:
        """What was said so far, or None if nothing is new."""
        with self._lock:
            if not self._news:
                return None
            self._news = False
            if self._reasoning:
                reasoning = self._progress.reasoning + "".join(self._reasoning)
                self._progress = replace(self._progress, reasoning=reasoning)
                self._reasoning.clear()
            return self._progress

    def reset(self) -> None:
        """Forget what was recorded, before another piece of work begins."""
        with self._lock:
            self._progress, self._news = Progress(), False
            self._reasoning.clear()

    def on_task(self, role: str, part: int, parts: int) -> None:
        """Record that a role begins; the attacker's inferences stay, for the arbitrator judges them."""
        with self._lock:
            before = self._progress
            self._reasoning.clear()
            self._progress = replace(before, role=role, part=part, parts=parts, reasoning="")
            if role == "attacker" and part == 1:
                self._progress = replace(self._progress, inferences=(), verdicts=())
            self._news = True

    def on_reasoning(self, text: str) -> None:
        """Record more reasoning."""
        with self._lock:
            self._reasoning.append(text)
            self._news = True

    def on_inference(self, inference: Inference) -> None:
        """Record a complete inference in place of its reasoning so far."""
        with self._lock:
            self._reasoning.clear()
            kept = tuple(i for i in self._progress.inferences if i.attribute != inference.attribute)
            self._progress = replace(self._progress, inferences=(*kept, inference), reasoning="")
            self._news = True

    def on_verdict(self, verdict: Verdict) -> None:
        """Record a verdict."""
        with self._lock:
            kept = tuple(v for v in self._progress.verdicts if v.attribute != verdict.attribute)
            self._progress = replace(self._progress, verdicts=(*kept, verdict))
            self._news = True

    def on_tokens(self, written: int, seconds: float) -> None:
        """Record a finished request."""
        with self._lock:
            self.speed.written += written
            self.speed.seconds += seconds
            self.speed.requests.append((written, seconds))
            self._news = True
