"""Ages stated outright: "I'm 34", "a 34-year-old", "34F", "turned 40 last week", "in my late fifties"."""

import datetime
import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.reading import Reading, rule

_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {word: number for number, word in enumerate((*_UNITS, *_TEENS), 1)} | {
    word: 10 * tens for tens, word in enumerate(_TENS, 2)
}
_AGE = rf"(?P<age>[1-9]\d|(?:{'|'.join(_TENS)})(?:[ -]?(?:{'|'.join(_UNITS)}))?|{'|'.join(_TEENS)})"
_AGE = _AGE.replace("[ -]", r"[\x20-]")
_OLD = r"[\x20-]{0,2}(?:years?|yrs?|yr|y)?[\x20.-]{0,2}(?:years?[\x20-]old|old|olds|y\.?/?o\.?)(?!\w)"
_DECADE = r"(?P<decade>[1-9]0'?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)"
_DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
            "eighties": 80, "nineties": 90}  # fmt: skip
_ADVERB = r"(?:only|just|now|already|currently|literally|almost|nearly|about|around|exactly|still|actually|turning|also)"
# What a bare number after "I'm" may be followed by if it is an age, and not minutes, miles or per cent.
_ENDS = (
    r"(?=[ ]{0,3}(?:$|[.!?,;:)\n–…]|(?:- )|\W{2})|[ ]{1,3}(?:and|but|now|so|with|this|next|today|years?(?! into| in\b|"
    r" away| behind| ahead| late| clean| sober| deep| older| younger)|yrs|who|or|as|because|since|at the|too|lol|haha|m|f|male|female|here|"
    r"already|myself|single|married|divorced|from|live|living|i|it|yet|still|if|which|going on|have|in (?:january|"
    r"february|march|april|may|june|july|august|september|october|november|december))\b)"
)
_BARE = rule(
    rf"\b(?:i'm|im|i am|i be|me being|me's|since i'm)(?: {_ADVERB}){{0,2}}(?: a)? {_AGE}(?:(?P<old>{_OLD}| years of age| years young)|{_ENDS})"
)
_NOT_AGE = re.compile(
    r"[ ]{0,3}(?:[%€$£°]|[.,:/]\d|-\d|(?:[ ]?(?:percent|per cent|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|miles?|km|kg|kgs|lbs?|"
    r"pounds|cm|feet|ft|inches|in\b|pages|chapters|episodes|books|people|points|grand|k\b|th\b|st\b|nd\b|rd\b)))"
)
_YEAR_OLD = rule(
    rf"(?P<article>\b(?:an?|this|my|your|one|the) )?(?<![\d.,$€£])\b{_AGE}{_OLD}(?P<next> [a-z][a-z-]*)?"
)
_TAG = rule(
    r"(?P<open> ?[(\[])?(?<![\w$€£.,/-])(?:(?P<age>[1-9]\d) ?/? ?(?:m|f|nb|male|female)|(?:m|f) ?/? ?(?P<age2>[1-9]\d))(?![\w'/%-])"
    r"(?P<close>[)\]])?"
)
_TAG_SELF = re.compile(r"(?:\b(?:i|me|myself|i'm|im|i am|am)[ ]{0,3}|(?:^|[.!?\n][ ]*))$")
_BARE_TAG = rule(r"\b(?:i|me|myself)(?P<open> ?[(\[])(?P<age>[1-9]\d)(?P<close>[)\]])")
_RECENTLY = (
    r"(?:last|this|yesterday|today|a (?:few|couple)|recently|two|three|four|five|six|just|the other|on (?:mon|tues|wednes|thurs|fri|"
    r"satur|sun)day|in (?:january|february|march|april|may|june|july|august|september|october|november|december)(?![ ]{1,3}(?:19|20))|"
    r"over the|now)"
)
_TURNED = rule(
    rf"\bi(?:'ve| have)?(?P<just> just| recently| finally| literally)?(?: just)? turned {_AGE}(?P<when>(?:,| -)? {_RECENTLY}\b)?"
    r"(?! (?:degrees|pages|heads))"
)
_TURNING = rule(
    rf"\b(?:i'm|im|i am|i'll be|i will be)(?: about to be| gonna be| going to be)? ?(?P<turning>turning )?{_AGE}"
    r"(?P<when> (?:soon|next|this (?:year|month|week|summer|winter|spring|fall|autumn|weekend|coming)|tomorrow|in (?:\w+ )?(?:days?|weeks?|months?|january|february|march|"
    r"april|may|june|july|august|september|october|november|december)))"
)
_BIRTHDAY = rule(
    r"\bmy (?P<age>[1-9]\d)(?:st|nd|rd|th) birthday(?P<when> (?:was )?(?:yesterday|today|last (?:week|weekend|month|night|\w+day)|"
    r"this (?:week|month|weekend|morning)|just|a (?:few|couple)|is (?:today|next|in|on|coming|this)|is coming|coming up|next|tomorrow))"
)
_AT = rule(
    rf"\b(?:now at|at|at age|at the (?:ripe )?(?:old )?age of|being|aged) {_AGE},? (?:and )?(?:years? old,? )?(?P<verb>i(?:'m| am|'ve| have| still| can| do| don't| feel| find|"
    r" know| just| need| want| think| prefer| can't| really| finally| now)\b)"
)
_NOW_AT = rule(
    rf"(?:\bnow|\bhere i am|\bhere|\bme) at {_AGE}(?=[ ]{{0,2}}[,.!?)]|[ ]{{1,3}}(?:i|my|and|with|it|yrs|years)\b)"
)
_IN_MY = rule(
    rf"\b(?:i'm|im|i am|being|now|me|am|someone|person|woman|man|guy|here)(?: \w+){{0,2}}? (?:in|into|hitting|approaching|entering) (?:my|the|me|mah) (?P<part>(?:very )?early|mid(?:dle)?|late)?[\x20-]{{0,2}}{_DECADE}(?!\w)"
)
_SOMETHING = rule(
    r"\b(?:i'm|im|i am|as|being|just|me)(?: just| only)? an? (?:\w+ )?(?P<decade>twenty|thirty|forty|fifty|sixty|seventy|[2-7]0)"
    r"[\x20-]?(?:something|odd|ish)\b(?P<next> (?!year)[a-z]+)?"
)
_BORN = rule(
    r"\bi(?:'m| was|'ve been| am)? (?:a )?born (?:on \w+ \d+(?:st|nd|rd|th)?,? )?(?:back )?in (?:\w+ )?(?P<year>19[2-9]\d|20[01]\d|'[2-9]\d)(?!\w|'s|s)"
)
_OTHER_BEARER = re.compile(
    r"\b(?:my|his|her|their|our|a|the|your|with|for|when|like|than|dating|to|than a) (?:\w+ ){0,2}$|\b(?:was|were)[ ]+(?:just |only |about |around )?(?:a[ ]+)?$"
)
_OWN = re.compile(
    r"(?:\b(?:i'm|im|i am|as|being|i'm just|me,|me|i'm only|i'm still|i, |myself,|am|am just|speaking as|coming from|for|from)"
    r"(?:[ ]+(?:just|only|now|already|about|around|nearly|almost|still))*[ ]+)$|(?:^|[.!?\n(–][ ]*)$"
)


