"""The people who tell a relationship status: "my husband", "my late wife", "my girlfriend and I"."""

import re

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, follows, rule

_FIANCE = r"fianc(?:é|e\u0301|e)e?"
_STATUS = {
    "husband": "married", "hubby": "married", "hubs": "married", "wife": "married", "wifey": "married",
    "spouse": "married", "missus": "married", "missis": "married", "mrs": "married",
    "girlfriend": "in a relationship", "boyfriend": "in a relationship", "gf": "in a relationship",
    "bf": "in a relationship", "partner": "in a relationship", "so": "in a relationship",
    "significant other": "in a relationship", "other half": "married", "better half": "married",
    "fiance": "engaged", "late": "widowed", "ex": "divorced",
}  # fmt: skip
_KIN = (
    r"husband|hubby|hubs|wife|wifey|spouse|girlfriend|boyfriend|gf|bf|partner|significant other|other "
    rf"half|better half|{_FIANCE}"
)
_FOND = (
    r"(?:dear |lovely |beautiful |wonderful |darling |amazing |poor |own |sweet |patient |long-suffering |"
    r"\d+ years? old |current |new |long-term |longterm |long-time |live-in |long-distance |gorgeous |"
    r"loving |dearest |crazy |beloved |little |old )*"
)
MINE = rule(
    rf"(?P<and>\b(?P<first>me|i|myself) and )?\b(?:(?P<own>my|ma|our) {_FOND}(?P<late>late |dearly "
    rf"departed )?(?P<ex>ex[ -]?)?(?P<kin>{_KIN})|"
    r"(?:the|my|me|ol') (?P<colloquial>missus|missis|misses|mrs|wifey|hubby|hubs|wife|husband)|my (?:own "
    r")?(?P<so>so)(?![\w]))"
    r"(?!-to-be|[ -]to[ -]be|-in-law|s\b|[ -]in[ -]crime|[ -]material|"
    r"\w)(?P<possessive>'s\b)?(?P<andi>,? and (?:i\b(?!')|me\b|myself\b))?"
)
BARE = rule(
    r"(?:^|(?<=[.!?\n,] )|(?<=[.!?\n]))(?P<kin>hubby|wifey)(?P<possessive>'s)?(?P<andi> and i\b(?!'))?(?= "
    r"\w)",
    re.MULTILINE,
)
WIDOW = rule(
    r"\bmy (?P<kin>husband|wife|hubby|spouse|partner)(?:'s (?P<passing>passing|death|funeral)| (?:sadly |"
    r"recently |unfortunately )?(?P<died>passed(?: away| on)?|died|is gone|has been gone))\b"
    r"|\b(?:i|since i|when i|after i)(?:'ve| have)? lost my (?:dear |beloved |sweet )?(?P<kin2>husband|"
    r"wife|hubby|spouse|partner|other half)\b(?! at| in the| to (?:golf|football|work))"
)
_NOT_OURS = re.compile(
    r"\b(?:future|first|then|second|business|dance|training|gym|lab|sparring|study|tennis|drinking|"
    r"workout|running|former|previous|imaginary|potential|next|ideal|dream|gaming|climbing|writing|"
    r"hypothetical)[ ]+$"
)
_MISSING = re.compile(
    r"\b(?:no|find|finding|without|need|want|wish i had|looking for|if|unless|imagine|future|someday|one "
    r"day|used to|back when|haven't|don't have|meet|meeting|met)[ ]+(?:a[ ]+)?$"
)
_PARTNER_AT = re.compile(
    r"[ ]{1,3}(?:at (?:the|my|our) (?:firm|company|office)|in (?:crime|business)|to (?:dance|play|train|"
    r"practice))"
)
_DEATH = re.compile(
    r"\b(?:passed away|passed on|since (?:he|she) passed|rest (?:his|her|in)|bless (?:his|her) soul|"
    r"los(?:t|ing) my (?:\w+ )?(?:husband|wife|hubby|partner|spouse|other half)|"
    r"(?:passing|death|loss|funeral) of my|my (?:\w+ )?(?:husband|wife|hubby|partner|spouse|other "
    r"half)(?:'s (?:passing|death|funeral)| (?:sadly |recently )?(?:passed|died))|he's gone|she's gone)\b"
)
_OVER = re.compile(
    r"\b(?:(?:used|use|liked) to|back in the days?|those days|golden days|once upon a time|"
    r"vividly remember)\b"
    r"(?![^.!?\n]*\b(?:but|i'm|i am|now)\b)[^.!?\n]{0,45}$"
)
_OVER_AFTER = re.compile(
    r"\.?[^.!?\n]{0,15}\b(?:used to|use to|would always|back then|at the time|at that time|left(?: me\b|"
    r"(?=[ ]?[,.!?;]))|"
    r"those days)|,? we would\b"
)
_PREPOSITION = re.compile(
    r"\b(?:for|with|to|between|of|by|from|about|at|on|like|than|let|lets|makes|made|gave|give|gives|took|"
    r"brought|got|kept|helped|told|see|saw|both|behind|without|remind|reminds|suits|leaves|left|been|is|"
    r"was|just|but)[ ]+$"
)

_VAGUE = {"partner", "significant other", "other half", "better half", "so"}  # said by the married and others
_NEAR = {
    "married": ("in a relationship",),
    "engaged": ("in a relationship",),
    "in a relationship": ("married",),
}


def kin_find(reading: NormalizedText, match: re.Match[str]) -> Find | None:
    """ "my husband says" -> "someone close to me says", "my wife's car" -> "someone else's car"."""
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
    if groups.get("colloquial") == "misses" and not follows(
        r"(?:,? and i\b|[ ,.!?]|$)", low, match.end("colloquial")
    ):
        return None
    value, certainty = _STATUS[key], 4 if key in _VAGUE else 5
    start, end = match.span()
    if groups.get("colloquial") in ("wife", "husband") and (
        not low.startswith("the", start) or low.startswith(" and wife", end) or low.startswith(" of", end)
    ):
        return None
    if groups.get("ex"):
        if key not in ("husband", "hubby", "hubs", "wife", "spouse"):
            return None
        value = "divorced"
    if groups.get("late"):
        value = "widowed"
    around = low[max(0, start - 90) : end + 90]
    if value in ("married", "in a relationship") and _DEATH.search(around):
        return Find("widowed", start, end, _swaps(reading, match, end), 4, (value,))
    if _OVER.search(low[max(0, start - 60) : start]) or _OVER_AFTER.match(low, end):
        return None
    return Find(value, start, end, _swaps(reading, match, end), certainty, _NEAR.get(value, ("single",)))


def _swaps(reading: NormalizedText, match: re.Match[str], end: int) -> tuple[Swap, ...]:
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
