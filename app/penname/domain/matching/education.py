"""Education as a level and a field: "MSc Finance", "Master's in Finance", "studying law", "high school"."""

import re
from enum import IntEnum
from typing import NamedTuple

from penname.domain.knowledge import Knowledge
from penname.domain.matching.match import Match
from penname.domain.matching.wording import folded, normal_form


class Level(IntEnum):
    """Levels in the order in which they are reached; a mere "degree" may be any from BACHELORS up."""

    NONE = 0
    IN_SCHOOL = 1
    SCHOOL = 2
    VOCATIONAL = 3
    ASSOCIATE = 4
    DEGREE = 5
    BACHELORS = 6
    MASTERS = 7
    PHD = 8


class Education(NamedTuple):
    """What a value states: the level (None: unsaid), words of the field, and whether the author is still
    studying.
    """

    level: Level | None
    field: tuple[str, ...]
    ongoing: bool


_WORDINGS: dict[Level, str] = {
    Level.PHD: r"""
        ph\.?_?d\.? | doctorate | doctoral | d\.?_?phil | post-?doc(?:toral)? | doctor_of_philosophy""",
    Level.MASTERS: r"""
        master(?:'?s'?)?(?:_of_(?:science|arts))? | m\.?_?sc | m\.?_?a | m\.?_?s | m\.?_?eng | m\.?_?ed |
        m\.?_?phil | magister | post-?grad(?:uate)? | grad(?:uate)?_(?:degree|school|student)""",
    Level.BACHELORS: r"""
        bachelor(?:'?s'?)?(?:_of_(?:science|arts))? | b\.?_?sc | b\.?_?a | b\.?_?s | b\.?_?eng | b\.?_?ed |
        b\.?_?com | b\.?_?f\.?_?a | b\.?_?tech | undergrad(?:uate)?(?:_degree)? | licenciatura""",
    Level.ASSOCIATE: r"associate(?:'?s)?(?:_degree)?",
    Level.IN_SCHOOL: r"""
        in_high_?school | high_?school_student | in_secondary_school | still_at_school | sixth_form(?:er)? |
        school_?(?:boy|girl|child|student) | pupil""",
    Level.SCHOOL: r"""
        high_?school(?:_(?:diploma|graduate|education|degree))? | hs_diploma | ged | a-?_?levels? | gcses? |
        secondary_(?:school|education) | abitur | matric(?:ulation)? | leaving_cert(?:ificate)? |
        baccalaureate | school_leaver""",
    Level.VOCATIONAL: r"""
        vocational(?:_(?:training|school|education|degree|qualification))? | apprentice(?:ship)? |
        trade_(?:school|certificate) | nvq | btec | journeyman | trained(?:_as)? | city_(?:&|and)_guilds |
        diploma | certificate | training""",
    Level.NONE: r"""
        no_(?:degree|formal_education|education|schooling|qualifications?|high_?school) | none | unqualified |
        (?:primary|elementary)_school | (?:high_?school_)?drop-?out | did_not_finish_school""",
    Level.DEGREE: r"""
        (?:college|university|uni)(?:_(?:degree|education|graduate|student))? | degree | graduate |
        higher_education | some_college""",
}
_LEVELS = {
    level: re.compile(rf"\b(?:{''.join(wordings.split())})(?!\w)".replace("_", "[ ]"))
    for level, wordings in _WORDINGS.items()
}
_FIRST = (Level.NONE, Level.IN_SCHOOL)  # "high school dropout" holds the name of another level
_ONGOING = re.compile(
    r"\b(?:student|studying|pursuing|working (?:on|towards?)|in (?:college|university|progress)|currently|"
    r"candidate|undergrad(?:uate)?(?! degree)|(?:first|second|third|final)[ -]year|some college|doing|"
    r"enrolled|ongoing)\b"
)
_PROFESSIONAL = {  # degrees whose name holds the field
    "masters business administration": re.compile(r"\bm\.?b\.?a\b\.?"),
    "bachelors law": re.compile(r"\bll\.?b\b\.?|\bbachelor of laws"),
    "masters law": re.compile(r"\bll\.?m\b\.?|\bmaster of laws"),
    "degree law": re.compile(r"\b(?:law degree|law school|j\.?d\.?(?!\w)|juris doctor)"),
    "degree medicine": re.compile(
        r"\b(?:medical degree|med(?:ical)? school|m\.?d\.?(?!\w)|mbbs|mbchb|doctor of medicine)"
    ),
}
_NO_FIELD_WORDS = """
degree diploma student study studying level year first second third final graduate university
college school uni honour honours completed finished holder holds has have had pursuing working toward
towards currently doing candidate enrolled ongoing in progress program programme course qualification
training major thesis some
"""
_NO_FIELD = frozenset(_NO_FIELD_WORDS.split())


