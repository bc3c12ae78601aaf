"""Structured identifiers, one file a kind: each has `find(text)`, which yields what it is sure of."""

from collections.abc import Iterator

from penname.pseudonyms.entities import Entity
from penname.pseudonyms.overlaps import resolve
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
from penname.pseudonyms.structured.apart import without, without_figures, without_things

RECOGNIZERS = (
    iban, account, card, wallet, secret, email, url, mac, ip, national_id, passport, licence,
    birth_date, phone, username,
)  # fmt: skip


def find_structured(text: str) -> Iterator[Entity]:
    """All structured identifiers of `text`; they may overlap (see overlaps.py).

    Two that stand side by side can look like one that is none, so the text is read once more with all that
    was found taken out.
    """
    standing = resolve(text, _find(text))
    yield from standing
    apart = without(text, ((entity.start, entity.end) for entity in standing))
    apart = without_things(without_figures(apart))
    if apart != text:
        for entity in _find(apart):
            if text.startswith(entity.text, entity.start):
                yield entity


def _find(text: str) -> Iterator[Entity]:
    for recognizer in RECOGNIZERS:
        yield from recognizer.find(text)
