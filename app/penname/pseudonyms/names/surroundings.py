"""What the English words around a capitalized one say: whether there is a name, and of what kind."""

import re

from penname.pseudonyms.entities import PERSON, PLACE, Kind

_REACH = 20  # characters before a name in which a cue may stand


def _before(*cues: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(cues)})[ ]$", re.IGNORECASE)


_DETERMINERS = _before("the|this|that|these|those|an?|our|your|my|his|her|their|its|each|any|every|no")
# After these a single English word with a capital is a name, after the others only two or more.
_BEFORE_WORD = (
    "at|by|joined|left|against|via|outside",
    "told|asked|(?:ask|asked) for|called|named|known? as",
)
_NAMED_WORD = _before(*_BEFORE_WORD)
_NAMED_RUN = _before(*_BEFORE_WORD, "ask|from|for|with|to|than|through")
_NAMED_WITH_THE = _before("(?:at|behind|outside|opposite) the")
_PLACED = _before("in|near|around|towards?|across|throughout|(?:north|south|east|west) of")
_PERSONAL = _before(
    "asks?|asked|tells?|told|thank(?:s|ed)?|remind(?:s|ed)?|meets?|met|invite[ds]?|know as|named",
    "called|love[ds]?|miss(?:es|ed)?|married|hug(?:s|ged)?|tease[ds]?|poor|little|young|old|dear(?:est)?",
    "well done|congratulations",
)
_KIN = "birthday|husband|wife|mother|father|mum|mom|dad|son|daughter|brother|sister"
_IS_PERSON = re.compile(
    r",? (?:who|he|she|her|his|and I|and me)\b"
    rf"|['’]s (?:{_KIN})\b"
    r"| (?:laughed|cried|smiled|texted|hates|loves|thinks|hugged|married|died|is \d+)\b"
    r"|, (?:aged )?\d{1,2}(?:,| and\b|\.|$)"
)
_ACTS = re.compile(
    r" (?:said|says|told|tells|wants?|wanted|charge[ds]?|asks|asked|paid|pays|offer(?:s|ed)|promise[ds]"
    r"|refuse[ds]|sent|sells?|sold|claims?|claimed|decided|agree[ds]|denie[ds]|denies|wrote|writes|sponsors?|sponsored"
    r"|stocks?|owns|hired|hires|fired|cancel(?:s|led)|raised|replied|rang|called|lost|renews?|insists?|announced"
    r"|announces|acquired|confirmed|confirms|emailed|invoiced|billed|could|would|might|will not|won['’]t"
    r"|has (?:told|said|offered|refused|been))\b"
)
_OF_HOUSE = re.compile(
    r"['’]s(?: [A-Z][a-z]+){1,3}"
    r"|['’]s(?=[.,;!?)]| (?:in|on|at|and|or|to|for|was|is|has|by|from|with|last|this|near)\b)"
)


def is_determined(text: str, start: int) -> bool:
    """Whether an article or the like stands before `start`."""
    return _ends(_DETERMINERS, text, start)


def expects_name(text: str, start: int, *, alone: bool, determined: bool) -> bool:
    """Whether what comes before `start` is followed by names, even by those that are English words.

    `alone`: of one word; `determined`: there is an article.
    """
    if determined:
        return _ends(_NAMED_WITH_THE, text, start)
    return _ends(_NAMED_WORD if alone else _NAMED_RUN, text, start)


def acts(text: str, stop: int) -> bool:
    """Whether the words after `stop` tell what somebody did who decides for themselves."""
    return _ACTS.match(text, stop) is not None


def kind_by_surroundings(text: str, start: int, stop: int) -> Kind | None:
    """What is named by `text[start:stop]`, where the words beside it say so."""
    if _ends(_PLACED, text, start):
        return PLACE
    if _ends(_PERSONAL, text, start) or _IS_PERSON.match(text, stop):
        return PERSON
    return None


def end_of_house(text: str, stop: int) -> int:
    """Where an organization's name ends that goes on with "'s": "Nando's", "St Wilfrid's Primary"."""
    match = _OF_HOUSE.match(text, stop)
    return match.end() if match else stop


def _ends(cue: re.Pattern[str], text: str, start: int) -> bool:
    return cue.search(text, max(0, start - _REACH), start) is not None
