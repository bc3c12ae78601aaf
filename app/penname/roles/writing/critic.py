"""Whether a rewritten sentence is good enough to show: a logistic regression on what the writing itself told.

Trained on single sentences that blind readers judged (packaging/writer/critic.py): would the author post the
text with this sentence in it? What it looks at costs nothing: how sure the writer was of each piece, and how
much of the author's sentence is left.
"""

import math
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

import msgspec

from penname.domain.tokens import words
from penname.roles.writing.answer import WrittenSentence

_UNSURE = 1.5  # nats


class Critic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`weights` of the signs by name, `bias`, and the `least` probability of what may be shown."""

    weights: Mapping[str, float]
    bias: float
    least: float

    def probability(self, sentence: str, written: WrittenSentence, text: str) -> float:
        """How likely readers find `written` good in place of `sentence` of `text`."""
        score = self.bias + sum(
            self.weights.get(name, 0.0) * value for name, value in signs(sentence, written, text)
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def signs(sentence: str, written: WrittenSentence, text: str) -> Iterator[tuple[str, float]]:
    """What a critic looks at, by name."""
    before, after = _lowered(sentence), _lowered(written.text)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    had = set(_lowered(text))
    yield "least_sure", max(written.losses, default=0.0)
    yield "unsure", float(sum(loss > _UNSURE for loss in written.losses))
    yield "changes", float(sum(tag != "equal" for tag, *_ in matcher.get_opcodes()))
    yield "new_words", float(sum(word not in had for word in after))
    yield "lost_words", float(len(before) - kept)
    yield "kept_share", kept / max(1, len(after))


def _lowered(text: str) -> list[str]:
    return words(text.lower())
