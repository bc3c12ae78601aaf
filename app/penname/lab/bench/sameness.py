"""Are our answers those that the model gives when it is asked the usual way? Both decode greedily.

Two ways to compute the same scores differ in their last digits, so where two tokens are about equally likely
the answers may part. And a grammar cuts the text it leaves no choice about into whatever tokens fit, where
the engine takes those the model was trained on; what follows may differ then. So where answers part, the
model is asked without a grammar, behind the text in its usual tokens: by how much does it prefer ours?
Leaving the grammar out, `Llama` only computes the scores and the engine's own rules pick from them.
"""

from collections.abc import Callable, Sequence

import msgspec

from penname.engine.requests import Request
from penname.lab.bench.gbnf import gbnf
from penname.lab.bench.orders import Chat, Chatted, Follow, Weigh
from penname.lab.bench.recording import Exchange
from penname.lab.bench.reference import Reference


class Compared(msgspec.Struct, frozen=True):
    """One answer of ours beside that of `Llama` to the same messages.

    Where they part, `difference` is our token's logit less theirs, without a grammar: above zero the model
    itself would have gone on as we did.
    """

    seconds: float
    written_tokens: int
    same: bool
    difference: float | None = None


def compare(reference: Reference, exchanges: Sequence[Exchange]) -> list[Compared]:
    """Ask `Llama` what we asked the engine. Raises EngineError, and NoGrammar for what GBNF cannot say."""

    def usual(request: Request) -> Chatted:
        grammar = gbnf(request.grammar, request.source)
        return reference.answer(Chat(request.messages, request.sampling.max_tokens, grammar=grammar))

    return [_beside(reference, exchange, usual) for exchange in exchanges if not exchange.request.reads_only]


def compare_rules(reference: Reference, exchanges: Sequence[Exchange]) -> list[Compared]:
    """Ask `Llama` only for its scores, and pick by the engine's rules (following.py). Raises EngineError."""

    def followed(request: Request) -> Chatted:
        return reference.answer(Follow(request))

    return [
        _beside(reference, exchange, followed) for exchange in exchanges if not exchange.request.reads_only
    ]


def _beside(reference: Reference, exchange: Exchange, ask: Callable[[Request], Chatted]) -> Compared:
    request, ours = exchange.request, exchange.answer.text
    theirs = ask(request)
    difference = None
    if theirs.text != ours:
        common = _common(theirs.text, ours)
        difference = reference.weigh(
            Weigh(request.messages, common, ours[len(common) :], theirs.text[len(common) :])
        )
    return Compared(theirs.seconds, theirs.written_tokens, theirs.text == ours, difference)


def _common(first: str, second: str) -> str:
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return first[:index]
    return min(first, second, key=len)
