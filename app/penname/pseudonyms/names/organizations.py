"""Organizations by rule: runs of capitalized words with a legal form or a kind of house, and after cues."""

import re
from collections.abc import Iterator
from functools import cache

from penname.domain.tokens import LETTERS
from penname.pseudonyms.entities import ORGANIZATION, Entity, Finder
from penname.pseudonyms.names.lists import cue, cues, names
from penname.pseudonyms.names.words import TextWords
from penname.pseudonyms.plain import plain

_U = r"[A-ZÄÖÜÀ-ÖØ-Þ]"
_W = rf"(?:{_U}[\w'’&\-]*|[a-z]?[A-Z][\w&\-]+)"
_JOINT = r"(?:[ ](?:&|and|und|et|y|e|of|for|de|du|des|der|für|del|la)[ ]|,[ ]|[ ])"
_NAME = r"[A-ZÄÖÜÀ-ÖØ-Þ][^\W\d_]+"
_PARTNERS = re.compile(rf"(?<![\w\-]){_NAME}(?:, {_NAME}(?: and | & ){_NAME}|-{_NAME})(?![\w\-])")
_FIRST_WORD = re.compile(rf"({_W}) ")


def find_organizations(words: TextWords) -> Iterator[Entity]:
    """Organizations named in the text."""
    for pattern in (_ending(), _beginning()):
        for match in pattern.finditer(words.text):
            start = _after_small_words(words.text, match.start())
            if _is_named(words.text[start : match.end()]):
                yield _organization(words.text, start, match.end())
    yield from _of_partners(words.text)
    for match in cue("organization_cues", after=r"[ \t]{1,2}(?:the )?").finditer(words.text):
        first = words.at(match.end())
        if first is None:
            continue
        end = words.run(first, 4, names().small)
        if end > first:
            yield _organization(words.text, words.words[first].start, words.words[end - 1].end)


def _of_partners(text: str) -> Iterator[Entity]:
    """Firms named for their partners: "Ellis, Houghton and Gregory", "Ellis-Gregory"."""
    lists = names()
    for match in _PARTNERS.finditer(text):
        partners = LETTERS.findall(match.group().replace(" and ", " ").replace(" & ", " "))
        known = sum(plain(partner) in lists.surnames for partner in partners)
        plainly_given = sum(plain(partner) in lists.given - lists.surnames for partner in partners)
        if known >= 2 and not plainly_given and not lists.small.intersection(map(plain, partners)):
            yield _organization(text, match.start(), match.end())


def _after_small_words(text: str, start: int) -> int:
    """Past the article or small word with which a sentence begins: "The Acme Bank" is Acme Bank."""
    while (word := _FIRST_WORD.match(text, start)) and word.group(1).lower() in names().small:
        start = word.end()
    return start


def _organization(text: str, start: int, end: int) -> Entity:
    return Entity(start, end, ORGANIZATION, text[start:end], Finder.RULE)


def _is_named(written: str) -> bool:
    """Whether it holds more than the kind of house: "Bank" and "The Company" name nobody."""
    return len(written.split()) > 1


@cache
def _ending() -> re.Pattern[str]:
    endings = "|".join(sorted(cues()["organization_endings"]["words"], key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.@&])(?:{_W}{_JOINT}){{1,5}}?(?:{endings})(?:,? (?:{endings})){{0,2}}(?![\w])\.?(?=\W|$)"
    )


@cache
def _beginning() -> re.Pattern[str]:
    beginnings = "|".join(sorted(cues()["organization_beginnings"]["words"], key=len, reverse=True))
    return re.compile(rf"(?<![\w.@])(?:{beginnings}) ?{_W}(?:(?: (?:de|del|la|der|of)){{0,2}} {_W}){{0,3}}")
