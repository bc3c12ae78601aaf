"""The second reader: finds by rule what a text states outright about its author, the plainest of leaks.

It stands beside any model, so that "I live in Leeds" never depends on a model's mood. It reads English, knows
only what is said in the first person, and would rather miss a statement than make one up.
"""

from collections.abc import Callable, Iterable, Sequence

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
from penname.roles.cues.finds import Echoes, Find, inference
from penname.roles.cues.normalized_text import NormalizedText

_KINDS: dict[str, Callable[[NormalizedText], Iterable[Find]]] = {
    "age": ages.finds,
    "sex": sex.finds,
    "location": homes.homes,
    "birthplace": origins.origins,
    "education": education.finds,
    "occupation": occupations.finds,
    "income": income.finds,
    "relationship": relationships.finds,
}
_ECHOES: dict[str, Echoes] = {
    "location": place_edits.homes_again,
    "birthplace": place_edits.origins_again,
    "occupation": occupations.again,
}


def find_cues(text: str, attributes: Sequence[str]) -> tuple[Inference, ...]:
    """What `text` states outright about its author, one inference at most for each of `attributes`, in order.

    Attributes without rules (the user's own) yield nothing. Every quote and every edit's `find` stands in
    `text`; applying an inference's edits leaves none of its quotes.
    """
    reading = NormalizedText(text)
    found = (
        inference(reading, name, tuple(_KINDS[name](reading)), _ECHOES.get(name))
        for name in attributes
        if name in _KINDS
    )
    return tuple(one for one in found if one)
