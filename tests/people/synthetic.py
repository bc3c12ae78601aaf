"""Made-up people, drawn from the shipped table: each attribute by itself, or as they go together in life."""

import bisect
import math
import random
from collections.abc import Mapping, Sequence
from itertools import accumulate

from penname.domain.knowledge import Knowledge, NoGazetteer, Occupation, Place, parse_knowledge
from penname.locations import resource
from penname.people.interval import PeopleRange
from penname.people.table import shipped_table

TABLE = shipped_table()
ATTRIBUTES = ("age", "sex", "relationship", "education", "occupation", "income", "birthplace")
HOME, ABROAD = "Testland", "Otherland"

Person = dict[str, str]

_FIELDS = """
history|computer science|biology|economics|education|psychology|mechanical engineering|communication|
civil engineering|finance|linguistics|law|medicine|physics|chemistry|nursing|mathematics|
philosophy|sociology|geography|literature
""".replace("\n", "").split("|")
_CRAFTS = (
    "electrician",
    "carpenter",
    "plumber",
    "nursing",
    "hairdressing",
    "mechanics",
    "baking",
    "tailoring",
)
_EDUCATION = {
    "none": ("No degree",),
    "in school": ("High school student",),
    "school": ("High School Diploma",),
    "vocational": tuple(f"Vocational training in {craft}" for craft in _CRAFTS),
    "bachelors": tuple(f"Bachelors in {field}" for field in _FIELDS),
    "masters": tuple(f"Masters in {field}" for field in _FIELDS),
    "phd": tuple(f"PhD in {field}" for field in _FIELDS),
}
_NONE = ("student", "retired", "unemployed", "homemaker")
_SEXES = {
    "trades": 0.05,
    "health": 0.75,
    "care": 0.85,
    "education": 0.7,
    "technology": 0.2,
    "engineering": 0.15,
}
_SCHOOLED = {  # how much likelier a branch is with a degree
    "education": 6.0, "health": 3.0, "technology": 5.0, "engineering": 5.0, "law": 8.0, "finance": 4.0,
    "media": 3.0, "science": 10.0, "trades": 0.15, "hospitality": 0.3, "retail": 0.4, "transport": 0.2,
    "agriculture": 0.4, "care": 0.6, "services": 0.4,
}  # fmt: skip


class Towns:
    """The towns of the made-up country, and their people aged 15 or over: gazetteer and numbers in one."""

    def __init__(
        self, people: Mapping[str, Sequence[Person]], everybody: float, listed: Mapping[str, float]
    ) -> None:
        self.people = people
        self._everybody = everybody
        self._listed = listed

    def named(self, name: str) -> tuple[Place, ...]:
        for town in self.people:
            if town.casefold() == name.casefold():
                return (Place(HOME, "", town),)
        return (Place(name.title()),) if name.title() in (HOME, ABROAD) else ()

    def world(self) -> float:
        return self._everybody

    def of(self, place: Place) -> float | None:
        if place.country != HOME:
            return self.world() / 2
        return self._listed.get(place.city) if place.city else self.world()


def knowledge(towns: Towns) -> Knowledge:
    """The jobs that ship with Penname, and these towns."""
    return parse_knowledge(resource("values.toml").read_text(encoding="utf-8"), towns)


JOBS = parse_knowledge(resource("values.toml").read_text(encoding="utf-8"), NoGazetteer()).occupations


