"""Names of places generalized by rule: a small model only puts another place there.

RLAA, section 3.4: named words are generalized ("Paris" -> "a big city"). What it says of a place comes first;
this is for evidence it left standing.
"""

import re

from penname.roles.cues.finds import Swap
from penname.roles.cues.gazetteer import SHORTEST_NAME, mention_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.place_edits import place_swap

_CAPITALIZED = re.compile(r"(?<![\w'’-])[^\W\d_a-z]\w+")


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
