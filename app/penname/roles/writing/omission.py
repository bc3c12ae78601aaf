"""What can be left out of a sentence so that it tells less: a clause, a few words.

The anonymizer of RLAA (section 3.4) generalizes or leaves out. A small model finds no other words for "every
saturday at the braai", but a text goes on without that sentence, and what is left out is never wrong. Whether
the rest reads as somebody would write it is for a critic to say (gap_signs.py).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from penname.domain.articles import fitting_end
from penname.domain.sentences import joined
from penname.domain.tokens import HYPHENATED, words
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.marking import Span
from penname.roles.writing.names import landmarks

_WORDS_LEFT = 3  # at least, of a sentence of which a clause is left out
_NEAR = 18  # characters between two marks that one clause is to hold
_REACH = 3  # words before a mark among which a cut may begin, at one that leads up to it
_HEADS = 2  # words behind it that may go along: "a Swedish company"
LEADS = frozenset(  # up to a thing, or into a clause
    words(
        "about after around as at because before behind between by during for from in inside into like near "
        "of off on onto or over since than that though through to under until when where which while who "
        "with and"
    )
)
_STAYS = re.compile(
    r"(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|cant|dont|\w+n['’]t"
    r"|nae\w*|\w+nae|nane|nowt|aint)",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"[\w'’]+")
_ENDS = re.compile(r"[.,;:!?–—)]\s*$|\b(?:so|and|but)\s*$", re.IGNORECASE)
_NUMBER_GOES_ON = re.compile(r"[.,:]\d")
_ANNOUNCES = frozenset(  # a thing
    words("a an the my your his her its our their this that these those every each another some any no one")
)
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


def unsays(gone: str, put: str) -> bool:
    """Whether what is left says the opposite: “nobody is saying (it's bad)” went, or became other words."""
    says_no, still = _denies(_SPOKEN.findall(gone)), _denies(_SPOKEN.findall(put))
    return says_no and not still and not _ENDS.search(gone)


def _denies(spoken: Iterable[str]) -> bool:
    return any(map(_STAYS.fullmatch, spoken))


class Omission(NamedTuple):
    """`text[start:end]` becomes `after`: nothing, the letter that then begins the sentence, an article, or
    what a landmark is.
    """

    start: int
    end: int
    after: str = ""

    @property
    def is_capital(self) -> bool:
        """Whether `after` is the last letter of the gap, in capitals."""
        return len(self.after) == 1 and self.after.isupper()


def clauses(text: str, sentence: Span, marks: Sequence[Span]) -> Iterator[Omission]:
    """Gaps in a sentence that take all its marks that lie near each other; what is left is a sentence still.

    `sentence` is without the space around it. None opens it: readers found 0.19 of 279 such gaps good.
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
    for begin in [place for place in bounds if start < place <= first][-2:]:
        for stop in [place for place in bounds if place >= last][:2]:
            left = text[start:begin] + " " + text[stop:end]
            if len(words(left)) >= _WORDS_LEFT and (begin, stop) != (start, end):
                yield _mended(text, start, begin, stop)


def cuts(text: str, sentence: Span, mark: Span) -> Iterator[Omission]:
    """Gaps of a few words that take one mark: its words alone ("the [school system] policies"), from the word
    that leads up to them ("a site [for a Swedish company]"), and with the words behind them. A landmark
    becomes what it is ("Table Mountain": the mountain).

    `sentence` is without the space around it. Whether the rest is a sentence is for a critic to say.
    """
    start, end = sentence
    spoken = [found.span() for found in HYPHENATED.finditer(text, start, end)]
    inside = [index for index, (first, last) in enumerate(spoken) if first < mark[1] and last > mark[0]]
    if not inside or len(spoken) - len(inside) < _WORDS_LEFT:
        return
    first, last = inside[0], inside[-1]
    begins = [first]
    for index in range(first - 1, max(-1, first - 1 - _REACH), -1):
        if text[spoken[index][1] : spoken[index + 1][0]].strip() or index == 0:
            break
        if text[slice(*spoken[index])].lower() in LEADS:
            begins.append(index)
    ends = [last]
    for index in range(last + 1, min(len(spoken), last + 1 + _HEADS)):
        if text[spoken[index - 1][1] : spoken[index][0]].strip():
            break
        ends.append(index)
    for begin in begins:
        for stop in ends:
            gone = [text[slice(*word)] for word in spoken[begin : stop + 1]]
            if (
                len(spoken) - len(gone) >= _WORDS_LEFT
                and not _denies(gone)
                and (stop == last or gone[-1].lower() not in LEADS | STOPWORDS)
                and not _NUMBER_GOES_ON.match(text, spoken[stop][1])
            ):
                gap = _with_article(text, start, _mended(text, start, spoken[begin][0], spoken[stop][1]))
                if not _dangles(text[start : gap.start] + gap.after, text[gap.end : end]):
                    yield gap
    for (begin, stop), noun in landmarks(text[start:end]):
        if begin + start < mark[1] and stop + start > mark[0]:
            announced = _ANNOUNCES.intersection(words(text[start : start + begin].lower())[-1:])
            after = noun if announced else f"the {noun}" if begin else f"The {noun}"
            yield Omission(start + begin, start + stop, after)


def _dangles(left: str, right: str) -> bool:
    """Whether `left` announces a thing, or leads up to one, that does not come."""
    before, behind = words(left.lower())[-1:], words(right.lower())[:1]
    if not before or not left.rstrip()[-1:].isalnum():
        return False
    comes = right.lstrip()[:1].isalnum() and behind[0] not in LEADS
    if before[0] in _ANNOUNCES:
        return not comes or behind[0] in STOPWORDS
    return before[0] in LEADS and not comes


def _with_article(text: str, sentence: int, gap: Omission) -> Omission:
    """The gap with "a" or "an" before it as the word behind it needs it."""
    fitting = None if gap.after else fitting_end(text, sentence, gap.start, text[gap.end :])
    return Omission(fitting[0], gap.end, fitting[1]) if fitting else gap


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
