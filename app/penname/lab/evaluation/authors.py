"""The authors of the dev set, split once: what is tuned or calibrated on some is reported of others."""

import tomllib
from collections.abc import Iterable
from enum import StrEnum

from penname.domain.errors import BadInput
from penname.lab.evaluation.samples import Sample
from penname.locations import resource


class AuthorSplit(StrEnum):
    """A part of the authors (`resources/evaluation/dev-authors.toml`)."""

    TUNE = "tune"
    CALIBRATE = "calibrate"
    REPORT = "report"

    @property
    def described(self) -> str:
        """What a report says of it."""
        return (
            f"authors: the ten of the dev set's 30 that are kept to {self}; all 30 occur in the texts that "
            "the starter was trained on, too"
        )

    @property
    def people(self) -> frozenset[str]:
        """Its authors, as `samples.person_of` names them."""
        file = tomllib.loads(resource("evaluation/dev-authors.toml").read_text(encoding="utf-8"))
        return frozenset(file[self])


def written_by(part: AuthorSplit | None, samples: Iterable[Sample]) -> list[Sample]:
    """Those of `samples` that are by an author of `part`, or all; raises BadInput when there is none."""
    if part is None:
        return list(samples)
    people = part.people
    found = [sample for sample in samples if sample.person in people]
    if not found:
        raise BadInput(
            "None of the texts is by an author that --authors chooses from: it splits those of the "
            "PersonalReddit dev set."
        )
    return found
