"""Generalizes amounts of time, years, ages and places by rule: a small model only puts others there.

RLAA, section 3.4: named words are generalized ("Paris" -> "a big city"). What the model says comes first;
this is for evidence it left standing.
"""

import re

from penname.domain.number_words import DECADES, NUMBER, TENS
from penname.roles.cues.finds import Swap
from penname.roles.cues.gazetteer import SHORTEST_NAME, mention_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.place_edits import place_swap

_FEW = "two|three|four|five|six|seven|eight|nine"
_SPAN = re.compile(
    rf"(?<![\w.-])(?:(?P<many>{NUMBER}|[1-9]\d\d?(?:\.5)?)|[2-9](?:\.5)?|{_FEW})(?: and a half)?[\x20-]"
    r"(?P<unit>year|month|week)(?P<several>s?)\b(?![\x20-]old)",
    re.IGNORECASE,
)
_CAPITALIZED = re.compile(r"(?<![\w'’-])[^\W\d_a-z]\w+")
_YEAR = re.compile(r"\b(?P<decade>(?:19|20)\d)\d\b(?!['’]?s\b)")


def generalized_amount(phrase: str) -> str | None:
    """`phrase` with its spans of time and its years generalized; None where it has none.

    "34 years" becomes "many years", "1988" "the eighties", "two-year" "longer".
    """
    after = _SPAN.sub(_span, phrase)
    after = _YEAR.sub(_decade, after)
    return after if after != phrase else None


def generalized_age(phrase: str) -> str | None:
    """A number of years from 20 to 99 as its decade, "29" as "twenty-something"; None for all else."""
    return f"{TENS[int(phrase[0]) - 2]}-something" if re.fullmatch(r"[2-9][0-9]", phrase) else None


def generalized_places(text: str, start: int, end: int, *, home: bool) -> list[Swap]:
    """Swaps for the names of places between `start` and `end` of `text`: home or origin.

    At the beginning of a sentence every word has a capital, so a name there counts for nothing.
    """
    reading = NormalizedText(text)
    swaps: list[Swap] = []
    position = start
    while (word := _CAPITALIZED.search(text, position, end)) is not None:
        position = word.end()
        if reading.opens_sentence(word.start()):
            continue
        mention = mention_at(text, word.start())
        if mention and mention.end - mention.start >= SHORTEST_NAME and mention.end <= end:
            swaps.append(place_swap(reading, mention, home))
            position = mention.end
    return swaps


def _span(match: re.Match[str]) -> str:
    if match["several"]:
        said = f"{'many' if match['many'] else 'a few'} {match['unit'].casefold()}s"
    else:
        said = "longer"  # "a two-year course"
    return said.capitalize() if match.group()[0].isupper() else said


def _decade(match: re.Match[str]) -> str:
    decade = match["decade"]
    named = decade.startswith("19") and decade[2] >= "2"
    return f"the {DECADES[int(decade[2]) - 2]}" if named else f"the {decade}0s"
