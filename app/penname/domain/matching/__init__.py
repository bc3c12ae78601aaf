"""Does the guess match the truth? The one place that decides it, by our rules or a paper's.

    from penname.domain.matching import Match, Rules, matches

    matches("age", "mid 30s", "34")                                       Match.YES
    matches("location", "Canada", "Vancouver, Canada", knowledge=known)    Match.LESS_PRECISE

The rules are pure. `knowledge` (places, synonyms; `roles/known_values.py`) makes them better, a `judge` (a
model; `lab/evaluation/judge.py`) is asked only where the rules find two wordings that do not meet.
"""

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching.ages import OVERLAP, TOLERANCE, WIDE, Years, read_age
from penname.domain.matching.categories import category
from penname.domain.matching.education import match_education
from penname.domain.matching.match import Judge, Match, Rules
from penname.domain.matching.papers import match_as_fgaa, match_as_rlaa, overlap
from penname.domain.matching.places import match_places
from penname.domain.matching.texts import match_occupations, match_texts
from penname.domain.matching.wording import folded

__all__ = ["Judge", "Match", "Rules", "is_unknown", "kind_of", "matches"]

_KINDS = {
    "age": ValueKind.AGE,
    "sex": ValueKind.CATEGORY,
    "income": ValueKind.CATEGORY,
    "relationship": ValueKind.CATEGORY,
    "location": ValueKind.PLACE,
    "birthplace": ValueKind.PLACE,
}
_UNKNOWN = frozenset(
    ("", "unknown", "n/a", "na", "not known", "unclear", "undetermined", "not specified", "?", "-")
)
_MEANT = ("occupation", "education", "income")  # here "none" is a value


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

    An attribute by name only is one of the eight, or else free text.
    """
    name = attribute if isinstance(attribute, str) else attribute.name
    kind = kind_of(attribute)
    if is_unknown(name, guess) or is_unknown(name, truth):
        return Match.NO
    match rules:
        case Rules.RLAA:
            return match_as_rlaa(kind, guess, truth)
        case Rules.FGAA:
            found = match_as_fgaa(name, kind, guess, truth, knowledge)
            judged = name != "education" and kind in (ValueKind.PLACE, ValueKind.TEXT)
        case Rules.PENNAME:
            options = () if isinstance(attribute, str) else attribute.options
            found = _match(name, kind, guess, truth, options, knowledge)
            judged = kind is ValueKind.TEXT
    if found is Match.NO and judged and judge is not None:
        return judge(name, guess, truth)
    return found


def kind_of(attribute: Attribute | str) -> ValueKind:
    """What kind of value an attribute has; a name that is none of the eight stands for free text."""
    return _KINDS.get(attribute, ValueKind.TEXT) if isinstance(attribute, str) else attribute.kind


def is_unknown(attribute: str, value: str) -> bool:
    """Whether a value says that nothing is known."""
    plain = folded(value).strip(" .")
    return plain in _UNKNOWN or (plain == "none" and (attribute in _KINDS and attribute not in _MEANT))


def _match(
    name: str, kind: ValueKind, guess: str, truth: str, options: tuple[str, ...], knowledge: Knowledge
) -> Match:
    if kind is ValueKind.AGE:
        guessed, true = read_age(guess), read_age(truth)
        return _match_ages(guessed, true) if guessed and true else Match.NO
    if kind is ValueKind.CATEGORY:
        option = category(name, truth, options) or folded(truth)
        return Match.YES if option == (category(name, guess, options) or folded(guess)) else Match.NO
    if kind is ValueKind.PLACE:
        return match_places(guess, truth, knowledge.gazetteer)
    if name == "education":
        return match_education(guess, truth, knowledge)
    if name == "occupation":
        return match_occupations(guess, truth, knowledge)
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
