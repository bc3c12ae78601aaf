"""The second reader: finds by rule what a text states outright about its author, the plainest of leaks.

It stands beside any model, so that "I live in Leeds" never depends on a model's mood. It reads English, knows
only what is said in the first person, and would rather miss a statement than make one up.
"""

from collections.abc import Sequence

from penname.domain.inferences import Inference
from penname.roles.cues import (
    ages,
    education,
    homes,
    income,
    occupations,
    origins,
    place_edits,
    relationships,
    sex,
)
from penname.roles.cues.finds import CueRules, inference
from penname.roles.cues.normalized_text import NormalizedText

RULES = {
    "age": CueRules(
        ages.finds, "the author's own age, which makes the author about {value} years old", all_count=True
    ),
    "sex": CueRules(sex.finds, "the author's own sex, which makes the author {value}"),
    "location": CueRules(
        homes.homes, "where the author lives now, namely in {value}", place_edits.homes_again
    ),
    "birthplace": CueRules(
        origins.origins, "where the author was born or grew up, namely in {value}", place_edits.origins_again
    ),
    "education": CueRules(education.finds, "the author's own studies: {value}", all_count=True),
    "occupation": CueRules(
        occupations.finds, "what the author does for a living: {value}", occupations.again
    ),
    "income": CueRules(income.finds, "the author's own income, which counts as {value}", all_count=True),
    "relationship": CueRules(
        relationships.finds, "the author's own relationship status, which is {value}", all_count=True
    ),
}
"""The rules of each attribute that has some, by its name."""


def find_cues(text: str, attributes: Sequence[str], year: int | None = None) -> tuple[Inference, ...]:
    """What `text` states outright about its author, one inference at most for each of `attributes`, in order.

    Attributes without rules (the user's own) yield nothing. Every quote and every edit's `find` stands in
    `text`; applying an inference's edits leaves none of its quotes. `year` is that of writing, else this one.
    """
    reading = NormalizedText(text, year)
    found = (
        inference(reading, name, RULES[name], RULES[name].finds(reading))
        for name in attributes
        if name in RULES
    )
    return tuple(one for one in found if one)
