"""The least time a round can take on this machine: what it must read and write, at llama.cpp's raw speed.

Nothing in it is evaluated twice: no prompt that begins as another did, no rejected draft, no retry.
"""

from collections.abc import Iterable, Sequence

import msgspec

from penname.engine.grammar.matcher import GrammarMatcher
from penname.engine.speeds import Speeds
from penname.lab.bench.orders import Tokens
from penname.lab.bench.recording import Exchange
from penname.lab.bench.reference import Reference


class RoundTokens(msgspec.Struct, frozen=True):
    """What a round is made of, in tokens.

    `prompt` are those of the distinct prompt text, each beginning that prompts share counted once and the
    answers in them not at all; of the answers, `free` ones are the model's and `forced` ones are settled by
    the grammar, in `runs` runs.
    """

    prompt: int
    free: int
    forced: int
    runs: int

    @property
    def mean_run(self) -> float:
        """How many forced tokens come in a row."""
        return self.forced / self.runs if self.runs else 1.0

    def seconds(self, speeds: Speeds, together: int = 1) -> float:
        """The floor, with the answers of that many texts written side by side."""
        writing = dict(speeds.together).get(together, speeds.single)
        return self.prompt / speeds.prompt + self.free / writing + self.forced / speeds.of_run(self.mean_run)


def round_tokens(reference: Reference, exchanges: Sequence[Exchange]) -> RoundTokens:
    """Count what passed in a round. Raises EngineError."""
    answered = [exchange for exchange in exchanges if not exchange.request.reads_only]
    pieces = [piece for exchange in answered for piece in answer_pieces(exchange)]
    answers = {exchange.answer.text for exchange in answered}
    repeated = tuple(
        {
            message.content
            for exchange in answered
            for message in exchange.request.messages
            if message.role == "assistant" and message.content in answers
        }
    )
    found = reference.tokens(
        Tokens(
            tuple(exchange.request.messages for exchange in answered),
            (*repeated, *(text for text, _ in pieces)),
        )
    )
    counts = found.texts[len(repeated) :]
    forced = [count for (_, is_forced), count in zip(pieces, counts, strict=True) if is_forced]
    return RoundTokens(
        prompt=distinct(found.prompts) - sum(found.texts[: len(repeated)]),
        free=sum(counts) - sum(forced),
        forced=sum(forced),
        runs=len(forced),
    )


def answer_pieces(exchange: Exchange) -> list[tuple[str, bool]]:
    """The answer cut into what the model chose and what its grammar left no choice about (True)."""
    matcher = GrammarMatcher(exchange.request.grammar, exchange.request.source)
    data, state = exchange.answer.text.encode(), matcher.start
    pieces: list[tuple[str, bool]] = []
    at = begun = 0
    while at < len(data) and state:
        run = matcher.forced(state)[: len(data) - at]
        if run:
            if begun < at:
                pieces.append((data[begun:at].decode("utf-8", "replace"), False))
            pieces.append((run.decode("utf-8", "replace"), True))
            state = matcher.feed(state, run)
            at = begun = at + len(run)
        else:
            state = matcher.step(state, data[at])
            at += 1
    if begun < len(data):
        pieces.append((data[begun:].decode("utf-8", "replace"), False))
    return pieces


def distinct(prompts: Iterable[tuple[int, ...]]) -> int:
    """The tokens of prompts when those with which two of them begin alike are read once."""
    count = 0
    before: tuple[int, ...] = ()
    for prompt in sorted(prompts):
        shared = next(
            (index for index, (a, b) in enumerate(zip(before, prompt, strict=False)) if a != b),
            min(len(before), len(prompt)),
        )
        count += len(prompt) - shared
        before = prompt
    return count
