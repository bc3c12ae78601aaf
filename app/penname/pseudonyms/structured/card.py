"""Payment cards: an issuer's prefix with one of its lengths, and Luhn's check."""

import itertools
import random
import re
from collections.abc import Iterator, Sequence

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.apart import without_figures
from penname.pseudonyms.structured.checks import is_luhn
from penname.pseudonyms.structured.labels import GAP, has_label
from penname.pseudonyms.surrogates.layout import refilled, refilled_until

_NUMBER = re.compile(rf"(?<![\w.,+]\b)(?<![\d\w])\d(?:{GAP}\d){{11,60}}(?!\w|[.,\-]\d)")
_DASH = re.compile(r"\s[\-‐‑–]\s")
_GROUP = re.compile(r"\d+")
_LAYOUTS = frozenset(((4, 4, 4, 4), (4, 4, 4, 3), (4, 4, 4, 2), (4, 6, 5), (4, 6, 4)))
_LONG_LAYOUTS = frozenset(((4, 4, 4, 4, 3), (6, 13)))  # rare: three more digits are often another number's
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),  # Visa
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),  # Mastercard
    (re.compile(r"3[47]"), (15,)),  # American Express
    (re.compile(r"6011|64[4-9]|65|622"), (16, 19)),  # Discover, UnionPay
    (re.compile(r"62|81"), (16, 17, 18, 19)),  # UnionPay
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 17, 18, 19)),  # JCB
    (re.compile(r"30[0-5]|36|38|39"), (14,)),  # Diners Club
    (re.compile(r"50|5[6-9]|6[0379]"), (12, 13, 14, 15, 16, 17, 18, 19)),  # Maestro
)


def find(text: str) -> Iterator[tuple[int, int]]:
    """The valid card numbers of `text`."""
    apart = without_figures(text) if _NUMBER.search(text) else ""
    position = 0
    while match := _NUMBER.search(apart, position):
        position = match.end()
        if has_label(apart, match.start(), "ordinary"):
            continue
        for start, end in _cuts(match):
            if is_card("".join(filter(str.isdigit, text[start:end]))):
                yield start, end
                position = end
                break


def _cuts(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """What is grouped as on a card, for another number may be beside it; then the whole."""
    groups = list(_GROUP.finditer(match.string, match.start(), match.end()))
    printed: list[tuple[bool, int, int, int, int]] = []
    for count in range(1, min(len(groups), 5) + 1):
        for cut in zip(*(groups[first:] for first in range(count)), strict=False):
            lengths = tuple(len(group.group()) for group in cut)
            last = cut[-1] is groups[-1] and lengths in _LONG_LAYOUTS
            if last or lengths in _LAYOUTS or (count == 1 and lengths[0] >= 12):
                mixed, inside = len(_gaps(cut)) > 1, (cut[0] is not groups[0]) + (cut[-1] is not groups[-1])
                printed.append((mixed, inside, -sum(lengths), cut[0].start(), cut[-1].end()))
    # The likeliest first: with one sign between its groups, and with other numbers on few sides.
    yield from ((start, end) for *_, start, end in sorted(printed))
    # Digits one by one are a list, and where different signs join them, they are numbers side by side.
    signs = {gap.strip() for gap in _gaps(groups)}
    if len(groups) <= 6 and len(signs) <= 1 and not _DASH.search(match.group()):
        yield match.span()


def _gaps(groups: Sequence[re.Match[str]]) -> set[str]:
    return {one.string[one.end() : other.start()] for one, other in itertools.pairwise(groups)}


def is_card(number: str) -> bool:
    """Whether some issuer gives out cards that begin so and are so long, and the check digit is right."""
    issued = any(prefix.match(number) and len(number) in lengths for prefix, lengths in _ISSUERS)
    return issued and is_luhn(number)


def _another(written: str, chance: random.Random, _text: str) -> str:
    """Another valid one of the same sort of issuer."""
    valid = is_card(_digits(written)) and refilled_until(
        lambda other: is_card(_digits(other)), written, chance, keep=2
    )
    return valid or refilled(written, chance)


def _digits(written: str) -> str:
    return "".join(filter(str.isalnum, written))


KIND = IdentifierKind(
    Kind("card"),
    rank=20,
    label="Card number",
    find=find,
    another=_another,
    examples=("card ‹4111 1111-1111 1111› exp",),
    lookalikes=("4111 1111 1111 1112", "Order 4111111111111111 has left, invoice no. 0401234567."),
    is_cut_short=True,
)
