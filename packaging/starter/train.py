"""From records to an adapter: `python -m starter.train RECORDS... --base GGUF --output FOLDER`.

A new LoRA is trained on the dequantized base, into which the adapter of `--begin` is merged. Both are united
and cut to `--ship` ranks when they are written, so that going on from an adapter costs no larger file.
Resumes after a kill from the last checkpoint, and takes in records added meanwhile. `loss.jsonl` grows while
it runs, `loss.svg` shows its curves.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import gguf
import torch
from peft import PeftModel, get_peft_model_state_dict, set_peft_model_state_dict

from starter.adapter import Adapter, Heads, cut, from_peft, read_adapter, united, write_adapter
from starter.conversations import Conversations
from starter.curves import draw_curves
from starter.model import Pair, load_base, loss_of, with_lora
from starter.records import BadRecord, Record, read_records
from starter.tokens import Tokenizer

LONGEST = 1200  # tokens of a conversation; longer ones are left out
WATCHED = 24  # held-out conversations whose loss is reported
HEADS = Heads(9, 3)  # SmolLM2-135M


def main() -> int:
    """Train, or go on training; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Train the starter's adapter.")
    parser.add_argument("records", nargs="+", type=Path, help="all of them are read in each pass")
    parser.add_argument("--also", nargs="*", type=Path, default=[], help="of these a sample a pass")
    parser.add_argument("--also-share", type=float, default=1.0, metavar="SHARE", help="how much of it")
    parser.add_argument("--base", type=Path, required=True, help="SmolLM2-135M-Instruct as GGUF")
    parser.add_argument("--begin", type=Path, help="a GGUF adapter to begin with")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rank", type=int, default=32, help="of what is trained")
    parser.add_argument("--ship", type=int, default=64, help="rank of what is written, as Q4_0")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=8, help="conversations a step")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end the schedule by then")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        _Run(options).train()
    except (BadRecord, OSError, KeyError, ValueError) as error:
        print(f"Training cannot go on: {error}", file=sys.stderr)
        return 1
    return 0


class _Run:
    """One training run in its folder, from the beginning or from the last checkpoint."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._own, self._also = (
            read_records(options.records),
            read_records(options.also) if options.also else [],
        )
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        self._tokenizer = Tokenizer(options.base)
        self._begun: Adapter | None = read_adapter(options.begin, HEADS) if options.begin else None
        base, heads = load_base(options.base, self._begun)
        if heads != HEADS:
            raise ValueError(f"{options.base} is not SmolLM2-135M.")
        self._model: PeftModel = with_lora(base, options.rank).to(self._device)
        self._learned = [weight for weight in self._model.parameters() if weight.requires_grad]
        self._optimizer = torch.optim.AdamW(
            self._learned, lr=options.rate, betas=(0.9, 0.99), weight_decay=0.0
        )
        self._step, spent = 0, 0.0
        options.output.mkdir(parents=True, exist_ok=True)
        if self._checkpoint.exists():
            kept = torch.load(self._checkpoint, weights_only=True)
            set_peft_model_state_dict(self._model, kept["lora"])
            self._optimizer.load_state_dict(kept["optimizer"])
            self._step, spent = kept["step"], kept["seconds"]
        self._began = time.monotonic() - spent
        self._log = self._log_path.open("a", encoding="utf-8")

    @property
    def _log_path(self) -> Path:
        return Path(self._options.output) / "loss.jsonl"

    @property
    def _checkpoint(self) -> Path:
        return Path(self._options.output) / "checkpoint.pt"

    @property
    def _minutes(self) -> float:
        return (time.monotonic() - self._began) / 60

    @property
    def _progress(self) -> float:
        return max(self._step / self._options.steps, self._minutes / self._options.minutes)

    def train(self) -> None:
        """Step by step until the schedule ends; a checkpoint and an adapter every 20 steps."""
        watched = self._watched()
        if not self._step:
            self._report(watched)
        pairs = self._pairs()
        while self._progress < 1:
            loss = self._one_step([next(pairs) for _ in range(self._options.batch)])
            self._step += 1
            if self._step % 20 == 0 or self._progress >= 1:
                self._report(watched, loss=loss)
                self._save()
                draw_curves(self._log_path)
            else:
                self._print(loss=loss)

    def _one_step(self, pairs: Sequence[Pair]) -> float:
        warm = min(1.0, (self._step + 1) / 10)
        cooled = 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(1.0, self._progress)))
        for group in self._optimizer.param_groups:
            group["lr"] = self._options.rate * warm * cooled
        total = sum(sum(weights) for _, weights in pairs)
        mean = 0.0
        for pair in pairs:
            loss = loss_of(self._model, pair, self._device) * (sum(pair[1]) / total)
            loss.backward()
            mean += loss.item()
        torch.nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        return mean

    def _pairs(self) -> Iterator[Pair]:
        """Conversations without end: each pass takes all records and the share of the others."""
        order = random.Random(self._options.seed + 1000 * self._step)
        conversations = Conversations(self._options.seed + 1000 * self._step)
        own = [record for record in self._own if not record.held_out]
        also = [record for record in self._also if not record.held_out]
        while True:
            some = order.sample(also, round(len(also) * self._options.also_share))
            for record in order.sample([*own, *some], len(own) + len(some)):
                pair = self._tokenizer.encode(conversations.draw(record))
                if len(pair[0]) <= LONGEST:
                    yield pair

    def _watched(self) -> list[Pair]:
        """The same held-out conversations at each report, so that its figures compare."""
        held_out: list[Record] = [record for record in (*self._own, *self._also) if record.held_out]
        conversations = Conversations(0)
        some = random.Random(0).sample(held_out, min(len(held_out), WATCHED))
        pairs = [self._tokenizer.encode(conversations.draw(record)) for record in some]
        return [pair for pair in pairs if len(pair[0]) <= LONGEST]

    @torch.no_grad()
    def _report(self, watched: Sequence[Pair], **figures: float) -> None:
        held = sum(loss_of(self._model, pair, self._device).item() for pair in watched)
        self._print(**figures, held_out=held / max(1, len(watched)))

    def _print(self, **figures: float) -> None:
        line = {"step": self._step, "minutes": round(self._minutes, 1), **figures}
        print(json.dumps(line), file=self._log, flush=True)

    def _save(self) -> None:
        lora = get_peft_model_state_dict(self._model)
        new = from_peft(lora)
        adapter = cut(united(self._begun, new) if self._begun else new, self._options.ship)
        kind = gguf.GGMLQuantizationType.Q4_0
        write_adapter(adapter, HEADS, kind, Path(self._options.output) / "adapter.gguf")
        kept = {
            "lora": lora,
            "optimizer": self._optimizer.state_dict(),
            "step": self._step,
            "seconds": time.monotonic() - self._began,
        }
        torch.save(kept, self._checkpoint.with_suffix(".new"))
        self._checkpoint.with_suffix(".new").replace(self._checkpoint)


if __name__ == "__main__":
    sys.exit(main())
