"""Income stated outright: "I make 85k", "my salary is 23,000 a year", "on minimum wage", "my high income"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, rule

# US dollars for one unit, roughly: bands of income are wide, and the text does not say the day.
_DOLLARS = {
    "$": 1.0, "usd": 1.0, "dollar": 1.0, "buck": 1.0, "€": 1.1, "eur": 1.1, "euro": 1.1, "£": 1.27,
    "gbp": 1.27, "pound": 1.27, "quid": 1.27, "chf": 1.12, "franc": 1.12, "cad": 0.73, "c$": 0.73,
    "aud": 0.66, "a$": 0.66, "nzd": 0.6, "nz$": 0.6, "sek": 0.095, "nok": 0.093, "dkk": 0.145,
    "kronor": 0.095, "kr": 0.095, "yen": 0.0068, "¥": 0.0068, "jpy": 0.0068, "₹": 0.012, "inr": 0.012,
    "rupee": 0.012, "rs": 0.012, "rand": 0.054, "zar": 0.054, "peso": 0.05, "yuan": 0.14, "rmb": 0.14,
    "cny": 0.14, "real": 0.2, "reais": 0.2, "naira": 0.0007, "sgd": 0.75, "zloty": 0.25, "pln": 0.25,
    "lakh": 0.012, "lpa": 0.012,
}  # fmt: skip
_UNITS = "|".join(
    re.escape(unit) + ("s?" if unit.isalpha() else "") for unit in sorted(_DOLLARS, key=len, reverse=True)
)
_AMOUNT = (
    r"(?P<sign>[$€£¥₹]|c\$|a\$|nz\$|(?:usd|eur|gbp|chf|cad|aud|inr|sek|zar|rs\.?) "
    rf"?)?(?P<number>\d{{1,3}}(?:[ ,.]\d{{3}})+|\d+(?:\.\d+)?)[ ]?"
    rf"(?P<scale>k|grand|thousand|lakhs?|lpa|million|mil|m)?(?![\w%°])(?: ?(?P<unit>{_UNITS})\b\.?)?"
)
_PER = (
    r"(?P<per>[ ]?(?:/|a |an |per |each |every )[ ]?(?:year|yr|annum|month|mo|week|wk|hour|hr|day|night|"
    r"shift)\b|[ ]?(?:annually|yearly|monthly|weekly|hourly|pa\b|p\.a\.?))?"
)
_ABOUT = (
    r"(?:(?:about|around|roughly|almost|nearly|over|under|just over|just under|just|only|like|"
    r"approximately|close to|up to|upwards of|more than|less than|a measly|a solid|a cool|some|well over|"
    r"maybe|a|~) ?)*"
)
_EARN = rule(
    rf"\b(?:i|i'm|im|i am|me|i[^.!?;:\n]{{1,60}} and)(?: (?:currently|now|only|just|do|still|probably|"
    r"usually|actually|already))* (?P<verb>(?:make|earn|gross|net|bring (?:home|in)|take home|get paid|"
    r"am paid|clear|am making|am earning|making|earning|pulling in|bringing (?:home|in)|taking home|"
    r"being paid|(?<=i'm )paid)"
    rf"(?: \w+ly)? (?P<amount>{_ABOUT}{_AMOUNT}{_PER}))"
)
_SALARY = rule(
    rf"\b(?:my|me) (?P<adj>(?:\w+ ){{0,2}}?)(?P<noun>salary|income|wage|wages|pay|paycheck|pension|"
    r"take-home|earnings|stipend)(?P<is> (?:is|was|of|comes to|sits at|at|hovers? (?:around|at)|\(|are|"
    rf"being|amounts to)(?: \w+ly)?) (?P<amount>{_ABOUT}{_AMOUNT}{_PER})"
)
_MY_AMOUNT = rule(
    rf"\b(?:my|on an?|on my|with my|with an?) (?P<amount>{_AMOUNT}{_PER})(?P<noun> (?:\w+ )?(?:salary|"
    r"income|wage|job|pay|pension|stipend))\b"
)
_ON = rule(
    rf"\b(?:i'm|im|i am|living|live|surviving|survive) on (?P<amount>{_ABOUT}{_AMOUNT}{_PER})(?! "
    r"(?:minutes|hours|days|pages))"
)
_FIGURES = rule(
    r"\b(?:i|i'm|i am|me|my)(?: \w+){0,4}? (?P<phrase>(?:a )?(?:(?:solid|comfortable|decent|low|mid|high|"
    r"nice)[\x20-])?(?P<count>six|6|seven|7|five|5)[\x20-]figures?(?: (?:numbers|salary|income|job|a "
    r"year))?)\b"
)
_MINIMUM = rule(
    r"\b(?P<lead>i'm on|im on|i am on|on|my|making|earning|earn|make|paid|for|at|living on|live on|get "
    r"paid|getting) (?:the )?(?:\w+ )?(?P<phrase>minimum[\x20-]wage)\b(?P<job> (?:job|work|gig))?"
)
_LEVELS = {
    "low": "low", "lower": "low", "tiny": "low", "small": "low", "meager": "low", "meagre": "low",
    "modest": None, "limited": "low", "minimal": "low", "lowish": "low", "low-ish": "low",
    "middle": "middle", "mid": "middle", "mid-tier": "middle", "middling": "middle", "medium": "middle",
    "average": "middle", "moderate": "middle", "mid-range": "middle", "mid-level": "middle",
    "middle-class": "middle", "middle-range": "middle", "high": "high", "higher": "high",
    "comfortable": None, "good": None, "decent": None, "hefty": "high", "very high": "very high",
    "six-figure": "high",
}  # fmt: skip
_LEVEL = rule(
    r"(?P<lead>\b(?:my|a|an|me|mah|this|having|have|with|on|of|in|that|the|earning|living|got|is|makes?|"
    r"our|ol'|as|for|being|rocking|and) (?:own |current |present |pretty |relatively |rather |quite |"
    r"fairly |so-called |modest |lil |little |student |steady |stable |good ol' |very |part-time |nurse's "
    r"|humble |somewhat |kinda |such |type )*)"
    r"(?P<level>very high|lower|low|low-?ish|tiny|small|meag(?:er|re)|limited|minimal|middle|mid-tier|"
    r"mid-range|mid-level|middling|medium|mid|moderate|higher|high|hefty|"
    r"average)(?P<class>[\x20-]?(?:class|level|tier|range))?"
    r"[\x20-](?P<noun>income|salary|wage|wages|earnings?|earner|paycheck|pay|incomer)\b(?P<after> "
    r"(?:countr(?:y|ies)|famil(?:y|ies)|people|households?|housing|tax|groups?|areas?|folks|students))?"
)
_IS_LOW = rule(
    r"\bmy (?:\w+ )?(?P<noun>income|salary|wage|pay)(?:'s| is|s) (?P<level>(?:(?:pretty|quite|so|very|"
    r"rather|still|on the|kinda|really|considered|relatively|fairly|a bit|not) )*(?:low|small|tiny|"
    r"minimal|middle|average|medium|high|middling|limited|mid|lower|higher)(?:ish)?(?: side)?)\b"
)
_BENEFITS = rule(
    r"\b(?:i'm|im|i am|i live|living|i'm living|i get by|me being|been)(?: \w+)? on "
    r"(?P<phrase>(?:(?:unemployment|disability|state|government) )?(?:benefits|welfare|disability|"
    r"universal credit|unemployment|food stamps|a state pension|the dole|social security))\b"
)


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own income in `reading`."""
    low = reading.low
    for match in _EARN.finditer(low):
        value = _band(match, spoken_of_pay=False)
        if value and not reading.hedged(match.start()):
            yield _find(value, match, Swap(*match.span("verb"), _earning(match["verb"])))
    for match in _SALARY.finditer(low):
        value = _band(match, spoken_of_pay=True)
        if (
            value
            and not reading.hedged(match.start())
            and not re.search(r"\b(?:first|old|last|previous|starting)\b", match["adj"])
        ):
            known = "are" if match["is"].strip().startswith("are") else match["is"].strip().split(" ")[0]
            after = (
                f" {known} what it is"
                if known in ("is", "was")
                else " " + {"are": "are what they are"}.get(known, "")
            )
            swap = Swap(match.start("is"), match.end("amount"), after.rstrip())
            yield _find(value, match, swap)
    for match in _MY_AMOUNT.finditer(low):
        value = _band(match, spoken_of_pay=True)
        if value and not reading.of_others(match.start()) and not reading.hedged(match.start()):
            swap = Swap(match.start("amount"), match.start("noun") + 1, "")
            yield _find(value, match, swap)
    for match in _ON.finditer(low):
        value = _band(
            match, spoken_of_pay=bool(match["per"]) and bool(match["sign"] or match["unit"] or match["scale"])
        )
        if value and not reading.hedged(match.start()):
            yield _find(value, match, Swap(*match.span("amount"), "what I earn"))
    for match in _FIGURES.finditer(low):
        if reading.hedged(match.start()) or not re.search(
            r"\b(?:make|making|earn\w*|salary|income|pull\w*|my|bring\w*|on|paid)\b", match.group()
        ):
            continue
        count = match["count"]
        value = "very high" if count in ("seven", "7") else "high" if count in ("six", "6") else "middle"
        if count in ("five", "5"):
            continue
        article = match["phrase"].startswith("a ")
        noun = re.search(r"(?:salary|income|job)$", match["phrase"])
        after = (
            (f"a {noun.group()}" if noun.group() != "income" else "an income")
            if noun and article
            else noun.group()
            if noun
            else "a living"
        )
        yield Find(
            value, match.start(), match.end(), (Swap(*match.span("phrase"), after),), 4, ("very high",)
        )
    for match in _MINIMUM.finditer(low):
        lead = match["lead"]
        if reading.of_others(match.start()) or not (
            lead == "my" or re.search(r"\b(?:i|i'm|im|my|me)\b", reading.clause_before(match.start()) + lead)
        ):
            continue
        if (
            re.search(r"\b(?:raise|raising|the)\b", low[match.start() : match.start("phrase")])
            and lead == "for"
        ):
            continue
        after = (
            "a wage"
            if not match["job"]
            and lead != "my"
            and not re.search(
                r"\b(?:a|my|the) $", low[max(0, match.start("phrase") - 4) : match.start("phrase")]
            )
            else "wage"
        )
        span = match.span("phrase")
        if match["job"]:
            span, after = (span[0], span[1] + 1), ""
        yield _find("low", match, Swap(*span, after))
    yield from _levels(reading)
    for match in _BENEFITS.finditer(low):
        if not reading.hedged(match.start()) and not reading.of_others(match.start()):
            yield Find("low", match.start(), match.end(), (Swap(*match.span("phrase"), "what I have"),), 4)


