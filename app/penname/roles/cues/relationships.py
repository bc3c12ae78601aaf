"""Relationship status stated outright: "my husband", "I'm single", "since my divorce", "my late wife"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.reading import Reading, follows, rule

_FIANCE = r"fianc(?:é|e\u0301|e)e?"
_STATUS = {
    "husband": "married", "hubby": "married", "hubs": "married", "wife": "married", "wifey": "married",
    "spouse": "married", "missus": "married", "missis": "married", "mrs": "married",
    "girlfriend": "in a relationship", "boyfriend": "in a relationship", "gf": "in a relationship",
    "bf": "in a relationship", "partner": "in a relationship", "so": "in a relationship",
    "significant other": "in a relationship", "other half": "married", "better half": "married",
    "fiance": "engaged", "late": "widowed", "ex": "divorced",
}  # fmt: skip
_KIN = rf"husband|hubby|hubs|wife|wifey|spouse|girlfriend|boyfriend|gf|bf|partner|significant other|other half|better half|{_FIANCE}"
_FOND = r"(?:dear |lovely |beautiful |wonderful |darling |amazing |poor |own |sweet |patient |long-suffering |\d+ years? old |current |new |long-term |longterm |long-time |live-in |long-distance |gorgeous |loving |dearest |crazy |beloved |little |old )*"
_MINE = rule(
    rf"(?P<and>\b(?P<first>me|i|myself) and )?\b(?:(?P<own>my|ma|our) {_FOND}(?P<late>late |dearly departed )?(?P<ex>ex[ -]?)?(?P<kin>{_KIN})|"
    rf"(?:the|my|me|ol') (?P<colloquial>missus|missis|misses|mrs|wifey|hubby|hubs|wife|husband)|my (?:own )?(?P<so>so)(?![\w]))"
    rf"(?!-to-be|[ -]to[ -]be|-in-law|s\b|[ -]in[ -]crime|[ -]material|\w)(?P<possessive>'s\b)?(?P<andi>,? and (?:i\b(?!')|me\b|myself\b))?"
)
_BARE = rule(r"(?:^|(?<=[.!?\n,] )|(?<=[.!?\n]))(?P<kin>hubby|wifey)(?P<possessive>'s)?(?P<andi> and i\b(?!'))?(?= \w)", re.MULTILINE)
_EX = rule(r"\bmy (?:\w+ )?(?P<kin>ex[ -]?(?:husband|wife|spouse|hubby))(?P<possessive>'s\b)?")
_I_AM = rule(
    r"\b(?:i'm|im|i am|i've been|i have been|we've been|we have been|we're|we are|as i'm|being|i was|i got|i've got|we got|i remain|still|me being|i've stayed|i stayed)"
    r"(?P<adverbs>(?: (?:a|now|still|currently|also|happily|recently|newly|freshly|already|finally|just|very|so|perpetually|forever|both|been|too|only|chronically|quite|proudly|legally|not|never|single again|kinda|basically|unfortunately|totally|officially|twice|long|pretty much|permanently|single and))*)"
    r" (?P<status>single|unmarried|married|divorced|widowed|engaged|separated|a widow|a widower|a divorcee|a bachelor|a newlywed|newlyweds|in a (?:\w+[\x20-])?(?:\w+ )?relationship|seeing someone|dating someone|dating a (?:girl|guy|woman|man))(?![\w-])"
)
_ADJECTIVE = rule(
    r"\b(?:as|i'm|im|i am|being|just|me,|for|am)(?: just| only| still)? (?:an?|this) (?:[\w-]+ ){0,2}?(?P<status>single|married|divorced|widowed|engaged|unmarried)"
    r"(?P<noun> (?:\w+ )?(?:man|woman|guy|girl|lady|lad|bloke|male|female|person|mom|mum|mother|dad|father|parent|chap|dude|bachelor|gal|fella|student|professional))\b"
)
_ALSO = rule(r"\b(?:i'm|im|i am|now being|me being|being)\b[^.!?;:()\n]{3,50}, (?:and )?(?P<status>single|divorced|widowed|married|engaged)(?= (?:and|with)\b|[,.!)])")
_WISH_NOT = rule(r"\b(?:if only|wish) i (?:wasn't|weren't|was not) (?P<status>single)\b(?=[ ]?(?:[,.!]|and|anymore|any more))")
_SINGLE_LIFE = rule(r"\b(?P<phrase>(?:my|this|the|living|enjoying|rocking|me|perks of|love|loving) (?:the )?(?P<adj>single) (?P<noun>life|living|status|days))\b")
_DIVORCE = rule(
    r"\b(?P<lead>since|after|before|following|during|through|from|until|with)? ?(?P<phrase>(?:my|our)(?: own| recent| messy| last)? divorce|(?<=since )the divorce|(?<=after )the divorce|my separation)(?P<possessive>'s)?(?! lawyer| attorney)\b"
)
_GOT_DIVORCED = rule(r"\b(?:since|after|when|before)? ?(?:i|we)(?:'ve)? (?:finally |recently |just )?(?P<phrase>got (?:a )?divorced?|(?<=since )divorced(?=[ ]?[,.])|divorced (?:my|in|last|her|him|a few|years|two|three)|went through a (?:\w+ )?divorce|split up after \w+ years of marriage)\b")
_WIDOW = rule(
    r"\bmy (?P<kin>husband|wife|hubby|spouse|partner)(?:'s (?P<passing>passing|death|funeral)| (?:sadly |recently |unfortunately )?(?P<died>passed(?: away| on)?|died|is gone|has been gone))\b"
    r"|\b(?:i|since i|when i|after i)(?:'ve| have)? lost my (?:dear |beloved |sweet )?(?P<kin2>husband|wife|hubby|spouse|partner|other half)\b(?! at| in the| to (?:golf|football|work))"
)
_MARRIAGE = rule(
    r"\b(?P<phrase>(?:my|our) (?P<noun>(?:\d+(?:st|nd|rd|th) |\w+ )?(?:wedding anniversary|engagement (?:ring|party))))\b(?! counsel)"
)
_GOT_ENGAGED = rule(r"\b(?:i|we)(?:'ve| have|'re| are)?(?: just| recently| finally| only)* (?P<phrase>(?:got engaged|are getting married|getting married)\b)")
_WE_MARRIED = rule(r"\b(?:since|after|when|before|ever since) (?:i|we)(?: first| just| finally)? (?P<phrase>got married|tied the knot)\b")
_NOT_OURS = re.compile(r"\b(?:future|first|then|second|business|dance|training|gym|lab|sparring|study|tennis|drinking|workout|running|former|previous|imaginary|potential|next|ideal|dream|gaming|climbing|writing|hypothetical)[ ]+$")
_MISSING = re.compile(r"\b(?:no|find|finding|without|need|want|wish i had|looking for|if|unless|imagine|future|someday|one day|used to|back when|haven't|don't have|meet|meeting|met)[ ]+(?:a[ ]+)?$")
_PARTNER_AT = re.compile(r"[ ]{1,3}(?:at (?:the|my|our) (?:firm|company|office)|in (?:crime|business)|to (?:dance|play|train|practice))")
_DEATH = re.compile(
    r"\b(?:passed away|passed on|since (?:he|she) passed|rest (?:his|her|in)|bless (?:his|her) soul|los(?:t|ing) my (?:\w+ )?(?:husband|wife|hubby|partner|spouse|other half)|"
    r"(?:passing|death|loss|funeral) of my|my (?:\w+ )?(?:husband|wife|hubby|partner|spouse|other half)(?:'s (?:passing|death|funeral)| (?:sadly |recently )?(?:passed|died))|he's gone|she's gone)\b"
)
_OVER = re.compile(r"\b(?:used to|back in the days?|those days|golden days|after|before|until|once upon a time|(?:use|liked) to)\b(?![^.!?\n]*\bi(?:'m| am)\b)[^.!?\n]{0,45}$")
_OVER_AFTER = re.compile(r"\.?[^.!?\n]{0,15}\b(?:used to|use to|would always|back then|at the time|at that time|left me|left|before the|those days)\b|,? we would\b")
_PREPOSITION = re.compile(r"\b(?:for|with|to|between|of|by|from|about|at|on|like|than|let|lets|makes|made|gave|give|gives|took|brought|got|kept|helped|told|see|saw|both|behind|without|remind|reminds|suits|leaves|left|been|is|was|just|but)[ ]+$")


def finds(reading: Reading) -> Iterator[Find]:
    """Every statement of the author's own relationship status in `reading`."""
    low = reading.low
    for match in _WIDOW.finditer(low):
        if not reading.hedged(match.start(), unreal_only=True):
            mine = match.start("kin") if match["kin"] else match.start("kin2")
            begin = low.rindex("my ", 0, mine)
            yield Find("widowed", match.start(), match.end(), (Swap(begin, mine + len(match["kin"] or match["kin2"]), "someone close to me"),), 5, ("single",))
    for pattern in (_MINE, _BARE):
        for match in pattern.finditer(low):
            find = _kin(reading, match)
            if find:
                yield find
    yield from _states(reading)
    for match in _DIVORCE.finditer(low):
        if not reading.of_others(match.start("phrase")) and not reading.hedged(match.start("phrase"), unreal_only=True) and "parents" not in reading.clause_before(match.start("phrase")):
            yield _plain("divorced", match.start() if match["lead"] else match.start("phrase"), match, "that time")
    for match in _GOT_DIVORCED.finditer(low):
        if not reading.hedged(match.start(), unreal_only=True):
            span = match.span("phrase")
            after = "went through changes" if not match["phrase"].startswith("divorced") else "left a lot behind " + match["phrase"].split()[-1]
            yield Find("divorced", match.start(), span[1], (Swap(*span, after),), 5, ("single",))
    for match in _MARRIAGE.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()):
            continue
        if re.search(r"\b(?:first|failed|ended|end of|before|previous|years?|last|old|broke|short|day|days)\b", match["noun"]) and "anniversary" not in match["noun"]:
            continue
        value = "engaged" if "engagement" in match["noun"] else "married"
        after = "anniversary" if "anniversary" in match["noun"] else "life" if "marriage" in match["noun"] else "day"
        yield Find(value, match.start(), match.end(), (Swap(match.start("noun"), match.end(), after),), 4)
    for match in _GOT_ENGAGED.finditer(low):
        if not reading.hedged(match.start()):
            yield Find("engaged", match.start(), match.end(), (Swap(*match.span("phrase"), "have plans" if "getting" in match["phrase"] else "celebrated"),), 4)
    for match in _WE_MARRIED.finditer(low):
        if not reading.of_others(match.start()):
            yield Find("married", match.start(), match.end(), (Swap(*match.span("phrase"), "settled down"),), 4)


