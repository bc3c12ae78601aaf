"""Another age: "34" -> "58", "thirty-four" -> "fifty-eight", "late thirties" -> "late fifties"."""

import re

from penname.domain.number_words import DECADES, TEENS, TENS, UNITS, in_words, number
from penname.roles.target_values.statement import Statement, Targets

_IN_WORDS = re.compile(
    rf"\b(?:(?:{'|'.join(TENS)})(?:[ -](?:{'|'.join(UNITS)}))?|{'|'.join(TEENS)})\b", re.IGNORECASE
)
_DECADE = re.compile(
    rf"\b(?:(?P<part>early|mid|middle|late)[ -](?:to[ -]late[ -])?)?"
    rf"(?P<decade>{'|'.join(DECADES)}|[1-9]0['’]?s)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,2}(?!\d)")


def another_age(stated: Statement) -> str | None:
    """The target age in the words of the stated one; "50 next year" keeps its distance to the age."""
    if not stated.guess.isdigit():
        return None
    before, target = stated.before, int(stated.target)
    years = target - int(stated.guess)
    tagged = _tag(before, target, stated.targets)
    if tagged is not None:
        return tagged
    for pattern, say in (
        (_DECADE, lambda found: _decade(found, target)),
        (_YEAR, lambda found: str(int(found.group()) - years)),
        (_NUMBER, lambda found: str(max(1, int(found.group()) + years))),
        (_IN_WORDS, lambda found: _in_words(number(found.group().lower()) + years, found.group())),
    ):
        if pattern.search(before):
            return pattern.sub(say, before, count=1)
    return None


_TAG = re.compile(r"(?P<number>[1-9]\d)(?P<gap> ?[/,]? ?)(?P<sex>female|male|f|m)\b", re.IGNORECASE)
_TAG_TURNED = re.compile(r"\b(?P<sex>f|m)(?P<gap> ?[/,]? ?)(?P<number>[1-9]\d)\b", re.IGNORECASE)


def _tag(before: str, target: int, targets: Targets) -> str | None:
    """ "(34F)" says two things at once; both are put right together, whichever was found first."""
    for pattern, form in ((_TAG, "{number}{gap}{sex}"), (_TAG_TURNED, "{sex}{gap}{number}")):
        if found := pattern.search(before):
            letter = found["sex"]
            if wanted := targets.get("sex"):
                wanted = wanted if len(letter) > 1 else wanted[0]
                letter = wanted.upper() if letter.isupper() else wanted
            said = form.format(number=target, gap=found["gap"], sex=letter)
            return before[: found.start()] + said + before[found.end() :]
    return None


def tag_with_sex(stated: Statement) -> str | None:
    """The tag with the target sex, and the target age where there is one."""
    number = re.search(r"[1-9]\d", stated.before)
    if number is None:
        return None
    return _tag(stated.before, int(stated.targets.get("age", number.group())), stated.targets)


def _decade(found: re.Match[str], target: int) -> str:
    part = ("early", "mid", "late")[(target % 10 > 3) + (target % 10 > 6)]
    decade = target // 10 * 10
    if target < 20:
        said = "teens"
    elif found["decade"][0].isdigit():
        said = re.sub(r"\d+", str(decade), found["decade"])
    else:
        said = DECADES[decade // 10 - 2]
    if not found["part"]:
        return said
    gap = found.group()[len(found["part"])]
    return (part.capitalize() if found["part"][0].isupper() else part) + gap + said


def _in_words(value: int, written: str) -> str:
    said = in_words(min(99, max(1, value)))
    return said.capitalize() if written[0].isupper() else said
