"""One text of one contender with everything that was found about it: what all figures are counted from."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from penname.domain.matching import Rules
from penname.lab.evaluation.contenders import Made
from penname.lab.evaluation.figures import Floor
from penname.lab.evaluation.likeness import Likeness, likeness
from penname.lab.evaluation.measures import Quality, Scored, Share, mean
from penname.lab.evaluation.results import Results, text_key
from penname.lab.evaluation.running import Asked
from penname.lab.evaluation.samples import Sample
from penname.lab.evaluation.scoring import Scorer

Stated = Callable[[str, Sequence[str], str], bool]
PERFECT = Quality(10, 10, 10, invented=False)  # an unchanged text: U(x0, x0) = 1


class Case(msgspec.Struct, frozen=True):
    """All lists run over the texts of `made`, the original first.

    `scored` is by attacker, with None for a text between that nobody attacked (`--ends-only`).
    `qualities` has None where the judge was not asked or answered nonsense; `stated` says whether the
    labelled value stands literally in the original and in the result, None where it is not in the original.
    """

    sample: Sample
    made: Made
    scored: dict[str, tuple[tuple[Scored, ...] | None, ...]]
    qualities: tuple[Quality | None, ...]
    nonsense: int
    kept: tuple[Likeness, ...]
    stated: tuple[bool, bool] | None

    def share(self, attacker: str, when: int, *, labelled: bool) -> Share:
        """What the first guesses on text `when` (-1: the last) are worth, of all pairs or the labelled.

        The text must have been attacked, as the first and the last have.
        """
        scored = self.read(attacker, when)
        counted = [one.first for one in scored if not labelled or one.attribute in self.sample.labelled]
        return Share(sum(counted), len(counted))

    def labelled_pairs(self, attacker: str) -> Iterable[tuple[Scored, Scored]]:
        """The labelled attributes, each before and after."""
        for before, after in zip(self.read(attacker, 0), self.read(attacker, -1), strict=True):
            if before.attribute in self.sample.labelled:
                yield before, after

    def read(self, attacker: str, when: int) -> tuple[Scored, ...]:
        """What an attacker read in text `when`, which it must have attacked."""
        scored = self.scored[attacker][when]
        if scored is None:
            raise ValueError(f"{attacker} has not attacked text {when} of {self.sample.id}")
        return scored

    def is_read(self, attacker: str, round_: int) -> bool:
        """Whether the text that stood after `round_` rewrites was attacked."""
        return self.scored[attacker][self.at(round_)] is not None

    def at(self, round_: int) -> int:
        """The number of the text that stood after `round_` rewrites: a text that had stopped stays."""
        return min(round_, len(self.made.texts) - 1)


class CaseMaker:
    """Puts cases together from the results of a run."""

    def __init__(
        self,
        results: Results,
        scorer: Scorer,
        rules: Rules,
        stated: Stated,
        attackers: Sequence[str],
        asked: Asked,
    ) -> None:
        self.attackers = tuple(attackers)
        self.results = results
        self.scorer = scorer
        self._rules = rules
        self._stated = stated
        self._asked = asked

    def cases(self, samples: Sequence[Sample], contender: str) -> list[Case]:
        """The texts that `contender` has finished and all attackers have read."""
        made = ((sample, self.results.made.get((sample.id, contender))) for sample in samples)
        found = (self._case(sample, one) for sample, one in made if one is not None)
        return [case for case in found if case is not None]

    def floor(self, attacker: str, samples: Sequence[Sample]) -> list[tuple[Share, Share]]:
        """What `attacker` gets right of each author from an empty text: of the labelled, of all."""
        found = []
        for sample in samples:
            scored = self.scorer.score(sample, self.results.read(attacker, "", self._asked(sample)) or ())
            labelled = [one.first for one in scored if one.attribute in sample.labelled]
            everything = [one.first for one in scored]
            found.append((Share(sum(labelled), len(labelled)), Share(sum(everything), len(everything))))
        return found

    def floors(self, attacker: str, samples: Sequence[Sample]) -> dict[str, Floor]:
        """What `attacker` guesses of each labelled attribute from an empty text."""
        guesses: dict[str, str] = {}
        worth: dict[str, list[float]] = {}
        for sample in samples:
            inferences = self.results.read(attacker, "", self._asked(sample))
            if inferences is None:
                continue
            guesses |= {one.attribute: one.guesses[0] for one in inferences if one.guesses}
            for one in self.scorer.score(sample, inferences):
                if one.attribute in sample.labelled:
                    worth.setdefault(one.attribute, []).append(one.first)
        return {label: Floor(guesses.get(label), mean(worth[label])) for label in sorted(worth)}

    def _case(self, sample: Sample, made: Made) -> Case | None:
        scored: dict[str, tuple[tuple[Scored, ...] | None, ...]] = {}
        for attacker in self.attackers:
            asked = self._asked(sample)
            found = [self.results.read(attacker, text, asked) for text in made.texts]
            if found[0] is None or found[-1] is None:
                return None
            scored[attacker] = tuple(
                None if inferences is None else self.scorer.score(sample, inferences) for inferences in found
            )
        return Case(
            sample,
            made,
            scored,
            tuple(self._opinion(sample.text, text) for text in made.texts),
            sum(self._answered_nonsense(sample.text, text) for text in set(made.texts)),
            tuple(likeness(sample.text, text, self._rules) for text in made.texts),
            self._stated_in(sample, made.texts[-1]),
        )

    def _opinion(self, original: str, text: str) -> Quality | None:
        if text == original:
            return PERFECT
        return self.results.opinions.get((text_key(original), text_key(text)))

    def _answered_nonsense(self, original: str, text: str) -> bool:
        key = text_key(original), text_key(text)
        return key in self.results.opinions and self.results.opinions[key] is None

    def _stated_in(self, sample: Sample, result: str) -> tuple[bool, bool] | None:
        for label in sample.labelled[:1]:
            if self._stated(label, sample.truth[label], sample.text):
                return True, self._stated(label, sample.truth[label], result)
        return None
