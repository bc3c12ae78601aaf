"""Writes one answer: decode, pick a token, write at once what the shape leaves no choice about.

A forced run is decoded in one batch together with the token before it, which costs little more than that
token alone. Its last token is only a guess: texts are trained as they are naturally cut into tokens, and the
next free character may belong to the same token (` ["` but ` []`). So the scores before the last token are
asked for too, and when the model would rather write a longer token there, the guess is taken back.
"""

import codecs
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from penname.engine.llama import Context
from penname.engine.matcher import Matcher, State
from penname.engine.options import Devices
from penname.engine.requests import Request
from penname.engine.sampling import NothingFits, Sampler
from penname.engine.vocabulary import Vocabulary


class Written(msgspec.Struct, frozen=True):
    """A finished answer: its tokens (also those that needed no evaluation) and how they came about."""

    tokens: tuple[int, ...]
    text: str
    finish: Literal["stop", "length"]
    forced: int
    sampled: int


def write_answer(
    context: Context,
    vocabulary: Vocabulary,
    request: Request,
    prompt: Sequence[int],
    on_text: Callable[[str], None],
    on_step: Callable[[int], None],
    devices: Devices = Devices(),  # noqa: B008 (frozen)
) -> Written:
    """Answer `prompt` (what of it stands in `context` already is not evaluated again).

    `on_step` is told how many tokens each finished batch had; it raises to stop the work.
    Raises ValueError when nothing fits the shape, and what `Context.decode` raises.
    """
    matcher = Matcher(request.shape, request.source)
    return _Writer(context, vocabulary, request, matcher, on_text, on_step, devices).write(prompt)


class _Writer:
    def __init__(
        self,
        context: Context,
        vocabulary: Vocabulary,
        request: Request,
        matcher: Matcher,
        on_text: Callable[[str], None],
        on_step: Callable[[int], None],
        devices: Devices,
    ) -> None:
        self._devices = devices
        self._context, self._vocabulary, self._matcher = context, vocabulary, matcher
        self._sampler = Sampler(vocabulary, matcher, request.sampling)
        self._limit = request.sampling.max_tokens
        self._on_text, self._on_step = on_text, on_step
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._tokens: list[int] = []
        self._text: list[str] = []
        self._forced = 0

    def write(self, prompt: Sequence[int]) -> Written:
        try:
            return self._write(prompt)
        except NothingFits:
            return self._finish("length")  # what is complete is kept, as with any other answer cut off

    def _write(self, prompt: Sequence[int]) -> Written:
        state = self._matcher.start
        pending = list(prompt[len(self._context.tokens) :])  # to be evaluated before the next pick
        while True:
            run, guess_state = self._forced_run(state)
            if run and not self._matcher.allowed(self._after(state, run)):
                self._append(run, forced=True)
                return self._finish("stop")
            if self._is_full(len(pending), len(run)):
                return self._finish("length")
            self._decode(pending + run, 2 if guess_state else 1)
            if run and guess_state is None:
                self._append(run, forced=True)
                state = self._after(state, run)
            elif guess_state is not None:
                self._append(run[:-1], forced=True)
                token, after = self._sampler.pick(self._context.logits(-2), guess_state)
                if token != run[-1]:
                    self._context.keep(len(self._context.tokens) - 1)
                    if token is None:
                        return self._finish("stop")
                    self._append([token])
                    pending, state = [token], after
                    if not self._matcher.allowed(state):
                        return self._finish("stop")
                    continue
                self._append(run[-1:], forced=True)
                state = after
            token, state = self._sampler.pick(self._context.logits(-1), state)
            if token is None:
                return self._finish("stop")
            self._append([token])
            pending = [token]
            if not self._matcher.allowed(state):
                return self._finish("stop")

    def _forced_run(self, state: State) -> tuple[list[int], State | None]:
        """The tokens of what must come next, and the state before the last if that one is to be checked."""
        if not self._devices.forced_runs:
            return [], None
        run = self._vocabulary.exact(self._matcher.forced(state)) or []
        if not run or not self._matcher.allowed(self._after(state, run)):
            return run, None  # nothing follows that the last token could merge with
        if not self._context.can_rewind:
            return run[:-1], None
        return run, self._after(state, run[:-1])

    def _after(self, state: State, tokens: Sequence[int]) -> State:
        return self._matcher.feed(state, b"".join(map(self._vocabulary.piece, tokens)))

    def _decode(self, tokens: list[int], scored: int) -> None:
        for size in self._context.decode(tokens, scored):
            self._on_step(size)

    def _is_full(self, pending: int, forced: int) -> bool:
        return len(self._tokens) + forced >= self._limit or (
            len(self._context.tokens) + pending + forced >= self._context.length
        )

    def _append(self, tokens: Sequence[int], *, forced: bool = False) -> None:
        self._tokens.extend(tokens)
        self._forced += len(tokens) if forced else 0
        text = self._decoder.decode(b"".join(map(self._vocabulary.piece, tokens)))
        if text:
            self._text.append(text)
            self._on_text(text)

    def _finish(self, finish: Literal["stop", "length"]) -> Written:
        # what an answer cut off inside a character leaves behind is dropped
        sampled = len(self._tokens) - self._forced
        return Written(tuple(self._tokens), "".join(self._text), finish, self._forced, sampled)
