"""What a task under way asks of the model, and what it is given."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Evaluate(NamedTuple):
    """What an answer needs next: its sequence cut to `keep` tokens, then `tokens` evaluated.

    It is answered with the scores (or the hidden `states`) behind the tokens whose indices are `wanted`.
    """

    keep: int
    tokens: Sequence[int]
    wanted: Sequence[int]
    states: bool = False


Scores = list[NDArray[np.float32]]
