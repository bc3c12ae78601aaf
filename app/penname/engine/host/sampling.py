"""DistinctPicks the next token: by the raw scores first, and the grammar checks that one token.

Applying a grammar to the whole vocabulary before sampling costs more than the model itself on small models
(llama.cpp, common/sampling.h, calls it "very taxing"); nearly always the first pick fits. When it is refused,
sampling goes on without it, which gives the same distribution as masking would.
"""

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from penname.engine.grammar.matcher import GrammarMatcher, State
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.requests import Sampling

Floats = NDArray[np.float32]

_NUCLEUS = 256  # at most so many tokens are sampled from
_TRIED = 64  # so many of the best are tried before the grammar is asked what it allows


class NothingFits(Exception):
    """No token of the vocabulary may come next: it lacks the bytes of a rare character of the source."""


class Sampler:
    """DistinctPicks tokens for one answer."""

    def __init__(self, vocabulary: Vocabulary, matcher: GrammarMatcher, sampling: Sampling) -> None:
        self._vocabulary, self._matcher, self._sampling = vocabulary, matcher, sampling
        self._random = random.Random(sampling.seed)

    def pick(self, logits: Floats, state: State) -> tuple[int | None, State]:
        """The next token and the state behind it; (None, ...) when the model ends its answer here.

        Raises NothingFits when the vocabulary cannot spell what the grammar asks for.
        """
        if self._matcher.undecided(state):
            return self._pick_option(logits, state)
        for token in self._candidates(logits):
            if self._vocabulary.ends_answer(token):
                if ended := self._matcher.ended(state):
                    return None, ended
            elif (piece := self._vocabulary.piece(token)) and (after := self._matcher.feed(state, piece)):
                return token, after
        tokens, states = zip(*self._allowed(logits, state), strict=True)
        best = int(np.argmax(logits[list(tokens)]))
        return self._result(tokens[best], states[best])

    def _pick_option(self, logits: Floats, state: State) -> tuple[int | None, State]:
        """Among everything allowed, with the biases of the options that each token commits to."""
        tokens, states = zip(*self._allowed(logits, state), strict=True)
        scores = logits[list(tokens)].astype(np.float32)
        committed = []
        for index, after in enumerate(states):
            bias, after = self._matcher.commit(state, after)
            scores[index] += bias
            committed.append(after)
        best = next(self._candidates(scores))
        return self._result(tokens[best], committed[best])

    def _allowed(self, logits: Floats, state: State) -> list[tuple[int, State]]:
        found = list(self._vocabulary.allowed(self._matcher, state))
        if ended := self._matcher.ended(state):
            # of the tokens that end an answer, the one the model likes best stands for all
            found.append((max(self._vocabulary.ends, key=lambda token: float(logits[token])), ended))
        if not found:
            raise NothingFits
        return found

    def _result(self, token: int, after: State) -> tuple[int | None, State]:
        return (None if self._vocabulary.ends_answer(token) else token), after

    def _candidates(self, logits: Floats) -> Iterator[int]:
        """Indices to try: first as sampling goes, then the rest of the best in descending order."""
        if self._sampling.temperature <= 0:
            yield int(np.argmax(logits))
            yield from (int(index) for index in _best(logits, _TRIED)[1:])
            return
        best = _best(logits, _NUCLEUS)
        scaled = (logits[best].astype(np.float64) - float(logits[best[0]])) / self._sampling.temperature
        everything = np.exp(
            (logits.astype(np.float64) - float(logits[best[0]])) / self._sampling.temperature
        ).sum()
        weights = np.exp(scaled) / everything
        size = int(np.searchsorted(np.cumsum(weights), self._sampling.top_p)) + 1
        nucleus = [
            (int(index), float(weight)) for index, weight in zip(best[:size], weights[:size], strict=True)
        ]
        while nucleus:
            point = self._random.random() * sum(weight for _, weight in nucleus)
            chosen = 0
            while chosen < len(nucleus) - 1 and (point := point - nucleus[chosen][1]) >= 0:
                chosen += 1
            yield nucleus.pop(chosen)[0]
        yield from (int(index) for index in best[size:_TRIED])


def _best(logits: Floats, count: int) -> NDArray[np.intp]:
    """The indices of the highest scores, best first."""
    count = min(count, len(logits))
    top = np.argpartition(logits, len(logits) - count)[len(logits) - count :]
    return top[np.argsort(-logits[top], kind="stable")]