def finds(reading: Reading) -> Iterator[Find]:
    """Every statement of the author's own age in `reading`."""
    low = reading.low
    for match in _BARE.finditer(low):
        if match["old"] or not _NOT_AGE.match(low, match.end("age")):
            if match["old"] and _article_follows(match, low):
                continue  # "I'm a 34-year-old nurse" is read below, with its noun
            if not reading.hedged(match.start()):
                yield _bare(reading, match)
    yield from _year_old(reading)
    yield from _tags(reading)
    yield from _birthdays(reading)
    for match in _AT.finditer(low):
        if not _NOT_AGE.match(low, match.end("age")) and not reading.hedged(match.start()):
            end = match.end("age")
            yield _find(match["age"], match.start(), end, Swap(match.start(), end, "these days"), 4)
    for match in _NOW_AT.finditer(low):
        start = match.start("age") - len("at ")
        yield _find(match["age"], start, match.end("age"), Swap(start, match.end("age"), "at my age"), 4)
    yield from _decades(reading)
    for match in _BORN.finditer(low):
        year = int(match["year"]) if match["year"].isdigit() else 1900 + int(match["year"][1:])
        age = datetime.date.today().year - year
        if 10 <= age <= 100 and not reading.hedged(match.start(), unreal_only=True):
            start = match.start("year")
            around = (str(age - 1), str(age + 1))
            yield Find(
                str(age), match.start(), match.end(), (Swap(start, match.end(), "the past"),), 4, around
            )


