"""The network on hidden states, with weights small enough to compute by hand."""

import numpy as np
import pytest

from engine.tiny_probe import LAYER, READINGS, WIDTH, tiny_probe
from penname.engine.host.probe_network import ProbeNetwork


def test_the_text_is_read_from_its_mean_state() -> None:
    network = ProbeNetwork(tiny_probe(**{"mean.weight": np.eye(READINGS, WIDTH), "bias": [0, 0, 1]}), WIDTH)
    words, text = network.read(np.array([[1, 2, 3, 4], [3, 2, 1, 0]], dtype=np.float32))
    assert text == pytest.approx([2, 2, 3])
    assert words == pytest.approx(np.full((2, READINGS), 0.5))


def test_a_word_is_read_from_its_own_state() -> None:
    network = ProbeNetwork(
        tiny_probe(
            **{
                "input.weight": [[1, 0, 0, 0], [-1, 0, 0, 0]],
                "last.weight": [1, 1],
                "word.weight": [[4, 0], [0, 4], [0, 0]],
                "word.bias": [0, 0, 2],
            }
        ),
        WIDTH,
    )
    words, _ = network.read(np.array([[9, 0, 0, 0], [-9, 5, 5, 5]], dtype=np.float32))
    high, low = 1 / (1 + np.exp(-4.0)), 1 / (1 + np.exp(4.0))
    assert words[:, 0] == pytest.approx([high, low], abs=1e-4)
    assert words[:, 1] == pytest.approx([low, high], abs=1e-4)
    assert words[:, 2] == pytest.approx([1 / (1 + np.exp(-2.0))] * 2, abs=1e-4)


def test_a_word_sees_what_comes_after_it() -> None:
    """Attention looks one word ahead: its position counts for everything."""
    ahead = {
        "input.weight": [[1, 0, 0, 0], [-1, 0, 0, 0]],
        "before_attention.weight": [1, 1],
        "attention.weight": [*np.zeros((4, LAYER)), [1, 0], [0, 1]],
        "positions": [[-50, -50, -50, 50, -50]],
        "mix.weight": 10 * np.eye(LAYER),
        "last.weight": [1, 1],
        "word.weight": [[4, 0], [0, 0], [0, 0]],
    }
    network = ProbeNetwork(tiny_probe(**ahead), WIDTH)
    words, _ = network.read(np.array([[1, 0, 0, 0], [-1, 0, 0, 0], [1, 0, 0, 0]], dtype=np.float32))
    assert words[0, 0] < 0.1
    assert words[1, 0] > 0.9


def test_nothing_to_read_leaves_the_bias() -> None:
    words, text = ProbeNetwork(tiny_probe(bias=[1, 2, 3]), WIDTH).read(np.empty((0, WIDTH), np.float32))
    assert words.shape == (0, READINGS)
    assert text.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "changed",
    [
        {"input.weight": np.zeros((LAYER, WIDTH + 1))},
        {"bias": np.zeros(READINGS + 1)},
        {"word.bias": [np.nan, 0, 0]},
        {"positions": np.zeros((1, 4))},
        {"positions": np.zeros((3, 5))},
        {"mix.weight": np.zeros(LAYER)},
    ],
)
def test_layers_that_do_not_fit_are_refused(changed: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        ProbeNetwork(tiny_probe(**changed), WIDTH)
