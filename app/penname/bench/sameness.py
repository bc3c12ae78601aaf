"""Are our answers those that the model gives when it is asked the usual way? Both decode greedily.

Two ways to compute the same scores differ in their last digits, so where two tokens are about equally likely
the answers may part. And a grammar cuts the text it leaves no choice about into whatever tokens fit, where
the engine takes those the model was trained on; what follows may differ then. So where answers part, the
model is asked without a grammar, behind the text in its usual tokens: by how much does it prefer ours?
"""

from collections.abc import Sequence

import msgspec

from penname.bench.gbnf import gbnf
from penname.bench.orders import Chat, Weigh
from penname.bench.recording import Exchange
from penname.bench.reference import Reference


class Compared(msgspec.Struct, frozen=True):
    """One answer of ours beside that of `Llama` to the same messages, held to the same grammar.

    Where they part, `difference` is our token's logit less theirs, without a grammar: above zero the model
    itself would have gone on as we did.
    """

    seconds: float
    written_tokens: int
    same: bool
    difference: float | None = None


def compare(reference: Reference, exchanges: Sequence[Exchange]) -> list[Compared]:
    """Ask `Llama` what we asked the engine. Raises EngineError, and NoGrammar for a shape GBNF cannot say."""
    found = []
    for exchange in exchanges:
        request, ours = exchange.request, exchange.answer.text
        if request.probe:
            continue
        grammar = gbnf(request.shape, request.source)
        theirs = reference.chat(Chat(request.messages, request.sampling.max_tokens, grammar=grammar))
        difference = None
        if theirs.text != ours:
            common = _common(theirs.text, ours)
            difference = reference.weigh(
                Weigh(request.messages, common, ours[len(common) :], theirs.text[len(common) :])
            )
        found.append(Compared(theirs.seconds, theirs.written_tokens, theirs.text == ours, difference))
    return found


def _common(first: str, second: str) -> str:
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return first[:index]
    return min(first, second, key=len)
