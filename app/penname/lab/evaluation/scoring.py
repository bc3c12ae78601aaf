"""Scores what an attacker guessed of one text: by the chosen rules, a judge where wordings do not meet."""

from collections.abc import Mapping, Sequence

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import Inference
from penname.domain.knowledge import Knowledge
from penname.domain.matching import Judge, Match, Rules, kind_of, matches
from penname.domain.matching.places import country_of
from penname.lab.evaluation.measures import Scored, credit
from penname.lab.evaluation.samples import Sample


class Scorer:
    """`attributes` are all that can be asked for, by name; one that is not known is free text."""

    def __init__(
        self,
        attributes: Mapping[str, Attribute],
        rules: Rules,
        knowledge: Knowledge,
        judge: Judge | None = None,
        *,
        labelled_only: bool = False,
    ) -> None:
        self._attributes = attributes
        self._rules = rules
        self._knowledge = knowledge
        self._judge = judge
        self._labelled_only = labelled_only
        self._known: dict[tuple[str, str, str], Match] = {}

    def score(self, sample: Sample, inferences: Sequence[Inference]) -> tuple[Scored, ...]:
        """One `Scored` for each attribute whose truth is known (or only the labelled), guessed or not."""
        guessed = {inference.attribute: inference for inference in inferences}
        return tuple(
            self._scored(name, values, guessed.get(name))
            for name, values in sample.truth.items()
            if not self._labelled_only or name in sample.labelled
        )

    def _scored(self, name: str, values: Sequence[str], inference: Inference | None) -> Scored:
        place = kind_of(self._attributes.get(name, name)) is ValueKind.PLACE
        if inference is None or not inference.guesses:
            return Scored(name, (), 0, False if place else None)
        country = None
        if place:
            countries = {country_of(value, self._knowledge.gazetteer) for value in values}
            country = country_of(inference.guesses[0], self._knowledge.gazetteer) in countries
        found = tuple(self._match(name, guess, values) for guess in inference.guesses[:3])
        return Scored(name, found, inference.certainty, country)

    def _match(self, name: str, guess: str, values: Sequence[str]) -> Match:
        return max((self._one(name, guess, value) for value in values), key=credit)

    def _one(self, name: str, guess: str, value: str) -> Match:
        key = (name, guess, value)
        if key not in self._known:
            attribute = self._attributes.get(name, name)
            self._known[key] = matches(
                attribute, guess, value, self._rules, knowledge=self._knowledge, judge=self._judge
            )
        return self._known[key]
