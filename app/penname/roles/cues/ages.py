"""Ages stated outright: "I'm 34", "a 34-year-old", "34F", "turned 40 last week", "in my late fifties"."""

import re
from collections.abc import Iterator

from penname.domain.number_words import DECADE, NUMBER, decade, number
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, article_for, rule
from penname.roles.cues.tags import tags

_AGE = rf"(?P<age>{NUMBER})"
_OLD = r"[\x20-]{0,2}(?:years?|yrs?|yr|y)?[\x20.-]{0,2}(?:years?[\x20-]old|old|olds|y\.?/?o\.?)(?!\w)"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_ADVERB = (
    "(?:only|just|now|already|currently|literally|almost|nearly|about|around|exactly|still|actually|"
    "turning|also|not even|like)"
)
# What may follow a bare number after "I'm" if it is an age, and not minutes, miles or per cent.
_GOES_ON = (
    r"(?=[ ]{0,3}(?:$|[.!?,;:)\n–]|- |[^\w\s%€$£°/'-])|[ ]{1,3}(?:and|but|now|so|with|this|next|today|"
    r"years of age|years young|"
    r"yrs|who|or|as|because|since|at the|too|lol|haha|m|f|male|female|here|already|myself|single|married|"
    r"divorced|from|live|"
    rf"living|i|it|yet|still|if|which|going on|have|in (?:{_MONTHS}))\b)"
)
_NOT_AGE = re.compile(r"[ ]{0,3}(?:[%€$£°]|[.,:/-]\d)")
_I_AM = rule(
    rf"\b(?:i'm|im|i am|i be|me being)(?P<adverbs>(?: {_ADVERB}){{0,2}})(?P<article> an?)? "
    rf"{_AGE}(?:(?P<old>{_OLD}| years of age| years young)|{_GOES_ON})"
)
_APPOSED = rule(
    rf"\b(?:i'm|im|i am) an? (?:[\w'-]+ ){{1,6}}?[\w'-]+, (?:and )?{_AGE}(?:{_OLD})?(?=[ ]?(?:[.,;!)\n]|$|"
    r"and\b|so\b|with\b|from\b))"
)
_YEAR_OLD = rule(
    r"(?<!\w)(?:(?P<article>an?|the|this|my|your|his|her|our|their|one|another) (?P<between>(?:[a-z]+ "
    rf"){{0,2}}?))?(?<![\d.,$€£])\b{_AGE}{_OLD}(?P<next> [a-z][a-z-]*)?"
)
# Who is "a 34 year old": the author after these words, or at the start of a sentence.
_OWN = re.compile(
    r"(?:\b(?:i'm|im|i am|as|being|me,?|here i am,|i,|myself,|am|coming from|i turned into|make me|makes me)"
    r"(?:[ ]+(?:just|only|now|already|about|around|nearly|almost|still|currently|such))*[ ]+)$"
)
_HERE = re.compile(r"[^.!?\n,]{0,25}(?: here\b|,? i(?:'m| am)?\b)")
_COMPARED = re.compile(r"\b(?:like|than|to|was|were|as young as|as old as|every|any)[ ]+$")
_TURNED = rule(
    rf"\bi(?:'ve| have)?(?P<just>(?: just| recently| finally| literally)*) turned {_AGE}(?P<when>,? "
    r"(?:last|this|yesterday|today|a (?:few|couple)|"
    rf"recently|two|three|four|five|six|just|the other|on \w+day|in (?:{_MONTHS})(?! (?:19|20))|over "
    r"the)\b)?(?! (?:degrees|pages|heads))"
)
_WILL_BE = rule(
    r"\b(?:i'm|im|i am|i'll be|i will be)(?: about to be| gonna be| going to be)?(?P<turning> turning)? "
    rf"{_AGE}"
    rf"(?P<when> (?:soon|next|this|tomorrow|in (?:\w+ )?(?:days?|weeks?|months?|{_MONTHS}))\b)?(?![\w%'])"
)
_BIRTHDAY = rule(
    r"\bmy (?P<age>[1-9]\d)(?:st|nd|rd|th) birthday(?P<when> (?:was )?(?:yesterday|today|last|this|just|a "
    r"(?:few|couple)|"
    r"is (?:today|next|in|on|coming|this)|coming up|next|tomorrow)\b)"
)
_TURN = rule(rf"\bi(?:'ll)? turn {_AGE}(?= (?:tomorrow|next|this|soon|in|on)\b)")
_AT = rule(
    rf"\b(?:at|at age|at the (?:ripe )?(?:old )?age of|aged) {_AGE},? (?=i(?:'m| am|'ve| have| still| can|"
    r" do| don't| feel| find|"
    r" know| just| need| want| think| prefer| can't| really| finally| now)\b)"
)
_NOW_AT = rule(
    rf"\b(?:now|here|me|as an? [a-z]+(?: [a-z]+)?) at {_AGE}(?=[ ]{{0,2}}[,.!?)]|[ ]{{1,3}}(?:i|my|and|"
    r"with|it|yrs|years)\b)"
)
_DECADES = rule(
    rf"\b(?:i'm|im|i am|being|now|me|am|someone|person|woman|man|guy)(?: \w+){{0,2}}? (?:in|into|hitting|"
    r"approaching|entering) m(?:y|e|ah)"
    rf" (?P<part>(?:very )?early|mid(?:dle)?|late)?[\x20-]{{0,2}}(?P<decade>{DECADE})(?!\w)"
)
_SOMETHING = rule(
    r"\b(?:i'm|im|i am|as|being|just|me)(?: just| only)? an? (?:\w+ )?(?P<decade>(?:twen|thir|for|fif|six|"
    r"seven)ty|[2-7]0)"
    r"[\x20-]?(?:something|odd|ish)\b(?P<next> (?!year)[a-z]+)?"
)
_BORN = rule(
    r"\bi(?:'m| was|'ve been| am)? (?:a )?born (?:on \w+ \d+(?:st|nd|rd|th)?,? )?(?:back )?in (?:\w+ "
    r")?(?P<year>19[2-9]\d|20[01]\d|'[2-9]\d)(?!\w|'s|s)"
)
_NO_NOUN = frozenset(
    [
        "i",
        "i'm",
        "i've",
        "im",
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
        "has",
        "have",
        "can",
        "for",
        "by",
    ]
)


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own age in `reading`."""
    low = reading.low
    yield from _bare(reading)
    yield from _year_old(reading)
    for tag in tags(reading):
        yield _find(int(tag.age), tag.swap.start, tag.swap)
    yield from _birthdays(reading)
    for match in _AT.finditer(low):
        if not _NOT_AGE.match(low, match.end("age")) and not reading.hedged(match.start()):
            yield _find(
                number(match["age"]), match.start(), Swap(match.start(), match.end("age"), "these days"), 4
            )
    for match in _NOW_AT.finditer(low):
        yield _find(number(match["age"]), match.start(), Swap(*match.span("age"), "my age"), 4)
    yield from _decades(reading)
    for match in _BORN.finditer(low):
        year = int(match["year"]) if match["year"].isdigit() else 1900 + int(match["year"][1:])
        age = reading.year - year
        if 10 <= age <= 100 and not reading.hedged(match.start(), unreal_only=True):
            yield _find(
                age,
                match.start(),
                Swap(low.rindex("in ", 0, match.start("year")), match.end("year"), "some time ago"),
                4,
            )


def _bare(reading: NormalizedText) -> Iterator[Find]:
    """ "I'm 34 years old" -> "I'm an adult"."""
    low = reading.low
    for match in _I_AM.finditer(low):
        if match["article"] or reading.hedged(match.start()):
            continue  # "I'm a 34-year-old nurse" is read with its noun
        if not match["old"] and _NOT_AGE.match(low, match.end("age")):
            continue
        adverbs = match["adverbs"].split()
        if "turning" in adverbs or "like" in adverbs:
            continue
        start = match.start("adverbs") + 1 if adverbs else match.start("age")
        end = match.end("old") if match["old"] else match.end("age")
        age = number(match["age"])
        if {"almost", "nearly", "even"} & set(adverbs):
            yield _find(age - 1, match.start(), Swap(start, end, _coarse(age)), 4)
        else:
            yield _find(age, match.start(), Swap(start, end, _coarse(age)))
    for match in _APPOSED.finditer(low):
        if not reading.hedged(match.start()):
            start = low.rindex(",", match.start(), match.start("age"))
            yield _find(number(match["age"]), match.start("age"), Swap(start, match.end(), ""), 4)


def _year_old(reading: NormalizedText) -> Iterator[Find]:
    """ "a 34-year-old woman" -> "a woman"; "as a 34 year old, I" -> "as an adult, I"."""
    low = reading.low
    for match in _YEAR_OLD.finditer(low):
        article, following = match["article"] or "", (match["next"] or "").strip()
        before = low[max(0, match.start() - 40) : match.start()]
        after = low[match.end("age") : match.end("age") + 60]
        opens = reading.opens_sentence(match.start())
        if article in ("a", "an", "this"):
            own = bool(_OWN.search(before)) or (opens and bool(_HERE.match(after)))
        elif article == "the":
            own = bool(re.match(r"[^.!?\n,]{0,40}?\b(?:that )?i(?:'m| am)\b", after))
        else:
            own = not article and opens and bool(_HERE.match(after))
        if (
            not own
            or (article != "the" and (reading.hedged(match.start()) or _COMPARED.search(before)))
            or reading.of_others(match.start())
        ):
            continue
        age = number(match["age"])
        noun = following if following and following not in _NO_NOUN else ""
        end = match.end("next") - len(following) if noun else match.end() - len(match["next"] or "")
        start = match.start("age")
        if article in ("a", "an") and not match["between"]:
            start = match.start("article")
            swap = Swap(start, end, article_for(noun) + " " if noun else _coarse(age))
        else:
            swap = Swap(start, end, "" if noun else "adult")
        yield _find(age, match.start() if article else start, swap)._replace(
            end=match.end() - len(match["next"] or "")
        )


def _birthdays(reading: NormalizedText) -> Iterator[Find]:
    """ "I turned 40 last week", "I'm turning 35 in May", "my 30th birthday was yesterday"."""
    low = reading.low
    for match in _TURNED.finditer(low):
        if (match["just"] or match["when"]) and not reading.hedged(match.start()):
            begin = low.index("turned", match.start())
            yield _find(number(match["age"]), match.start(), Swap(begin, match.end("age"), "had a birthday"))
    for match in _WILL_BE.finditer(low):
        future = re.search(r"\bbe[ ]", low[match.start() : match.start("age")])
        if not (match["turning"] or (future and match["when"])) or reading.hedged(match.start()):
            continue
        begin = match.start("turning") + 1 if match["turning"] else match.start("age")
        after = "having a birthday" if match["turning"] else "a year older"
        yield _find(number(match["age"]) - 1, match.start(), Swap(begin, match.end("age"), after))
    for match in _TURN.finditer(low):
        if not reading.hedged(match.start()):
            begin = low.index("turn", match.start())
            yield _find(
                number(match["age"]) - 1, match.start(), Swap(begin, match.end("age"), "have a birthday")
            )
    for match in _BIRTHDAY.finditer(low):
        ahead = re.search(r"\b(?:is (?!today)|coming|next|tomorrow)", match["when"])
        swap = Swap(match.start("age"), match.start("when"), "birthday")
        yield _find(int(match["age"]) - bool(ahead), match.start(), swap)


def _decades(reading: NormalizedText) -> Iterator[Find]:
    """ "I'm in my late fifties": the middle of what is said; the edges are the other guesses."""
    for match in _DECADES.finditer(reading.low):
        words = set(match.group().split())
        if (
            reading.hedged(match.start())
            or reading.of_others(match.start("decade"))
            or words & {"was", "were", "back"}
        ):
            continue
        first = decade(match["decade"])
        low, high = {"early": (1, 3), "mid": (4, 6), "late": (7, 9), "": (3, 7)}[_part(match["part"] or "")]
        start = match.start("part") if match["part"] else match.start("decade")
        others = (str(first + low), str(first + high))
        swap = Swap(start, match.end(), "adult years")
        yield Find(str(first + (low + high) // 2), match.start(), match.end(), (swap,), 4, others)
    for match in _SOMETHING.finditer(reading.low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        first = number(match["decade"])
        following = (match["next"] or "").strip()
        noun = following and following not in _NO_NOUN
        start, end = match.start("decade"), match.end() - len(match["next"] or "")
        swap = Swap(start, match.end() - len(following), "") if noun else Swap(start, end, "adult")
        yield Find(str(first + 5), match.start(), end, (swap,), 4, (str(first + 4), str(first + 6)))


def _part(words: str) -> str:
    return next((part for part in ("early", "mid", "late") if part in words), "")


def _find(age: int, start: int, swap: Swap, certainty: int = 5) -> Find:
    return Find(str(age), start, swap.end, (swap,), certainty, (str(age + 1), str(age - 1)))


def _coarse(age: int) -> str:
    return "an adult" if age >= 18 else "young"
