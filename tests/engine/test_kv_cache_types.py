"""The data types of the KV cache, with a model of noise."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tiny_llama import write_llama
from penname.engine.host.context import BatchRow, Context
from penname.engine.host.llama import Model
from penname.engine.options import CacheType, Tuning

TOKENS = [(7 * place + 3) % 250 for place in range(600)]
USUAL = Tuning()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_llama(tmp_path_factory.mktemp("model") / "noise.gguf", rounded=True)


def a_context(path: Path, tuning: Tuning = USUAL, *, safe: bool = False) -> Context:
    model = Model(str(path), None, tuning, safe=safe, on_progress=lambda: None)
    return Context(model, 1024, 128, 2, tuning, safe=safe, sequences=1)


def portions(of: int) -> Iterator[range]:
    return (range(start, min(start + of, len(TOKENS))) for start in range(0, len(TOKENS), of))


def scores_behind_all(context: Context, portion: int) -> NDArray[np.float32]:
    for places in portions(portion):
        rows = [BatchRow(TOKENS[place], place, 0, place == len(TOKENS) - 1) for place in places]
        context.decode(rows)
    return context.logits(len(rows) - 1)


def test_it_makes_no_difference_how_many_tokens_are_read_at_once(path: Path) -> None:
    """None at all where this was written; in f16 it is 0.07 of scores that spread by 1."""
    together = scores_behind_all(a_context(path), 128)
    for portion in (1, 7, 40, 100):
        assert scores_behind_all(a_context(path), portion) == pytest.approx(together, abs=1e-3)


def test_a_pair_of_formats_where_it_helps(path: Path) -> None:
    assert a_context(path).cache_types == ("q8_0", "f16")
    assert a_context(path, safe=True).cache_types == ("f16", "f16")
    assert a_context(path, Tuning(flash_attention=False)).cache_types == ("f16", "f16")


@pytest.mark.parametrize("wanted", ["f16", "q8_0"])
def test_who_says_a_format_gets_it_for_both(path: Path, wanted: CacheType) -> None:
    assert a_context(path, Tuning(cache_type=wanted)).cache_types == (wanted, wanted)


def test_keys_of_an_odd_size_are_kept_as_usual(tmp_path: Path) -> None:
    odd = write_llama(tmp_path / "odd.gguf", heads=4)  # keys of 16 numbers; q8_0 packs 32
    assert a_context(odd).cache_types == ("f16", "f16")