def _kin(reading: Reading, match: re.Match[str]) -> Find | None:
    """ "my husband says" -> "someone close to me says", "my wife's car" -> "someone else's car", "my wife and I" -> "we"."""
    low = reading.low
    groups = match.groupdict()
    kin = groups.get("kin") or groups.get("colloquial") or groups.get("so") or ""
    kin = {"misses": "missus"}.get(kin, kin)
    key = "fiance" if kin.startswith("fianc") else "wife" if kin == "wifey" else re.sub(r" +", " ", kin)
    before = low[max(0, match.start() - 40) : match.start()]
    own = groups.get("own")
    if own == "our" and not groups.get("late"):
        return None
    if _MISSING.search(before) or _NOT_OURS.search(low[max(0, match.start() - 20) : match.start()]):
        return None
    if groups.get("so") and reading.text[match.start("so") : match.end("so")] not in ("SO", "S.O."):
        return None
    if key == "partner" and _PARTNER_AT.match(low, match.end("kin")):
        return None
    if groups.get("colloquial") == "misses" and not follows(r"(?:,? and i\b|[ ,.!?]|$)", low, match.end("colloquial")):
        return None
    value, certainty = _STATUS[key], 5
    start, end = match.span()
    if key in ("partner", "significant other", "other half", "better half", "so"):
        certainty = 4
    if groups.get("colloquial") in ("wife", "husband") and (not low.startswith("the", start) or low.startswith(" and wife", end) or low.startswith(" of", end)):
        return None
    if groups.get("ex"):
        if key in ("girlfriend", "boyfriend", "gf", "bf", "partner", "fiance", "significant other", "other half"):
            return None
        value = "divorced"
    if groups.get("late"):
        value = "widowed"
    around = low[max(0, start - 90) : end + 90]
    if value in ("married", "in a relationship") and _DEATH.search(around):
        return Find("widowed", start, end, _swaps(reading, match, end), 4, (value,))
    if _OVER.search(low[max(0, start - 60) : start]) or _OVER_AFTER.match(low, end):
        return None
    return Find(value, start, end, _swaps(reading, match, end), certainty, ("in a relationship",) if value in ("married", "engaged") else ("married",) if value == "in a relationship" else ("single",))


