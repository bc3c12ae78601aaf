"""Another sex, another relationship: the words for people that say so, each with its counterpart."""

import re
from collections.abc import Iterator

from penname.domain.tokens import LETTERS
from penname.roles.target_values.ages import tag_with_sex
from penname.roles.target_values.statement import Statement, Targets

_COUNTERPARTS = """
    woman man, women men, girl boy, girls boys, lady gentleman, ladies gentlemen, lass lad,
    lassie laddie, woman guy, gal guy, gals guys, mum dad, mom dad, mam dad, mother father,
    mommy daddy, mummy daddy,
    mama papa, momma papa, mums dads, moms dads, mothers fathers, grandma grandpa, grandmother grandfather,
    granny grandad, nana grandad, aunt uncle, auntie uncle, aunty uncle, wife husband, sister brother,
    daughter son, widow widower, girlfriend boyfriend, waitress waiter, actress actor,
    businesswoman businessman, stewardess steward, schoolgirl schoolboy, handywoman handyman, female male,
    females males, spinster bachelor, chica chico, chick dude, woman bloke, women blokes, woman chap,
    woman fella, girl dude, girls lads, lady gent, grandma granddad
"""
_TO_MALE: dict[str, str] = {}
_TO_FEMALE: dict[str, str] = {}
for _pair in _COUNTERPARTS.replace("\n", " ").split(","):
    _female, _male = _pair.split()
    _TO_MALE.setdefault(_female, _male)
    _TO_FEMALE.setdefault(_male, _female)

# Partners of either sex, by the status they tell of: of a man, of a woman, of either.
_PARTNERS = {
    "married": ("husband", "wife", "spouse"),
    "in a relationship": ("boyfriend", "girlfriend", "partner"),
    "engaged": ("fiancé", "fiancée", "fiancé"),
    "divorced": ("ex-husband", "ex-wife", "ex"),
    "widowed": ("late husband", "late wife", "late partner"),
    "single": ("flatmate", "flatmate", "flatmate"),
}
_MEN = ("husband", "hubby", "boyfriend", "bf", "fiancé", "fiance", "groom")
_WOMEN = ("wife", "wifey", "missus", "girlfriend", "gf", "fiancée", "fiancee", "bride")
_WOMAN_FOR = dict(zip(_MEN, ("wife", "wife", "girlfriend", "gf", "fiancée", "fiancee", "bride"), strict=True))
_MAN_FOR = {woman: man for man, woman in reversed(_WOMAN_FOR.items())} | {
    "wifey": "husband",
    "missus": "husband",
}
_EITHER = ("spouse", "partner", "significant other", "other half", "better half", "ex")
_KIN = "|".join(sorted((*_MEN, *_WOMEN, *_EITHER), key=len, reverse=True))
_MINE = re.compile(
    rf"(?P<my>\b(?:my|our)\b)(?P<between>(?: (?!and\b)[\w'’-]+){{0,2}}?) "
    rf"(?P<prefix>(?:late|deceased) |(?:ex|former)[ -]|soon-to-be |future )?(?P<kin>{_KIN})\b",
    re.IGNORECASE,
)
_STATUSES = re.compile(
    r"\b(?:an? )?(?:single(?! (?:mum|mom|dad|parent|mother|father))|married|divorced|widowed|engaged|"
    r"separated|"
    r"taken|unmarried|unattached|in a (?:[\w-]+ )?relationship|widow|widower|divorcee|divorcé|divorcée|"
    r"bachelor|"
    r"bachelorette|spinster|newlywed|newlyweds)\b",
    re.IGNORECASE,
)
_EVENTS = re.compile(r"\b(?P<of>divorce|wedding|engagement|separation|breakup|break-up)\b", re.IGNORECASE)
_EVENT_OF = {"married": "wedding", "engaged": "engagement", "divorced": "divorce", "single": "break-up",
             "widowed": "funeral"}  # fmt: skip
_GOT = re.compile(r"\b(?P<verb>get|gets|got|getting) (?:married|engaged|divorced|a divorce)\b", re.IGNORECASE)


def another_sex(stated: Statement) -> str | None:
    """The target sex in the words of the stated one; None where no rule knows how."""
    tagged = tag_with_sex(stated)
    if tagged is not None:
        return tagged
    other = _TO_MALE if stated.target == "male" else _TO_FEMALE
    said, count = LETTERS.subn(
        lambda word: _as_written(other.get(word.group().lower()), word.group()), stated.before
    )
    return said if count and said != stated.before else None


def flipped_partners(text: str, targets: Targets) -> Iterator[tuple[str, str]]:
    """ "my husband" says something of the author's sex, too: it becomes "my wife" for a man, and so on.

    Where the relationship has a target of its own, its rules see to that.
    """
    if "relationship" in targets or "sex" not in targets:
        return
    for found in _MINE.finditer(text):
        kin = found["kin"].lower()
        if kin in (_WOMEN if targets["sex"] == "female" else _MEN):
            new = _flipped(kin)
            if new:
                yield found.group(), found.group()[: -len(found["kin"])] + _as_written(new, found["kin"])


def another_relationship(stated: Statement) -> str | None:
    """The target relationship in words like the stated; a partner's sex fits the author's target sex, or
    stays as it was.
    """
    before, target = stated.before, stated.target
    if found := _MINE.search(before):
        word = _partner(found["kin"].lower(), target, stated.targets.get("sex"))
        return before[: found.end("my")] + f" {word}" + before[found.end() :]
    if _GOT.search(before):
        if target not in ("married", "engaged", "divorced"):
            return None
        return _GOT.sub(lambda got: f"{got['verb']} {target}", before)
    if found := _EVENTS.search(before):
        event = _EVENT_OF.get(target)
        return event and before[: found.start()] + event + before[found.end() :]
    if _STATUSES.search(before):
        return _STATUSES.sub(target, before, count=1)
    return None


def _partner(kin: str, target: str, sex_target: str | None) -> str:
    of_man, of_woman, of_either = _PARTNERS[target]
    if sex_target:
        return of_woman if sex_target == "male" else of_man
    if kin in _MEN:
        return of_man
    return of_woman if kin in _WOMEN else of_either


def _flipped(kin: str) -> str | None:
    return _WOMAN_FOR.get(kin) or _MAN_FOR.get(kin)


def _as_written(word: str | None, written: str) -> str:
    if word is None:
        return written
    if written.isupper() and len(written) > 1:
        return word.upper()
    return word.capitalize() if written[0].isupper() else word
