"""Structured identifiers, one file a kind: each has `find(text)`, which yields what it is sure of."""

from collections.abc import Iterator

from penname.pseudonyms.entities import Entity
from penname.pseudonyms.structured import (
    account,
    birth_date,
    card,
    email,
    iban,
    ip,
    licence,
    mac,
    national_id,
    passport,
    phone,
    secret,
    url,
    username,
    wallet,
)

RECOGNIZERS = (
    iban, account, card, wallet, secret, email, url, mac, ip, national_id, passport, licence,
    birth_date, phone, username,
)  # fmt: skip


def find_structured(text: str) -> Iterator[Entity]:
    """All structured identifiers of `text`; they may overlap (see overlaps.py)."""
    for recognizer in RECOGNIZERS:
        yield from recognizer.find(text)
