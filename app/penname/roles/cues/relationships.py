"""Relationship status stated outright: "my husband", "I'm single", "since my divorce", "my late wife"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.kin import BARE, MINE, WIDOW, kin_find
from penname.roles.cues.normalized_text import NormalizedText, rule
from penname.roles.cues.statuses import near_status, statuses

_DIVORCE = rule(
    r"\b(?P<lead>since|after|before|following|during|through|from|until|with)? ?(?P<phrase>(?:my|our)(?: "
    r"own| recent| messy| last)? divorce|(?<=since )the divorce|(?<=after )the divorce|my "
    r"separation)(?P<possessive>'s)?(?! lawyer| attorney)\b"
)
_GOT_DIVORCED = rule(
    r"\b(?:since|after|when|before)? ?(?:i|we)(?:'ve)? (?:finally |recently |just )?(?P<phrase>got (?:a "
    r")?divorced?|(?<=since )divorced(?=[ ]?[,.])|divorced (?:my|in|last|her|him|a few|years|two|three)|"
    r"went through a (?:\w+ )?divorce|split up after \w+ years of marriage)\b"
)
_MARRIAGE = rule(
    r"\b(?P<phrase>(?:my|our) (?P<noun>(?:\d+(?:st|nd|rd|th) |\w+ )?(?:wedding anniversary|engagement "
    r"(?:ring|party))))\b(?! counsel)"
)
_GOT_ENGAGED = rule(
    r"\b(?:i|we)(?:'ve| have|'re| are)?(?: just| recently| finally| only)* (?P<phrase>(?:got engaged|are "
    r"getting married|getting married)\b)"
)
_WE_MARRIED = rule(
    r"\b(?:since|after|when|before|ever since) (?:i|we)(?: first| just| finally)? (?P<phrase>got married|"
    r"tied the knot)\b|\b(?:i|we) (?:just |recently |finally )?(?P<lately>got married|tied the knot)(?= "
    r"(?:last|this|yesterday|a (?:few|couple)|in)\b)"
)


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own relationship status in `reading`."""
    low = reading.low
    for match in WIDOW.finditer(low):
        if not reading.hedged(match.start(), unreal_only=True):
            mine = match.start("kin") if match["kin"] else match.start("kin2")
            begin = low.rindex("my ", 0, mine)
            yield Find(
                "widowed",
                match.start(),
                match.end(),
                (Swap(begin, mine + len(match["kin"] or match["kin2"]), "someone close to me"),),
                5,
                ("single",),
            )
    for pattern in (MINE, BARE):
        for match in pattern.finditer(low):
            find = kin_find(reading, match)
            if find:
                yield find
    yield from statuses(reading)
    for match in _DIVORCE.finditer(low):
        if (
            not reading.of_others(match.start("phrase"))
            and not reading.hedged(match.start("phrase"), unreal_only=True)
            and "parents" not in reading.clause_before(match.start("phrase"))
        ):
            yield _plain(
                "divorced", match.start() if match["lead"] else match.start("phrase"), match, "that time"
            )
    for match in _GOT_DIVORCED.finditer(low):
        if not reading.hedged(match.start(), unreal_only=True):
            span = match.span("phrase")
            after = (
                "went through changes"
                if not match["phrase"].startswith("divorced")
                else "left a lot behind " + match["phrase"].split()[-1]
            )
            yield Find("divorced", match.start(), span[1], (Swap(*span, after),), 5, ("single",))
    for match in _MARRIAGE.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()):
            continue
        if (
            re.search(
                r"\b(?:first|failed|ended|end of|before|previous|years?|last|old|broke|short|day|days)\b",
                match["noun"],
            )
            and "anniversary" not in match["noun"]
        ):
            continue
        value = "engaged" if "engagement" in match["noun"] else "married"
        after = (
            "anniversary"
            if "anniversary" in match["noun"]
            else "life"
            if "marriage" in match["noun"]
            else "day"
        )
        yield Find(value, match.start(), match.end(), (Swap(match.start("noun"), match.end(), after),), 4)
    for match in _GOT_ENGAGED.finditer(low):
        if not reading.hedged(match.start()):
            yield Find(
                "engaged",
                match.start(),
                match.end(),
                (
                    Swap(
                        *match.span("phrase"), "have plans" if "getting" in match["phrase"] else "celebrated"
                    ),
                ),
                4,
            )
    for match in _WE_MARRIED.finditer(low):
        if not reading.of_others(match.start()):
            yield Find(
                "married",
                match.start(),
                match.end(),
                (Swap(*match.span(match.lastgroup or 0), "settled down"),),
                4,
            )


def _plain(value: str, start: int, match: re.Match[str], after: str) -> Find:
    return Find(
        value, start, match.end("phrase"), (Swap(*match.span("phrase"), after),), 5, near_status(value)
    )
