"""The base as a torch model: dequantized, an earlier adapter merged into it, a new LoRA on top."""

from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM

from starter.adapter import NAMES, Adapter, Heads

Pair = tuple[list[int], list[float]]  # tokens, and the weight of each in the loss


def load_base(path: Path, merged: Adapter | None) -> tuple[torch.nn.Module, Heads]:
    """The model in a GGUF file in single precision, with `merged` added to its matrices."""
    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    heads = Heads(model.config.num_attention_heads, model.config.num_key_value_heads)
    theirs = {ours: name for name, ours in NAMES.items()}
    with torch.no_grad():
        for (layer, module), (a, b) in (merged or {}).items():
            weight = model.get_submodule(f"model.layers.{layer}.{theirs[module]}").weight
            weight += torch.from_numpy(b @ a)
    return model, heads


def with_lora(model: torch.nn.Module, rank: int, dropout: float = 0.0) -> PeftModel:
    """A new adapter (Hu et al. 2021) on all linear layers, alpha = rank.

    It begins as no change at all; `dropout` is the share of what goes into it that is left out in training.
    """
    modules = [name.rsplit(".", 1)[-1] for name in NAMES]
    config = LoraConfig(r=rank, lora_alpha=rank, lora_dropout=dropout, target_modules=modules)
    return get_peft_model(model, config)


def loss_of(model: PeftModel, pair: Pair, device: str) -> torch.Tensor:
    """Weighted mean cross entropy of the learned tokens; only their rows of the logits are computed."""
    tokens = torch.tensor([pair[0]], device=device)
    weights = torch.tensor(pair[1][1:], device=device)
    learned = weights.nonzero().squeeze(1)
    inner = model.base_model.model
    with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
        hidden = inner.model(input_ids=tokens[:, :-1]).last_hidden_state[0, learned]
        logits = inner.lm_head(hidden)
    losses = torch.nn.functional.cross_entropy(logits.float(), tokens[0, 1:][learned], reduction="none")
    return (losses * weights[learned]).sum() / weights[learned].sum()
