"""Whether a rewritten sentence, or a gap, is good enough to show: a logistic regression on what models told.

Trained on single sentences that blind readers judged (packaging/writer/critic.py): would the author post the
text with this sentence in it? What it looks at costs nothing: how sure the writer was of each piece, how much
of the author's sentence is left, and whether its other candidates say the same (self-consistency, Wang et al.
2023).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

import msgspec

from penname.domain.tokens import words
from penname.roles.writing.answer import WrittenSentence

_VERY_UNSURE = 4.0  # nats


class Critic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`weights` of the signs by name, `bias`, and the `least` probability of what may be shown."""

    weights: Mapping[str, float]
    bias: float
    least: float

    def probability(self, signs: Iterable[tuple[str, float]]) -> float:
        """How likely readers find good what has these signs."""
        score = self.bias + sum(self.weights.get(name, 0.0) * value for name, value in signs)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def signs(sentence: str, written: WrittenSentence, others: Sequence[str]) -> Iterator[tuple[str, float]]:
    """What a critic of rewritten sentences looks at, by name: at `written` in place of `sentence`, beside the
    `others` that could be.
    """
    before, after = _lowered(sentence), _lowered(written.text)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    put = [after[start:end] for tag, _, _, start, end in matcher.get_opcodes() if tag != "equal"]
    yield "put_in", float(sum(map(len, put)))
    yield "longest_put_in", float(max(map(len, put), default=0))
    yield "agreement", _agreement([word for stretch in put for word in stretch], others)
    yield "lost_words", float(len(before) - kept)
    yield "kept_share", kept / max(1, len(after))
    yield "more_repeated", float(_repeated(after) - _repeated(before))
    yield "repeated_pairs", float(_repeated(list(pairwise(after))))
    yield "loss", sum(written.losses)
    yield "last_loss", written.losses[-1] if written.losses else 0.0
    yield "very_unsure", float(sum(loss > _VERY_UNSURE for loss in written.losses))


def _agreement(put: Sequence[str], others: Sequence[str]) -> float:
    """The share of the other candidates that have a word that was put in, on average; 1 where none was."""
    if not put or not others:
        return 1.0
    known = [set(_lowered(other)) for other in others]
    return sum(word in other for word in put for other in known) / (len(put) * len(known))


def _repeated(found: Sequence[object]) -> int:
    return len(found) - len(set(found))


def _lowered(text: str) -> list[str]:
    return words(text.lower())
