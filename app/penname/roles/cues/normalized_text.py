"""A text made ready for rules: one kind of apostrophe and space, quoted speech blanked, the same offsets."""

import datetime as dt
import re
from functools import cached_property

# Rules are written with plain apostrophes, hyphens and single spaces; each character maps to exactly one.
_SAME = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´′", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑", "-"),
        **dict.fromkeys("—―", "–"),
        **dict.fromkeys("\u00a0\u2007\u202f\u2009\t\r", " "),
        "…": ".",
    }
)
_SPEECH = re.compile(r'(?:(?<=[\s(\[:,–])|^)"(?=\S)[^"\n]{1,400}?(?<=\S)"', re.MULTILINE)
_SINGLE_SPEECH = re.compile(
    r"(?:\b(?:say|says|said|saying|ask|asks|asked|told \w+|goes|went|like|replied|shouted)[,:]? )"
    r"('(?=\w)[^\"\n]{2,300}?[\w.,!?]')(?=[\s.,;:!?)]|$)"
)
_REPLY = re.compile(r"^[ ]*>.*$", re.MULTILINE)
_WRAP = re.compile(r"(?<=\S)([ ]*)\n(?=[^\s>*-])")
_CLAUSE_END = re.compile(r"[.!?;:()\n\[\]–]|(?<=\w) - ")
_HEDGE = re.compile(
    r"\b(?:if|when|whenever|until|till|til|unless|once|before|after|by the time|like|though|as if|think|"
    r"thinks|thought|"
    r"believes?|believed|said|says|told me|assumes?|assumed|pretend|wish|imagine|suppose|supposing|"
    r"dream|dreamed|dreamt|not that|feel|felt|do|did|should|could|would|can|must|might|may|whether|say|"
    r"because)"
    r"(?: that)?[ ]{1,3}$"
)
_UNREAL = re.compile(
    r"\b(?:if|unless|like|though|as if|think|thinks|thought|believes?|said|says|told me|assumes?|pretend|"
    r"wish|"
    r"imagine|suppose|dream|dreamed|dreamt|not that|do|did|should|could|would|can|must|might|may|whether)"
    r"(?: that)?[ ]{1,3}$"
)
_OTHERS = re.compile(
    r"\b(?:he|she|they|who|whose|his|her|their|him|them|mom|mum|mam|mother|dad|father|parents?|sons?|"
    r"daughters?|kids?|"
    r"child|children|husband|wife|brothers?|sisters?|siblings?|cousins?|uncle|aunt|aunty|auntie|nephews?|"
    r"nieces?|"
    r"friends?|buddy|partner|girlfriend|boyfriend|fiancee?|roommates?|flatmates?|housemates?|neighbou?rs?|"
    r"grandma|grandpa|grandmother|grandfather|grandparents|granny|gran|nan|colleagues?|coworkers?|boss|"
    r"folks|people|"
    r"someone|somebody|anyone|anybody|everyone|everybody|nobody|you're|you are|if you|you live|you were|"
    r"your|students|patients?|ex|"
    r"in-laws?|\w+-in-law|characters?|protagonist|actor|author)\b"
)


_BLANK = re.compile(r"\[(?:\\.|[^\]\\])*\]|\(\?<[=!][^)]*\)| \??")
_BLANKS = {" ": "[ ]{1,3}", " ?": "[ ]{0,3}"}


def rule(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern over `NormalizedText.low`, where a blank outside classes and look-behinds is one to three."""
    return re.compile(_BLANK.sub(lambda blank: _BLANKS.get(blank.group(), blank.group()), source), flags)


def follows(source: str, low: str, position: int) -> re.Match[str] | None:
    """What `source` matches right at `position`."""
    return re.compile(source).match(low, position)


def article_for(noun: str) -> str:
    """ "a" or "an", by the letter `noun` begins with."""
    return "an" if noun[:1] in "aeiou" else "a"


class NormalizedText:
    """`text` as it is, and `low`, of the same length, for rules.

    `low` has small letters, plain apostrophes and spaces; what others say (quoted speech or mail) is blanked.
    """

    def __init__(self, text: str, year: int | None = None) -> None:
        self.text = text
        self.year = year or dt.date.today().year  # of writing
        plain = text.translate(_SAME)
        for speech in (_SPEECH, _SINGLE_SPEECH, _REPLY):
            plain = speech.sub(_blank, plain)
        plain = _WRAP.sub(r"\1 ", plain)
        lowered = plain.lower()
        if len(lowered) != len(plain):  # a few letters have a longer small form
            lowered = "".join(small if len(small := letter.lower()) == 1 else letter for letter in plain)
        self.low = lowered

    @cached_property
    def careless(self) -> bool:
        """Whether the author does not care for capitals, so that a name without one may still be a name."""
        starts = re.findall(r"(?:^|[.!?]\s+)([^\W\d_])", self.text)
        small = sum(letter.islower() for letter in starts)
        return small * 3 > len(starts) or bool(re.search(r"(?<!\w)i(?!\w)", self.text))

    def clause_before(self, start: int) -> str:
        """What comes before `start` in the same clause, commas included."""
        window = self.low[max(0, start - 160) : start]
        ends = [end.end() for end in _CLAUSE_END.finditer(window)]
        return window[ends[-1] :] if ends else window

    def hedged(self, start: int, unreal_only: bool = False) -> bool:
        """Whether what begins at `start` is only supposed, asked, hoped or reported.

        With `unreal_only`, words of time ("when", "after") do not count: "when I moved to Leeds" did happen.
        """
        window = self.low[max(0, start - 40) : start]
        return bool((_UNREAL if unreal_only else _HEDGE).search(window))

    def of_others(self, start: int, nearest: bool = False) -> bool:
        """Whether the clause before `start` is about somebody else; `nearest`: only since the last comma."""
        before = self.clause_before(start)
        return bool(_OTHERS.search(before.rpartition(",")[2] if nearest else before))

    def opens_clause(self, start: int) -> bool:
        """Whether `start` begins a clause: after a stop or comma, or after a joining word."""
        before = self.low[max(0, start - 30) : start].rstrip(" ")
        return (
            not before
            or before[-1] in '.!?;:()\n[],–-*"'
            or bool(_JOINER.search(before))
            or not before[-1].isascii()
        )

    def opens_sentence(self, start: int) -> bool:
        """Whether `start` begins a sentence, where a capital says nothing about the word."""
        before = self.low[max(0, start - 6) : start].rstrip(" \"'”’()]*")
        return not before or before[-1] in ".!?…\n\r"


_JOINER = re.compile(
    r"\b(?:and|but|so|because|cause|cuz|coz|cos|since|though|although|well|now|also|plus|yeah|yep|yes|"
    r"honestly|"
    r"speaking|coming|even|especially|just|then|while|whilst|me|lol|haha+|oh|ah|hey|hi|hello|mate|or|"
    r"either|tbh|besides|"
    r"still|today|currently|personally|obviously|basically|anyway|here|maybe|perhaps|that|i mean)$"
)


def _blank(match: re.Match[str]) -> str:
    whole = match.group()
    if match.lastindex:
        kept = whole[: match.start(1) - match.start()]
        return kept + "\0" * (len(whole) - len(kept))
    return "\0" * len(whole)
