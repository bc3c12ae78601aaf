"""The time until a stop is obeyed, with engines that take theirs."""

import time
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from penname.engine.requests import Request
from penname.lab.bench import stopping
from penname.lab.bench.stopping import seconds_to_stop


class Engine:
    """Reads on for `late` seconds after a stop."""

    def __init__(self, late: float) -> None:
        self.info = SimpleNamespace(context=2000)
        self._late, self._stopped = late, False
        self.texts: list[str] = []

    def submit(self, request: Request) -> SimpleNamespace:
        self.texts.append(request.messages[0].content)
        return SimpleNamespace(cancel=lambda: setattr(self, "_stopped", True))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        if self._stopped:
            time.sleep(self._late)
        self._stopped = False
        return [20 for _ in texts]


def test_what_the_engine_still_does_after_a_stop_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "_BEGUN", 0.0)
    engine = Engine(late=0.05)
    assert seconds_to_stop(engine) >= 0.05  # type: ignore[arg-type]
    assert len({text[:12] for text in engine.texts}) == len(engine.texts), "none begins as another did"
    assert engine.texts[0].count("ferries") == 1800 // 20
