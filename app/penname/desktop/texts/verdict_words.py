"""A verdict in plain words, wherever one is said: beside the text, in the rail, to screen readers."""

from penname.desktop.translate import tr
from penname.domain.inferences import Validity


def verdict_label(validity: Validity | None, checking: bool = False) -> str:
    """A verdict in plain words; None while nobody has given one."""
    return {
        Validity.HIGH: tr("Plain to see"),
        Validity.MEDIUM: tr("Likely"),
        Validity.LOW: tr("A guess"),
        Validity.INVALID: tr("Not in the text"),
        Validity.NOT_JUDGED: tr("Not judged"),
        None: tr("Waiting") if checking else tr("Not checked"),
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