def _swaps(reading: Reading, match: re.Match[str], end: int) -> tuple[Swap, ...]:
    low = reading.low
    groups = match.groupdict()
    start = match.start()
    before = low[max(0, start - 20) : start]
    if groups.get("possessive"):
        if groups.get("and"):
            return (Swap(start, end, "our"),)
        return (Swap(start, end, "someone else's"),)
    if groups.get("and") or groups.get("andi"):
        if re.search(r",[ ]*$", before) and low[end : end + 1] in (",", ".", "!", ")"):
            return (Swap(start, end, "the two of us"),)
        return (Swap(start, end, "us" if _PREPOSITION.search(before) else "we"),)
    return (Swap(start, end, "someone close to me"),)


def _states(reading: Reading) -> Iterator[Find]:
    """ "I'm single" -> "I'm my own person"; "as a married man" -> "as a man"."""
    low = reading.low
    for match in _I_AM.finditer(low):
        status, lead = match["status"], low[match.start() : match.start("status")]
        if reading.hedged(match.start()) or (re.search(r"\b(?:not|never)\b", lead) and status != "married"):
            continue
        if lead.startswith(("being", "still")) and (reading.of_others(match.start()) or not reading.opens_clause(match.start())):
            continue
        if lead.startswith(("i was", "i got", "we got")) and status not in ("divorced", "widowed", "a widow", "a widower") and not (lead.startswith(("i got", "we got")) and status == "engaged"):
            continue
        if not _complete(status, low[match.end() : match.end() + 30]):
            continue
        if lead.startswith("we") and status == "single":
            continue
        value = _value(status)
        if re.search(r"\b(?:not|never)\b", lead) and status == "married":
            value = "single"
        after = "settled" if "been" in lead or lead.startswith(("i was", "i got", "we", "i've")) else "my own person"
        swap_start = match.start("status")
        adverb = re.search(r"(?:happily|newly|freshly|recently|legally|not|never|forever|perpetually|a)(?: (?:happily|newly|a))* $", lead)
        if adverb:
            swap_start = match.start() + adverb.start()
        certainty = 5 if value != "single" or "never" not in lead else 4
        end = match.end()
        tail = follows(r"[ ]{1,3}(?:to|with) (?:my|a|an|the) [\w-]+(?: of my life)?(?=[ ]?(?:[,.!?;)\n]|$))", low, end)
        if tail:
            end = tail.end()
        yield Find(value, match.start(), match.end(), (Swap(swap_start, end, after),), certainty, _near(value))
    for match in _ADJECTIVE.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        if low.startswith(("for", "just", "as", "being"), match.start()) and not (reading.opens_clause(match.start()) or follows(r",? (?:i|my|me)\b", low, match.end())):
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
        yield Find(value, match.start(), match.end(), (swap,), 5 if "parent" not in match["noun"] else 4, _near(value))
    for match in _ALSO.finditer(low):
        yield Find(_value(match["status"]), match.start("status"), match.end(), (Swap(*match.span("status"), "my own person"),), 4, _near(_value(match["status"])))
    for match in _WISH_NOT.finditer(low):
        yield Find("single", match.start(), match.end(), (Swap(*match.span("status"), "like this"),), 4, ("divorced",))
    for match in _SINGLE_LIFE.finditer(low):
        if not reading.of_others(match.start()) and not low.startswith("the ", match.start("phrase")):
            yield Find("single", match.start(), match.end(), (Swap(*match.span("adj"), ""),), 4)