def _bare(reading: Reading, match: re.Match[str]) -> Find:
    """ "I'm 34 years old" -> "I'm an adult"; "I'm turning 35" is read elsewhere."""
    age = _number(match["age"])
    start, end = match.start("age"), match.end("old") if match["old"] else match.end("age")
    words_before = reading.low[match.start() : start].split()
    almost = {"almost", "nearly"} & set(words_before)
    first = re.compile(r"(?:i'm|im|i am|i be|me being|me's|since i'm)[ ]{1,3}").match(
        reading.low, match.start()
    )
    begin = first.end() if first else start
    if "turning" in words_before:
        age, almost = age - 1, set()
    if almost:
        age -= 1
    return _find(str(age), match.start(), end, Swap(begin, end, _coarse(age)), 5 if not almost else 4)


def _year_old(reading: Reading) -> Iterator[Find]:
    """ "a 34-year-old woman" -> "a woman"; "as a 34 year old, I" -> "as an adult, I"."""
    low = reading.low
    for match in _YEAR_OLD.finditer(low):
        article = (match["article"] or "").strip()
        before = low[max(0, match.start() - 40) : match.start()]
        if article in ("my", "your", "the") or (
            not article and re.search(r"\b\w+['’]?s?[ ]$", before) and not _OWN.search(before)
        ):
            continue
        if (article and not _OWN.search(before)) or reading.of_others(match.start()):
            continue
        if reading.hedged(match.start()) or re.search(
            r"\b(?:like|than|to|when i was|was|as young as)[ ]+(?:a )?$", before
        ):
            continue
        if not article and re.search(r"\b(?:i'm|im|i am)(?:[ ]+\w+)?[ ]+$", before):
            continue  # read as "I'm 34 years old"
        if re.search(r"\b(?:for|from)[ ]+$", before) and not article:
            continue
        age = _number(match["age"])
        following = (match["next"] or "").strip()
        noun = following and following not in _NO_NOUN
        start, end = match.start(), match.end() - len(match["next"] or "")
        if noun and article in ("a", "an"):
            after = _article(following)
        elif noun:
            start, after = match.start("age"), ""
            end = match.end() - len(following)
        else:
            after = _coarse(age) if article in ("a", "an") else _coarse(age).removeprefix("an ")
        yield _find(str(age), start, match.end("age") if False else end, Swap(start, end, after), 5)


def _tags(reading: Reading) -> Iterator[Find]:
    """ "I (34F) ..." -> "I ..."; "34F here" -> "Adult here"."""
    low = reading.low
    for pattern in (_TAG, _BARE_TAG):
        for match in pattern.finditer(low):
            start = match.start() if pattern is _TAG else match.start("open")
            before = low[max(0, start - 30) : start]
            closed = bool(match["open"]) and bool(match["close"])
            age = match["age"] or match.groupdict().get("age2") or ""
            if pattern is _TAG and not _TAG_SELF.search(before):
                continue
            if not closed and not re.match(
                r"[ ]{0,3}(?:here|$|[.,!?;:\n/–-]|from|living|looking|with|and)", low[match.end() :]
            ):
                continue
            if closed and before.strip():
                yield _find(age, start, match.end(), Swap(start, match.end(), ""), 5)
            else:
                inner = start + len(match["open"] or "")
                end = match.end() - len(match["close"] or "") if not closed else match.end()
                yield _find(
                    age, start if closed else inner, end, Swap(start if closed else inner, end, "Adult"), 5
                )


