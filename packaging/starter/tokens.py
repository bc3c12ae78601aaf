"""Conversations as tokens, made by the engine's own code: template, vocabulary, harmless text."""

import re
from collections.abc import Sequence
from pathlib import Path

from penname.engine.host.llama import Model
from penname.engine.host.templates import ChatTemplate
from penname.engine.host.vocabulary import Vocabulary
from starter.conversations import Turn

BOILERPLATE = 0.05
"""Weight of what decoding writes by itself (keys, brackets), against 1 for what the model has to know."""

DECISION = 4.0
"""Weight of the few tokens that decide: which attribute is listed, that no more are, how one is judged."""

_FIXED = re.compile(
    r'\{"attribute": "|", "reasoning": "|", "guesses": \[|\], "certainty": |", "validity": "'
    r'|", "evidence": \[|\], "concept": "|\{"find": "|", "replace": "'
)
_LISTED = re.compile(r'^\{"attribute": "([a-z]+)')
_JUDGED = re.compile(r'^\{"attribute": "[a-z]+", "validity": "([a-z]+)')
_SILENT = re.compile(r"^Nothing\.")


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
        ended = 0.0  # the weight of the end mark that is due
        for part in self._template.parts([turn.role for turn in turns[:-1]]):
            if isinstance(part, str):
                new = self._vocabulary.scaffolding(part)
                tokens += new
                weights += [ended if position < len(self._end) else 0.0 for position in range(len(new))]
                ended = 0.0
            else:
                self._add(turns[part], tokens, weights)
                ended = _end_weight(turns[part])
        self._add(turns[-1], tokens, weights)
        return tokens + self._end, weights + [_end_weight(turns[-1])] * len(self._end)

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


def _end_weight(turn: Turn) -> float:
    """After an attack the end mark says that nothing more is found."""
    if not turn.learn:
        return 0.0
    return DECISION if '"certainty": ' in turn.content else 1.0


def _weights(turn: Turn) -> list[float]:
    """The weight of each byte of a learned turn."""
    weights: list[float] = []
    lines = turn.content.splitlines(keepends=True)
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        data = [0.0 if line.rstrip("\n") in turn.unlearned else 1.0] * len(line)
        for pattern, weight in ((_FIXED, BOILERPLATE), (_decision(line), DECISION)):
            for match in pattern.finditer(line):
                start, end = match.span(match.lastindex or 0)
                data[start:end] = [weight if here else 0.0 for here in data[start:end]]
        if line.endswith("\n") and '"certainty": ' in line:  # "there is more" is a decision as well
            data[-1] = 0.0 if following.rstrip("\n") in turn.unlearned else DECISION
        weights += [weight for weight, character in zip(data, line, strict=True) for _ in character.encode()]
    return weights


def _decision(line: str) -> re.Pattern[str]:
    """What is decided in a line: an attacker's attribute or his silence, an arbitrator's validity."""
    if '"certainty": ' in line:
        return _LISTED
    return _JUDGED if '"validity": ' in line else _SILENT
