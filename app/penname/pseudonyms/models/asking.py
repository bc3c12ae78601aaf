"""One question to a local model about a part of a text, and the parts that fit its context."""

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from penname import locations
from penname.domain.cancellation import Cancellation
from penname.domain.sentences import Span, parts
from penname.engine.client import Answer, EngineClient
from penname.engine.grammar import Node
from penname.engine.requests import Message, Request, Sampling

_TOKENS_A_BYTE = 0.6  # of an answer that repeats the text with tags, generously
_INSTRUCTIONS = 600  # tokens of context set aside
_LARGEST_PART, _LEAST_PART = 600, 60  # tokens: weak models lose their place in longer ones


class Example(NamedTuple):
    """A text, the answer that is right for it, and the entities that the question tells with it."""

    text: str
    answer: str
    entities: str = ""


class PseudonymModel:
    """An engine, and who may stop it. Raises EngineError and Cancelled."""

    def __init__(self, engine: EngineClient, cancellation: Cancellation | None = None) -> None:
        self._engine = engine
        self._cancellation = cancellation or Cancellation()

    def parts(self, text: str) -> tuple[Span, ...]:
        """`text` in stretches that fit the context twice: as question and as answer. None is left out."""
        limit = max(_LEAST_PART, min(_LARGEST_PART, (self._engine.info.context - _INSTRUCTIONS) // 3))
        return parts(text, limit, self._engine.count_tokens)

    def ask(
        self, task: str, grammar: Node, text: str, entities: str = "", examples: Sequence[Example] = ()
    ) -> Answer:
        """The answer to `task` (a table of prompts.toml) about `text`, after `examples` with theirs."""
        self._cancellation.check()
        prompt = _prompts()[task]
        words = prompt["user"].strip()
        told: list[Message] = []
        for text_shown, answer, entities_shown in examples:
            question = words.replace("{entities}", entities_shown).replace("{text}", text_shown)
            told += [Message("user", question, len(question)), Message("assistant", answer, len(answer))]
        asked = words.replace("{entities}", entities).replace("{text}", text)
        most = prompt["least_tokens"] + int(len((text or entities).encode()) * _TOKENS_A_BYTE)
        request = Request((*told, Message("user", asked)), grammar, Sampling(max_tokens=most), text)
        handle = self._engine.submit(request)
        self._cancellation.stopping_with(handle.cancel)
        try:
            return handle.result()
        finally:
            self._cancellation.stopping_with(None)


def named_examples() -> tuple[tuple[str, dict[str, str]], ...]:
    """Texts, each with the names in it and what they name: person, place or organization."""
    return tuple((one["text"], one["names"]) for one in _prompts()["example"])


def replaced_examples() -> tuple[Example, ...]:
    """Texts reworded with other names."""
    return tuple(Example(one["text"], one["answer"], one["entities"]) for one in _prompts()["replaced"])


@cache
def _prompts() -> dict[str, Any]:
    return tomllib.loads(locations.resource("pseudonyms/prompts.toml").read_text(encoding="utf-8"))