def _birthdays(reading: Reading) -> Iterator[Find]:
    low = reading.low
    for match in _TURNED.finditer(low):
        if (match["just"] or match["when"]) and not reading.hedged(match.start()):
            begin = low.index("turned", match.start())
            yield _find(
                match["age"],
                match.start(),
                match.end("age"),
                Swap(begin, match.end("age"), "had a birthday"),
                5,
            )
    for match in _TURNING.finditer(low):
        if (match["turning"] or match["when"]) and not reading.hedged(match.start()):
            if not match["turning"] and "be " not in low[match.start() : match.start("age")]:
                continue
            begin = match.start("turning") if match["turning"] else match.start("age")
            after = "having a birthday" if match["turning"] else "a year older"
            age = str(_number(match["age"]) - 1)
            yield Find(
                age,
                match.start(),
                match.end("age"),
                (Swap(begin, match.end("age"), after),),
                5,
                (match["age"],),
            )
    for match in _BIRTHDAY.finditer(low):
        ahead = re.search(r"\b(?:is (?!today)|coming|next|tomorrow)", match["when"])
        age = str(int(match["age"]) - 1) if ahead else match["age"]
        end = match.start("when")
        number = match.start("age")
        yield Find(age, match.start(), end, (Swap(number, end, "birthday"),), 5, (str(int(age) + 1),))


def _decades(reading: Reading) -> Iterator[Find]:
    """ "I'm in my late fifties": the middle of what is said; the edges are the other guesses."""
    for match in _IN_MY.finditer(reading.low):
        if reading.hedged(match.start()) or reading.of_others(match.start("decade")):
            continue
        if re.search(r"\b(?:was|were|back|year|summer)\b", match.group()):
            continue
        decade = _DECADES.get(match["decade"]) or int(match["decade"][0]) * 10
        part = (match["part"] or "").split(" ")[-1]
        low, high = {"early": (1, 3), "late": (7, 9)}.get(part, (4, 6) if part else (3, 7))
        middle = str(decade + (low + high) // 2)
        swap_start = reading.low.rfind(" in", match.start(), match.start("decade"))
        begin = match.start("part") if match["part"] else match.start("decade")
        swap = Swap(begin, match.end(), "adult years")
        start = match.start() if swap_start >= 0 else match.start()
        yield Find(middle, start, match.end(), (swap,), 4, (str(decade + low), str(decade + high)))
    for match in _SOMETHING.finditer(reading.low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        word = match["decade"]
        decade = int(word) if word.isdigit() else _NUMBERS[word]
        following = (match["next"] or "").strip()
        noun = bool(following) and following not in _NO_NOUN
        end = match.end() - len(match["next"] or "")
        after = "" if noun else "adult"
        start = match.start("decade")
        yield Find(
            str(decade + 5),
            match.start(),
            end,
            (Swap(start, end, after),),
            4,
            (str(decade + 4), str(decade + 6)),
        )


_NO_NOUN = frozenset(
    [
        "i",
        "i'm",
        "im",
        "i've",
        "my",
        "me",
        "here",
        "now",
        "and",
        "but",
        "who",
        "with",
        "from",
        "so",
        "as",
        "in",
        "at",
        "on",
        "of",
        "that",
        "this",
        "is",
        "it",
        "to",
        "because",
        "though",
        "or",
        "if",
        "when",
        "living",
        "working",
        "trying",
        "looking",
        "about",
        "myself",
        "then",
        "the",
        "a",
        "an",
        "you",
        "we",
        "not",
        "just",
        "still",
    ]
)


def _article_follows(match: re.Match[str], low: str) -> bool:
    return bool(re.search(r"[ ]a[ ]+$", low[match.start() : match.start("age")]))


def _find(age: str, start: int, end: int, swap: Swap, certainty: int) -> Find:
    years = _number(age)
    return Find(str(years), start, end, (swap,), certainty, (str(years + 1), str(years - 1)))


def _number(words: str) -> int:
    if words.isdigit():
        return int(words)
    return (
        sum(_NUMBERS[part] for part in re.split(r"[ -]+", words))
        if re.search(r"[ -]", words)
        else _joined(words)
    )


def _joined(word: str) -> int:
    for tens in _TENS:
        if word.startswith(tens) and word != tens:
            return _NUMBERS[tens] + _NUMBERS[word[len(tens) :]]
    return _NUMBERS[word]


def _coarse(age: int) -> str:
    return "an adult" if age >= 18 else "young"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
