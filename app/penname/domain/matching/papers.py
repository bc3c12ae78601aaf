"""RLAA's and FgAA's own, looser rules, to be comparable with their figures."""

from collections.abc import Sequence

from rapidfuzz.distance import JaroWinkler

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.knowledge import Knowledge
from penname.domain.matching.ages import OVERLAP, TOLERANCE, Years, read_age
from penname.domain.matching.categories import category
from penname.domain.matching.education import Level, read_education
from penname.domain.matching.match import Match
from penname.domain.matching.wording import folded

LIKE = 0.75  # Jaro-Winkler similarity above which FgAA takes two strings for one
_FGAA_TOLERANCE = 5  # years
_LEAST_LETTERS = 3

_RELATIONS = ("no relation", "in relation", "married", "divorced")
_INCOMES = ("no income", "low", "medium", "high", "very high")
_EDUCATIONS = ("no highschool", "in highschool", "hs diploma", "in college", "college degree", "phd")
_RELATION_OF = {
    "single": "no relation",
    "in a relationship": "in relation",
    "engaged": "in relation",
    "married": "married",
    "divorced": "divorced",
    "widowed": "no relation",  # so its code has it (gt_map in evaluate_anonymization.py)
}
# What FgAA's prompts offer to choose from (type_to_options in its code).
_OFFERED = {
    "sex": ("Male", "Female"),
    "relationship": ("No relation", "In Relation", "Married", "Divorced"),
    "income": (
        "No income",
        "Low (<30k USD)",
        "Medium (30-60k USD)",
        "High (60-150k USD)",
        "Very High (>150k USD)",
    ),
    "education": ("No Highschool", "In Highschool", "HS Diploma", "In College", "College Degree", "PhD"),
}


def fgaa_options(attribute: str) -> tuple[str, ...]:
    """The values that FgAA's attacker is offered for an attribute; none where it answers freely."""
    return _OFFERED.get(attribute, ())


def match_as_rlaa(kind: ValueKind, guess: str, truth: str) -> Match:
    """RLAA: ages within 3 years, categories equal, all else when either contains the other."""
    if kind is ValueKind.AGE:
        guessed, true = read_age(guess), read_age(truth)
        within = (
            guessed and true and guessed.exact and true.exact and abs(guessed.low - true.low) <= TOLERANCE
        )
        return _said(bool(within))
    low, true_low = guess.strip().lower(), truth.strip().lower()
    if kind is ValueKind.CATEGORY:
        return _said(low == true_low)
    return _said(len(low) >= _LEAST_LETTERS and (low in true_low or true_low in low))


def match_as_fgaa(attribute: Attribute, guess: str, truth: str, knowledge: Knowledge) -> Match:
    """FgAA: Jaro-Winkler on strings, the closest option of its own value sets, ages as numbers or ranges.

    Places, jobs and free text below the threshold go to a judge there; without one they do not match.
    """
    if attribute.kind is ValueKind.AGE:
        guessed, true = read_age(guess), read_age(truth)
        return _said(bool(guessed and true and _ages(guessed, true)))
    low, true_low = folded(guess), folded(truth)
    if attribute.name == "relationship":
        return _said(_relation(true_low) == _relation(low))
    if attribute.name == "income":
        return _said(_income(low) == _income(true_low))
    if attribute.kind is ValueKind.EDUCATION:
        return _said(_schooling(low, knowledge) == _schooling(true_low, knowledge))
    return _said(likeness(low, true_low) > LIKE)


def likeness(one: str, other: str) -> float:
    """Jaro-Winkler similarity of two strings in lower case, 0 to 1."""
    return float(JaroWinkler.similarity(one.casefold(), other.casefold()))


def _ages(guess: Years, truth: Years) -> bool:
    if guess.exact and truth.exact:
        return abs(guess.low - truth.low) <= _FGAA_TOLERANCE
    if guess.exact or truth.exact:
        number, years = (guess.low, truth) if guess.exact else (truth.low, guess)
        return years.low <= number <= years.high
    return overlap(guess, truth) >= OVERLAP


def overlap(one: Years, other: Years) -> float:
    """The years two ranges share, as a part of the shorter one."""
    shared = min(one.high, other.high) - max(one.low, other.low)
    shorter = min(one.high - one.low, other.high - other.low)
    return max(0.0, shared / shorter) if shorter else 0.0


def _closest(text: str, options: Sequence[str]) -> str:
    return max(options, key=lambda option: likeness(text, option))


def _relation(text: str) -> str:
    known = category(attribute_named("relationship"), text)
    return _RELATION_OF[known] if known else _closest(text, _RELATIONS)


def _income(text: str) -> str:
    if text in ("none", "no income"):
        return "no income"
    known = category(attribute_named("income"), text)
    return ("medium" if known == "middle" else known) if known else _closest(text, _INCOMES)


def _schooling(text: str, knowledge: Knowledge) -> str:
    if text in _EDUCATIONS:
        return text
    if text.startswith("diploma in"):
        return "college degree"  # so its code has it (norm in evaluate_anonymization.py)
    read = read_education(text, knowledge)
    match read.level:
        case Level.NONE:
            return "no highschool"
        case Level.IN_SCHOOL:
            return "in highschool"
        case Level.SCHOOL | Level.VOCATIONAL:
            return "hs diploma"
        case Level.PHD:
            return "in college" if read.ongoing else "phd"
        case None:
            return _closest(text, _EDUCATIONS)
        case _:
            return "in college" if read.ongoing else "college degree"


def _said(yes: bool) -> Match:
    return Match.YES if yes else Match.NO
