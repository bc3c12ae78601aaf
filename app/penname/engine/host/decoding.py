"""Writes one answer: at once where the grammar leaves no choice, on trial where the conversation suggests it.

Each step evaluates in one batch all that is certain and a chain of guesses behind it, and asks for the scores
behind everything that is still the model's choice. Then the model picks, guess by guess: where it would have
written the same the guess stands, at the first other pick the rest is taken back. So the answer is the one
that would have been written token by token.

The last token of a forced run is such a guess, too: texts are trained as they are naturally cut into tokens,
and the next free character may belong to the same token (` ["` but ` []`).
"""

import codecs
from collections.abc import Callable, Generator, Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from penname.engine.grammar.matcher import GrammarMatcher, State
from penname.engine.host.drafting import PromptLookupIndex, SpeculationPolicy
from penname.engine.host.evaluating import Evaluate, Scores
from penname.engine.host.losses import token_loss
from penname.engine.host.sampling import NothingFits, Sampler
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.options import Optimizations
from penname.engine.requests import Request

_FEW = 16  # forced tokens behind a guess; longer runs wait until the guess is judged


class WrittenAnswer(msgspec.Struct, frozen=True):
    """A finished answer: its tokens (also those that needed no evaluation) and how they came about."""

    tokens: tuple[int, ...]
    text: str
    finish: Literal["stop", "length"]
    forced: int
    drafted: int
    sampled: int
    rejected: int
    losses: tuple[float, ...] = ()
    ends: tuple[int, ...] = ()


class _Link(NamedTuple):
    """A token ahead: certain, or a guess made because that many tokens before it were the same (0: because
    the grammar has it so).
    """

    token: int
    certain: bool
    matched: int = 0


