"""Turns messages into tokens such that no text steers the model and the cache is hit again."""

from collections.abc import Sequence
from typing import NamedTuple

from penname.engine.host.kv_cache import common_prefix
from penname.engine.host.llama import Model
from penname.engine.host.templates import ChatTemplate
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.requests import Message
from penname.models.files import TemplateVariables

_REMEMBERED = 64  # answers


class Prompt(NamedTuple):
    """A prompt's tokens; the first `instructions` of them depend on no text, value or answer."""

    tokens: list[int]
    instructions: int


class PromptWriter:
    """Writes a model's prompts.

    An answer that comes back as an assistant message is written with the tokens it was made of, so that the
    next turn continues the evaluated context even where the model cut its words in an unusual way.
    """

    def __init__(
        self, model: Model, vocabulary: Vocabulary, template: TemplateVariables | None = None
    ) -> None:
        self._model, self._vocabulary = model, vocabulary
        # many templates write the end mark themselves, so its text is looked up, not guessed
        begin, end = (
            model.piece(token, special=True).decode("utf-8", "replace") if token >= 0 else ""
            for token in (model.begin, model.ends)
        )
        self._template = ChatTemplate(model.metadata("tokenizer.chat_template"), begin, end, template)
        self._answers: dict[tuple[tuple[int, ...], str], tuple[int, ...]] = {}

    def prompt(self, messages: tuple[Message, ...]) -> Prompt:
        """The prompt for the assistant's next turn. Raises ModelFileError for an unusable template."""
        return self._written(messages, len(messages))

    def prompt_up_to(self, messages: tuple[Message, ...]) -> tuple[Prompt, int]:
        """The prompt up to the end of the last message, and how many of its tokens are that message."""
        before = self._written(messages, len(messages) - 1)
        last = self._vocabulary.content(messages[-1].content)
        return Prompt(before.tokens + last, before.instructions), len(last)

    def alone(self, text: str) -> Prompt:
        """The tokens of a text alone, without a chat template."""
        begin = [self._model.begin] if self._model.adds_begin else []
        return Prompt([*begin, *self._vocabulary.content(text)], 0)

    def remember(self, prompt: list[int], tokens: tuple[int, ...], text: str) -> None:
        """Remember the tokens of an answer, to spell it the same way when it comes back."""
        self._answers[tuple(prompt), text] = tokens
        while len(self._answers) > _REMEMBERED:
            del self._answers[next(iter(self._answers))]

    def _written(self, messages: tuple[Message, ...], until: int) -> Prompt:
        """The prompt, only up to where the message `until` would begin."""
        tokens = [self._model.begin] if self._model.adds_begin else []
        ours, instructions = True, 0  # whether all so far is Penname's own or the template's
        for part in self._template.parts([message.role for message in messages]):
            if isinstance(part, str):
                scaffolding = self._vocabulary.scaffolding(part)
                if tokens == scaffolding[:1] == [self._model.begin]:
                    scaffolding = scaffolding[1:]  # the template writes it, too
                tokens += scaffolding
                instructions = len(tokens) if ours else instructions
            elif part == until:
                break
            else:
                message = messages[part]
                content = self._content(message, tokens)
                if ours:
                    own = self._vocabulary.content(message.content[: message.own])
                    instructions = len(tokens) + common_prefix(own, content)
                    ours = message.own == len(message.content) and len(own) == len(content)
                tokens += content
        return Prompt(tokens, instructions)

    def _content(self, message: Message, before: list[int]) -> Sequence[int]:
        """An answer that comes back is written with the tokens it was made of."""
        known = None
        if message.role == "assistant":
            known = self._answers.get((tuple(before), message.content))
        return known if known is not None else self._vocabulary.content(message.content)
