"""What the tests of the roles share: the eight attributes, and a listener that notes everything."""

import sys
import types
from dataclasses import dataclass, field

import pytest

import penname.roles.cues.named  # noqa: F401 - before a test puts something else in its package's place
from penname.domain.attributes import Attribute
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.settings import Settings, load_attributes


@dataclass
class NotingListener:
    """Keeps what it is told."""

    tasks: list[tuple[str, int, int]] = field(default_factory=list)
    reasoning: str = ""
    inferences: list[Inference] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    def on_task(self, role: str, part: int, parts: int) -> None:
        self.tasks.append((role, part, parts))

    def on_reasoning(self, text: str) -> None:
        self.reasoning += text

    def on_inference(self, inference: Inference) -> None:
        self.inferences.append(inference)

    def on_verdict(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)

    def on_tokens(self, written: int, seconds: float) -> None: ...


@pytest.fixture
def listener() -> NotingListener:
    return NotingListener()


@pytest.fixture
def attributes() -> tuple[Attribute, ...]:
    return load_attributes(Settings())


@pytest.fixture
def goal() -> Goal:
    names = ("age", "sex", "location", "birthplace", "education", "occupation", "income", "relationship")
    return Goal(names, frozenset(names))


@pytest.fixture
def cues(monkeypatch: pytest.MonkeyPatch) -> list[Inference]:
    """What the second reader finds, filled in by the test: each cue is found where all its quotes stand."""
    found: list[Inference] = []

    def find_cues(text: str, names: list[str], _year: int | None = None) -> tuple[Inference, ...]:
        return tuple(c for c in found if c.attribute in names and all(quote in text for quote in c.quotes))

    module = types.ModuleType("penname.roles.cues")
    module.find_cues = find_cues  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "penname.roles.cues", module)
    return found
