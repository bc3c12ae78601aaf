"""The second reader: finds by rule what a text states outright about its author, the plainest of leaks.

It stands beside any model, so that "I live in Leeds" never depends on a model's mood. It reads English, knows
only what is said in the first person, and would rather miss a statement than make one up.
"""

from collections.abc import Sequence

from penname.domain.attributes import attribute_named
from penname.domain.inferences import Inference
from penname.roles.cues import ages, education, income, occupations, places, relationships
from penname.roles.cues.finds import CueRules, inference
from penname.roles.cues.listed import listed_rules
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.rules import RuleTable
from penname.roles.target_values.ages import another_age
from penname.roles.target_values.incomes import another_income
from penname.roles.target_values.people import another_relationship, another_sex
from penname.roles.target_values.places import another_place
from penname.roles.target_values.work import another_education, another_occupation

_IN_CODE = {
    "age": CueRules(ages.finds, another_age, all_count=True),
    "sex": CueRules(RuleTable("sex"), another_sex),
    "location": CueRules(places.homes, another_place, places.homes_again),
    "birthplace": CueRules(places.origins, another_place, places.origins_again),
    "education": CueRules(education.finds, another_education, all_count=True),
    "occupation": CueRules(occupations.finds, another_occupation, occupations.again),
    "income": CueRules(income.finds, another_income, all_count=True),
    "relationship": CueRules(relationships.finds, another_relationship, all_count=True),
}


def rules_of(attribute: str) -> CueRules | None:
    """The rules of the attribute of this name: in code, else as its file lists them; None without any."""
    return _IN_CODE.get(attribute) or listed_rules(attribute_named(attribute))


def find_cues(text: str, attributes: Sequence[str], year: int | None = None) -> tuple[Inference, ...]:
    """What `text` states outright about its author, one inference at most for each of `attributes`, in order.

    Attributes without rules yield nothing. Every quote and every edit's `find` stands in `text`; applying an
    inference's edits leaves none of its quotes. `year` is that of writing, else this one.
    """
    reading = NormalizedText(text, year)
    rules = ((name, rules_of(name)) for name in attributes)
    found = (inference(reading, name, known, known.finds(reading)) for name, known in rules if known)
    return tuple(one for one in found if one)
