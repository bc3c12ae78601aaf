"""Conversations as tokens, made by the engine's own code: template, vocabulary, harmless text."""

import re
from collections.abc import Sequence
from pathlib import Path

from penname.engine.llama import Model
from penname.engine.templates import ChatTemplate
from penname.engine.vocabulary import Vocabulary
from starter.conversations import Turn

BOILERPLATE = 0.05
"""Weight of what decoding writes by itself (keys, brackets), against 1 for what the model has to know."""

_FIXED = re.compile(
    r'\{"attribute": "|", "reasoning": "|", "guesses": \[|\], "certainty": |", "validity": "'
    r'|", "evidence": \[|\], "concept": "|\{"find": "|", "replace": "'
)


class Tokenizer:
    """Turns conversations into (tokens, weights): weight 0 where the model only reads."""

    def __init__(self, base: Path) -> None:
        self._model = Model(str(base), None, safe=True, on_progress=lambda: None)
        self._vocabulary = Vocabulary(self._model)
        begin, end = (
            self._model.piece(t, special=True).decode() for t in (self._model.begin, self._model.ends)
        )
        self._template = ChatTemplate(self._model.metadata("tokenizer.chat_template"), begin, end)
        self._end = self._vocabulary.scaffolding("<|im_end|>")

    def encode(self, turns: Sequence[Turn]) -> tuple[list[int], list[float]]:
        """The whole conversation; each learned turn is followed by a learned end mark."""
        tokens: list[int] = []
        weights: list[float] = []
        ended = False
        for part in self._template.parts([turn.role for turn in turns[:-1]]):
            if isinstance(part, str):
                new = self._vocabulary.scaffolding(part)
                tokens += new
                weights += [
                    1.0 if ended and position < len(self._end) else 0.0 for position in range(len(new))
                ]
                ended = False
            else:
                self._add(turns[part], tokens, weights)
                ended = turns[part].learn
        self._add(turns[-1], tokens, weights)
        return tokens + self._end, weights + [1.0] * len(self._end)

    def _add(self, turn: Turn, tokens: list[int], weights: list[float]) -> None:
        new = self._vocabulary.content(turn.content)
        tokens += new
        if not turn.learn:
            weights += [0.0] * len(new)
            return
        by_byte = _weights(turn)
        position = 0
        for token in new:
            size = len(self._vocabulary.piece(token))
            inside = by_byte[position : position + size]
            weights.append(max(inside, default=0.0))
            position += size


def _weights(turn: Turn) -> list[float]:
    """The weight of each byte of a learned turn."""
    weights: list[float] = []
    for line in turn.content.splitlines(keepends=True):
        data = [0.0 if line.rstrip("\n") in turn.unlearned else 1.0] * len(line)
        for match in _FIXED.finditer(line):
            data[match.start() : match.end()] = [min(BOILERPLATE, data[match.start()])] * len(match.group())
        weights += [weight for weight, character in zip(data, line, strict=True) for _ in character.encode()]
    return weights
