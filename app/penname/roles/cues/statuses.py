"""Statuses by name: "I'm single", "happily married", "as a divorced dad"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, follows, rule

_I_AM = rule(
    r"\b(?:i'm|im|i am|i've been|i have been|we've been|we have been|we're|we are|as i'm|being|i was|i "
    r"got|i've got|we got|i remain|still|me being|i've stayed|i stayed)"
    r"(?P<adverbs>(?: (?:a|now|still|currently|also|happily|recently|newly|freshly|already|finally|just|"
    r"very|so|perpetually|forever|both|been|too|only|chronically|quite|proudly|legally|not|never|single "
    r"again|kinda|basically|unfortunately|totally|officially|twice|long|pretty much|permanently|single "
    r"and))*)"
    r" (?P<status>single|unmarried|married|divorced|widowed|engaged|separated|a widow|a widower|a "
    r"divorcee|a bachelor|a newlywed|newlyweds|in a (?:\w+[\x20-])?(?:\w+ )?relationship|seeing someone|"
    r"dating someone|dating a (?:girl|guy|woman|man))(?![\w-])"
)
_ADJECTIVE = rule(
    r"\b(?:as|i'm|im|i am|being|just|me,|for|am)(?: just| only| still)? (?:an?|this) (?:[\w-]+ "
    r"){0,2}?(?P<status>single|married|divorced|widowed|engaged|unmarried)"
    r"(?P<noun> (?:\w+ )?(?:man|woman|guy|girl|lady|lad|bloke|male|female|person|mom|mum|mother|dad|"
    r"father|parent|chap|dude|bachelor|gal|fella|student|professional))\b"
)
_ALSO = rule(
    r"\b(?:i'm|im|i am|now being|me being|being)\b[^.!?;:()\n]{3,50}, (?:and )?(?P<status>single|divorced|"
    r"widowed|married|engaged)(?= (?:and|with)\b|[,.!)])"
)
_WISH_NOT = rule(
    r"\b(?:if only|wish) i (?:wasn't|weren't|was not) (?P<status>single)\b(?=[ ]?(?:[,.!]|and|anymore|any "
    r"more))"
)
_SINGLE_LIFE = rule(
    r"\b(?P<phrase>(?:my|this|the|living|enjoying|rocking|me|perks of|love|loving) (?:the "
    r")?(?P<adj>single) (?P<noun>life|living|status|days))\b"
)


def statuses(reading: NormalizedText) -> Iterator[Find]:
    """ "I'm single" -> "I'm my own person"; "as a married man" -> "as a man"."""
    low = reading.low
    for match in _I_AM.finditer(low):
        status, lead = match["status"], low[match.start() : match.start("status")]
        if reading.hedged(match.start()) or (re.search(r"\b(?:not|never)\b", lead) and status != "married"):
            continue
        if lead.startswith(("being", "still")) and (
            reading.of_others(match.start()) or not reading.opens_clause(match.start())
        ):
            continue
        if (
            lead.startswith(("i was", "i got", "we got"))
            and status not in ("divorced", "widowed", "a widow", "a widower")
            and not (lead.startswith(("i got", "we got")) and status == "engaged")
        ):
            continue
        if not _complete(status, low[match.end() : match.end() + 30]):
            continue
        if lead.startswith("we") and status == "single":
            continue
        value = _value(status)
        if re.search(r"\b(?:not|never)\b", lead) and status == "married":
            value = "single"
        after = (
            "settled"
            if "been" in lead or lead.startswith(("i was", "i got", "we", "i've"))
            else "my own person"
        )
        swap_start = match.start("status")
        adverb = re.search(
            r"(?:happily|newly|freshly|recently|legally|not|never|forever|perpetually|a)(?: (?:happily|"
            r"newly|a))* $",
            lead,
        )
        if adverb:
            swap_start = match.start() + adverb.start()
        certainty = 5 if value != "single" or "never" not in lead else 4
        end = match.end()
        tail = follows(
            r"[ ]{1,3}(?:to|with) (?:my|a|an|the) [\w-]+(?: of my life)?(?=[ ]?(?:[,.!?;)\n]|$))", low, end
        )
        if tail:
            end = tail.end()
        yield Find(
            value, match.start(), match.end(), (Swap(swap_start, end, after),), certainty, near_status(value)
        )
    for match in _ADJECTIVE.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        if low.startswith(("for", "just", "as", "being"), match.start()) and not (
            reading.opens_clause(match.start()) or follows(r",? (?:i|my|me)\b", low, match.end())
        ):
            continue
        value = _value(match["status"])
        start, end = match.span("status")
        noun = match.start("noun") + len(match["noun"]) - len(match["noun"].lstrip())
        article = re.search(r"\b(an?) $", low[max(0, start - 4) : start])
        if article:
            first = low[noun]
            swap = Swap(start - len(article.group()), noun, ("an " if first in "aeiou" else "a "))
        else:
            swap = Swap(start, end, "")
        yield Find(
            value,
            match.start(),
            match.end(),
            (swap,),
            5 if "parent" not in match["noun"] else 4,
            near_status(value),
        )
    for match in _ALSO.finditer(low):
        yield Find(
            _value(match["status"]),
            match.start("status"),
            match.end(),
            (Swap(*match.span("status"), "my own person"),),
            4,
            near_status(_value(match["status"])),
        )
    for match in _WISH_NOT.finditer(low):
        yield Find(
            "single",
            match.start(),
            match.end(),
            (Swap(*match.span("status"), "like this"),),
            4,
            ("divorced",),
        )
    for match in _SINGLE_LIFE.finditer(low):
        if not reading.of_others(match.start()) and not low.startswith("the ", match.start("phrase")):
            yield Find("single", match.start(), match.end(), (Swap(*match.span("adj"), ""),), 4)


def _complete(status: str, following: str) -> bool:
    """Whether the word is used of a person: not "single-handedly", "engaged in", "separated from my bag"."""
    if status == "single":
        return not re.match(
            r"[ ]{1,3}(?:most|handed|file|malt|use|sign|thing|one|person|player|biggest|best|worst|day|"
            r"time|room|out|guy|girl|man|woman|mom|mum|mother|dad|father|parent|lady|lad)\b",
            following,
        )
    if status == "engaged":
        return not re.match(r"[ ]{1,3}(?:in|by|with|on|at)\b", following)
    if status == "separated":
        return bool(re.match(r"[ ]*(?:[.,!?;)]|$|from my (?:wife|husband|spouse)|and|but|now)", following))
    return not re.match(r"[ ]{1,3}to (?:my|the) (?:job|work|game|phone|idea)\b", following) and not re.match(
        r"[ ]{1,3}(?:couples?|people|life|friends?)\b", following
    )


def _value(status: str) -> str:
    for value, words in (
        ("divorced", ("divorced", "separated", "divorcee")),
        ("widowed", ("widow",)),
        ("single", ("single", "unmarried", "bachelor")),
        ("engaged", ("engaged",)),
        ("in a relationship", ("relationship", "dating", "seeing")),
    ):
        if any(word in status for word in words):
            return value
    return "married"


def near_status(value: str) -> tuple[str, ...]:
    return {
        "single": ("divorced",),
        "married": ("in a relationship",),
        "divorced": ("single",),
        "widowed": ("single",),
    }.get(value, ("single",))
