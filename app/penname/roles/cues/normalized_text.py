"""A text made ready for rules: one kind of apostrophe and space, quoted speech blanked, the same offsets."""

import datetime as dt
import re
from functools import cached_property

from penname.domain.sentences import small_beginnings
from penname.roles.cues.words import phrase

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
_SENTENCE = re.compile(r"(?:\A|\n|[.!?](?=[ ]))[ ]*")
_CLAUSE = re.compile(r"(?:\A|\n|[.!?,;:(–](?=[ ]))[ ]*")
_CLAUSE_END = re.compile(r"[.!?;:()\n\[\]–]|(?<=\w) - ")


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
        small, all_ = small_beginnings(self.text)
        return small * 3 > all_ or bool(re.search(r"(?<!\w)i(?!\w)", self.text))

    @cached_property
    def sentences(self) -> list[int]:
        """Where sentences begin."""
        return [start.end() for start in _SENTENCE.finditer(self.low)]

    @cached_property
    def clauses(self) -> list[int]:
        """Where clauses begin, by their punctuation."""
        return [start.end() for start in _CLAUSE.finditer(self.low)]

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
        return bool(phrase("unreal_only" if unreal_only else "hedged").search(window))

    def of_others(self, start: int, nearest: bool = False) -> bool:
        """Whether the clause before `start` is about somebody else; `nearest`: only since the last comma."""
        before = self.clause_before(start)
        return bool(phrase("others").search(before.rpartition(",")[2] if nearest else before))

    def own(self, how: str, start: int, end: int) -> bool:
        """Whether the phrase at [start, end) is the author's: "I" or "my" is before, in or right behind it.

        If `how` is "open", one that opens a clause is, too ("Living in Lisbon, ..."); if empty, every one.
        """
        return (
            not how
            or bool(phrase("first_person").search(self.clause_before(start) + self.low[start:end]))
            or bool(phrase("goes_on_with_i").match(self.low, end))
            or (how == "open" and self.opens_clause(start))
        )

    def opens_clause(self, start: int) -> bool:
        """Whether `start` begins a clause: after a stop or comma, or after a joining word."""
        before = self.low[max(0, start - 30) : start].rstrip(" ")
        return (
            not before
            or before[-1] in '.!?;:()\n[],–-*"'
            or bool(phrase("joins").search(before))
            or not before[-1].isascii()
        )


def _blank(match: re.Match[str]) -> str:
    whole = match.group()
    if match.lastindex:
        kept = whole[: match.start(1) - match.start()]
        return kept + "\0" * (len(whole) - len(kept))
    return "\0" * len(whole)