def read_education(text: str, knowledge: Knowledge) -> Education:
    """Level, field and whether it is still going on, as far as `text` says."""
    plain = folded(text).replace("’", "'")
    ongoing = bool(_ONGOING.search(plain))
    for name, pattern in _PROFESSIONAL.items():
        plain = pattern.sub(f" {name} ", plain)
    ordered = sorted(_LEVELS, key=lambda level: level not in _FIRST)
    found = next((level for level in ordered if _LEVELS[level].search(plain)), None)
    for pattern in _LEVELS.values():
        plain = pattern.sub(" ", plain)
    said = " ".join(word for word in re.split(r"[^\w&+#'-]+", plain) if word not in _NO_FIELD)
    field = tuple(word for word in normal_form(said, knowledge.fields) if word not in _NO_FIELD)
    return Education(found, field, ongoing)


def match_education(guess: str, truth: str, knowledge: Knowledge) -> Match:
    """Level and field both, in one direction: a guess may say more than the truth, not less."""
    guessed, true = read_education(guess, knowledge), read_education(truth, knowledge)
    if guessed.level is None and true.level is None and not (guessed.field and true.field):
        return Match.NO
    level, field = _levels(guessed.level, true.level), _fields(guessed.field, true.field)
    if Match.NO in (level, field):
        return Match.NO
    if Match.LESS_PRECISE in (level, field) or guessed.ongoing != true.ongoing:
        return Match.LESS_PRECISE
    return Match.YES


def education_parts(guess: str, truth: str, knowledge: Knowledge) -> dict[str, bool]:
    """Whether the guess has level and field right, strictly and leniently, as far as the truth states them.

    A level is strictly right if it is the same, begun or reached as in the truth; leniently if it is the same
    or the next one, begun or reached. A field is strictly right if the guess says all words of it; leniently
    if it says one.
    """
    guessed, true = read_education(guess, knowledge), read_education(truth, knowledge)
    found: dict[str, bool] = {}
    if true.level is not None:
        same = guessed.level == true.level
        found["level, strict"] = same and guessed.ongoing == true.ongoing
        found["level, lenient"] = guessed.level is not None and _near(guessed.level, true.level)
    if true.field:
        found["field, strict"] = set(guessed.field) >= set(true.field)
        found["field, lenient"] = bool(set(guessed.field) & set(true.field))
    return found


def _near(one: Level, other: Level) -> bool:
    """Whether two levels are the same or neighbours; a mere degree is near any of them."""
    if Level.DEGREE in (one, other):
        return min(one, other) >= Level.ASSOCIATE
    ladder: list[Level] = [level for level in Level if level is not Level.DEGREE]
    return abs(ladder.index(one) - ladder.index(other)) <= 1


def _levels(guess: Level | None, truth: Level | None) -> Match:
    if guess == truth or truth is None:
        return Match.YES
    if guess is None:
        return Match.LESS_PRECISE
    if guess is Level.DEGREE and truth > Level.DEGREE:
        return Match.LESS_PRECISE
    return Match.YES if truth is Level.DEGREE and guess > Level.DEGREE else Match.NO


def _fields(guess: tuple[str, ...], truth: tuple[str, ...]) -> Match:
    if set(guess) >= set(truth):
        return Match.YES
    return Match.LESS_PRECISE if set(guess) < set(truth) else Match.NO
