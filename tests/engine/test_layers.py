"""What goes into a layer, of a model of noise whose weights are known."""

from pathlib import Path

import gguf
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tiny_llama import write_llama
from penname.engine.host import layers
from penname.engine.host.context import BatchRow, Context
from penname.engine.host.llama import Model
from penname.engine.options import Tuning

TOKENS = [5, 70, 9, 200, 31, 8]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_llama(tmp_path_factory.mktemp("model") / "noise.gguf")


def a_context(path: Path, sequences: int = 2) -> Context:
    model = Model(str(path), None, safe=True, on_progress=lambda: None)
    return Context(model, 64, 16, 1, Tuning(), safe=True, probed=True, sequences=sequences)


def embeddings(path: Path) -> NDArray[np.float32]:
    """What goes into the first layer."""
    (found,) = (one for one in gguf.GGUFReader(path).tensors if one.name == "token_embd.weight")
    return np.array(found.data)


def test_the_states_begin_with_what_goes_into_the_layers_in_their_order(path: Path) -> None:
    plain, both, turned = (a_context(path) for _ in range(3))
    assert both.read_layers((0, 1))
    assert turned.read_layers((1, 0))
    rows = [BatchRow(token, place, 0, place > 1) for place, token in enumerate(TOKENS)]
    for context in (plain, both, turned):
        context.decode(rows, states=True)
    width = 64
    for index, token in enumerate(TOKENS[2:], 2):
        last, states = plain.states(index), both.states(index)
        assert states[:width] == pytest.approx(embeddings(path)[token])
        assert states[2 * width :] == pytest.approx(last, abs=1e-5)
        assert not np.allclose(states[width : 2 * width], states[:width])
        assert not np.allclose(states[width : 2 * width], last)
        assert turned.states(index) == pytest.approx(
            np.concatenate([states[width : 2 * width], states[:width], last]), abs=1e-5
        )


def test_each_row_of_a_mixed_batch_has_its_own(path: Path) -> None:
    """Two sequences in turns; llama.cpp may evaluate them in another order."""
    context = a_context(path)
    assert context.read_layers((0,))
    rows = [
        BatchRow(token, place, sequence, True) for place, token in enumerate(TOKENS) for sequence in (0, 1)
    ]
    context.decode(rows, states=True)
    for index, row in enumerate(rows):
        assert context.states(index)[:64] == pytest.approx(embeddings(path)[row.token])


def test_a_build_without_the_functions_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "_functions", lambda: None)
    context = a_context(path)
    assert not context.read_layers((0,))
    assert context.read_layers(())