class Writer:
    """Writes the answer to `prompt`, of at most `limit` tokens with it. Raises ValueError when nothing fits
    the grammar.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        request: Request,
        prompt: Sequence[int],
        limit: int,
        on_text: Callable[[str], None],
        *,
        optimizations: Optimizations,
        policy: SpeculationPolicy,
        can_rewind: bool,
    ) -> None:
        self._vocabulary, self._matcher = vocabulary, GrammarMatcher(request.grammar, request.source)
        self._sampler = Sampler(vocabulary, self._matcher, request.sampling)
        self._limit = min(limit, len(prompt) + request.sampling.max_tokens)
        self._on_text = on_text
        self._optimizations, self._policy, self._can_rewind = optimizations, policy, can_rewind
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._prompt = len(prompt)
        self._tokens = list(prompt)
        self._text: list[str] = []
        self._measured = request.measured
        self._losses: list[float] = []
        self._ends: list[int] = []
        self._forced = self._drafted = self._rejected = 0
        self._index = PromptLookupIndex() if optimizations.drafts and can_rewind else None
        if self._index:
            self._index.extend(prompt)

    def write(self, evaluated: int) -> Generator[Evaluate, Scores, WrittenAnswer]:
        """The answer, step by step, when the first `evaluated` tokens of the prompt are known."""
        try:
            return (yield from self._write(evaluated))
        except NothingFits:
            return self._finish("length")  # what is complete is kept, as with any other answer cut off

    def _write(self, evaluated: int) -> Generator[Evaluate, Scores, WrittenAnswer]:
        state = self._matcher.start
        while True:
            chain, complete = self._chain(state, len(self._tokens) - evaluated)
            if complete and not self._measured and all(link.certain for link in chain):
                self._append([link.token for link in chain], forced=True)
                return self._finish("stop")
            given = next((i for i, link in enumerate(chain) if link.matched), len(chain))
            if len(self._tokens) + given >= self._limit:
                return self._finish("length")
            scores = iter((yield self._question(evaluated, chain, complete)))
            for index, link in enumerate(chain):
                if link.certain:
                    self._append([link.token], next(scores) if self._measured else None, forced=True)
                    state = self._after(state, [link.token])
                    continue
                here = next(scores)
                token, after = self._sampler.pick(here, state)
                right = token == link.token
                if link.matched:
                    self._policy.learn(link.matched, right)
                if not right:
                    self._rejected += sum(one.matched > 0 for one in chain[index:])
                    break
                self._append([link.token], here, forced=not link.matched, drafted=link.matched > 0)
                state = after
            else:
                if complete:
                    return self._finish("stop")
                here = next(scores)
                token, after = self._sampler.pick(here, state)
            evaluated = len(self._tokens)
            if token is None:
                return self._finish("stop")
            self._append([token], here)
            state = after
            if not self._matcher.allowed(state):
                return self._finish("stop")

    def _question(self, evaluated: int, chain: list[_Link], complete: bool) -> Evaluate:
        """The scores before each guess, and behind the chain unless the answer ends with it.

        Of an answer that is measured, also those before what is certain.
        """
        last = len(self._tokens) - evaluated - 1  # before the chain
        wanted = [last + index for index, link in enumerate(chain) if self._measured or not link.certain]
        if not complete:
            wanted.append(last + len(chain))
        tokens = [*self._tokens[evaluated:], *(link.token for link in chain)]
        return Evaluate(evaluated, tokens[: wanted[-1] + 1], wanted)

    def _chain(self, state: State, pending: int) -> tuple[list[_Link], bool]:
        """What comes next, as far as it is certain or guessing pays, and whether the answer ends with it."""
        chain: list[_Link] = []
        expected, chance = 1.0, 1.0
        while True:
            run = self._fast_forward(state)
            after = self._after(state, run)
            guessed = any(link.matched for link in chain)
            if guessed and (len(run) > _FEW or len(self._tokens) + len(chain) + len(run) >= self._limit):
                return chain, False
            if run and not self._matcher.allowed(after):
                return chain + [_Link(token, certain=True) for token in run], True
            chain += [_Link(token, certain=True) for token in run[:-1]]
            if run and not self._can_rewind:
                return chain, False
            chain += [_Link(token, certain=False) for token in run[-1:]]
            expected += chance * len(run)
            state = after
            if self._index is None or len(self._tokens) + len(chain) + 2 >= self._limit:
                return chain, False
            found = self._index.next([link.token for link in chain])
            if found is None:
                return chain, False
            token, matched = found
            likely = chance * self._policy.chance(matched)
            if not self._policy.pays(pending + len(chain), expected, likely):
                return chain, False
            piece = self._vocabulary.piece(token)
            state = self._matcher.feed(state, piece) if piece else ()
            if not state or self._matcher.undecided(state) or not self._matcher.allowed(state):
                return chain, False
            chain.append(_Link(token, certain=False, matched=matched))
            expected, chance = expected + likely, likely

    def _fast_forward(self, state: State) -> list[int]:
        if not self._optimizations.fast_forward:
            return []
        return self._vocabulary.exact(self._matcher.forced(state)) or []

    def _after(self, state: State, tokens: Sequence[int]) -> State:
        return self._matcher.feed(state, b"".join(map(self._vocabulary.piece, tokens)))

    def _append(
        self,
        tokens: Sequence[int],
        scores: NDArray[np.float32] | None = None,
        *,
        forced: bool = False,
        drafted: bool = False,
    ) -> None:
        """Take tokens into the answer; `scores` are those of one that was picked."""
        self._tokens.extend(tokens)
        if self._index:
            self._index.extend(tokens)
        self._forced += len(tokens) if forced else 0
        self._drafted += len(tokens) if drafted else 0
        text = self._decoder.decode(b"".join(map(self._vocabulary.piece, tokens)))
        if text:
            self._text.append(text)
            self._on_text(text)
        if self._measured:
            self._losses.append(token_loss(scores, tokens[0]) if scores is not None else 0.0)
            self._ends.append((self._ends[-1] if self._ends else 0) + len(text))

    def _finish(self, finish: Literal["stop", "length"]) -> WrittenAnswer:
        # what an answer cut off inside a character leaves behind is dropped
        self._policy.forget()
        tokens = tuple(self._tokens[self._prompt :])
        sampled = len(tokens) - self._forced - self._drafted
        return WrittenAnswer(
            tokens,
            "".join(self._text),
            finish,
            self._forced,
            self._drafted,
            sampled,
            self._rejected,
            tuple(self._losses),
            tuple(self._ends),
        )
