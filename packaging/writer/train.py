"""From encoded examples to an adapter: `python -m writer.train EXAMPLES.npz --base GGUF --output FOLDER`.

A LoRA (Hu et al. 2021) on all linear layers of the unpacked base, in bfloat16 with masters in single
precision: a step of a thousandth of a weight is lost in eight bits. A checkpoint holds adapter, masters,
optimizer and the place in the order, which follows from the pass's number, so a run that was killed goes on
as if it had not been; `loss.jsonl` grows while it runs. The examples (writer.encode) have their noise drawn
anew for each pass. It needs no llama.cpp, and runs on a GPU where there is one.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import gguf
import torch
from peft import PeftModel, get_peft_model_state_dict, set_peft_model_state_dict
from transformers import AutoModelForCausalLM
from transformers.utils.quantization_config import GgufConfig

from starter.adapter import Told, from_peft, read_adapter, to_peft, write_adapter
from starter.model import with_lora
from writer.encoded import Encoded, read_encoded

_POOL = 6  # steps whose examples are sorted by length together
_WARM = 20  # steps until the rate is what it shall be
_SAVED, _HELD = 40, 120  # steps between two checkpoints, and between two readings of what is watched
_ROWS = 256  # of the logits at once: each is as long as the vocabulary


def main() -> int:
    """Train, or go on training; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Train the writer's adapter.")
    parser.add_argument("examples", type=Path, help="what writer.encode wrote")
    parser.add_argument("--base", type=Path, required=True, help="an instruct model as GGUF")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--passes", type=float, default=1.0)
    parser.add_argument("--step", type=int, default=4800, help="tokens a step")
    parser.add_argument("--at-once", type=int, default=1200, help="tokens of one forward (24000 on a GPU)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end the schedule by then")
    parser.add_argument("--begin", type=Path, help="an adapter (GGUF) to begin with")
    options = parser.parse_args()
    try:
        _Run(options).train()
    except (OSError, KeyError, ValueError) as error:
        print(f"Training cannot go on: {error}", file=sys.stderr)
        return 1
    return 0


