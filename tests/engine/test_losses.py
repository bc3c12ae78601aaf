"""How surprising a text is, by scores that are known."""

import numpy as np
import pytest

from penname.engine.host.losses import token_losses


def _losses(tokens: list[int], first: int = 1, known: int = 0) -> tuple[tuple[float, ...], list[int]]:
    """The losses where token t + 1 is three times as likely after t as each of the three others."""
    evaluated = tokens[:known]
    writing = token_losses(tokens, first, known)
    try:
        wanted = next(writing)
        while True:
            part = list(wanted.tokens)
            assert wanted.keep == len(evaluated)
            evaluated += part
            scores = np.zeros((len(part), 4), dtype=np.float32)
            for row, token in enumerate(part):
                scores[row][(token + 1) % 4] = np.log(3)
            wanted = writing.send([scores[row] for row in wanted.wanted])
    except StopIteration as ended:
        return ended.value, evaluated


@pytest.mark.parametrize(
    ("tokens", "probabilities"),
    [
        ([0, 1, 2, 3], [0.5, 0.5, 0.5]),
        ([0, 2, 3], [1 / 6, 0.5]),
        ([0, 0], [1 / 6]),
        ([0, 1] * 40, [0.5, 1 / 6] * 39 + [0.5]),
        ([0], []),
        ([], []),
    ],
)
def test_each_token_is_judged_by_the_scores_behind_those_before_it(
    tokens: list[int], probabilities: list[float]
) -> None:
    losses, evaluated = _losses(tokens)
    assert losses == pytest.approx([-np.log(p) for p in probabilities])
    assert evaluated == tokens[:-1]


@pytest.mark.parametrize("known", [0, 1, 3])
def test_what_is_given_is_read_and_not_judged(known: int) -> None:
    losses, evaluated = _losses([0, 2, 1, 3, 0, 0], first=4, known=known)
    assert losses == pytest.approx([-np.log(0.5), -np.log(1 / 6)])
    assert evaluated == [0, 2, 1, 3, 0]