class _Choice:
    """Draws values by weights, quickly."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._values = list(weights)
        self._sums = list(accumulate(weights.values()))

    def draw(self, chance: random.Random) -> str:
        return self._values[
            min(bisect.bisect(self._sums, chance.random() * self._sums[-1]), len(self._values) - 1)
        ]


def somewhere(share: PeopleRange, chance: random.Random) -> float:
    """A number that a place may have; one of ten lies outside of the range."""
    middle, width = math.log(share.low * share.high) / 2, math.log(share.high / share.low) / 2
    return math.exp(chance.gauss(middle, width / 1.645))


def towns(chance: random.Random, sizes: Sequence[int], dependent: bool) -> Towns:
    """A country of as many towns; each has its own shares, and is listed without its suburbs."""
    names = [f"Town {letter}" for letter, _ in zip("ABCDEFGH", sizes, strict=False)]
    people = {}
    for name, size in zip(names, sizes, strict=True):
        births = _births(name, dict(zip(names, sizes, strict=True)), chance)
        make = _Dependent(chance) if dependent else _Independent(chance)
        people[name] = [make.person() | {"birthplace": births.draw(chance)} for _ in range(size)]
    adults = min(0.95, somewhere(TABLE.adults, chance))
    city = TABLE.rule("city")
    listed = {name: len(people[name]) / adults / somewhere(city, chance) for name in names}
    return Towns(people, sum(sizes) / adults, listed)


def _births(home: str, sizes: Mapping[str, int], chance: random.Random) -> _Choice:
    abroad = 1 - min(0.99, somewhere(TABLE.rule("born_in_country"), chance))
    here = (1 - abroad) * min(0.95, somewhere(TABLE.rule("born_in_city"), chance))
    others = {name: size * chance.lognormvariate(0, 0.7) for name, size in sizes.items() if name != home}
    rest = (1 - abroad - here) / sum(others.values())
    return _Choice({home: here, ABROAD: abroad} | {name: weight * rest for name, weight in others.items()})


class _Independent:
    """Every attribute by itself, by shares within the ranges of the table."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ages = _Choice(
            {str(year): somewhere(TABLE.years(year, year), chance) for year in range(15, 100)}
        )
        drawn = {
            name: {v: somewhere(share, chance) for v, share in TABLE.values(name).items() if v}
            for name in ("sex", "relationship", "income", "education")
        }
        levels = {level: drawn["education"][level] for level in _EDUCATION}
        self._choices = {name: _Choice(drawn[name]) for name in ("sex", "relationship", "income")}
        self._choices["education"] = _Choice(
            {
                v: share
                for level in levels
                for v, share in _parts(_EDUCATION[level], levels[level], chance).items()
            }
        )
        self._choices["occupation"] = _Choice(_occupations(chance))

    def person(self) -> Person:
        """One of them."""
        return {"age": self._ages.draw(self._chance)} | {
            name: choice.draw(self._chance) for name, choice in self._choices.items()
        }


def _parts(values: Sequence[str], share: float, chance: random.Random) -> dict[str, float]:
    weights = [chance.lognormvariate(0, 0.8) for _ in values]
    return {value: share * weight / sum(weights) for value, weight in zip(values, weights, strict=True)}


def _branches() -> dict[str, list[Occupation]]:
    found: dict[str, list[Occupation]] = {}
    for job in JOBS:
        found.setdefault(job.industry, []).append(job)
    return found


def _occupations(chance: random.Random) -> dict[str, float]:
    """Listed jobs by their own number, the others of a branch by parts of it; unlisted ones have no name."""
    found = {name: somewhere(share, chance) for name in _NONE if (share := TABLE.share("occupation", name))}
    for branch, jobs in _branches().items():
        share = TABLE.share("occupation", branch)
        if branch == "none" or share is None:
            continue
        whole = somewhere(share, chance)
        for job in jobs:
            own = TABLE.share("occupation", job.name)
            part = somewhere(TABLE.rule("of_branch"), chance)
            found[job.name] = somewhere(own, chance) if own else whole * min(part, 0.5)
        found[f"other {branch}"] = max(0.0, whole - sum(found[job.name] for job in jobs))
    return found