class _Run:
    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._watched, *self._learned = read_encoded(options.examples)
        torch.manual_seed(1)
        base = AutoModelForCausalLM.from_pretrained(
            options.base.parent,
            gguf_file=options.base.name,
            dtype=torch.bfloat16,
            quantization_config=GgufConfig(dequantize=True),
        )
        base.config.use_cache = False
        self._model: PeftModel = with_lora(base.to(self._device), options.rank, dropout=options.dropout)
        self._weights = [weight for weight in self._model.parameters() if weight.requires_grad]
        for weight in self._weights:
            weight.data = weight.data.to(torch.bfloat16)
        self._masters = [weight.detach().float() for weight in self._weights]
        self._optimizer = torch.optim.AdamW(
            self._masters, lr=options.rate, betas=(0.9, 0.99), weight_decay=0.0
        )
        self._step, self._tokens, self._passes, spent = 0, 0, 0.0, 0.0
        self._state: dict[str, Any] = {}
        options.output.mkdir(parents=True, exist_ok=True)
        checkpoint = options.output / "checkpoint.pt"
        if checkpoint.exists():
            spent = self._restore(torch.load(checkpoint, weights_only=True))
        elif options.begin:
            set_peft_model_state_dict(self._model, to_peft(read_adapter(options.begin, None)))
            for master, weight in zip(self._masters, self._weights, strict=True):
                master.copy_(weight.detach())
        self._began = time.monotonic() - spent
        self._log = (options.output / "loss.jsonl").open("a", encoding="utf-8")

    @property
    def _progress(self) -> float:
        minutes = (time.monotonic() - self._began) / 60
        return max(self._passes / self._options.passes, minutes / self._options.minutes)

    def train(self) -> None:
        """Step by step until the schedule ends."""
        sizes = f"{len(self._learned[0])} examples learned from, {len(self._watched)} watched"
        print(sizes, file=sys.stderr, flush=True)
        for batch in self._batches():
            if self._progress >= 1:
                break
            loss = self._one_step(batch)
            self._step += 1
            held = {"held_out": self._held_out()} if self._step % _HELD == 0 else {}
            self._report(loss=loss, **held)
            if self._step % _SAVED == 0:
                self._save()
        self._report(held_out=self._held_out())
        self._save()

    def _one_step(self, batch: Sequence[Encoded]) -> float:
        warm = min(1.0, (self._step + 1) / _WARM)
        cooled = 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(1.0, self._progress)))
        for group in self._optimizer.param_groups:
            group["lr"] = self._options.rate * warm * cooled
        total = sum(sum(one.weights) for one in batch)
        summed = 0.0
        for some in _together(batch, self._options.at_once):
            summed += self._backward(some, total)
            self._tokens += sum(len(one.tokens) for one in some)
        for master, weight in zip(self._masters, self._weights, strict=True):
            master.grad = weight.grad.float() if weight.grad is not None else None
            weight.grad = None
        torch.nn.utils.clip_grad_norm_(self._masters, 1.0)
        self._optimizer.step()
        with torch.no_grad():
            for master, weight in zip(self._masters, self._weights, strict=True):
                weight.copy_(master)
        return summed / total

    def _backward(self, some: Sequence[Encoded], total: float) -> float:
        """Add these examples' gradients; their summed loss. The logits are computed a few rows at a time."""
        hidden, wanted, weights = self._read(some)
        detached = hidden.detach().requires_grad_()
        summed = 0.0
        for begin in range(0, len(wanted), _ROWS):
            rows = slice(begin, begin + _ROWS)
            loss = self._losses(detached[rows], wanted[rows], weights[rows])
            (loss / total).backward()
            summed += loss.item()
        hidden.backward(detached.grad)
        return summed

    def _read(self, some: Sequence[Encoded]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The states before each learned token, these tokens, and their weights.

        What fills short rows stands at their ends, where no token of theirs looks.
        """
        longest = max(len(one.tokens) for one in some)
        rows = self._tensor([[*one.tokens, *[0] * (longest - len(one.tokens))] for one in some])
        weights = self._tensor([[*one.weights, *[0.0] * (longest - len(one.weights))] for one in some])
        learned = weights[:, 1:] > 0
        states = self._model.base_model.model.model(input_ids=rows[:, :-1]).last_hidden_state
        return states[learned], rows[:, 1:][learned], weights[:, 1:][learned]

    def _losses(self, hidden: torch.Tensor, wanted: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        logits = self._model.base_model.model.lm_head(hidden).float()
        return (torch.nn.functional.cross_entropy(logits, wanted, reduction="none") * weights).sum()

    @torch.no_grad()
    def _held_out(self) -> float:
        summed, total = 0.0, 0.0
        for some in _together(self._watched, self._options.at_once):
            hidden, wanted, weights = self._read(some)
            for begin in range(0, len(wanted), _ROWS):
                rows = slice(begin, begin + _ROWS)
                summed += self._losses(hidden[rows], wanted[rows], weights[rows]).item()
            total += weights.sum().item()
        return summed / max(total, 1.0)

    def _tensor(self, rows: Sequence[Sequence[float]]) -> torch.Tensor:
        return torch.tensor(rows, device=self._device)

    def _batches(self) -> Iterator[list[Encoded]]:
        """Steps without end; each pass takes every version once, with new noise."""
        while True:
            number = int(self._passes)
            chance = random.Random(number + 1)
            made = list(self._learned[number % len(self._learned)])
            chance.shuffle(made)
            batches = list(_steps(made, self._options.step, chance))
            for position in range(round((self._passes - number) * len(batches)), len(batches)):
                yield batches[position]
                self._passes = number + (position + 1) / len(batches)

    def _report(self, **figures: float) -> None:
        minutes = (time.monotonic() - self._began) / 60
        line = {"step": self._step, "passes": round(self._passes, 3), "minutes": round(minutes, 1)}
        line |= {"tokens": self._tokens, **{name: round(value, 4) for name, value in figures.items()}}
        print(json.dumps(line), file=self._log, flush=True)

    def _save(self) -> None:
        adapter = get_peft_model_state_dict(self._model)
        kept = {
            "adapter": adapter,
            "masters": self._masters,
            "optimizer": self._optimizer.state_dict(),
            "step": self._step,
            "tokens": self._tokens,
            "passes": self._passes,
            "seconds": time.monotonic() - self._began,
        }
        kind, told = gguf.GGMLQuantizationType.Q8_0, Told("qwen2", "Penname writer adapter")
        write_adapter(from_peft(adapter), None, kind, self._options.output / "adapter.gguf", told)
        new = self._options.output / "checkpoint.new"
        torch.save(kept, new)
        new.replace(self._options.output / "checkpoint.pt")

    def _restore(self, kept: dict[str, Any]) -> float:
        set_peft_model_state_dict(self._model, kept["adapter"])
        for master, was in zip(self._masters, kept["masters"], strict=True):
            master.copy_(was)
        self._optimizer.load_state_dict(kept["optimizer"])
        self._step, self._tokens, self._passes = kept["step"], kept["tokens"], kept["passes"]
        return float(kept["seconds"])


def _steps(made: Sequence[Encoded], size: int, chance: random.Random) -> Iterator[list[Encoded]]:
    """Batches of some `size` tokens of examples that are about as long, in a random order."""
    batches: list[list[Encoded]] = []
    pool: list[Encoded] = []
    for one in made:
        pool.append(one)
        if sum(len(other.tokens) for other in pool) >= _POOL * size:
            batches += _cut(pool, size)
            pool = []
    batches += _cut(pool, size)
    chance.shuffle(batches)
    return iter(batches)


def _cut(pool: Iterable[Encoded], size: int) -> Iterator[list[Encoded]]:
    batch: list[Encoded] = []
    for one in sorted(pool, key=lambda one: len(one.tokens)):
        batch.append(one)
        if sum(len(other.tokens) for other in batch) >= size:
            yield batch
            batch = []
    if batch:
        yield batch


def _together(batch: Iterable[Encoded], most: int) -> Iterator[list[Encoded]]:
    """Examples that are read in one forward, padded `most` tokens at most."""
    some: list[Encoded] = []
    for one in sorted(batch, key=lambda one: len(one.tokens)):
        if some and (len(some) + 1) * len(one.tokens) > most:
            yield some
            some = []
        some.append(one)
    if some:
        yield some


if __name__ == "__main__":
    sys.exit(main())
