"""Family names behind given names that were found alone: "Francis" in "Candace Francis"."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from penname.pseudonyms.entities import Entity, Kind
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_FOLLOWING = re.compile(r"[ \u00a0]([^\W\d_]+)")


def find_family_names(text: str, found: Iterable[Entity]) -> Iterator[Entity]:
    """Each person of one word together with the family name that follows it.

    Half a name tells as much as the whole, and the other half would make a reply's reader think of somebody
    else of that name (doubts.py).
    """
    for entity in found:
        if entity.kind is Kind.PERSON and " " not in entity.text:
            match = _FOLLOWING.match(text, entity.end)
            if match and is_family_name(match.group(1)):
                end = match.end()
                yield msgspec.structs.replace(entity, end=end, text=text[entity.start : end])


def is_full_name(written: str) -> bool:
    """Whether it begins with a known given name and ends with a known family name."""
    words = written.split()
    return len(words) > 1 and plain(words[0]) in names().given and is_family_name(words[-1])


def is_family_name(word: str) -> bool:
    """Whether a capitalized word is a family name and nothing else."""
    lists, key = names(), plain(word)
    return word[0].isupper() and key in lists.surnames - lists.surname_words and key not in lists.small
