"""Payment cards: an issuer's prefix with one of its lengths, and Luhn's check."""

import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.checks import is_luhn
from penname.pseudonyms.structured.labels import GAP, has_label

_NUMBER = re.compile(rf"(?<![\w.,+]\b)(?<![\d\w])\d(?:{GAP}\d){{11,18}}(?!\w|[.,\-]\d)")
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


def find(text: str) -> Iterator[Entity]:
    """The valid card numbers of `text`."""
    for match in _NUMBER.finditer(text):
        number = "".join(filter(str.isdigit, match.group()))
        if not is_card(number) or has_label(text, match.start(), "ordinary"):
            continue
        if len(re.findall(r"\d+", match.group())) > 6:
            continue  # digits one by one are a list, not a card
        yield Entity(match.start(), match.end(), Kind.CARD, match.group(), Finder.PATTERN)


def is_card(number: str) -> bool:
    """Whether some issuer gives out cards that begin so and are so long, and the check digit is right."""
    issued = any(prefix.match(number) and len(number) in lengths for prefix, lengths in _ISSUERS)
    return issued and is_luhn(number)
