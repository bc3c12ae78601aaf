"""What can be left out so that a sentence no longer tells: a clause, the sentence, it and its neighbour.

The anonymizer of RLAA (section 3.4) generalizes or leaves out. A small model finds no other words for "every
saturday at the braai", but a text goes on without that sentence, and what is left out is never wrong. Whether
the rest reads as somebody would write it is judged by the model's own losses of what follows the gap, with
and without the words that are gone, and by what a reader sees there: a sentence that joins, or points at what
is gone, or a question that nobody answers (signs). The judge was trained on gaps that blind readers judged
(packaging/writer/critic.py).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from penname.domain.tokens import words
from penname.roles.sentences import joined, sentences
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.marking import Span

_WORDS_LEFT = 3  # at least, of a sentence of which a clause is left out
_NEAR = 18  # characters between two marks that one clause is to hold
_EARLY, _LATER = 3, 8  # tokens behind a gap
_SOON = 8  # words behind it
_STEM = 5  # letters
# Where a clause may begin or end: behind a comma, a dash or dots, or before a word that joins.
_BOUNDARY = re.compile(
    r"(?<=[,;:])\s+|\s+(?=[-–—(])|(?<=[-–—)])\s+|(?<=\.\.\.)\s*|(?<=…)\s*"
    r"|\s+(?=(?:and|but|because|cause|since|when|while|which|who|so|or|although|though|as|where|with|in|at|on"
    r"|from|for|of|to|by|near|if|that|than|like|after|before|during|around|into|through|about|without"
    r"|between)\b)",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?…]+[\"”’)]*$")
_CLOSES = re.compile(r"\s*(?:[.!?…,;:)]|$|\n)")
# Joins a sentence to the one before it. Where that one went, readers found 0.53 of such sentences good, and
# 0.78 where this word went, too.
_JOINING = re.compile(
    r"(?:and|but|so|plus|also|then|or|anyway|besides|still|though|yet)\b,?[ \t]+(?=\w)", re.IGNORECASE
)
# First words of a sentence that is joined to the one before it, and words that point at what was said before.
_JOIN = frozenset(
    words(
        "and but or so because cause then also too plus otherwise though although yet still nor besides "
        "instead however anyway"
    )
)
_POINT = frozenset(
    words(
        "it it's its that that's this these those they they're their them he she he's she's his her him "
        "there's there here one ones both such same "
        # or begins without saying who or what
        "gives makes takes feels looks sounds tastes keeps gets goes comes reminds beats helps costs was "
        "were is has had does did felt made gave took got went kept"
    )
)

Loss = tuple[float, ...]  # -log p of each token, in nats
Losses = Callable[[Sequence[tuple[str, str]]], list[Loss]]  # of texts, each behind a beginning that is given
Signs = Iterator[tuple[str, float]]


class Omission(NamedTuple):
    """`text[start:end]` becomes `after`: nothing, or the letter that then begins the sentence."""

    start: int
    end: int
    after: str = ""


def clauses(text: str, sentence: Span, marks: Sequence[Span]) -> Iterator[Omission]:
    """Gaps in a sentence that take all its marks that lie near each other; what is left is a sentence still.

    `sentence` is without the space around it.
    """
    start, end = sentence
    ending = _END.search(text, start, end)
    end = ending.start() if ending else end
    bounds = sorted({start, end, *(found.start() for found in _BOUNDARY.finditer(text, start, end))})
    inside = [(max(first, start), min(last, end)) for first, last in marks]
    groups = joined([span for span in inside if span[0] < span[1]], _NEAR)
    if len(groups) != 1:
        return
    ((first, last),) = groups
    for begin in [place for place in bounds if place <= first][-2:]:
        for stop in [place for place in bounds if place >= last][:2]:
            left = text[start:begin] + " " + text[stop:end]
            if len(words(left)) >= _WORDS_LEFT and (begin, stop) != (start, end):
                yield _mended(text, start, begin, stop)


def joining_word(sentence: str) -> Omission | None:
    """The gap where a sentence begins with a word that joins it to the one before; None where none does."""
    found = _JOINING.match(sentence)
    if not found:
        return None
    letter = sentence[found.end()]
    if sentence[0].isupper() and letter.islower():
        return Omission(0, found.end() + 1, letter.upper())
    return Omission(0, found.end())


def _mended(text: str, sentence: int, begin: int, stop: int) -> Omission:
    """The gap with the commas and spaces that go along."""
    if begin <= sentence:
        stop += len(text[stop:]) - len(text[stop:].lstrip(" \t,;:-–—"))
        letter = text[stop : stop + 1]
        if text[sentence].isupper() and letter.islower():
            return Omission(sentence, stop + 1, letter.upper())
        return Omission(sentence, stop)
    if _CLOSES.match(text, stop):
        return Omission(sentence + len(text[sentence:begin].rstrip(" \t,;:-–—")), stop)
    gone = text[begin:stop].rstrip()
    if gone.endswith(",") and not text[:begin].rstrip().endswith(","):
        return Omission(len(text[:begin].rstrip()), begin + len(gone) - 1)  # the comma is the rest's
    space = len(text[stop:]) - len(text[stop:].lstrip(" \t"))
    return Omission(begin + len(text[begin:]) - len(text[begin:].lstrip(" \t")), stop + space)


def signs(without: Loss, having: Loss, left: str, gone: str, right: str, *, clause: bool) -> Signs:
    """What a critic looks at, by name. The text reads `left` `gone` `right`, and `gone` is to go.

    How surprising what follows is `without` the words, and how much more than `having` them; at a text's end
    nothing follows.
    """
    kind = "clause" if clause else "sentence"
    yield f"{kind}_at_the_end", float(not without)
    count = min(len(without), len(having))
    more = [now - before for now, before in zip(without[:count], having[:count], strict=True)]
    yield f"{kind}_more_early", sum(more[:_EARLY])
    yield f"{kind}_more", sum(more)
    yield f"{kind}_early", sum(without[:_EARLY])
    yield f"{kind}_later", sum(without[:_LATER])
    yield f"{kind}_mean", sum(without) / max(1, len(without))
    yield from _seen_in_a_clause(gone, right) if clause else _seen(left, right)


def _seen(left: str, right: str) -> Signs:
    said = _next_words(right)
    yield "sentence_joins", float(bool(_JOIN.intersection(said[:1])))
    yield "sentence_points", float(bool(_POINT.intersection(said[:1])))
    yield "sentence_points_soon", float(bool(_POINT.intersection(said[1:_SOON])))
    yield "sentence_asked", float(left.rstrip(' "”)').endswith("?"))


def _seen_in_a_clause(gone: str, right: str) -> Signs:
    yield "clause", 1.0
    stems = {word[:_STEM] for word in words(gone.lower()) if _says_something(word)}
    said = _next_words(right)
    yield "clause_shared", float(sum(_says_something(word) and word[:_STEM] in stems for word in said))
    yield "clause_words", float(len(words(gone)))


def _says_something(word: str) -> bool:
    return len(word) >= _STEM - 1 and word not in STOPWORDS


def _next_words(right: str) -> list[str]:
    """The words of the sentence that follows, in small letters."""
    following = sentences(right)
    return words(right[slice(*following[0])].lower().replace("’", "'")) if following else []
