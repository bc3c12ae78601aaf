"""Is the value stated outright? Whether a true value, or another name for it, stands literally in a text.

Whom the words are about is not looked at: "my boss is 34" states 34. So this errs on the side of "stated".
"""

import re
from collections.abc import Iterable, Sequence

from penname.domain.knowledge import Knowledge
from penname.domain.matching import Match, matches
from penname.domain.matching.ages import read_age
from penname.domain.matching.wording import folded
from penname.domain.tokens import DOTTED

_LONGEST = 4  # words of a value's other names; a value itself may be longer
_OLD = re.compile(r"(\d{1,2})(?:yo|yrs?|years?)?", re.IGNORECASE)
_STUDYING = re.compile(r"^(?:currently )?(?:studying|pursuing) (?:towards |for )?(?:an? )?")
_SELF = r"\b(?:as an?|i[’']?m an?|i am an?|being an?|me, an?|like an?|us|we)\s+(?:[\w-]+\s+){0,2}"
_SEX = {
    "male": re.compile(
        _SELF + r"(?:man|men|guys?|boys?|dad|father|husband|lad|bloke|gentleman|dude)\b|(?<!fe)\bmales?\b"
    ),
    "female": re.compile(
        _SELF + r"(?:wom[ae]n|girls?|lad(?:y|ies)|mom|mum|mother|wife|gal|chick)\b|\bfemales?\b"
    ),
}
_RELATIONSHIP = {
    "single": re.compile(
        r"\b(?:i[’']?m|am|be|being|been|still|stay(?:ing)?|happily|currently|when|while|as a)\s+single\b"
        r"|\bsingle (?:life|guy|girl|man|woman|mom|mum|dad|and|pringle)\b|\bsingledom\b|\bbachelor(?:ette)?\b"
    ),
    "in a relationship": re.compile(
        r"\bin a (?:\w+ ){0,2}relationship\b|\bmy (?:girlfriend|boyfriend|partner|gf|bf|s\.?o)\b"
    ),
    "engaged": re.compile(r"\bengaged\b|\bengagement\b|\bmy fianc[eé]+\b|\bwife-to-be\b|\bhusband-to-be\b"),
    "married": re.compile(
        r"\bmarried\b|\bmarriage\b|\b(?:my|the|our) (?:husband|wife|spouse|hubby|missus)\b"
    ),
    "divorced": re.compile(r"\bdivorc(?:e|ed|ee)\b|\bmy ex-?(?:husband|wife)\b"),
    "widowed": re.compile(r"\bwidow(?:ed|er)?\b|\bmy late (?:husband|wife)\b"),
}


def is_stated(attribute: str, values: Sequence[str], text: str, knowledge: Knowledge) -> bool:
    """Whether one of the true `values` of `attribute` occurs in `text`, itself or by another name."""
    return any(_stated(attribute, value, text, knowledge) for value in values)


def _stated(attribute: str, value: str, text: str, knowledge: Knowledge) -> bool:
    plain, said = folded(text), folded(value)
    match attribute:
        case "age":
            return _age_stated(value, text)
        case "sex" | "relationship":
            pattern = (_SEX if attribute == "sex" else _RELATIONSHIP).get(said)
            return bool(pattern and pattern.search(plain))
        case "income":
            return bool(re.search(rf"(?<!very )\b{re.escape(said)}[ -](?:income|earner|salary|paid)", plain))
        case "location" | "birthplace":
            # The town itself in whatever case; its other names only where they are written like names.
            town = folded(value.partition(",")[0])
            listed = _phrases(text, 3)
            names: Iterable[str] = (one for one in listed if one[:1].isupper() or folded(one) == town)
        case _:
            if re.search(rf"(?<!\w){re.escape(_STUDYING.sub('', said))}(?!\w)", plain):
                return True
            names = _phrases(text, max(_LONGEST, len(said.split())))
    return any(matches(attribute, name, value, knowledge=knowledge) is Match.YES for name in names)


def _age_stated(value: str, text: str) -> bool:
    true = read_age(value)
    if true is None or not true.exact:
        return False
    for found in DOTTED.finditer(text):
        word = found.group()
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        if (before and before in "$€£¥#'’") or after == "%":
            continue
        digits = _OLD.fullmatch(word)
        read = read_age(word) if digits is None and word[0].isalpha() else None
        if (digits and int(digits[1]) == true.low) or (read and read.exact and read.low == true.low):
            return True
    return False


def _phrases(text: str, longest: int) -> Iterable[str]:
    """Every stretch of up to `longest` neighbouring words, each once."""
    words = list(DOTTED.finditer(text))
    seen: set[str] = set()
    for first in range(len(words)):
        for last in range(first, min(first + longest, len(words))):
            phrase = text[words[first].start() : words[last].end()]
            if phrase not in seen:
                seen.add(phrase)
                yield phrase
