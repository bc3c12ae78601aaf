"""How surprising a text is to a model: the loss of each token, given those before it."""

from collections.abc import Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from penname.engine.host.evaluating import Evaluate, Scores

_AT_ONCE = 32  # tokens whose scores are kept at a time


def token_losses(
    tokens: Sequence[int], first: int = 1, known: int = 0
) -> Generator[Evaluate, Scores, tuple[float, ...]]:
    """-log p in nats of each token from `first` on, which is not 0: nothing comes before that one.

    The `known` tokens before `first` are evaluated already.
    """
    losses: list[float] = []
    if known < first - 1:
        yield Evaluate(known, tokens[known : first - 1], ())
    for start in range(first - 1, len(tokens) - 1, _AT_ONCE):
        part = tokens[start : min(start + _AT_ONCE, len(tokens) - 1)]
        found = yield Evaluate(start, part, range(len(part)))
        for place, scores in enumerate(found, start + 1):
            losses.append(token_loss(scores, tokens[place]))
    return tuple(losses)


def token_loss(scores: NDArray[np.float32], token: int) -> float:
    """-log p of a token in nats, from the logits of all tokens at its position."""
    exact = scores.astype(np.float64)
    top = exact.max()
    return float(top + np.log(np.exp(exact - top).sum()) - exact[token])
