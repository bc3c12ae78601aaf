"""Which of several answers to take for a sentence: the one that agrees most with all.

That is decoding with minimum Bayes risk (Kumar and Byrne, 2004), with the similarity of words as the gain: a
slip that one sample makes the others do not share.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from penname.domain.tokens import tokens
from penname.roles.writing.answer import Became, Written


def best(sentence: str, candidates: Sequence[Written]) -> Written:
    """The candidate that is most like all of them; of equal ones the first."""
    results = [tokens(_result(sentence, one)) for one in candidates]
    scores = [sum(_likeness(one, other) for other in results) for one in results]
    return candidates[scores.index(max(scores))]


def _result(sentence: str, written: Written) -> str:
    return sentence if written.became is Became.KEEP else written.text


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
