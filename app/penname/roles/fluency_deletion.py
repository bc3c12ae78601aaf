"""Deletes phrases that a text can do without, judged by fluency: the model's own losses with and without.

RLAA, section 3.4, lets the anonymizer generalize or leave out. A model of 135 million parameters finds no
more general word for "Irish setter" or "Ebbw Vale", but it knows a sentence that goes on when it sees one.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from penname.domain.tokens import occurrences

# In nats; chosen on 73 phrases of held-out texts, read one by one (packaging/starter/README.md).
_READS_ON = 3.0  # so much more surprising may be what follows a phrase, once that is gone
_READS_ON_BETTER = 4.0  # where something else is to stand there
_MUCH_LIKELIER = 8.0  # and the whole must be so much likelier than with that
_LINKED = re.compile(
    r"\b(?:in|at|from|on|near|to|of|for|with|by|around|outside|as|into|through)[ \t]+"
    r"(?:(?:the|a|an|my|our|this|that)[ \t]+)?$",
    re.IGNORECASE,
)
_WORDS_BEFORE = 10
_BEHIND = re.compile(r"(?:\s*\S+){0,4}")
_ENDS_A_WORD = re.compile(r"$|[\s,;:!?…)]|\.(?!\d)")
_FARTHEST = 40  # characters from a preposition to its phrase

Loss = tuple[float, ...]  # -log p of each token
Losses = Callable[[Sequence[tuple[str, str]]], list[Loss]]  # of texts, each behind a beginning that is given


class Reworded(NamedTuple):
    """A phrase of the text, and what is to stand in its place; None where nothing was found."""

    phrase: str
    replacement: str | None


class _Deletion(NamedTuple):
    candidate: Reworded
    find: str  # what would go: the phrase, and the preposition that leads to it
    before: str
    lead: str  # the space and the preposition
    behind: str


def fluent_deletions(text: str, candidates: Sequence[Reworded], losses: Losses) -> dict[str, str]:
    """The phrases that are better deleted from `text`, each with all that goes: itself or a little more."""
    deletions = list(filter(None, (_deletion(text, candidate) for candidate in candidates)))
    without = losses([(deletion.before, deletion.behind) for deletion in deletions])
    standing = losses(
        [
            (deletion.before, deletion.lead + deletion.candidate.phrase + deletion.behind)
            for deletion in deletions
        ]
    )
    doubted: list[tuple[_Deletion, Loss]] = []
    better: dict[str, str] = {}
    for deletion, gone, there in zip(deletions, without, standing, strict=True):
        stumbles = sum(gone) - sum(there[len(there) - len(gone) :])
        if gone and deletion.candidate.replacement is None and stumbles <= _READS_ON:
            better[deletion.candidate.phrase] = deletion.find
        elif gone and deletion.candidate.replacement is not None and stumbles <= _READS_ON_BETTER:
            doubted.append((deletion, gone))
    reworded = losses(
        [
            (deletion.before, f"{deletion.lead}{deletion.candidate.replacement}{deletion.behind}")
            for deletion, _ in doubted
        ]
    )
    for (deletion, gone), new in zip(doubted, reworded, strict=True):
        if sum(gone) + _MUCH_LIKELIER <= sum(new):
            better[deletion.candidate.phrase] = deletion.find
    return better


def _deletion(text: str, candidate: Reworded) -> _Deletion | None:
    """The deletion of a phrase; None where it occurs twice, opens the text, or ends inside a word."""
    spans = occurrences(text, candidate.phrase)
    if len(spans) != 1:
        return None
    phrase, end = spans[0]
    linked = _LINKED.search(text, max(0, phrase - _FARTHEST), phrase)
    start = linked.start() if linked else phrase
    kept = text[:start].rstrip()
    if not kept or text[start - 1] not in " \t" or not _ENDS_A_WORD.match(text, end):
        return None
    head, *last = kept.rsplit(maxsplit=_WORDS_BEFORE)
    before = kept[len(head) :].lstrip() if len(last) == _WORDS_BEFORE else kept
    behind = _BEHIND.match(text, end)
    assert behind is not None
    return _Deletion(candidate, text[start:end], before, text[len(kept) : phrase], behind.group())
