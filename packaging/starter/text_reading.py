"""A loss for the upper layers: how well a probe network tells from their states what a text gives away.

What goes into the lowest of them was read before (states.py) and does not change, so that only the layers
that are trained are run. The network begins as one fitted on the states as they were, and learns with them.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from starter.probe_training import Network, batches, fitted, loss_of_texts
from starter.states import LAYERS, Sample, evidence_of, load_states
from starter.upper_layers import Upper

PASSES_BEFORE = 4


class TextReading:
    """Batches of texts without end, and the loss of each."""

    def __init__(
        self, upper: Upper, before: Sequence[int], samples: Sequence[Sample], kept: Path, names: Sequence[str]
    ) -> None:
        """`before` is what stands before each text. Raises ValueError where `kept` lacks some of them."""
        self._upper = upper
        self._before = upper.into(before)
        reads = load_states(kept, samples)
        width = reads[0].states.shape[1] // (len(LAYERS) + 1)
        self._into = [read.states[:, :width] for read in reads]
        self._evidence = [
            evidence_of(sample, read, names) for sample, read in zip(samples, reads, strict=True)
        ]
        self._labels = np.array([[name in sample.evidence for name in names] for sample in samples])
        network, self._scale = fitted(reads, self._evidence, self._labels, PASSES_BEFORE, seed=1)
        self.network: Network = network.to(upper.device)
        self._batches = batches([len(read.ends) for read in reads], seed=2)

    def loss(self) -> Tensor:
        """Of the next few texts."""
        chosen = next(self._batches)
        device = self._upper.device
        into = [torch.from_numpy(self._into[index].astype(np.float32)).to(device) for index in chosen]
        asked, last = self._upper.run(self._before, into, LAYERS[1])
        states = self._scale(torch.cat([torch.cat(into), asked, last], 1))
        each = states.split([len(one) for one in into])
        return loss_of_texts(self.network, each, [self._evidence[k] for k in chosen], self._labels[chosen])
