"""Schools the author is or was at, or left: "in med school", "a high school diploma", "I dropped out"."""

import re
from collections.abc import Iterator

from penname.roles.cues.degrees import NOT_OWN
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, rule

_LAW_MED = rule(
    r"\b(?:i'm|im|i am|i'm still|i'm currently|i was|when i was|i went to|i'm just|i go to|i'm starting|i "
    r"finished|during|through|after|since|in|while in|back in|my time in|my days in|my years in|from)(?: "
    r"(?:in|at|my|still|currently))* (?P<school>(?P<kind>law|med|medical|dental|vet|nursing|business|grad|"
    r"graduate|culinary|art|film|architecture|design|journalism|drama|beauty)[\x20-]school)\b"
)
_LAW_MED_MINE = re.compile(r"\b(?:i|i'm|my|me|we|i've|im)\b")
DROPPED = rule(
    r"\bi(?:'m an?| am an?|'ve)?(?: \w+)?,? (?P<phrase>(?:dropped|drop|dropping) out of (?P<what>(?:high "
    r")?school|college|uni|university|my (?:degree|course|studies))|never (?:went to|finished|attended|"
    r"made it to|completed|graduated from) (?P<never>college|uni|university|high school|school)|didn't "
    r"(?:go to|finish|attend|graduate from) (?P<didnt>college|uni|university|high school|school)|"
    r"(?P<out>college|university|uni|high[\x20-]school|school) drop-?out|(?P<left>left school) at \d+)\b"
)
_HIGH_SCHOOL = rule(
    r"\b(?P<lead>(?:with |i have |i've got |i only have |i just have |got |only have |having |i got "
    r")?(?:just |only )?(?:my|a|an|me) (?:old |trusty |lil |little |simple |mere |good ol' "
    r")*)(?P<phrase>(?:high[\x20-]school|hs) (?:diploma|degree|education)|ged)\b"
)
_IN_SCHOOL = rule(
    r"\b(?:i'm|im|i am)(?: \w+)? (?P<phrase>(?:a (?P<rank>freshman|sophomore|junior|senior) in "
    r"(?P<where>high school|college|uni|university)|in (?P<level>high school|college|uni|university|"
    r"middle school|year \d+|\w+ grade)(?: (?:now|right now|studying))?))\b"
)


def schools(reading: NormalizedText) -> Iterator[Find]:
    low = reading.low
    kinds = {
        "law": "Law degree",
        "med": "Medical degree",
        "medical": "Medical degree",
        "dental": "Dentistry degree",
        "vet": "Veterinary degree",
        "nursing": "Nursing degree",
    }
    for match in _LAW_MED.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()):
            continue
        around = reading.clause_before(match.start()) + match.group() + low[match.end() : match.end() + 40]
        if not _LAW_MED_MINE.search(around) or NOT_OWN.search(
            low[max(0, match.start() - 30) : match.start()]
        ):
            continue
        kind = match["kind"]
        value = kinds.get(kind, f"{kind} school")
        if re.match(r"(?:i'm|im|i am|i go)", match.group()):
            value = f"studying towards a {value}"
        yield Find(
            value,
            match.start(),
            match.end(),
            (Swap(*match.span("school"), "school"),),
            5 if kind in kinds else 4,
        )
    for match in _HIGH_SCHOOL.finditer(low):
        if (
            reading.hedged(match.start(), unreal_only=True)
            or reading.of_others(match.start())
            or NOT_OWN.search(low[max(0, match.start() - 30) : match.start()])
        ):
            continue
        if not re.search(
            r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + match["lead"]
        ):
            continue
        yield Find(
            "High School Diploma",
            match.start("phrase"),
            match.end(),
            (
                Swap(
                    *match.span("phrase"),
                    "schooling" if re.search(r"\bm[ey] ", match["lead"]) else "basic education",
                ),
            ),
            5,
        )
    for match in _IN_SCHOOL.finditer(low):
        if reading.hedged(match.start()):
            continue
        where = match["where"] or match["level"]
        value = (
            "in high school" if re.search(r"high|middle|year|grade", where) else "studying towards a degree"
        )
        yield Find(value, match.start(), match.end(), (Swap(*match.span("phrase"), "a student"),), 4)
