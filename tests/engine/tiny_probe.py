"""Arrays of a probe that is small enough to compute by hand."""

import numpy as np
from numpy.typing import NDArray

from penname.engine.host.probe_network import SHAPES

WIDTH, LAYER, READINGS = 4, 2, 3
LAYERS = 5  # of the model


def tiny_probe(**changed: object) -> dict[str, NDArray[np.float32]]:
    """Zero weights everywhere, so that each test sets the ones it is about."""
    sizes = {"w": WIDTH, "d": LAYER, "f": 3, "h": 1, "p": 5, "3": 3 * LAYER, "k": READINGS}
    zeros = {name: np.zeros([sizes[letter] for letter in letters]) for name, letters in SHAPES.items()}
    return {name: np.asarray(changed.get(name, zero), dtype=np.float32) for name, zero in zeros.items()}
