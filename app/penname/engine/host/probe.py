"""Probes of a model's hidden states (Alain and Bengio 2016): what it knows before it says anything.

A probe file is a NumPy archive of the arrays of probe_network.py, which reads the states at each token: what
goes into the `layers` it names, and the last layer's normalized state. Arrays whose names begin with
`telling.` are a second network, which reads what careful writers would change (packaging/writer/marks.py).
"""

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from penname.domain.errors import ModelFileError
from penname.engine.client import ProbeReading
from penname.engine.host.evaluating import Evaluate, Scores
from penname.engine.host.kv_cache import common_prefix
from penname.engine.host.probe_network import SHAPES, ProbeNetwork
from penname.engine.host.vocabulary import Vocabulary

TELLING = "telling."
_REMEMBERED = 2048  # tokens whose states are at hand, some kilobytes each

_DAMAGED = (
    "The starter model is incomplete: {name} is damaged. Install Penname again, or choose another model."
)


class _Read(NamedTuple):
    """A prompt that was read, and its states from token `first` on."""

    prompt: tuple[int, ...]
    first: int
    states: Scores


class Probe:
    """The probes in one file, for a model whose `layers` states are `width` wide.

    Raises ModelFileError when the file is damaged or made for another model.
    """

    def __init__(self, path: Path, width: int, layers: int) -> None:
        self._read: deque[_Read] = deque()
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                self.layers = tuple(map(int, archive["layers"]))
                if not all(0 <= layer < layers for layer in self.layers):
                    raise ValueError(f"layers: {self.layers}")
                width *= len(self.layers) + 1
                self._network = ProbeNetwork(archive, width)
                second = {name: archive[TELLING + name] for name in SHAPES if TELLING + name in archive}
                self._telling = ProbeNetwork(second, width) if second else None
        except (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile) as error:
            raise ModelFileError(_DAMAGED.format(name=path.name)) from error

    def shared(self, prompt: Sequence[int]) -> int:
        """The number of tokens with which a text begins as `prompt` does whose states are remembered; the
        last token is none of them.
        """
        read = max((common_prefix(one.prompt, prompt) for one in self._read), default=0)
        return min(read, len(prompt) - 1)

    def read(
        self,
        vocabulary: Vocabulary,
        prompt: Sequence[int],
        last: int,
        source: str,
        evaluated: int,
        *,
        variant: bool = False,
    ) -> Generator[Evaluate, Scores, ProbeReading]:
        """What the probes say of `source`, with which the last `last` tokens of `prompt` end.

        Those tokens are evaluated, and the ones before from `evaluated` on. Of a `variant` the states are
        remembered as far as it begins like a text that was read before.
        """
        byte_ends = source_ends(vocabulary, prompt[len(prompt) - last :], len(source.encode()))
        ends = character_ends(source, byte_ends)
        first = len(prompt) - len(ends)
        found: Scores = []
        if variant and self._read:
            like = max(self._read, key=lambda one: common_prefix(one.prompt, prompt))
            found = like.states[: max(0, self.shared(prompt) - like.first)] if like.first == first else []
        begin = first + len(found)
        if evaluated < begin:
            yield Evaluate(evaluated, prompt[evaluated:begin], ())
        if ends:
            found += yield Evaluate(begin, prompt[begin:], range(len(prompt) - begin), states=True)
        if not variant:
            self._read.append(_Read(tuple(prompt), first, found))
            while sum(len(one.states) for one in self._read) > _REMEMBERED:
                self._read.popleft()
        states = np.array(found, dtype=np.float32)
        words, text = self._network.read(states)
        return ProbeReading(
            ends,
            tuple(tuple(map(float, row)) for row in words.round(4)),
            tuple(map(float, text.round(4))),
            tuple(map(float, self._telling.read(states)[0][:, 0].round(4))) if self._telling else (),
        )


def character_ends(source: str, byte_ends: Iterable[int]) -> tuple[int, ...]:
    """The same places in characters; a token that ends inside a character counts up to it."""
    encoded = source.encode()
    return tuple(len(encoded[:end].decode("utf-8", "ignore")) for end in byte_ends)


def source_ends(vocabulary: Vocabulary, tokens: Sequence[int], size: int) -> tuple[int, ...]:
    """Where the last tokens of a message end, in bytes of the source of `size` bytes with which it ends.

    There are as many as the source takes; a token that begins before it still reads its beginning.
    """
    sizes: list[int] = []
    for token in reversed(tokens):
        if sum(sizes) >= size:
            break
        sizes.append(len(vocabulary.piece(token)))
    before = sum(sizes) - size
    return tuple(end - before for end in accumulate(reversed(sizes)))
