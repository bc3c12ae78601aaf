"""Linear probes of a model's hidden states (Alain and Bengio 2016): what it knows before it says anything.

A probe file is a NumPy archive with `token_weight`, `text_weight` (k x width), `token_bias` and `text_bias`
(k): k readings of the last layer's normalized state at each token, and k of the mean over a text's tokens.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from penname.domain.errors import ModelFileError
from penname.engine.client import Reading
from penname.engine.llama import Context
from penname.engine.vocabulary import Vocabulary

_DAMAGED = (
    "The starter model is incomplete: {name} is damaged. Install Penname again, or choose another model."
)


class Probe:
    """The probes in one file; raises ModelFileError when it is damaged or made for another model."""

    def __init__(self, path: Path, width: int) -> None:
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                self._token = _affine(archive, "token", width)
                self._text = _affine(archive, "text", width)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise ModelFileError(_DAMAGED.format(name=path.name)) from error

    def read(
        self,
        context: Context,
        vocabulary: Vocabulary,
        prompt: Sequence[int],
        last: int,
        source: str,
        on_step: Callable[[int], None],
    ) -> Reading:
        """What the probes say of `source`, with which the last `last` tokens of `prompt` end.

        Those tokens are evaluated again, the ones before only where `context` lacks them. Raises what
        `Context.states` raises.
        """
        pieces = [vocabulary.piece(token) for token in prompt[len(prompt) - last :]]
        room = len(source.encode())
        count = 0
        while count < last and room > 0:  # a token that begins before the source still reads its beginning
            room -= len(pieces[-1 - count])
            count += 1
        ends = _character_ends(source, pieces[last - count :], room)
        rows = np.concatenate(
            [*context.states(prompt, count, on_step), np.empty((0, self._token[0].shape[1]))]
        )
        tokens = rows @ self._token[0].T + self._token[1]
        text = self._text[0] @ rows.mean(axis=0) + self._text[1] if count else self._text[1]
        return Reading(
            ends, tuple(tuple(map(float, row)) for row in tokens.round(3)), tuple(map(float, text.round(3)))
        )


Affine = tuple[NDArray[np.float32], NDArray[np.float32]]


def _affine(archive: np.lib.npyio.NpzFile, name: str, width: int) -> Affine:
    weight = np.asarray(archive[f"{name}_weight"], dtype=np.float32)
    bias = np.asarray(archive[f"{name}_bias"], dtype=np.float32)
    if weight.shape != (len(bias), width) or not (np.isfinite(weight).all() and np.isfinite(bias).all()):
        raise ValueError(f"{name}: {weight.shape}")
    return weight, bias


def _character_ends(source: str, pieces: Sequence[bytes], skipped: int) -> tuple[int, ...]:
    """Where each token ends, in characters; a token that ends inside a character counts up to it."""
    encoded, position, ends = source.encode(), skipped, []
    for piece in pieces:
        position += len(piece)
        ends.append(len(encoded[:position].decode("utf-8", "ignore")))
    return tuple(ends)