def _levels(reading: NormalizedText) -> Iterator[Find]:
    """ "on my low income" -> "on my income"."""
    low = reading.low
    for match in _LEVEL.finditer(low):
        value = _LEVELS.get(match["level"])
        if not value or match["after"] or reading.hedged(match.start()):
            continue
        if not match["lead"].startswith(("my", "mah")) and reading.of_others(match.start("level")):
            continue
        start, end = match.start("level"), match.start("noun")
        article = re.search(r"\b(an?)[ ]+$", low[max(0, start - 4) : start])
        swap = Swap(start, end, "")
        if article:
            swap = Swap(start - len(article.group()), end, "an " if low[end] in "aei" else "a ")
        lead = low[match.start() : start]
        phrase_start = match.start() if lead.startswith("my") else start
        yield Find(
            value, phrase_start, match.end(), (swap,), 5 if lead.startswith(("my", "me", "mah")) else 4
        )
    for match in _IS_LOW.finditer(low):
        if reading.hedged(match.start()):
            continue
        level = match["level"]
        negated = "not " in level
        word = re.search(
            r"(low|small|tiny|minimal|limited|lower|middle|average|medium|middling|mid|high|higher)", level
        )
        if word and not negated:
            value = (
                "low"
                if word.group() in ("low", "small", "tiny", "minimal", "limited", "lower")
                else "high"
                if "high" in word.group()
                else "middle"
            )
            yield _find(value, match, Swap(*match.span("level"), "what it is"))


