"""Finding in a text what a model quotes from it, even when it misquotes by a word or two."""

import re

from rapidfuzz import fuzz

from penname.domain.tokens import is_boundary, occurrences

NEAR_ENOUGH = 86.0  # of 100: one short word wrong in a phrase of five, a letter in a phrase of two
_EDGES = ' \t\r\n"“”'


def quoted_from(text: str, phrase: str) -> str | None:
    """The phrase of `text`, in whole tokens, that `phrase` quotes: itself, else the nearest; None if there is
    none.
    """
    phrase = phrase.strip(_EDGES)
    if not phrase:
        return None
    if occurrences(text, phrase):
        return phrase
    return _nearest(text, phrase)


def _nearest(text: str, phrase: str) -> str | None:
    if not re.search(r"\w{3}", phrase):
        return None  # too little to recognize anything by
    found = fuzz.partial_ratio_alignment(phrase.casefold(), text.casefold(), score_cutoff=NEAR_ENOUGH)
    if found is None or len(text.casefold()) != len(text):
        return None
    start, end = found.dest_start, found.dest_end
    while start > 0 and not is_boundary(text, start):
        start -= 1
    while end < len(text) and not is_boundary(text, end):
        end += 1
    near = text[start:end].strip(_EDGES)
    if (
        not near
        or fuzz.ratio(phrase.casefold(), near.casefold()) < NEAR_ENOUGH
        or not occurrences(text, near)
    ):
        return None
    return near
