"""Encoded examples, and the file that holds them: arrays of numpy, nothing that runs when it is read."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

WATCHED = -1  # the pass of the examples that are watched


class Encoded(NamedTuple):
    """`tokens` as the model reads and writes them; of the first `given` nothing is learned."""

    tokens: Sequence[int]
    weights: Sequence[float]
    given: int


def write_encoded(path: Path, watched: Sequence[Encoded], passes: Sequence[Sequence[Encoded]]) -> None:
    """What is watched, and what is learned from in each pass."""
    every = [(WATCHED, one) for one in watched]
    every += [(number, one) for number, some in enumerate(passes) for one in some]
    np.savez_compressed(
        path,
        tokens=np.concatenate([np.array(one.tokens, dtype=np.int32) for _, one in every]),
        weights=np.concatenate([np.array(one.weights, dtype=np.float16) for _, one in every]),
        lengths=np.array([len(one.tokens) for _, one in every]),
        given=np.array([one.given for _, one in every]),
        passes=np.array([number for number, _ in every]),
    )


def read_encoded(path: Path) -> list[list[Encoded]]:
    """What is watched, then the passes in their order; raises OSError or ValueError for another file."""
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)  # each look into the file unpacks a whole array
    passes: list[list[Encoded]] = [[] for _ in range(int(arrays["passes"].max()) + 2)]
    for number, one in zip(arrays["passes"], _each(arrays), strict=True):
        passes[int(number) - WATCHED].append(one)
    return passes


def _each(arrays: dict[str, np.ndarray]) -> Iterator[Encoded]:
    ends = np.cumsum(arrays["lengths"])
    for end, length, given in zip(ends, arrays["lengths"], arrays["given"], strict=True):
        inside = slice(end - length, end)
        yield Encoded(arrays["tokens"][inside].tolist(), arrays["weights"][inside].tolist(), int(given))
