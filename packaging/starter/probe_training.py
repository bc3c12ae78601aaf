"""Trains engine/host/probe_network.py: which words are evidence, and what a text gives away."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from starter.states import Read, States

WIDTH, INNER, HEADS, REACH = 96, 192, 4, 10
DROPOUT = 0.3
PASSES = 11
BATCH = 16
RATE, DECAY, WARM_UP = 1e-3, 0.05, 100
WORDS_WEIGH = 2.0  # the loss of the words beside that of the texts
EVIDENCE_WEIGHS = 3.0  # one word in fifty is evidence
_MEAN = 0.3  # slows the mean state's reading down, which overfits first
_NOWHERE = -1e4


class Network(nn.Module):
    """The same as ProbeNetwork, on batches of normalized states."""

    def __init__(self, width: int, readings: int) -> None:
        super().__init__()
        self.input = nn.Linear(width, WIDTH)
        self.positions = nn.Parameter(torch.zeros(HEADS, 2 * REACH + 1))
        self.before_attention = nn.LayerNorm(WIDTH)
        self.attention = nn.Linear(WIDTH, 3 * WIDTH)
        self.mix = nn.Linear(WIDTH, WIDTH)
        self.before_inner = nn.LayerNorm(WIDTH)
        self.inner = nn.Linear(WIDTH, INNER)
        self.outer = nn.Linear(INNER, WIDTH)
        self.last = nn.LayerNorm(WIDTH)
        self.word = nn.Linear(WIDTH, readings)
        self.look = nn.Linear(WIDTH, readings)
        self.value = nn.Linear(WIDTH, readings)
        self.mean = nn.Linear(width, readings, bias=False)
        self.bias = nn.Parameter(torch.full((readings,), -1.0))
        self.drop = nn.Dropout(DROPOUT)
        nn.init.normal_(self.positions)
        nn.init.zeros_(self.mean.weight)
        nn.init.constant_(self.word.bias, -4.0)

    def forward(self, states: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of each word (batch x tokens x k) and of each text (batch x k)."""
        hidden = self.input(self.drop(states))
        hidden = hidden + self.drop(self._attended(self.before_attention(hidden), there))
        inner = functional.gelu(self.inner(self.before_inner(hidden)), approximate="tanh")
        hidden = self.last(hidden + self.drop(self.outer(inner)))
        nowhere = torch.where(there, 0.0, _NOWHERE)[..., None]
        looked = (torch.softmax(self.look(hidden) + nowhere, 1) * self.value(hidden)).sum(1)
        mean = (states * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return self.word(hidden), looked + _MEAN * self.mean(self.drop(mean)) + self.bias

    def _attended(self, hidden: Tensor, there: Tensor) -> Tensor:
        batch, count, width = hidden.shape
        query, key, value = (
            self.attention(hidden).view(batch, count, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        )
        places = torch.arange(count)
        apart = (places[None] - places[:, None]).clamp(-REACH, REACH) + REACH
        bias = self.positions[:, apart][None] + torch.where(there, 0.0, _NOWHERE)[:, None, None]
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return self.mix(mixed.transpose(1, 2).reshape(batch, count, width))


class Scale:
    """Makes each direction of the states equally wide."""

    def __init__(self, reads: Sequence[Read]) -> None:
        every = np.concatenate([read.states[::4] for read in reads]).astype(np.float32)
        self.center, self.spread = every.mean(axis=0), every.std(axis=0) + 1e-6

    def __call__(self, states: Tensor) -> Tensor:
        center, spread = (torch.from_numpy(each) for each in (self.center, self.spread))
        return (states - center) / spread


def trained(
    reads: Sequence[Read], evidence: Sequence[States], labels: NDArray[np.bool_], seed: int = 1
) -> dict[str, States]:
    """Arrays for ProbeNetwork, of `PASSES` passes over `reads`; see `fitted`."""
    return arrays_of(*fitted(reads, evidence, labels, PASSES, seed))


def fitted(
    reads: Sequence[Read], evidence: Sequence[States], labels: NDArray[np.bool_], passes: int, seed: int
) -> tuple[Network, Scale]:
    """A network and what its states are scaled with.

    `evidence` has 1 for each token (rows) that is evidence of an attribute (columns), `labels` True where a
    text gives it away.
    """
    torch.manual_seed(seed)
    scale = Scale(reads)
    network = Network(reads[0].states.shape[1], labels.shape[1]).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = passes * math.ceil(len(reads) / BATCH)
    for step, chosen in enumerate(islice(_batches([len(read.ends) for read in reads], seed), steps)):
        for group in optimizer.param_groups:
            group["lr"] = _rate(step, steps)
        states = [scale(torch.from_numpy(reads[index].states.astype(np.float32))) for index in chosen]
        loss = _loss_of_texts(network, states, [evidence[index] for index in chosen], labels[chosen])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
    return network, scale


def _loss_of_texts(
    network: Network, states: Sequence[Tensor], evidence: Sequence[States], labels: NDArray[np.bool_]
) -> Tensor:
    """What the network gets wrong of some texts' scaled states: of their words, and of each as a whole."""
    padded = nn.utils.rnn.pad_sequence(list(states), batch_first=True)
    sizes = torch.tensor([len(one) for one in states])
    there = torch.arange(padded.shape[1])[None] < sizes[:, None]
    words, texts = network(padded, there)
    said = torch.from_numpy(np.concatenate(evidence))
    right = torch.from_numpy(labels.astype(np.float32))
    weight = torch.tensor(EVIDENCE_WEIGHS)
    of_words = functional.binary_cross_entropy_with_logits(words[there], said, pos_weight=weight)
    return functional.binary_cross_entropy_with_logits(texts, right) + WORDS_WEIGH * of_words


def _rate(step: int, steps: int) -> float:
    falling = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / steps))
    return RATE * min(1.0, (step + 1) / WARM_UP) * falling


def _batches(sizes: Sequence[int], seed: int) -> Iterator[list[int]]:
    """Texts of similar length together, without end, in another order each pass."""
    random = np.random.default_rng(seed)
    while True:
        order = sorted(range(len(sizes)), key=lambda index: (sizes[index] // 40, random.random()))
        some = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        for number in random.permutation(len(some)):
            yield some[number]


def arrays_of(network: Network, scale: Scale) -> dict[str, States]:
    """The network's weights for raw states: the scale goes into the layers that read them.

    Matrices are rounded to half precision, as they are kept.
    """
    arrays = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    for name, shift, by in (("input.weight", "input.bias", 1.0), ("mean.weight", "bias", _MEAN)):
        arrays[name] = by * arrays[name] / scale.spread
        arrays[shift] = arrays[shift] - arrays[name] @ scale.center
    return {
        name: array.astype(np.float16 if array.ndim > 1 else np.float32) for name, array in arrays.items()
    }
