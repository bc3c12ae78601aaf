"""A model tried on samples: what is counted and kept, and how it is stopped. Roles from a script."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penname import locations
from penname.domain.errors import Cancelled, EngineError
from penname.domain.inferences import Validity
from penname.engine.client import ModelInfo
from penname.models.trials import known_trials
from penname.sessions import loaded_models
from penname.sessions.model_trial import LabelledSample, ModelTrial, labelled_samples
from penname.settings import Settings
from scripted import ScriptedRoles

LEAKS = {
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "nursed", Validity.MEDIUM),  # what it cannot put into other words
    "age": ("34", "grown", Validity.LOW),
}
SAMPLES = (
    LabelledSample("I nursed all night in Leeds.", (("location", "Leeds"), ("occupation", "nursed"))),
    LabelledSample("In Leeds at 34, and tired.", (("location", "York"), ("age", "34"))),
    LabelledSample("It rained all day.", ()),
)


class _ScriptedEngine:
    info = ModelInfo("starter", "Starter model", 4096, "starter", ("en",), 1, False)
    open = 0

    def __init__(self, *_: object) -> None: ...

    def load(self) -> None:
        type(self).open += 1

    def close(self) -> None:
        type(self).open = 0


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., ModelTrial]:
    monkeypatch.setattr(locations, "cache_dir", lambda: tmp_path)

    def make(roles: ScriptedRoles, on_text: Callable[[int, int], None] = lambda *_: None) -> ModelTrial:
        def scripted(*_: Any, **__: Any) -> ScriptedRoles:
            return roles

        monkeypatch.setattr(loaded_models, "LocalEngine", _ScriptedEngine)
        monkeypatch.setattr(loaded_models, "Roles", scripted)
        return ModelTrial(Settings(), on_text, SAMPLES)

    return make


def test_it_counts_what_the_reader_believed_and_had_right(trial: Callable[..., ModelTrial]) -> None:
    """Leeds twice, but once it is the wrong place; 34 is read and not believed."""
    done: list[tuple[int, int]] = []
    found = trial(ScriptedRoles(LEAKS), lambda *numbers: done.append(numbers)).run()
    assert (found.texts, found.clues, found.hidden, found.unchanged) == (3, 2, 1, 0)
    assert found.kept == pytest.approx((5 / 6 + 5 / 6 + 1) / 3)
    assert found.seconds > 0
    assert done == [(0, 3), (1, 3), (2, 3)]
    assert known_trials() == {"starter": found}


def test_a_model_that_changes_nothing_hides_nothing(trial: Callable[..., ModelTrial]) -> None:
    leaks = {name: (find, find, validity) for name, (find, _, validity) in LEAKS.items()}
    found = trial(ScriptedRoles(leaks)).run()
    assert (found.clues, found.hidden, found.unchanged, found.kept) == (2, 0, 2, 1.0)


def test_stopped_or_failed_nothing_is_kept(trial: Callable[..., ModelTrial]) -> None:
    def stopping(_role: str) -> None:
        job.stop()

    job = trial(ScriptedRoles(LEAKS, before=stopping))
    with pytest.raises(Cancelled):
        job.run()

    def failing(_role: str) -> None:
        raise EngineError("The model stopped. Your text is still here.")

    with pytest.raises(EngineError):
        trial(ScriptedRoles(LEAKS, before=failing)).run()
    assert known_trials() == {}


def test_the_samples_that_ship_say_what_they_tell() -> None:
    samples = labelled_samples()
    assert len(samples) == 10
    assert sum(bool(sample.clues) for sample in samples) == 9
