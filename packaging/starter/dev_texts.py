"""How much of what a data set's texts were written about a starter finds, and of what they state outright.

A text is about one attribute. It states it outright where it is of hardness 1 and the true value, or another
name for it, stands in it literally.
"""

import random
from pathlib import Path

import msgspec

from penname.domain.goal import Goal
from penname.domain.knowledge import Knowledge
from penname.lab.evaluation.datasets import read_dataset
from penname.lab.evaluation.samples import Sample
from penname.lab.evaluation.stated import is_stated
from penname.roles.known_values import known_values
from penname.roles.roles import Roles
from starter.reading import Share, read, told


class FoundInDevTexts(msgspec.Struct, frozen=True):
    """Of the labelled attributes, those that would be acted upon; "alone" is without the second reader."""

    labelled_alone: Share
    stated_alone: Share
    stated_with_rules: Share


def find_in_dev_texts(path: Path, limit: int, goal: Goal, alone: Roles, with_rules: Roles) -> FoundInDevTexts:
    """All texts that state it, and `limit` of all, drawn by chance.

    Raises BadInput for a file that is no data set, and what the engine raises.
    """
    known = known_values()
    samples = [sample for sample in read_dataset(path).samples if sample.labelled]
    samples = random.Random(1).sample(samples, len(samples))
    stating = [sample for sample in samples if sample.hardness == 1 and _is_stated(sample, known)]
    drawn = samples[:limit]
    found = {
        sample.id: _finds(alone, sample, goal)
        for sample in told([*stating, *(one for one in drawn if one not in stating)], "development texts")
    }
    both = sum(_finds(with_rules, sample, goal) for sample in told(stating, "with rules"))
    return FoundInDevTexts(
        Share(sum(found[sample.id] for sample in drawn), len(drawn)),
        Share(sum(found[sample.id] for sample in stating), len(stating)),
        Share(both, len(stating)),
    )


def _is_stated(sample: Sample, known: Knowledge) -> bool:
    name = sample.labelled[0]
    return is_stated(name, sample.truth[name], sample.text, known)


def _finds(roles: Roles, sample: Sample, goal: Goal) -> bool:
    return sample.labelled[0] in read(roles, sample.text, goal)[1]
