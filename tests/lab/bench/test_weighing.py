"""What weighing adds to a first round, with scripted roles whose seconds are known."""

from collections.abc import Callable

import pytest

from penname.domain.inferences import Validity
from penname.lab.bench import weighing
from penname.lab.bench.weighing import WeighedRound, summed_up, weighed_rounds
from penname.settings import Settings, load_attributes
from scripted import ScriptedRoles

SECONDS = {"attacker": 2.0, "arbitrator": 1.0, "weigher": 1.5, "anonymizer": 3.0}


class Models:
    """A clock that each role moves on."""

    name = "scripted"
    attributes = load_attributes(Settings())

    def __init__(self) -> None:
        self.now = 0.0

    def load(self) -> None: ...

    def roles(self, *_: object) -> ScriptedRoles:
        return ScriptedRoles({"location": ("Leeds", "town", Validity.HIGH)}, self.work)

    def work(self, role: str) -> None:
        self.now += SECONDS[role]


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[WeighedRound, ...]]:
    models = Models()
    monkeypatch.setattr(weighing.time, "perf_counter", lambda: models.now)
    return lambda texts, said: weighed_rounds(models, texts, said.append)  # type: ignore[arg-type]


def test_a_round_is_timed_without_its_weighing_and_the_first_text_warms_up(rounds) -> None:  # type: ignore[no-untyped-def]
    said: list[str] = []
    found = rounds(["Leeds is warm.", "I live in Leeds.", "Nothing is said here."], said)
    assert found == (WeighedRound(3.0, 3.0, 1.5, 1),)
    assert found[0].ratio == 0.25
    assert said == ["round 6.0 s, weighing 1.5 s (phrases: 1): 0.25 of it"]


def test_the_median_is_told_with_its_range() -> None:
    rounds = [WeighedRound(1.0, 1.0, weighing, 3) for weighing in (0.5, 1.5, 0.25)]
    assert summed_up(rounds) == "Weighing the words adds 0.25 of a first round (0.12 to 0.75, 3 texts)."
    assert summed_up([]) == "Nothing was acted on in these texts."
