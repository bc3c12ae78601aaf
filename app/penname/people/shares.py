"""The share of people whom a value fits, attribute by attribute; places are counted in places.py."""

from collections.abc import Mapping
from types import MappingProxyType

from penname.domain.attributes import attribute_named
from penname.domain.knowledge import Knowledge
from penname.domain.matching.ages import OLDEST, TOLERANCE, YOUNGEST, Years, read_age
from penname.domain.matching.categories import category
from penname.domain.matching.education import Level, read_education
from penname.domain.matching.texts import industry_of, occupation_named, without_work
from penname.people.interval import PeopleRange, product
from penname.people.readings import Reading
from penname.people.table import Table

_LEVELS = {level: level.name.lower().replace("_", " ") for level in Level}
_STUDENT = "student"


def share_of_ages(reading: Reading, table: Table) -> PeopleRange | None:
    """The share of all people who are as old as guessed; None where no guess is an age.

    An age that is not stated is a guess by some years, as many as still count as right (three, as RLAA's rule
    has it).
    """
    spread = 0 if reading.stated else TOLERANCE
    found: list[PeopleRange] = []
    for guess in reading.guesses:
        years = read_age(guess)
        if years is None:
            continue
        spare = spread if years.exact else 0
        found.append(table.years(max(YOUNGEST, years.low - spare), min(OLDEST, years.high + spare)))
    return _any_of(found)


def share_of(
    reading: Reading, table: Table, knowledge: Knowledge, others: Mapping[str, Reading] = MappingProxyType({})
) -> PeopleRange | None:
    """The share of people aged 15 or over whom a reading fits; `others` is all that is read, by attribute.

    From the share of the first guess to that of all guesses together.
    """
    age = read_age(others["age"].guesses[0]) if "age" in others else None
    job_known = "occupation" in others
    shares = [_share(reading.attribute, guess, table, knowledge, age, job_known) for guess in reading.guesses]
    return _any_of(shares)


def studies(reading: Reading, knowledge: Knowledge) -> bool:
    """Whether a reading of the education or the occupation says that the author is still studying."""
    guess = reading.guesses[0]
    if reading.attribute == "education":
        return read_education(guess, knowledge).ongoing
    job = occupation_named(guess, knowledge)
    return reading.attribute == "occupation" and job is not None and job.name == _STUDENT


def _share(
    attribute: str, guess: str, table: Table, knowledge: Knowledge, age: Years | None, job_known: bool
) -> PeopleRange:
    if attribute == "education":
        return _education(guess, table, knowledge, age, job_known)
    if attribute == "occupation":
        return _occupation(guess, table, knowledge, age)
    return (
        table.share(attribute, category(attribute_named(attribute), guess), age)
        or table.share(attribute, "")
        or table.rule("other")
    )


def _education(
    guess: str, table: Table, knowledge: Knowledge, age: Years | None, job_known: bool
) -> PeopleRange:
    read = read_education(guess, knowledge)
    level = "" if read.level is None else _LEVELS[read.level]
    named = "ongoing" if read.ongoing and read.level is not Level.IN_SCHOOL else level
    share = table.share("education", named, age) or table.rule("other")
    if not read.field:
        return share
    return product((share, table.rule("of_level_and_job" if job_known else "of_level")))


def _occupation(guess: str, table: Table, knowledge: Knowledge, age: Years | None) -> PeopleRange:
    """By the job's own number, else by its industry: all of it for a broad name, a part for a job."""
    if without_work(guess):
        return table.share("occupation", "unemployed") or table.rule("other")
    job = occupation_named(guess, knowledge)
    if job and (own := table.share("occupation", job.name, age)):
        return own
    branch = industry_of(guess, knowledge)
    share = table.share("occupation", branch)
    if share is None:
        return table.share("occupation", "") or table.rule("other")
    broad = next((i.broad for i in knowledge.industries if i.name == branch), ())
    if guess.casefold().strip(" .") in broad:
        return share
    return product((share, table.rule("of_branch")))


def _any_of(shares: list[PeopleRange]) -> PeopleRange | None:
    if not shares:
        return None
    low = min(shares[0].low, 1.0)
    return PeopleRange(low, max(low, min(1.0, sum(share.high for share in shares))))
