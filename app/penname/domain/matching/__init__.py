"""Does the guess match the truth? The one place that decides it, by our rules or a paper's.

    from penname.domain.matching import Match, Rules, matches

    matches("age", "mid 30s", "34")                                       Match.YES
    matches("location", "Canada", "Vancouver, Canada", knowledge=known)    Match.LESS_PRECISE

The rules are pure. `knowledge` (places, synonyms; `roles/known_values.py`) makes them better, a `judge` (a
model; `lab/evaluation/judge.py`) is asked only where the rules find two wordings that do not meet.
"""

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching.ages import OVERLAP, TOLERANCE, WIDE, Years, read_age
from penname.domain.matching.categories import category
from penname.domain.matching.education import match_education
from penname.domain.matching.match import Judge, Match, Rules
from penname.domain.matching.papers import match_as_fgaa, match_as_rlaa, overlap
from penname.domain.matching.places import match_places
from penname.domain.matching.texts import match_occupations, match_texts
from penname.domain.matching.wording import folded

__all__ = ["Judge", "Match", "Rules", "is_unknown", "matches"]

_UNKNOWN = frozenset(
    ("", "unknown", "n/a", "na", "not known", "unclear", "undetermined", "not specified", "?", "-")
)
_JUDGED = (ValueKind.TEXT, ValueKind.OCCUPATION, ValueKind.EDUCATION)
_JUDGED_BY_FGAA = (ValueKind.TEXT, ValueKind.OCCUPATION, ValueKind.PLACE)


def matches(
    attribute: Attribute | str,
    guess: str,
    truth: str,
    rules: Rules = Rules.PENNAME,
    *,
    knowledge: Knowledge = NOTHING_KNOWN,
    judge: Judge | None = None,
) -> Match:
    """Whether `guess` is the true value of `attribute`; "unknown" and no guess never are.

    An attribute may be given by its name; a name that nobody knows stands for free text.
    """
    if isinstance(attribute, str):
        attribute = attribute_named(attribute)
    kind = attribute.kind
    if is_unknown(attribute, guess) or is_unknown(attribute, truth):
        return Match.NO
    match rules:
        case Rules.RLAA:
            return match_as_rlaa(kind, guess, truth)
        case Rules.FGAA:
            found = match_as_fgaa(attribute, guess, truth, knowledge)
            judged = kind in _JUDGED_BY_FGAA
        case Rules.PENNAME:
            found = _match(attribute, guess, truth, knowledge)
            judged = kind in _JUDGED
    if found is Match.NO and judged and judge is not None:
        return judge(attribute.name, guess, truth)
    return found


def is_unknown(attribute: Attribute, value: str) -> bool:
    """Whether a value says that nothing is known."""
    plain = folded(value).strip(" .")
    return plain in _UNKNOWN or (plain == "none" and attribute.none_is_unknown)


def _match(attribute: Attribute, guess: str, truth: str, knowledge: Knowledge) -> Match:
    match attribute.kind:
        case ValueKind.AGE:
            guessed, true = read_age(guess), read_age(truth)
            return _match_ages(guessed, true) if guessed and true else Match.NO
        case ValueKind.CATEGORY:
            option = category(attribute, truth) or folded(truth)
            return Match.YES if option == (category(attribute, guess) or folded(guess)) else Match.NO
        case ValueKind.PLACE:
            return match_places(guess, truth, knowledge.gazetteer)
        case ValueKind.EDUCATION:
            return match_education(guess, truth, knowledge)
        case ValueKind.OCCUPATION:
            return match_occupations(guess, truth, knowledge)
        case ValueKind.TEXT:
            return match_texts(guess, truth, knowledge)


def _match_ages(guess: Years, truth: Years) -> Match:
    """Within a tolerance, in range, or by overlap; a range of more than ten years is less precise (ours)."""
    if truth.exact and guess.high - guess.low <= WIDE:
        inside = guess.low <= truth.low <= guess.high
        return Match.YES if inside or abs(guess.middle - truth.low) <= TOLERANCE else Match.NO
    if guess.exact:
        return Match.YES if truth.low <= guess.low <= truth.high else Match.NO
    if guess.high - guess.low > max(WIDE, truth.high - truth.low):
        return Match.LESS_PRECISE if guess.low <= truth.low and truth.high <= guess.high else Match.NO
    return Match.YES if overlap(guess, truth) >= OVERLAP else Match.NO
