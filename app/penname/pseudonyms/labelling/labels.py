"""Labels of tokens (B, I and O before the kinds) from spans, and spans from how likely each label is."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from penname.pseudonyms.labelling.tokens import Token

OUTSIDE = "O"
_BEGINS, _GOES_ON = "B-", "I-"


def labels_of(tokens: Sequence[Token], spans: Iterable[tuple[int, int, str]]) -> list[str]:
    """The label of each token; `spans` are (start, end, kind) and do not overlap."""
    labels = [OUTSIDE] * len(tokens)
    for start, end, kind in spans:
        inside = [i for i, token in enumerate(tokens) if token.start < end and start < token.end]
        for index in inside:
            if not tokens[index].is_newline:
                labels[index] = (_BEGINS if index == inside[0] else _GOES_ON) + kind
    return labels


def spans_of(
    tokens: Sequence[Token],
    kinds: Sequence[str],
    likelihood: Callable[[str, int], float],
    least: float,
    least_beside: float,
) -> Iterator[tuple[int, int, str]]:
    """Spans of tokens that are likely to be inside something, with their kinds.

    `likelihood(label, index)` is the marginal of a label. A span holds a token that is inside something with
    a likelihood of at least `least`, and all tokens beside it with at least `least_beside`, so that no
    unusual part of an address is left standing. A span has the kind that is likeliest in all of it.
    """
    inside = [1 - likelihood(OUTSIDE, index) for index in range(len(tokens))]
    index = 0
    while index < len(tokens):
        if inside[index] < least_beside:
            index += 1
            continue
        first = index
        index += 1
        while (
            index < len(tokens)
            and inside[index] >= least_beside
            and not _begins_another(kinds, likelihood, index)
        ):
            index += 1
        if max(inside[first:index]) >= least:
            yield _span(tokens, kinds, likelihood, first, index)


def _begins_another(kinds: Sequence[str], likelihood: Callable[[str, int], float], index: int) -> bool:
    begins = sum(likelihood(_BEGINS + kind, index) for kind in kinds)
    return begins > sum(likelihood(_GOES_ON + kind, index) for kind in kinds)


def _span(
    tokens: Sequence[Token],
    kinds: Sequence[str],
    likelihood: Callable[[str, int], float],
    first: int,
    end: int,
) -> tuple[int, int, str]:
    def weight(kind: str) -> float:
        places = range(first, end)
        return sum(likelihood(_BEGINS + kind, i) + likelihood(_GOES_ON + kind, i) for i in places)

    return tokens[first].start, tokens[end - 1].end, max(kinds, key=weight)