class _Dependent:
    """As it goes in life: couples grow older, degrees bring jobs, jobs bring money, some jobs have a sex."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ages = _Choice(
            {str(year): somewhere(TABLE.years(year, year), chance) for year in range(15, 100)}
        )
        shares = TABLE.values("relationship")
        self._tilt = {value: somewhere(shares[value], chance) for value in shares if value}
        fields = {level: _Choice(_parts(values, 1.0, chance)) for level, values in _EDUCATION.items()}
        self._fields = fields
        levels = TABLE.values("education")
        self._levels = {level: somewhere(levels[level], chance) for level in _EDUCATION}
        self._jobs = {job.name: job for job in JOBS}
        weights = _occupations(chance)
        branch_of = {name: self._jobs[name].industry if name in self._jobs else name[6:] for name in weights}
        self._works = {
            (schooled, sex): _Choice(
                {
                    name: weight
                    * (_SCHOOLED.get(branch_of[name], 1.0) if schooled else 1.0)
                    * _sexed(branch_of[name], sex)
                    for name, weight in weights.items()
                    if branch_of[name] != "none"
                }
            )
            for schooled in (True, False)
            for sex in ("male", "female")
        }
        self._branch_of = branch_of

    def person(self) -> Person:
        """One of them."""
        age = int(self._ages.draw(self._chance))
        sex = "male" if self._chance.random() < 0.495 else "female"
        level = self._level(age)
        occupation = self._occupation(age, sex, level)
        return {
            "age": str(age),
            "sex": sex,
            "relationship": self._relationship(age),
            "education": self._fields[level].draw(self._chance),
            "occupation": occupation,
            "income": self._income(age, sex, level, occupation),
        }

    def _level(self, age: int) -> str:
        if age < 18:
            return "in school" if self._chance.random() < 0.85 else "none"
        weights = {level: share for level, share in self._levels.items() if level != "in school"}
        young = max(0.0, min(1.0, (30 - age) / 10))
        weights["none"] *= 1 + max(0, age - 45) / 15
        weights["school"] *= 1 + 2 * young
        for higher, least in (("bachelors", 21), ("masters", 23), ("phd", 27)):
            weights[higher] *= 0 if age < least else (1.5 if age < 45 else 0.7)
        return _Choice(weights).draw(self._chance)

    def _relationship(self, age: int) -> str:
        weights = dict(self._tilt)
        weights["single"] *= 3.0 if age < 25 else 1.0 if age < 40 else 0.4
        weights["in a relationship"] *= 1.5 if age < 35 else 0.6
        weights["engaged"] *= 1.8 if 22 <= age < 38 else 0.2
        weights["married"] *= 0.06 if age < 23 else 0.6 if age < 30 else 1.3
        weights["divorced"] *= 0.03 if age < 26 else 0.6 if age < 40 else 1.6
        weights["widowed"] *= 0.02 if age < 40 else 0.5 if age < 60 else 3.5
        return _Choice(weights).draw(self._chance)

    def _occupation(self, age: int, sex: str, level: str) -> str:
        roll = self._chance.random()
        if level == "in school" or (age < 25 and roll < 0.45):
            return "student"
        if age >= 67 or (age > 58 and roll < 0.35):
            return "retired" if roll < 0.93 else "homemaker"
        if roll > 0.95:
            return "unemployed"
        if roll > (0.8 if sex == "female" else 0.94):
            return "homemaker"
        return self._works[level in ("bachelors", "masters", "phd"), sex].draw(self._chance)

    def _income(self, age: int, sex: str, level: str, occupation: str) -> str:
        job = self._jobs.get(occupation)
        if self._branch_of.get(occupation, "none") == "none" and occupation != "retired":
            weights = {"low": 0.93, "middle": 0.05, "high": 0.015, "very high": 0.005}
        else:
            up = {"masters": 1.6, "phd": 2.2, "bachelors": 1.3}.get(level, 0.8)
            up *= (1.2 if sex == "male" else 0.85) * (0.6 if age < 28 or age > 66 else 1.1)
            weights = {"low": 0.4 / up, "middle": 0.34, "high": 0.22 * up, "very high": 0.04 * up**2}
            if job and job.income:
                weights = {name: w * (3.0 if name in job.income else 0.4) for name, w in weights.items()}
        return _Choice(weights).draw(self._chance)


def _sexed(branch: str, sex: str) -> float:
    women = _SEXES.get(branch, 0.5)
    return women if sex == "female" else 1 - women
