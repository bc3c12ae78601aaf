"""The methods to choose from, each in one plain sentence, and with the paper it comes from."""

from dataclasses import dataclass

from penname.desktop.translate import tr

RATIONAL, MISLEADING, ADVERSARIAL, BASE = "rational", "misleading", "adversarial", "base"
NAMES = (RATIONAL, MISLEADING, ADVERSARIAL, BASE)


@dataclass(frozen=True)
class MethodWords:
    """A method's name in sessions, its title, one sentence on what it does, and where it is described."""

    name: str
    title: str
    sentence: str
    paper: str


def methods() -> tuple[MethodWords, ...]:
    """All methods, in the order in which they are offered."""
    return (
        MethodWords(
            RATIONAL,
            tr("Rational"),
            tr("Rewrites only what a second look confirms, and leaves the rest as it is."),
            tr("RLAA (Duan et al.): attacker, arbitrator, anonymizer"),
        ),
        MethodWords(
            MISLEADING,
            tr("Misleading"),
            tr("Adds other details, so that readers take you for someone else."),
            tr("IncogniText (Frikha et al.): the rewrite works towards a target value"),
        ),
        MethodWords(
            ADVERSARIAL,
            tr("Adversarial"),
            tr("Rewrites whatever the attacker is sure enough of, without a second look."),
            tr("FgAA (Staab et al.): attack and anonymize in turn"),
        ),
        MethodWords(
            BASE,
            tr("Base"),
            tr("Rewrites every round without knowing what can be read; a baseline for the others."),
            tr("The baseline of FgAA (Staab et al.): the anonymizer gets no feedback"),
        ),
    )


def known(name: str) -> str:
    """`name` if a method has it, else the usual one: settings may come from another Penname."""
    return name if name in NAMES else RATIONAL
