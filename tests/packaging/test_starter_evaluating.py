"""The evaluator of the recipe, on a model of noise that llama.cpp really runs."""

from pathlib import Path

import numpy as np
import pytest

from engine.tiny_llama import write_llama
from starter.evaluating import Evaluator

FIRST = list(b"Comment: the tram is late whenever it rains, and it rains.")
SECOND = list(b"Comment: the tram is full.")
LONG = list(b"We moved here for the job at the mill. ") * 5  # more than one batch


@pytest.fixture(scope="module")
def noise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_llama(tmp_path_factory.mktemp("model") / "noise.gguf")


def test_what_was_evaluated_before_changes_nothing(noise: Path) -> None:
    used = Evaluator(noise, (1,))
    for prompt in (FIRST, SECOND, LONG, SECOND, SECOND):
        fresh = Evaluator(noise, (1,))
        np.testing.assert_allclose(used.scores(prompt), fresh.scores(prompt), atol=1e-2)
        states = used.states(prompt, 9)
        assert len(states) == len(prompt) - 9
        np.testing.assert_allclose(states, fresh.states(prompt, 9), atol=1e-2)


def test_states_are_those_of_the_layer_and_the_last(noise: Path) -> None:
    (state,) = Evaluator(noise, (1,)).states(FIRST, len(FIRST) - 1)
    (last,) = Evaluator(noise, (0, 1)).states(FIRST, len(FIRST) - 1)
    width = len(state) // 2
    assert len(last) == 3 * width
    np.testing.assert_allclose(state, last[width:], atol=1e-2)
