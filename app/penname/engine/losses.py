"""How surprising a text is to a model: the loss of each token, given those before it."""

from collections.abc import Callable, Sequence

import numpy as np

from penname.engine.llama import Context

_AT_ONCE = 2  # tokens whose scores one decode keeps


def token_losses(
    context: Context, tokens: Sequence[int], on_step: Callable[[int], None]
) -> tuple[float, ...]:
    """-log p in nats of each token but the first, which nothing stands before.

    Whatever `context` held is dropped. Raises what `Context.decode` raises.
    """
    context.keep(0)
    losses: list[float] = []
    for start in range(0, len(tokens) - 1, _AT_ONCE):
        part = tokens[start : min(start + _AT_ONCE, len(tokens) - 1)]
        for size in context.decode(part, len(part)):
            on_step(size)
        for offset in range(len(part)):
            scores = context.logits(offset - len(part)).astype(np.float64)
            top = scores.max()
            total = top + np.log(np.exp(scores - top).sum())
            losses.append(float(total - scores[tokens[start + offset + 1]]))
    return tuple(losses)
