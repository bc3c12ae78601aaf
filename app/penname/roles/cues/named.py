"""A place that a model guesses and the text names: its name is the evidence, whatever else was quoted.

RLAA, section 3.4: named words are generalized ("Paris" -> "a big city"). Whether the place is the author's is
not decided here; that remains the arbitrator's verdict.
"""

import re

import msgspec

from penname.domain.attributes import ValueKind, attribute_named
from penname.domain.inferences import Inference
from penname.roles.cues import rules_of
from penname.roles.cues.finds import Find, inference
from penname.roles.cues.gazetteer import SHORTEST_NAME, Mention, key, mention_at, places_named
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.places import place_swap
from penname.roles.cues.words import phrase

_SUPPOSED = re.compile(r"\b(?:guess(?:ing)?|suppose|imagine|bet|heard|unlike)\b")


def with_named_place(text: str, read: Inference) -> Inference:
    """`read` with the names of the guessed place that stand in `text`, and edits that generalize all of them.

    Only the first guess counts, and only for where the author lives or comes from.
    """
    attribute, rules = attribute_named(read.attribute), rules_of(read.attribute)
    if attribute.kind is not ValueKind.PLACE or rules is None:
        return read
    reading, home = NormalizedText(text), attribute.is_home
    for mention in _mentions(reading, read.guesses[0]):
        if home and _is_elsewhere(reading.clause_before(mention.start)):
            continue
        swap = place_swap(reading, mention, home)
        find = Find(mention.places[0].value, mention.start, mention.end, (swap,), mention=mention)
        named = inference(reading, read.attribute, rules, (find,))
        if named is not None:
            quotes = tuple(dict.fromkeys((*read.quotes, *named.quotes)))
            return msgspec.structs.replace(read, quotes=quotes, edits=named.edits)
    return read


def guesses_no_place(read: Inference) -> bool:
    """Whether a place is asked for and none is guessed: a small model reads "web dev" and says that.

    Villages that no gazetteer lists are names at least.
    """
    if attribute_named(read.attribute).kind is not ValueKind.PLACE:
        return False
    return not any(_is_name(guess) or _parts_known(guess) for guess in read.guesses)


def _is_name(guess: str) -> bool:
    first, *others = guess.split()
    return any(word[:1].isupper() for word in others or [first])


def _parts_known(guess: str) -> bool:
    return any(places_named(part.strip()) for part in guess.split(","))


def _is_elsewhere(clause: str) -> bool:
    """Whether a place is visited, or one of which the author only supposes something."""
    return phrase("away").search(clause) is not None or _SUPPOSED.search(clause) is not None


def _mentions(reading: NormalizedText, guess: str) -> list[Mention]:
    """Where the guess's names stand in the text as names of that place, the most precise first.

    A longer name counts, too ("Tokyo Game Show"), but not one of another place ("New York" for York).
    """
    found: list[Mention] = []
    for name in (part.strip() for part in guess.split(",")):
        if len(name) < SHORTEST_NAME:
            continue
        meant = [place for place in places_named(name) if key(place.name) == key(name)]
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", reading.text, re.IGNORECASE):
            start, end = match.span()
            mention = mention_at(reading.text, start, reading.careless)
            written_like_a_name = mention is not None or reading.text[start].isupper()
            if not meant or not written_like_a_name or _ends_another(reading.text, start, end):
                continue
            end = max(end, mention.end) if mention else end
            found.append(Mention(start, end, (meant[0],)))
    return found


def _ends_another(text: str, start: int, end: int) -> bool:
    """Whether the name is the end of another place's name."""
    before = re.search(r"([^\W\d_]+)[ -]$", text[max(0, start - 24) : start])
    if before is None or before.group(1).casefold() == "the":
        return False
    return bool(places_named(f"{before.group(1)} {text[start:end]}"))
