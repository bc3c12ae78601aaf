"""The model from one layer on, run on what went into that layer.

What lies below is not trained: for a text that is read again in each pass it need be run only once. Texts
that follow the same beginning (the prompt before each of them) are run together with one copy of it.
"""

from collections.abc import Sequence

import torch
from peft import PeftModel
from torch import Tensor
from torch.nn import functional
from transformers.models.llama.modeling_llama import rotate_half

from starter.adapter import Heads


class Upper:
    """Layers `first` and up of a llama model with an adapter on them."""

    def __init__(self, model: PeftModel, first: int, heads: Heads) -> None:
        self._model = model.base_model.model.model
        self._first, self._heads = first, heads
        self.device = next(model.parameters()).device

    @torch.no_grad()
    def into(self, tokens: Sequence[int]) -> Tensor:
        """What goes into layer `first` at each of these tokens (tokens x width)."""
        states = self._model.embed_tokens(torch.tensor([tokens], device=self.device))
        places = torch.arange(len(tokens), device=self.device)[None]
        turned = self._model.rotary_emb(states, places)
        for layer in self._model.layers[: self._first]:
            states = layer(states, attention_mask=None, position_ids=places, position_embeddings=turned)
        return states[0]

    def run(self, before: Tensor, texts: Sequence[Tensor], told: int) -> tuple[Tensor, Tensor]:
        """What goes into layer `told` and what the last one says, at the tokens of all `texts`.

        `before` is what goes into layer `first` at the beginning they share, `texts` the same of each.
        """
        shared, sizes = len(before), torch.tensor([len(text) for text in texts])
        longest = int(sizes.max())
        there = torch.arange(longest)[None] < sizes[:, None]
        sees = torch.ones(longest, longest, dtype=torch.bool).tril()
        sees = torch.cat([torch.ones(longest, shared, dtype=torch.bool), sees], 1)
        there, sees = there.to(self.device), sees.to(self.device)
        states = torch.cat([before, *texts])
        places = torch.cat([torch.arange(shared), *(shared + torch.arange(int(size)) for size in sizes)])
        turned = self._model.rotary_emb(states, places[None].to(self.device))
        cosine, sine = (part[0][:, None] for part in turned)
        asked = states[shared:]
        for number, layer in enumerate(self._model.layers[self._first :], self._first):
            if number == told:
                asked = states[shared:]
            attention, normal = layer.self_attn, layer.input_layernorm(states)
            query = attention.q_proj(normal).view(len(states), self._heads.queries, -1)
            key = attention.k_proj(normal).view(len(states), self._heads.keys, -1)
            value = attention.v_proj(normal).view(len(states), self._heads.keys, -1)
            query, key = (part * cosine + rotate_half(part) * sine for part in (query, key))
            mixed = self._attended(query, key, value, shared, there, sees)
            states = states + attention.o_proj(mixed)
            states = states + layer.mlp(layer.post_attention_layernorm(states))
        return asked, self._model.norm(states)[shared:]

    def _attended(
        self, query: Tensor, key: Tensor, value: Tensor, shared: int, there: Tensor, sees: Tensor
    ) -> Tensor:
        """Attention of each text to the shared beginning and to itself, and of the beginning to itself."""
        every = self._heads.queries // self._heads.keys
        key, value = (part.repeat_interleave(every, 1) for part in (key, value))
        keys, values = (
            torch.cat([part[:shared].expand(len(there), -1, -1, -1), _padded(part[shared:], there)], 1)
            for part in (key, value)
        )
        first = _attention(query[None, :shared], key[None, :shared], value[None, :shared], None)
        rest = _attention(_padded(query[shared:], there), keys, values, sees)
        return torch.cat([first[0], rest[there]]).flatten(1)


def _attention(query: Tensor, key: Tensor, value: Tensor, sees: Tensor | None) -> Tensor:
    """For batch x tokens x heads x size; causal where nothing says what each token sees."""
    query, key, value = (part.transpose(1, 2) for part in (query, key, value))
    mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=sees, is_causal=sees is None)
    return mixed.transpose(1, 2)


def _padded(rows: Tensor, there: Tensor) -> Tensor:
    """Rows of all texts, as texts x longest with zeros where a text has ended."""
    padded = rows.new_zeros(*there.shape, *rows.shape[1:])
    padded[there] = rows
    return padded
