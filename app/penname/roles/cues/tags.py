"""The tags people put behind "I" in posts: "I (34F)", "34f here", "F/34"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.roles.cues.finds import Swap
from penname.roles.cues.normalized_text import NormalizedText, rule

_TAG = rule(
    r"(?P<open> ?[(\[])?(?<![\w$€£.,/-])(?:(?P<age>[1-9]\d) ?[/,]? ?(?P<sex>male|female|m|f|nb)"
    r"|(?P<sex2>m|f) ?[/,]? ?(?P<age2>[1-9]\d))(?![\w'/%-])(?P<close>[)\]])?"
)
_AGE_ONLY = rule(
    r"(?<=\bi)(?P<open> ?[(\[])(?P<age>[1-9]\d)(?P<close>[)\]])|(?<=\bme)(?P<open2> "
    r"?[(\[])(?P<age2>[1-9]\d)[)\]]"
)
_AFTER_I = re.compile(
    r"(?:\b(?:i|me|myself|i'm|im|i am|am)[ ]{0,3}|(?:^|[.!?\n][ ]*)(?:(?:hi|hey|hello)(?: all| "
    r"everyone)?,?[ ]+)?)$"
)
_GOES_ON = re.compile(r"[ ]{0,3}(?:$|[.,!?;:\n/–-]|(?:here|from|living|looking|with|and)\b)")


class AgeSexTag(NamedTuple):
    """The age and the sex ("f", "m" or "") that a tag gives, and the swap that takes it out."""

    age: str
    sex: str
    swap: Swap


def tags(reading: NormalizedText) -> Iterator[AgeSexTag]:
    """Every tag that follows the author's "I" or opens a sentence; after anybody else, it is theirs."""
    low = reading.low
    for match in _TAG.finditer(low):
        before = low[max(0, match.start() - 30) : match.start()]
        enclosed = bool(match["open"] and match["close"])
        if not _AFTER_I.search(before) or not (enclosed or _GOES_ON.match(low, match.end())):
            continue
        sex = (match["sex"] or match["sex2"] or "")[:1].replace("n", "")
        yield AgeSexTag(
            match["age"] or match["age2"], sex, _swap(match, enclosed, behind=bool(before.strip()))
        )
    for match in _AGE_ONLY.finditer(low):
        yield AgeSexTag(match["age"] or match["age2"], "", Swap(match.start(), match.end(), ""))


def _swap(match: re.Match[str], enclosed: bool, behind: bool) -> Swap:
    """ "I (34F) am" -> "I am"; "34F here" -> "Adult here"."""
    if enclosed and behind:
        return Swap(match.start(), match.end(), "")
    start = match.start() + (0 if enclosed else len(match["open"] or ""))
    end = match.end() - (0 if enclosed else len(match["close"] or ""))
    return Swap(start, end, "Adult")
