"""Ages as they are written: "34", "thirty-four", "turning 35", "in my late fifties", "born in 1985"."""

from penname.domain.number_words import decade, number
from penname.roles.cues.finds import Find
from penname.roles.cues.rules import Hit, RuleTable

_PARTS = {"early": (1, 3), "mid": (4, 6), "late": (7, 9), "": (3, 7)}


def _age(hit: Hit) -> Find | None:
    """The age that is said, or the one before the age that is to come."""
    coming = hit.group("coming")
    said = hit.group("age") or hit.group("age2") or hit.group("bare")
    return _years(hit, number(coming) - 1 if coming else number(said))


def _born(hit: Hit) -> Find | None:
    year = hit.group("year")
    age = hit.reading.year - (int(year) if year.isdigit() else 1900 + int(year[1:]))
    return _years(hit, age) if 10 <= age <= 100 else None


def _year_old(hit: Hit) -> Find:
    """ "a 34-year-old woman" -> "a woman"; "as a 34 year old, I" -> "as an adult, I"."""
    age = number(hit.group("age"))
    after = "" if hit.group("out").endswith(" ") else "adult" if age >= 18 else "young person"
    return hit.find(str(age), (str(age + 1), str(age - 1)), after=after)


def _decade(hit: Hit) -> Find | None:
    """The middle of what is said; the edges are the other guesses."""
    part = next(part for part in _PARTS if part in hit.group("part"))
    first = number(hit.group("tens")) or decade(hit.group("decade"))
    low, high = _PARTS[part]
    return hit.find(str(first + (low + high) // 2), (str(first + low), str(first + high)))


def _years(hit: Hit, age: int) -> Find:
    return hit.find(str(age), (str(age + 1), str(age - 1)), adult="an adult" if age >= 18 else "young")


finds = RuleTable("age", age=_age, born=_born, year_old=_year_old, decade=_decade)