def _band(match: re.Match[str], spoken_of_pay: bool) -> str | None:
    """The band of an amount, or None where it cannot be an income ("I make 3 cakes")."""
    digits = match["number"]
    number = float(re.sub(r"[ ,.](?=\d{3})", "", digits))
    scale = (match["scale"] or "").rstrip("s")
    sign = (match["sign"] or "").strip().rstrip(".")
    unit = sign or (match["unit"] or "")
    unit = unit if unit in _DOLLARS else unit.rstrip("s")
    per = match["per"] or ""
    if not (spoken_of_pay or unit or scale or per):
        return None
    if scale in ("k", "grand", "thousand"):
        number *= 1000
    elif scale in ("lakh", "lpa"):
        number, unit = number * 100_000, unit or "inr"
    elif scale in ("million", "mil", "m"):
        number *= 1_000_000
    number *= _DOLLARS.get(unit, 1.0)
    if re.search(r"month|mo\b", per):
        number *= 12
    elif re.search(r"week|wk", per):
        number *= 50
    elif re.search(r"hour|hr", per):
        number *= 1900
    elif re.search(r"day|night|shift", per):
        number *= 230
    elif number < 300:
        return None
    elif number < 8000 and not per:
        number *= 12  # nobody lives on this a year: a month's pay
    return (
        "low"
        if number < 30_000
        else "middle"
        if number < 60_000
        else "high"
        if number <= 150_000
        else "very high"
    )


def _earning(verb: str) -> str:
    return (
        "earning a living"
        if re.match(r"(?:\w+ing\b|am \w+ing|being)", verb)
        else "am paid"
        if verb.startswith(("am paid",))
        else "earn a living"
    )


def _find(value: str, match: re.Match[str], swap: Swap) -> Find:
    ladder = ("low", "middle", "high", "very high")
    place = ladder.index(value)
    near = ladder[place - 1] if place else ladder[1]
    return Find(value, match.start(), match.end(), (swap,), 5, (near,))
