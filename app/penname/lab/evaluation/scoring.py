"""Scores what an attacker guessed of one text: by the chosen rules, a judge where wordings do not meet."""

from collections.abc import Mapping, Sequence

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.inferences import Inference
from penname.domain.knowledge import Knowledge
from penname.domain.matching import Judge, Match, Rules, matches
from penname.domain.matching.education import education_parts
from penname.domain.matching.places import place_parts
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
        guesses = inference.guesses[:3] if inference else ()
        first = guesses[0] if guesses else ""
        found = tuple(self._match(name, guess, values) for guess in guesses)
        certainty = inference.certainty if inference and guesses else 0
        return Scored(name, found, certainty, self._parts(name, first, values[0]))

    def _parts(self, name: str, guess: str, value: str) -> dict[str, bool]:
        """Which parts of the value the guess has right; none where values have no parts."""
        kind = (self._attributes.get(name) or attribute_named(name)).kind
        if kind is ValueKind.PLACE:
            return place_parts(guess, value, self._knowledge.gazetteer)
        return education_parts(guess, value, self._knowledge) if kind is ValueKind.EDUCATION else {}

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
