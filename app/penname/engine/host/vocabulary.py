"""The model's tokens as bytes, and texts as tokens in which nothing steers the model."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from penname.engine.grammar.matcher import GrammarMatcher, State
from penname.engine.host.llama import Model

_FEW = 24  # so few tokens are tried one by one instead of byte by byte


class Vocabulary:
    """A model's vocabulary. Tables are made when first needed."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._pieces: dict[int, bytes] = {}
        self._sorted: tuple[list[bytes], list[int]] | None = None
        self._runs: dict[bytes, list[int] | None] = {}

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The tokens that end an answer; asking for each of the vocabulary takes a while."""
        model = self._model
        return tuple(token for token in range(model.vocab_size) if model.ends_answer(token))

    def piece(self, token: int) -> bytes:
        """The bytes of a token; empty for control tokens, which no answer may contain."""
        piece = self._pieces.get(token)
        if piece is None:
            text = b"" if self._model.is_control(token) else self._model.piece(token)
            piece = self._pieces[token] = text
        return piece

    def ends_answer(self, token: int) -> bool:
        """Whether the token ends the answer."""
        return self._model.ends_answer(token)

    def content(self, text: str) -> list[int]:
        """The tokens of untrusted text: `<|im_end|>` in it is ten characters and never the end of a turn."""
        return self._harmless(text.encode())

    def scaffolding(self, text: str) -> list[int]:
        """The tokens of a chat template's own text, special tokens among them."""
        return self._model.tokenize(text.encode(), special=True) if text else []

    def exact(self, data: bytes) -> list[int] | None:
        """Tokens that spell exactly `data` and go on from any text before it; None when there are none.

        Some tokenizers put a space before whatever they are given, and a run may begin inside a character.
        """
        if data not in self._runs:
            if len(self._runs) > 4096:
                self._runs.clear()
            self._runs[data] = self._exact(data)
        return self._runs[data]

    def allowed(self, matcher: GrammarMatcher, state: State) -> Iterator[tuple[int, State]]:
        """All text tokens that fit here, each with the state behind it.

        Walks the sorted vocabulary along the allowed bytes: fast where the grammar is narrow, which is where
        it is needed; in the middle of free text it visits the whole vocabulary.
        """
        pieces, tokens = self._table()
        stack = [(0, len(pieces), 0, state)]
        while stack:
            low, high, depth, here = stack.pop()
            while low < high and len(pieces[low]) == depth:
                yield tokens[low], here
                low += 1
            if high - low <= _FEW:
                for index in range(low, high):
                    if after := matcher.feed(here, pieces[index][depth:]):
                        yield tokens[index], after
                continue
            prefix, mask = pieces[low][:depth], matcher.allowed(here)
            while mask:
                byte = (mask & -mask).bit_length() - 1
                mask &= mask - 1
                first = bisect_left(pieces, prefix + bytes([byte]), low, high)
                last = bisect_left(pieces, prefix + bytes([byte + 1]), first, high) if byte < 255 else high
                if first < last and (after := matcher.step(here, byte)):
                    stack.append((first, last, depth + 1, after))

    def _table(self) -> tuple[list[bytes], list[int]]:
        if self._sorted is None:
            table = sorted((self.piece(token), token) for token in range(self._model.vocab_size))
            table = [(piece, token) for piece, token in table if piece]
            self._sorted = [piece for piece, _ in table], [token for _, token in table]
        return self._sorted

    def _harmless(self, text: bytes) -> list[int]:
        """Tokens without control tokens, even where a vocabulary fails to mark one as special."""
        tokens: list[int] = []
        for token in self._model.tokenize(text, special=False) if text else []:
            if self._model.is_control(token):
                spelled = self._model.piece(token, special=True).decode("utf-8", "replace")
                for character in spelled:
                    tokens += [
                        t
                        for t in self._model.tokenize(character.encode(), special=False)
                        if not self._model.is_control(t)
                    ]
            else:
                tokens.append(token)
        return tokens

    def _exact(self, data: bytes) -> list[int] | None:
        try:
            data.decode()
        except UnicodeDecodeError:
            return None
        tokens = self._harmless(data)
        return tokens if b"".join(map(self.piece, tokens)) == data else None