def _complete(status: str, following: str) -> bool:
    """Whether the word is used of a person's status: not "single-handedly", "engaged in", "separated from my bag"."""
    if status == "single":
        return not re.match(r"[ ]{1,3}(?:most|handed|file|malt|use|sign|thing|one|person|player|biggest|best|worst|day|time|room|out|guy|girl|man|woman|mom|mum|mother|dad|father|parent|lady|lad)\b", following)
    if status == "engaged":
        return not re.match(r"[ ]{1,3}(?:in|by|with|on|at)\b", following)
    if status == "separated":
        return bool(re.match(r"[ ]*(?:[.,!?;)]|$|from my (?:wife|husband|spouse)|and|but|now)", following))
    return not re.match(r"[ ]{1,3}to (?:my|the) (?:job|work|game|phone|idea)\b", following) and not re.match(r"[ ]{1,3}(?:couples?|people|life|friends?)\b", following)


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


def _near(value: str) -> tuple[str, ...]:
    return {"single": ("divorced",), "married": ("in a relationship",), "divorced": ("single",), "widowed": ("single",)}.get(
        value, ("single",)
    )


def _plain(value: str, start: int, match: re.Match[str], after: str) -> Find:
    return Find(value, start, match.end("phrase"), (Swap(*match.span("phrase"), after),), 5, _near(value))
