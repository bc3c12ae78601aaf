"""From records to an adapter: `python -m starter.train RECORDS... --base GGUF --output FOLDER`.

LoRA (Hu et al. 2021) on all linear layers of the dequantized base. Resumes after a kill from the last
checkpoint; writes `loss.jsonl` while it runs and the GGUF adapter at each checkpoint.
"""

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict
from transformers import AutoModelForCausalLM

from starter.adapter import export_adapter, import_adapter
from starter.conversations import Conversations
from starter.records import BadRecord, Record, read_records
from starter.tokens import Tokenizer

LONGEST = 1600  # tokens of a conversation; longer ones are left out


def main() -> int:
    """Train, or go on training; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Train the starter's adapter.")
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--base", type=Path, required=True, help="SmolLM2-135M-Instruct as GGUF")
    parser.add_argument("--begin", type=Path, help="a GGUF adapter to begin with")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=12, help="conversations a step")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end the schedule by then")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        _train(options)
    except (BadRecord, OSError, KeyError) as error:
        print(f"Training cannot go on: {error}", file=sys.stderr)
        return 1
    return 0


def _train(options: argparse.Namespace) -> None:
    records = read_records(options.records)
    training = [record for record in records if not record.held_out]
    watched = [record for record in records if record.held_out][:40]
    tokenizer = Tokenizer(options.base)
    options.output.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    base = AutoModelForCausalLM.from_pretrained(
        options.base.parent, gguf_file=options.base.name, torch_dtype=torch.float32
    )
    heads, kv_heads = base.config.num_attention_heads, base.config.num_key_value_heads
    modules = [
        name.split(".")[-1]
        for name in ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
    ]
    model = get_peft_model(
        base, LoraConfig(r=options.rank, lora_alpha=options.rank, target_modules=modules)
    ).to(device)
    lora = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(lora, lr=options.rate, weight_decay=0.0, betas=(0.9, 0.99))
    checkpoint = options.output / "checkpoint.pt"
    step, spent = 0, 0.0
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        _set(model, kept["lora"])
        optimizer.load_state_dict(kept["optimizer"])
        step, spent = kept["step"], kept["seconds"]
    elif options.begin:
        keys = list(get_peft_model_state_dict(model))
        _set(model, import_adapter(keys, options.begin, heads, kv_heads))
    fixed = _fixed_batch(watched, tokenizer)
    began = time.monotonic() - spent
    log = (options.output / "loss.jsonl").open("a", encoding="utf-8")

    def report(loss: float | None) -> None:
        held = sum(_loss(model, pair, device).item() for pair in fixed) / max(1, len(fixed))
        line = {
            "step": step,
            "minutes": round((time.monotonic() - began) / 60, 1),
            "loss": loss,
            "held_out": held,
        }
        print(json.dumps(line), file=log, flush=True)

    with torch.no_grad():
        report(None)
    conversations = Conversations(options.seed)
    order = random.Random(options.seed)
    queue: list[Record] = []
    running: float | None = None
    while step < options.steps and (time.monotonic() - began) / 60 < options.minutes:
        progress = max(step / options.steps, (time.monotonic() - began) / 60 / options.minutes)
        warm = min(1.0, (step + 1) / 10)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * warm * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * progress)))
        pairs = []
        while len(pairs) < options.batch:
            if not queue:
                queue = order.sample(training, len(training))
            tokens, weights = tokenizer.encode(conversations.draw(queue.pop()))
            if len(tokens) <= LONGEST:
                pairs.append((tokens, weights))
        total = sum(sum(weights) for _, weights in pairs)
        mean = 0.0
        for tokens, weights in pairs:
            loss = _loss(model, (tokens, weights), device) * (sum(weights) / total)
            loss.backward()
            mean += loss.item()
        torch.nn.utils.clip_grad_norm_(lora, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step += 1
        running = mean if running is None else 0.9 * running + 0.1 * mean
        if step % 25 == 0 or step == options.steps:
            with torch.no_grad():
                report(running)
            weights_now = get_peft_model_state_dict(model)
            export_adapter(
                {key: value.cpu() for key, value in weights_now.items()},
                float(options.rank),
                heads,
                kv_heads,
                options.output / "adapter.gguf",
                "Penname starter adapter",
            )
            kept = {
                "lora": weights_now,
                "optimizer": optimizer.state_dict(),
                "step": step,
                "seconds": time.monotonic() - began,
            }
            torch.save(kept, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)


def _fixed_batch(records: list[Record], tokenizer: Tokenizer) -> list[tuple[list[int], list[float]]]:
    """The same conversations at each report, so that its figures compare."""
    conversations = Conversations(0)
    pairs = [tokenizer.encode(conversations.draw(record)) for record in records]
    return [pair for pair in pairs if len(pair[0]) <= LONGEST][:24]


def _loss(model: torch.nn.Module, pair: tuple[list[int], list[float]], device: str) -> torch.Tensor:
    """Weighted mean cross entropy of the learned tokens; only their rows of the logits are computed."""
    tokens = torch.tensor([pair[0]], device=device)
    weights = torch.tensor(pair[1][1:], device=device)
    learned = weights.nonzero().squeeze(1)
    inner = model.base_model.model  # type: ignore[union-attr]
    with torch.autocast(device, dtype=torch.bfloat16):
        hidden = inner.model(input_ids=tokens[:, :-1]).last_hidden_state[0, learned]  # type: ignore[operator,union-attr]
        logits = inner.lm_head(hidden)  # type: ignore[operator,union-attr]
    losses = torch.nn.functional.cross_entropy(logits.float(), tokens[0, 1:][learned], reduction="none")
    return (losses * weights[learned]).sum() / weights[learned].sum()


def _set(model: torch.nn.Module, weights: dict[str, torch.Tensor]) -> None:
    from peft import set_peft_model_state_dict

    set_peft_model_state_dict(model, weights)


if __name__ == "__main__":
    sys.exit(main())
