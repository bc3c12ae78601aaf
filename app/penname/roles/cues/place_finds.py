"""Places named after words that ask for one."""

import re

from penname.roles.cues.finds import Find
from penname.roles.cues.gazetteer import Mention, mention_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.place_edits import place_swap

ADVERBS = (
    r"(?: (?:currently|now|still|actually|also|just|only|happily|recently|finally|already|both|all|"
    r"permanently|"
    r"originally|mostly|basically|myself|together|alone|here|over|down|up|out|back|right|there))*"
)
# Small words between "in" and the name: "in the heart of sunny Lisbon", "in a small flat in Lisbon".
_FILLER = re.compile(
    r"(?:(?:a|an|the|this|my|our|one|some|part|small|tiny|little|lil|lil'|wee|big|huge|large|new|nice|"
    r"lovely|beautiful|gorgeous|"
    r"sunny|rainy|cold|chilly|hot|warm|humid|windy|foggy|grey|gray|gloomy|snowy|busy|bustling|crowded|"
    r"noisy|quiet|"
    r"expensive|cheap|vibrant|cosmopolitan|historic|old|good|ol'|ole|great|greater|central|downtown|inner|"
    r"upstate|"
    r"rural|urban|suburban|north|south|east|west|northern|southern|eastern|western|northeast|northwest|"
    r"southeast|"
    r"southwest|north-east|north-west|south-east|south-west|mid|lively|magical|wonderful|damn|bloody|"
    r"frickin|freakin|freaking|fucking|"
    r"city|town|village|suburb|suburbs|outskirts|middle|heart|center|centre|capital|country|state|area|"
    r"region|street|streets|corner|side|"
    r"neighbourhood|neighborhood|apartment|flat|house|home|place|studio|room|condo|cottage|farm|town|"
    r"district|"
    r"lively|hospital|school|bank|company|firm|restaurant|cafe|lab|office|warehouse|factory|polluted|same|"
    r"great|colder|northernmost|cramped|shared|shoebox|of|in|at|near|by|outside|just|"
    r"around|from|called|like|good-old|ancient|eternal|two-bed|one-bedroom|two-bedroom|sub-urb)[ ]{1,3}){0,8}"
)
PAST = re.compile(
    r"\b(?:used to|back when|i was|we were|been|when i|years ago|once|before i|remember|back in the day|"
    r"as a kid|as a child|in the past|that time|growing up|younger|back then|school|"
    r"childhood)\b[^.!?\n]{0,40}$"
)


def place_after(reading: NormalizedText, position: int) -> Mention | None:
    """The place named at `position`, perhaps after a few small words ("the heart of sunny")."""
    if reading.low[position : position + 1] == "\0":
        return None
    direct = mention_at(reading.text, position, reading.careless)
    if direct:
        return direct
    filler = _FILLER.match(reading.low, position)
    end = filler.end() if filler else position
    found = mention_at(reading.text, end, reading.careless) if end > position else None
    if (
        found
        and found.places[0].kind == "city"
        and re.search(r"\b(?:the|an?|this)[ ]+$", reading.low[position:end])
    ):
        return None  # "stuck in the Paris of the nineties"
    return found


def place_find(
    reading: NormalizedText, start: int, mention: Mention, certainty: int, home: bool, end: int = 0
) -> Find:
    start = max(start, _short_start(reading, start, mention))
    swap = place_swap(reading, mention, home)
    return Find(
        mention.places[0].value, start, max(end, mention.end), (swap,), certainty, namesakes(mention), mention
    )


def _short_start(reading: NormalizedText, start: int, mention: Mention) -> int:
    """A quote of at most ten words: from the last one that still says whose place it is."""
    words = [word.start() + start for word in re.finditer(r"\S+", reading.low[start : mention.start])]
    return words[-9] if len(words) > 9 else start


def namesakes(mention: Mention) -> tuple[str, ...]:
    """Namesakes; they come before nothing, since the place is stated."""
    return tuple(dict.fromkeys(place.value for place in mention.places[1:3]))
