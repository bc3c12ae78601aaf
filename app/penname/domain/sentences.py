"""Where paragraphs and sentences lie, and how a long text is cut into parts along them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from penname.domain.tokens import is_boundary

Span = tuple[int, int]

_PARAGRAPH_END = re.compile(r"(?:\r\n|[\n\r\u2028\u2029])\s*")
_SENTENCE_END = re.compile(
    r"(?:[.!?…。！？]+[\"'”’»)\]]*(?:\s+|$)|(?<=[。！？])|\s*(?:\r\n|[\n\r\u2028\u2029])\s*)"
)
_SPACE = re.compile(r"\s+")
_TITLES = r"(?<!\b[DM]r)(?<!\b[MS]t)(?<!\bMs)(?<!\bMrs)"  # whose stop ends no sentence
_BEGINNING = re.compile(rf"(?:\A|[!?…:\n\r]|{_TITLES}\.)\W*$")
_FIRST_LETTER = re.compile(r"(?:\A|[.!?]\s+)([^\W\d_])")
_REACH = 24  # characters before a sentence that are no words
_HARD_CUT = 400  # characters, where a text has neither sentences nor spaces


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of `text`, each with the space that follows it; together they are the whole text."""
    return tuple(_pieces(text, (0, len(text)), _SENTENCE_END))


def begins_sentence(text: str, position: int, *, colon: bool = True) -> bool:
    """Whether a sentence may begin at `position`: after a stop or a line's end, quotes and brackets between.

    With `colon`, so it may after one, where a capital is possible but not needed.
    """
    before = _BEGINNING.search(text, max(0, position - _REACH), position)
    return before is not None and (colon or ":" not in before.group())


def small_beginnings(text: str) -> tuple[int, int]:
    """How many sentences begin with a small letter, and how many with any letter: who cares for capitals."""
    letters = _FIRST_LETTER.findall(text)
    return sum(map(str.islower, letters)), len(letters)


def overlap(spans: Iterable[Span], others: Collection[Span]) -> bool:
    """Whether one of `spans` shares a character with one of `others`."""
    return any(start < stop and begin < end for start, end in spans for begin, stop in others)


def joined(spans: Iterable[Span], near: int = 0) -> list[Span]:
    """The spans in order, those united that overlap, touch, or lie at most `near` characters apart."""
    united: list[Span] = []
    for start, end in sorted(spans):
        if united and start <= united[-1][1] + near:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def parts(text: str, limit: int, count_tokens: Callable[[Sequence[str]], list[int]]) -> tuple[Span, ...]:
    """Stretches of at most `limit` tokens that together are the whole text.

    They are cut between paragraphs where that is possible, else between sentences, else between words.
    """
    if len(text.encode("utf-8", "surrogatepass")) <= limit or count_tokens([text])[0] <= limit:
        return ((0, len(text)),) if text else ()
    found: list[Span] = []
    filled = 0
    for (start, end), tokens in _fitting(text, [(0, len(text))], limit, count_tokens):
        if found and filled + tokens <= limit:
            found[-1] = (found[-1][0], end)
            filled += tokens
        else:
            found.append((start, end))
            filled = tokens
    return tuple(found)


def _fitting(
    text: str, spans: list[Span], limit: int, count_tokens: Callable[[Sequence[str]], list[int]]
) -> Iterator[tuple[Span, int]]:
    """The largest pieces that fit, with their tokens: paragraphs, else sentences, else words, else
    characters.
    """
    counted = list(zip(spans, count_tokens([text[start:end] for start, end in spans]), strict=True))
    for cutter in (_PARAGRAPH_END, _SENTENCE_END, _SPACE, None):
        too_long = [span for span, tokens in counted if tokens > limit]
        if not too_long:
            break
        cut = {
            span: list(_pieces(text, span, cutter) if cutter else _hard_cuts(text, span)) for span in too_long
        }
        smaller = [piece for pieces in cut.values() for piece in pieces]
        tokens_of = dict(zip(smaller, count_tokens([text[a:b] for a, b in smaller]), strict=True))
        counted = [
            pair
            for span, tokens in counted
            for pair in ([(p, tokens_of[p]) for p in cut[span]] if span in cut else [(span, tokens)])
        ]
    yield from counted


def _pieces(text: str, span: Span, ending: re.Pattern[str]) -> Iterator[Span]:
    start, stop = span
    for match in ending.finditer(text, start, stop):
        if match.end() > start:
            yield start, match.end()
            start = match.end()
    if start < stop:
        yield start, stop


def _hard_cuts(text: str, span: Span) -> Iterator[Span]:
    start, stop = span
    while start < stop:
        end = min(stop, start + _HARD_CUT)
        while end < stop and end < start + 2 * _HARD_CUT and not is_boundary(text, end):
            end += 1
        yield start, end
        start = end
