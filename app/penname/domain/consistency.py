"""Do the values of one invented person go together? What readers would not believe, in sentences (ours).

Used to suggest pen names and to check those a user made up: where two values quarrel, at least one is read as
untrue. The limits are what hardly anybody lies outside of, not what is usual.
"""

from collections.abc import Callable, Iterator, Mapping

from penname.domain.attributes import attribute_named
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching.ages import read_age
from penname.domain.matching.categories import category
from penname.domain.matching.education import Education, Level, read_education
from penname.domain.matching.texts import occupation_named, without_work
from penname.domain.matching.wording import folded, normal_form

Values = Mapping[str, str]

_SCHOOL_ENDS = 21  # years of age after which nobody is at school any more
_LEAST_AGE = {
    Level.SCHOOL: 16,
    Level.VOCATIONAL: 17,
    Level.ASSOCIATE: 19,
    Level.DEGREE: 20,
    Level.BACHELORS: 20,
    Level.MASTERS: 21,
    Level.PHD: 24,
}
_LEAST_AGE_OF_FIELD = {"law": 22, "medicine": 23}
_ONGOING_YEARS = 3  # before which studies have begun
_SAYS_FEMALE_WORDS = """
waitress actress policewoman businesswoman saleswoman servicewoman stewardess hostess barmaid housewife nun
seamstress mom mum mother pregnant pregnancy menopause
endometriosis ovarian
"""
_SAYS_MALE_WORDS = """
policeman fireman salesman businessman serviceman barman househusband monk tradesman craftsman handyman
dad father prostate testicular
"""
_SAYS_SEX = dict.fromkeys(_SAYS_FEMALE_WORDS.split(), "female") | dict.fromkeys(
    _SAYS_MALE_WORDS.split(), "male"
)


def contradictions(values: Values, knowledge: Knowledge = NOTHING_KNOWN) -> list[str]:
    """A sentence for each pair of values that does not go together; empty when readers would believe them.

    `values` are by attribute; attributes that are missing contradict nothing.
    """
    return [sentence for rule in _RULES for sentence in rule(values, knowledge)]


def _age_and_education(values: Values, knowledge: Knowledge) -> Iterator[str]:
    age, education = _age(values), _education(values, knowledge)
    if age is None or education is None or education.level is None:
        return
    if education.level is Level.IN_SCHOOL and age >= _SCHOOL_ENDS:
        yield f"At {age} nobody goes to school any more: age and education do not go together."
    least = max(
        _LEAST_AGE.get(education.level, 0), *(_LEAST_AGE_OF_FIELD.get(w, 0) for w in education.field), 0
    )
    if age < least - (_ONGOING_YEARS if education.ongoing else 0):
        yield f"At {age} hardly anybody has “{values['education']}”: age and education do not go together."


def _age_and_category(values: Values, _knowledge: Knowledge) -> Iterator[str]:
    age = _age(values)
    for name, value in values.items():
        attribute = attribute_named(name)
        option = category(attribute, value)
        least = dict(attribute.least_ages).get(option, 0) if option else 0
        if age is not None and age < least:
            said = attribute.said.format(value=option)
            yield f"At {age} hardly anybody {said}: age and {name} do not go together."


def _age_and_occupation(values: Values, knowledge: Knowledge) -> Iterator[str]:
    age = _age(values)
    job = occupation_named(values.get("occupation", ""), knowledge)
    if age is None or job is None:
        return
    if not job.age[0] <= age <= job.age[1]:
        yield f"At {age} hardly anybody is “{values['occupation']}”: age and occupation do not go together."


def _education_and_occupation(values: Values, knowledge: Knowledge) -> Iterator[str]:
    education, job = _education(values, knowledge), occupation_named(values.get("occupation", ""), knowledge)
    if education is None or job is None or not job.education:
        return
    asked = read_education(job.education, knowledge)
    if asked.level is None or education.level is None:
        return
    reached = _finished(education)
    if reached < _rank(asked.level) or (
        asked.field and education.field and not set(asked.field) & set(education.field)
    ):
        yield (
            f"“{values['occupation']}” nearly always asks for {job.education}, not “{values['education']}”: "
            "occupation and education do not go together."
        )


def _income_and_occupation(values: Values, knowledge: Knowledge) -> Iterator[str]:
    income = category(attribute_named("income"), values.get("income", ""))
    occupation = values.get("occupation", "")
    job = occupation_named(occupation, knowledge)
    usual = ("low",) if occupation and without_work(occupation) else job.income if job else ()
    if income and usual and income not in usual:
        yield (
            f"“{occupation}” hardly goes with a {income} income, rather with {' or '.join(usual)}: "
            "occupation and income do not go together."
        )


def _sex_and_wording(values: Values, _knowledge: Knowledge) -> Iterator[str]:
    sex = category(attribute_named("sex"), values.get("sex", ""))
    for name, value in values.items():
        told = (
            {_SAYS_SEX[word] for word in normal_form(value) if word in _SAYS_SEX} if name != "sex" else set()
        )
        if sex and told and sex not in told:
            yield f"Most readers take “{value}” to be {told.pop()}: sex and {name} do not go together."


_Rule = Callable[[Values, Knowledge], Iterator[str]]
_RULES: tuple[_Rule, ...] = (
    _age_and_education,
    _age_and_category,
    _age_and_occupation,
    _education_and_occupation,
    _income_and_occupation,
    _sex_and_wording,
)


def likely_together(values: Values, knowledge: Knowledge = NOTHING_KNOWN) -> bool:
    """Whether an invented person would go unnoticed: what was learned is what is worked in.

    Stricter than `contradictions`, for suggestions only: a physicist may drive a bus, but readers wonder.
    """
    education, job = _education(values, knowledge), occupation_named(values.get("occupation", ""), knowledge)
    if education is None or education.level is None or job is None or job.industry == "none":
        return True
    field = set(education.field)
    fields = [set(normal_form(name, knowledge.fields)) for name in job.fields]
    if field and fields:
        return any(field <= other or other <= field for other in fields)
    trained = education.level is Level.VOCATIONAL and field
    if trained or field & set(_LEAST_AGE_OF_FIELD):
        return False
    if _rank(education.level) < _rank(Level.MASTERS):
        return True
    asked = read_education(job.education, knowledge) if job.education else None
    return asked is not None and asked.level is not None and _rank(asked.level) >= _rank(Level.DEGREE)


def _age(values: Values) -> int | None:
    years = read_age(values.get("age", ""))
    return round(years.middle) if years else None


def _education(values: Values, knowledge: Knowledge) -> Education | None:
    value = values.get("education", "")
    return read_education(value, knowledge) if folded(value) else None


def _finished(education: Education) -> int:
    """The rank of the education reached; whoever is still studying has reached the one before."""
    assert education.level is not None
    before = {Level.PHD: Level.MASTERS, Level.MASTERS: Level.BACHELORS}
    level = before.get(education.level, Level.SCHOOL) if education.ongoing else education.level
    return _rank(level)


def _rank(level: Level) -> int:
    return Level.BACHELORS if level is Level.DEGREE else level
