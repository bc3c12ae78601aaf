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

_ADDRESSES = (wallet, email, url, mac, ip)  # whose shape nothing else has
_CODES = (account, national_id, licence)  # of any shape behind a word, so that they could run on into one
_OTHERS = (iban, card, secret, passport, birth_date, phone, username)


def find_structured(text: str) -> Iterator[Entity]:
    """All structured identifiers of `text`; they may overlap (see overlaps.py).

    Two that stand side by side can look like one that is none, so the text is read once more with all that
    stands as it was found taken out; what only sticks out of another may prove to be a whole one then.
    """
    found = set(_find(text))
    standing = resolve(text, found)
    yield from standing
    apart = without(text, ((entity.start, entity.end) for entity in standing if entity in found))
    apart = without_things(without_figures(apart))
    if apart != text:
        for entity in _find(apart):
            if text.startswith(entity.text, entity.start):
                yield entity


def _find(text: str) -> Iterator[Entity]:
    addresses = [entity for recognizer in _ADDRESSES for entity in recognizer.find(text)]
    yield from addresses
    for recognizer in _OTHERS:
        yield from recognizer.find(text)
    apart = without(text, ((entity.start, entity.end) for entity in addresses))
    for recognizer in _CODES:
        yield from recognizer.find(apart)
