"""Which texts outside readers are to see, and whose versions of them."""

import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.lab.evaluation.authors import AuthorSplit, written_by
from penname.lab.evaluation.datasets import Columns, read_dataset
from penname.lab.evaluation.models import asked_attributes
from penname.lab.evaluation.outside.versions import Versions, together, versions_in_file, versions_of_run
from penname.lab.evaluation.samples import Sample


class Choice(msgspec.Struct, frozen=True):
    """What the user asked for: `results` of a run, by `contenders` (all, if none is named), `others` in a
    file, or both.
    """

    dataset: Path
    columns: Columns | None
    results: Path | None
    contenders: tuple[str, ...]
    others: Path | None
    authors: AuthorSplit | None
    limit: int | None
    seed: int


def chosen(
    choice: Choice, attributes: Sequence[Attribute]
) -> tuple[list[Sample], Versions, tuple[Attribute, ...]]:
    """The samples, drawn by the seed, their versions, and the attributes to ask for. Raises BadInput.

    They are the texts that all contenders have finished; without results, those of which there is a version.
    """
    samples = {sample.id: sample for sample in read_dataset(choice.dataset, choice.columns).samples}
    run = Versions({})
    if choice.results is not None:
        run = versions_of_run(choice.results, choice.contenders, samples)
    others = Versions({}) if choice.others is None else versions_in_file(choice.others, samples)
    if run.texts:
        ids = frozenset.intersection(*(frozenset(texts) for texts in run.texts.values()))
    else:
        ids = frozenset(id_ for texts in others.texts.values() for id_ in texts)
    found = [sample for sample in written_by(choice.authors, samples.values()) if sample.id in ids]
    if not found:
        raise BadInput("No text is left that readers could see: the methods finished none in common.")
    drawn = random.Random(choice.seed).sample(found, min(choice.limit or len(found), len(found)))
    labels = dict.fromkeys(label for sample in drawn for label in sample.labelled)
    return drawn, together((run, others)), asked_attributes(attributes, list(labels))
