"""From a label for each token to spans: BIO, IOB1 and BILOU (BIOES) alike, and labels without a prefix."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_BEGIN, _INSIDE = frozenset("BUS"), frozenset("ILE")
_OUTSIDE = frozenset(("O", ""))


class TaggerToken(NamedTuple):
    """`text[start:end]`, in code points, is part of the word number `word`."""

    start: int
    end: int
    word: int
    label: str


class LabelledSpan(NamedTuple):
    """`text[start:end]` has this label, without its prefix."""

    start: int
    end: int
    label: str


def spans(tokens: Sequence[TaggerToken]) -> Iterator[LabelledSpan]:
    """The labelled spans, in whole words: a word is what its first token is."""
    current: LabelledSpan | None = None
    for word in _words(tokens):
        prefix, name = _split(word.label)
        goes_on = current is not None and name == current.label and prefix not in _BEGIN
        if current is not None and goes_on:
            current = current._replace(end=word.end)
            continue
        if current is not None:
            yield current
        current = LabelledSpan(word.start, word.end, name) if name else None
    if current is not None:
        yield current


def _words(tokens: Sequence[TaggerToken]) -> Iterator[TaggerToken]:
    held: TaggerToken | None = None
    for token in tokens:
        if held is not None and token.word == held.word:
            held = held._replace(end=max(held.end, token.end))
            continue
        if held is not None:
            yield held
        held = token
    if held is not None:
        yield held


def _split(label: str) -> tuple[str, str]:
    """Prefix and name; "" for what is outside of everything."""
    if label in _OUTSIDE:
        return "", ""
    if label[1:2] in ("-", "_") and label[0] in _BEGIN | _INSIDE:
        return label[0], label[2:]
    return "I", label
