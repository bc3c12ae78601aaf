"""Evaluates one prompt after another, with the engine's own code; what two begin with alike is read once."""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from penname.engine.host.context import BatchRow, Context
from penname.engine.host.llama import Model
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.options import Tuning

_LENGTH, _BATCH = 4096, 128


class Evaluator:
    """A model with its context; raises LoadFailed when it cannot be loaded, OSError when it does not tell
    what goes into `layers`.
    """

    def __init__(self, path: Path, layers: tuple[int, ...] = ()) -> None:
        model = Model(str(path), None, safe=False, on_progress=lambda: None)
        self._context = Context(model, _LENGTH, _BATCH, 1, Tuning(), safe=False, probed=bool(layers))
        if layers and not self._context.read_layers(layers):
            raise OSError("this build of llama.cpp does not tell what goes into its layers")
        self.vocabulary = Vocabulary(model)
        self.prompts = PromptWriter(model, self.vocabulary)
        self._before: Sequence[int] = ()

    def states(self, prompt: Sequence[int], first: int) -> list[NDArray[np.float32]]:
        """The hidden states at each token of `prompt` from `first` on."""
        return self._evaluate(prompt, first, states=True)

    def scores(self, prompt: Sequence[int]) -> NDArray[np.float32]:
        """The score of each token that might come next."""
        return self._evaluate(prompt, len(prompt) - 1, states=False)[0]

    def _evaluate(self, prompt: Sequence[int], first: int, *, states: bool) -> list[NDArray[np.float32]]:
        same = (old == new for old, new in zip(self._before, prompt[:first], strict=False))
        known = len(list(takewhile(bool, same)))
        if not self._context.forget(0, known):
            known = 0
        self._before = prompt
        found: list[NDArray[np.float32]] = []
        read = self._context.states if states else self._context.logits
        for start in range(known, len(prompt), self._context.batch_size):
            part = prompt[start : start + self._context.batch_size]
            rows = [BatchRow(token, place, 0, place >= first) for place, token in enumerate(part, start)]
            self._context.decode(rows, states=states)
            found += [read(index) for index, row in enumerate(rows) if row.wanted]
        return found
