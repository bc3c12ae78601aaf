"""The inferences as the panel shows them, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.inferences import EXECUTED, Inference, Validity, Verdict

NO_TARGETS: Mapping[str, str] = {}
STEREOTYPE = 2  # certainty up to which a guess rests on nothing in the text (FgAA, appendix G.2)
_ORDER = {Validity.HIGH: 0, Validity.MEDIUM: 1, None: 2}


@dataclass(frozen=True)
class LeakView:
    """One row: what is read about one attribute, how well it is supported, whether it is rewritten."""

    attribute: Attribute
    validity: Validity | None  # None while nobody has judged it
    guesses: tuple[str, ...]
    certainty: int
    reasoning: str
    notes: str
    acts: bool
    can_overrule: bool
    checking: bool = False  # the model is judging it now
    looks_twice: bool = True  # whether the method has verdicts at all
    target: str = ""  # what a reader should infer instead

    @property
    def supported(self) -> bool:
        """Whether it stands in sight: all but guesses without support, unless they are acted on."""
        if not self.looks_twice:
            return self.acts or self.certainty > STEREOTYPE
        return self.acts or self.validity in (*EXECUTED, None)

    @property
    def verdict(self) -> str:
        """The verdict in plain words, "" where nobody gives one."""
        return verdict_label(self.validity, self.checking) if self.looks_twice else ""

    @property
    def spoken(self) -> str:
        """The row as a sentence, for screen readers."""
        guess = self.guesses[0] if self.guesses else ""
        said = tr("Your {phrase} can be read from this: {guess}.", phrase=self.attribute.phrase, guess=guess)
        target = tr("It should be read as: {target}.", target=self.target) if self.target else ""
        return " ".join(filter(None, (said, f"{self.verdict}." if self.verdict else "", target)))


def verdict_label(validity: Validity | None, checking: bool = False) -> str:
    """A verdict in plain words."""
    return {
        Validity.HIGH: tr("Plain to see"),
        Validity.MEDIUM: tr("Likely"),
        Validity.LOW: tr("A guess"),
        Validity.INVALID: tr("Not in the text"),
        Validity.NOT_JUDGED: tr("Not judged"),
        None: tr("Being checked") if checking else tr("Not checked yet"),
    }[validity]


def verdict_explained(validity: Validity | None) -> str:
    """What a verdict means, for its tooltip, with the papers' word."""
    return {
        Validity.HIGH: tr("The text says so, or it follows inevitably (validity: high)"),
        Validity.MEDIUM: tr("The text contains a strong hint (validity: medium)"),
        Validity.LOW: tr("It rests on a stereotype, not on the text (validity: low)"),
        Validity.INVALID: tr("Nothing in the text supports it (validity: invalid)"),
        Validity.NOT_JUDGED: tr("The model twice gave no usable verdict; this is left alone"),
        None: tr("Whether the text supports this guess has not been checked"),
    }[validity]


def leak_views(
    attributes: Sequence[Attribute],
    inferences: Sequence[Inference],
    verdicts: Sequence[Verdict],
    acts: Sequence[str],
    can_overrule: bool,
    checking: bool = False,
    looks_twice: bool = True,
    targets: Mapping[str, str] = NO_TARGETS,
) -> tuple[LeakView, ...]:
    """The rows, plainest first; a phrase the user marked makes a row of its own."""
    read = {inference.attribute: inference for inference in inferences}
    judged = {verdict.attribute: verdict for verdict in verdicts}
    rows: list[LeakView] = []
    for attribute in attributes:
        inference, verdict = read.get(attribute.name), judged.get(attribute.name)
        if inference is None and verdict is None and attribute.name not in acts:
            continue
        rows.append(
            LeakView(
                attribute=attribute,
                validity=verdict.validity if verdict else (None if inference else Validity.HIGH),
                guesses=inference.guesses if inference else (),
                certainty=inference.certainty if inference else 0,
                reasoning=inference.reasoning
                if inference
                else tr("You marked a phrase that gives this away."),
                notes=verdict.notes if verdict else "",
                acts=attribute.name in acts,
                can_overrule=can_overrule and verdict is not None,
                checking=checking,
                looks_twice=looks_twice,
                target=targets.get(attribute.name, ""),
            )
        )
    return tuple(sorted(rows, key=lambda row: _ORDER.get(row.validity, 3)))
