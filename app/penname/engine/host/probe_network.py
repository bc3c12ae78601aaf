"""The small network that reads a text's hidden states.

A causal model has not read the rest of the text when it reaches a word. One layer of attention in both
directions (Vaswani et al. 2017, with positions relative to the word as in Shaw et al. 2018) makes up for it.
The outcome is read word by word, and for the text as a whole, where some words are looked at more than
others.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SHAPES = {  # by the letters' sizes: w width of the states, d of the layer, f of its inner part, k readings
    "input.weight": "dw",
    "input.bias": "d",
    "positions": "hp",
    "before_attention.weight": "d",
    "before_attention.bias": "d",
    "attention.weight": "3d",
    "attention.bias": "3",
    "mix.weight": "dd",
    "mix.bias": "d",
    "before_inner.weight": "d",
    "before_inner.bias": "d",
    "inner.weight": "fd",
    "inner.bias": "f",
    "outer.weight": "df",
    "outer.bias": "d",
    "last.weight": "d",
    "last.bias": "d",
    "word.weight": "kd",
    "word.bias": "k",
    "look.weight": "kd",
    "look.bias": "k",
    "value.weight": "kd",
    "value.bias": "k",
    "mean.weight": "kw",
    "bias": "k",
}


class ProbeNetwork:
    """The network in `arrays`, for states of `width`; raises KeyError or ValueError when they do not fit."""

    def __init__(self, arrays: Mapping[str, NDArray[np.floating]], width: int) -> None:
        self._of = {name: np.asarray(arrays[name], dtype=np.float32) for name in SHAPES}
        sizes = {"w": width}
        for name, letters in SHAPES.items():
            array = self._of[name]
            if array.ndim != len(letters) or not np.isfinite(array).all():
                raise ValueError(f"{name}: {array.shape}")
            for letter, size in zip(letters, array.shape, strict=True):
                if sizes.setdefault(letter, size) != size:
                    raise ValueError(f"{name}: {array.shape}")
        self._heads, reach = sizes["h"], sizes["p"]
        if sizes["3"] != 3 * sizes["d"] or sizes["d"] % self._heads or reach % 2 == 0:
            raise ValueError("The sizes of its layers do not fit together.")
        self._reach = reach // 2
        self.readings = sizes["k"]

    def read(self, states: Floats) -> tuple[Floats, Floats]:
        """How likely each token of `states` (a row each) is evidence (tokens x k); the text's reading (k)."""
        if not len(states):
            return np.empty((0, self.readings), np.float32), self._of["bias"]
        hidden = self._linear("input", states)
        hidden = hidden + self._attended(self._normal("before_attention", hidden))
        inner = _gelu(self._linear("inner", self._normal("before_inner", hidden)))
        hidden = self._normal("last", hidden + self._linear("outer", inner))
        words = (1 / (1 + np.exp(-self._linear("word", hidden)))).astype(np.float32)
        looked = (_softmax(self._linear("look", hidden), 0) * self._linear("value", hidden)).sum(axis=0)
        text: Floats = looked + self._of["mean.weight"] @ states.mean(axis=0) + self._of["bias"]
        return words, text

    def _attended(self, hidden: Floats) -> Floats:
        count, width = hidden.shape
        size = width // self._heads
        query, key, value = (
            self._linear("attention", hidden).reshape(count, 3, self._heads, size).transpose(1, 2, 0, 3)
        )
        places = np.arange(count)
        apart = np.clip(places[None] - places[:, None], -self._reach, self._reach) + self._reach
        weights = _softmax(query @ key.transpose(0, 2, 1) / size**0.5 + self._of["positions"][:, apart], -1)
        return self._linear("mix", (weights @ value).transpose(1, 0, 2).reshape(count, width))

    def _linear(self, name: str, rows: Floats) -> Floats:
        result: Floats = rows @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"]
        return result

    def _normal(self, name: str, rows: Floats) -> Floats:
        centred = rows - rows.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
        result: Floats = scaled * self._of[f"{name}.weight"] + self._of[f"{name}.bias"]
        return result


def _softmax(rows: Floats, axis: int) -> Floats:
    powers = np.exp(rows - rows.max(axis=axis, keepdims=True))
    result: Floats = powers / powers.sum(axis=axis, keepdims=True)
    return result


def _gelu(rows: Floats) -> Floats:
    result: Floats = 0.5 * rows * (1 + np.tanh(0.7978845608 * (rows + 0.044715 * rows**3)))
    return result
