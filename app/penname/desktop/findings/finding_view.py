"""The findings as the rail shows them, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.inferences import EXECUTED, Inference, Validity, Verdict

STEREOTYPE = 2  # certainty up to which a guess rests on nothing in the text (FgAA, appendix G.2)
_ORDER = {Validity.HIGH: 0, Validity.MEDIUM: 1, None: 2}


@dataclass(frozen=True)
class ChangeView:
    """A change that can be kept or taken back; `index` is its place among all of them."""

    index: int
    change: Change
    stands: bool


@dataclass(frozen=True)
class FindingView:
    """What is read about one attribute, how well it is supported, and what is done about it."""

    attribute: Attribute
    validity: Validity | None  # None while nobody has judged it
    guesses: tuple[str, ...]
    certainty: int
    reasoning: str
    notes: str
    acts: bool
    can_overrule: bool
    checking: bool = False  # the model is at work on them now
    looks_twice: bool = True  # whether the method has verdicts at all
    misleads: bool = False
    target: str = ""  # what a reader should infer instead
    ended: bool = False  # no rewrite follows
    changes: tuple[ChangeView, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether it stands in sight: all but guesses without support, unless they are acted on."""
        if self.checking or self.acts:
            return True
        if not self.looks_twice:
            return self.certainty > STEREOTYPE
        return self.validity in (*EXECUTED, None)

    @property
    def guess(self) -> str:
        """The first guess."""
        return self.guesses[0] if self.guesses else tr("Marked by you")

    @property
    def verdict(self) -> str:
        """The verdict in plain words, "" where nobody gives one."""
        return verdict_label(self.validity, self.checking) if self.looks_twice else ""

    @property
    def standing(self) -> str:
        """What becomes of it, in two words."""
        if self.changes:
            kept, total = sum(change.stands for change in self.changes), len(self.changes)
            if kept < total:
                return tr("{kept} of {total} kept", kept=kept, total=total)
            return tr_count("{count} change", "{count} changes", total)
        if self.acts:
            return tr("Still readable") if self.ended else tr("To hide")
        return tr("Left readable") if self.can_overrule and self.supported else ""

    @property
    def aim(self) -> str:
        """What a rewrite is to make of it, "" where it is left."""
        if not self.acts:
            return ""
        if self.target:
            return tr("Mislead to {target}", target=self.target)
        return tr("Mislead") if self.misleads else tr("Make vaguer")

    @property
    def spoken(self) -> str:
        """The finding in sentences, for screen readers."""
        said = tr(
            "Your {phrase} can be read from this: {guess}.", phrase=self.attribute.phrase, guess=self.guess
        )
        target = tr("It should be read as: {target}.", target=self.target) if self.target else ""
        words = (said, *(f"{part}." for part in (self.verdict, self.standing) if part), target)
        return " ".join(filter(None, words))


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


def finding_views(
    attributes: Sequence[Attribute],
    inferences: Sequence[Inference],
    verdicts: Sequence[Verdict],
    acts: Sequence[str],
    can_overrule: bool,
    checking: bool = False,
    looks_twice: bool = True,
    targets: Mapping[str, str] | None = None,
    ended: bool = False,
    changes: Sequence[ChangeView] = (),
) -> tuple[FindingView, ...]:
    """The findings, plainest first, or as they came while the model is `checking`.

    A phrase the user marked makes a finding of its own. `targets` are what a misleading method works towards.
    """
    read = {inference.attribute: inference for inference in inferences}
    judged = {verdict.attribute: verdict for verdict in verdicts}
    known = {attribute.name: attribute for attribute in attributes}
    found = [name for name in known if name in read or name in judged or name in acts]
    if checking:
        found = list(dict.fromkeys((*(name for name in read if name in known), *found)))
    rows: list[FindingView] = []
    for name in found:
        inference, verdict = read.get(name), judged.get(name)
        rows.append(
            FindingView(
                attribute=known[name],
                validity=verdict.validity if verdict else (None if inference else Validity.HIGH),
                guesses=inference.guesses if inference else (),
                certainty=inference.certainty if inference else 0,
                reasoning=inference.reasoning
                if inference
                else tr("You marked a phrase that gives this away."),
                notes=verdict.notes if verdict else "",
                acts=name in acts,
                can_overrule=can_overrule and verdict is not None,
                checking=checking,
                looks_twice=looks_twice,
                misleads=targets is not None,
                target=(targets or {}).get(name, ""),
                ended=ended,
                changes=tuple(change for change in changes if name in change.change.attributes),
            )
        )
    return tuple(rows) if checking else tuple(sorted(rows, key=lambda row: _ORDER.get(row.validity, 3)))


def unclaimed(changes: Sequence[ChangeView], views: Sequence[FindingView]) -> tuple[ChangeView, ...]:
    """The changes that serve no finding: what the user typed, and wording."""
    names = {view.attribute.name for view in views}
    return tuple(change for change in changes if names.isdisjoint(change.change.attributes))


def missing(attributes: Sequence[Attribute], views: Sequence[FindingView]) -> str:
    """The attributes nothing was found on, in a line."""
    names = {view.attribute.name for view in views}
    labels = ", ".join(attribute.label for attribute in attributes if attribute.name not in names)
    return tr("Nothing found on: {attributes}", attributes=labels) if labels else ""
