"""More letters out of one: with other people's names in it, and parts of it that stand alone.

Writers take rare names and write whole letters; users also bring John Smith, and a single sentence. Names are
exchanged as in Dai and Adel, "An Analysis of Simple Data Augmentation for Named Entity Recognition" (2020,
section 3, mention replacement).
"""

import random
import re
from collections.abc import Iterator
from functools import cache

from labelling.letters import Letter, Marked
from penname.pseudonyms.labelling.vocabulary import gazetteers
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_WORD = re.compile(r"[^\W\d_]{2,}")
_PART = re.compile(r"[^\n]*?(?:[.!?](?= )|\n|$)")  # a sentence or a line
_PARTS = 3  # of a letter that are taken alone
_LEAST = 3  # words in such a part


def variants(letter: Letter, chance: random.Random) -> Iterator[Letter]:
    """The letter, one with other names of people, and some of the sentences or lines of both."""
    renamed = _renamed(letter, chance)
    yield from (letter, renamed)
    for one in (letter, renamed):
        parts = list(_parts(one))
        yield from chance.sample(parts, min(_PARTS, len(parts)))


def _renamed(letter: Letter, chance: random.Random) -> Letter:
    """The same words of names become the same others; capitals stay as they are."""
    given, family = _names_to_take()
    others: dict[str, str] = {}

    def another(match: re.Match[str]) -> str:
        word = match.group()
        key = plain(word)
        if key not in others:
            known = names()
            first = key in known.given or key in gazetteers()["given"]
            others[key] = chance.choice(given if first else family)
        new = others[key]
        return new.upper() if word.isupper() else new.capitalize() if word[0].isupper() else new

    text, marked, at = "", [], 0
    for one in letter.marked:
        text += letter.text[at : one.start]
        written = letter.text[one.start : one.end]
        if one.kind == "person":
            written = _WORD.sub(another, written)
        marked.append(Marked(one.kind, len(text), len(text) + len(written)))
        text += written
        at = one.end
    return Letter(letter.id, text + letter.text[at:], tuple(marked))


@cache
def _names_to_take() -> tuple[list[str], list[str]]:
    known = names()
    usual_given = [*known.female, *known.male]
    return (
        sorted({*usual_given, *gazetteers()["given"]}),
        sorted({*known.surnames, *gazetteers()["surnames"]}),
    )


def _parts(letter: Letter) -> Iterator[Letter]:
    for match in _PART.finditer(letter.text):
        start, end = match.span()
        inside = [one for one in letter.marked if start <= one.start and one.end <= end]
        cut = any(one.start < end and start < one.end for one in letter.marked if one not in inside)
        if not cut and len(_WORD.findall(match.group())) >= _LEAST:
            marked = tuple(one._replace(start=one.start - start, end=one.end - start) for one in inside)
            yield Letter(letter.id, match.group(), marked)
