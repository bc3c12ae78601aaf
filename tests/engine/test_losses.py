"""How surprising a text is, on a context whose scores are known."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np
import pytest

from penname.engine.llama import Context
from penname.engine.losses import token_losses


class _Scores:
    """After token t, token t + 1 is three times as likely as each of the three others."""

    def __init__(self) -> None:
        self.tokens: list[int] = [9]
        self.decoded: list[tuple[int, ...]] = []

    def keep(self, count: int) -> int:
        del self.tokens[count:]
        return count

    def decode(self, tokens: Sequence[int], scored: int) -> Iterator[int]:
        assert scored == len(tokens)
        self.decoded.append(tuple(tokens))
        self.tokens.extend(tokens)
        yield len(tokens)

    def logits(self, index: int) -> Any:
        scores = np.zeros(4, dtype=np.float32)
        scores[(self.tokens[index] + 1) % 4] = np.log(3)
        return scores


@pytest.mark.parametrize(
    ("tokens", "probabilities", "decoded"),
    [
        ([0, 1, 2, 3], [0.5, 0.5, 0.5], [(0, 1), (2,)]),
        ([0, 2, 3], [1 / 6, 0.5], [(0, 2)]),
        ([0, 0], [1 / 6], [(0,)]),
        ([0], [], []),
        ([], [], []),
    ],
)
def test_each_token_is_judged_by_the_scores_behind_those_before_it(
    tokens: list[int], probabilities: list[float], decoded: list[tuple[int, ...]]
) -> None:
    context, steps = _Scores(), []
    losses = token_losses(cast(Context, context), tokens, steps.append)
    assert losses == pytest.approx([-np.log(p) for p in probabilities])
    assert context.decoded == decoded
    assert sum(steps) == max(0, len(tokens) - 1)
