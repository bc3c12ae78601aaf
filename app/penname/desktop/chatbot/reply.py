"""A chatbot's reply with the names back, as plain values: what is marked, and what is said about it."""

from penname.desktop.chatbot.draft import MOST_MARKS
from penname.desktop.texts.marks import MarkStyle, TextMark
from penname.desktop.translate import tr, tr_count
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.restore import Restored, settled_words
from penname.pseudonyms.uncertain_matches import UncertainMatch

BACK = "#009E73"
MOST_NAMED = 4  # stand-ins that a sentence names
_SHORT = 24  # characters of a name on a button


def marks(restored: Restored) -> tuple[TextMark, ...]:
    """Originals that came back are underlined; what may be a stand-in is in an outline."""
    back = [
        TextMark(place.start, place.end, MarkStyle.STAND_IN, ("back", place.start), tr("Restored"), BACK, "✓")
        for place in restored.places[:MOST_MARKS]
    ]
    doubtful = [
        TextMark(*restored.span_of(match), MarkStyle.DROPPED, ("doubt", match.start), tr("May be a stand-in"))
        for match in restored.doubts[:MOST_MARKS]
    ]
    return (*back, *doubtful)


def came_back(restored: Restored) -> str:
    """How much came back."""
    times = sum(one.times for one in restored.returned)
    if not times:
        return tr("The reply contains no stand-in of this conversation.")
    said = tr_count("{count} name was restored.", "{count} names were restored.", times)
    if restored.doubts:
        said += " " + tr_count(
            "{count} word may be a stand-in and was left as it is.",
            "{count} words may be stand-ins and were left as they are.",
            len(restored.doubts),
        )
    return said


def missing(restored: Restored) -> str:
    """What the chatbot did not use: good to know, and no fault."""
    if not restored.missing:
        return ""
    named = ", ".join(map(_short, restored.missing[:MOST_NAMED])) + (
        "…" if len(restored.missing) > MOST_NAMED else ""
    )
    return tr("Not in the reply: {stand_ins}", stand_ins=named)


def question(match: UncertainMatch) -> str:
    """What a doubtful word may be."""
    if not match.surrogate:
        return tr("looks like a placeholder, but is none of these")
    if match.text.isdigit() and match.text != match.surrogate:
        return tr("may end a hidden number")
    return tr("may be “{stand_in}”", stand_in=_short(match.surrogate))


def answer(match: UncertainMatch, mapping: Mapping) -> str:
    """What the button beside an uncertain match says: what it would put there; "" where nobody can know."""
    words = settled_words(match, mapping)
    return tr("Use “{name}”", name=_short(words)) if words else ""


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _SHORT else words[: _SHORT - 1] + "…"
