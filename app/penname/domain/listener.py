"""The interface that is told what a running role does; only to show it, never to decide by it."""

from typing import Protocol

from penname.domain.inferences import Inference, Verdict


class Listener(Protocol):
    """Told from a worker thread, many times a second; front ends must not block in it."""

    def on_task(self, role: str, part: int, parts: int) -> None:
        """`role` begins part `part` (from 1) of `parts`: "attacker", "arbitrator", "anonymizer",
        "weigher", or the "told attacker", which knows the true values and only lists the cues to them.
        """

    def on_reasoning(self, text: str) -> None:
        """A piece of the reasoning as the model writes it, without JSON around it."""

    def on_inference(self, inference: Inference) -> None:
        """One complete inference of the attack that is running."""

    def on_verdict(self, verdict: Verdict) -> None:
        """One complete verdict of the arbitration that is running."""

    def on_tokens(self, written: int, seconds: float) -> None:
        """How many tokens a finished request wrote and how long it took; not of one that only read."""


class SilentListener:
    """A listener that ignores everything."""

    def on_task(self, role: str, part: int, parts: int) -> None: ...

    def on_reasoning(self, text: str) -> None: ...

    def on_inference(self, inference: Inference) -> None: ...

    def on_verdict(self, verdict: Verdict) -> None: ...

    def on_tokens(self, written: int, seconds: float) -> None: ...
