"""From messages to tokens: no text steers the model, and what was evaluated before is found again."""

import msgspec

from penname.engine.llama import Model
from penname.engine.requests import Message
from penname.engine.templates import ChatTemplate
from penname.engine.vocabulary import Vocabulary


class _LastAnswer(msgspec.Struct, frozen=True):
    prompt: tuple[int, ...]
    tokens: tuple[int, ...]
    text: str


class PromptWriter:
    """Writes a model's prompts.

    An answer that comes back as an assistant message is written with the tokens it was made of, so that the
    next turn continues the evaluated context even where the model cut its words in an unusual way.
    """

    def __init__(self, model: Model, vocabulary: Vocabulary) -> None:
        self._model, self._vocabulary = model, vocabulary
        # many templates write the end mark themselves, so its text is looked up, not guessed
        marks = [
            model.piece(token, special=True).decode("utf-8", "replace") if token >= 0 else ""
            for token in (model.begin, model.ends)
        ]
        self._template = ChatTemplate(model.metadata("tokenizer.chat_template"), *marks)
        self._last: _LastAnswer | None = None

    def tokens(self, messages: tuple[Message, ...]) -> list[int]:
        """The prompt for the assistant's next turn. Raises ModelFileError for an unusable template."""
        parts = self._template.parts([message.role for message in messages])
        tokens: list[int] = []
        for part in parts:
            if isinstance(part, str):
                tokens += self._vocabulary.scaffolding(part)
            elif self._is_last_answer(messages[part], tokens):
                assert self._last is not None
                tokens += self._last.tokens
            else:
                tokens += self._vocabulary.content(messages[part].content)
        if self._model.adds_begin and tokens[:1] != [self._model.begin]:
            tokens.insert(0, self._model.begin)
        return tokens

    def tokens_up_to(self, messages: tuple[Message, ...]) -> tuple[list[int], int]:
        """The prompt up to the end of the last message, and how many of its tokens are that message."""
        parts = self._template.parts([message.role for message in messages])
        head = parts[: parts.index(len(messages) - 1)]
        tokens: list[int] = []
        for part in head:
            tokens += (
                self._vocabulary.scaffolding(part)
                if isinstance(part, str)
                else self._vocabulary.content(messages[part].content)
            )
        if self._model.adds_begin and tokens[:1] != [self._model.begin]:
            tokens.insert(0, self._model.begin)
        last = self._vocabulary.content(messages[-1].content)
        return tokens + last, len(last)

    def remember(self, prompt: list[int], tokens: tuple[int, ...], text: str) -> None:
        """Note how the answer just given to `prompt` was written."""
        self._last = _LastAnswer(tuple(prompt), tokens, text)

    def _is_last_answer(self, message: Message, before: list[int]) -> bool:
        last = self._last
        if last is None or message.role != "assistant" or message.content != last.text:
            return False
        begun = (
            before
            if not self._model.adds_begin or before[:1] == [self._model.begin]
            else [self._model.begin, *before]
        )
        return tuple(begun) == last.prompt
