"""A model small enough to reason about: a handful of tokens, and scores that prefer to write a given text."""

from collections.abc import Iterator, Sequence

import numpy as np

from penname.engine.llama import Logits

END = 0


class ToyModel:
    """Stands in for llama.Model: token 0 ends the answer, token 1 is a control token, the rest spell their
    text.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        letters = [chr(code) for code in range(0x20, 0x7F)] + ["\n"]
        self.pieces = [b"", b"", *(piece.encode() for piece in dict.fromkeys([*letters, *pieces]))]
        self.vocab_size = len(self.pieces)

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return {0: b"<end>", 1: b"<turn>"}.get(token, b"") if special and token < 2 else self.pieces[token]

    def tokenize(self, text: bytes, *, special: bool) -> list[int]:
        tokens = []
        while text:
            fitting = [t for t in range(2, self.vocab_size) if text.startswith(self.pieces[t])]
            if not fitting:
                text = text[1:]  # like the starter's: bytes it lacks are dropped
                continue
            best = max(fitting, key=self._length)
            tokens.append(best)
            text = text[self._length(best) :]
        return tokens

    def is_control(self, token: int) -> bool:
        return token < 2

    def ends_answer(self, token: int) -> bool:
        return token == END

    def _length(self, token: int) -> int:
        return len(self.pieces[token])


class ToyContext:
    """Stands in for llama.Context: behind what it has read, it wants to write `wish`, in its longest tokens.

    Where the answer has left the wish, it prefers the letter "z". `batches` are the decoded tokens.
    """

    length = 4096

    def __init__(self, model: ToyModel, wish: str, prompt: int, *, can_rewind: bool = True) -> None:
        self._model, self._wish, self._prompt = model, wish.encode(), prompt
        self.can_rewind = can_rewind
        self.tokens: list[int] = []
        self.batches: list[list[int]] = []
        self._scored: list[int] = []

    def keep(self, count: int) -> int:
        assert self.can_rewind or count == 0
        del self.tokens[count:]
        return count

    def decode(self, tokens: Sequence[int], scored: int) -> Iterator[int]:
        self.tokens += tokens
        self.batches.append(list(tokens))
        self._scored = list(range(len(self.tokens) - scored, len(self.tokens)))
        yield len(tokens)

    def logits(self, index: int) -> Logits:
        written = b"".join(self._model.pieces[t] for t in self.tokens[self._prompt : self._scored[index] + 1])
        scores = np.zeros(self._model.vocab_size, dtype=np.float32)
        if not self._wish.startswith(written):
            scores[self._model.pieces.index(b"z")] = 5
            return scores
        rest = self._wish[len(written) :]
        if not rest:
            scores[END] = 9
        for token in range(2, self._model.vocab_size):
            if rest.startswith(self._model.pieces[token]):
                scores[token] = 10 + len(self._model.pieces[token])
        return scores
