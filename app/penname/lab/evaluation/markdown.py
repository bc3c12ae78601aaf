"""The report that people read: summary.md."""

from collections.abc import Iterable

from penname.lab.evaluation import tables
from penname.lab.evaluation.cells import listed
from penname.lab.evaluation.contenders import MASK, NONE
from penname.lab.evaluation.figures import Summary
from penname.lab.evaluation.in_words import in_words

_READING = (
    "How to read this: `labelled` is the share of texts in which the attacker's first guess is right on the "
    "attribute the text was written about, `all` that over all known attributes of each author (RLAA, Eq. "
    "11); a less precise guess counts half, no guess counts as wrong. Lower after is better protection; "
    "ROUGE-L 1 is an unchanged text. In brackets are 95% bootstrap intervals over the people who wrote the "
    "texts; p is that of a paired permutation test, in which people are swapped. A weak attacker that reads "
    "little is no proof of protection: look at the accuracy before, at the floor (the same attacker on an "
    "empty text), and at a stronger attacker. A bare attacker is the model alone, without Penname's rules, "
    "its probes, and the words in which a method asks it."
)


def markdown(summary: Summary) -> str:
    """The whole report."""
    parts = [
        f"# {summary.dataset}: {summary.texts} texts",
        listed(in_words(summary)),
        _warning(summary),
        listed(
            [
                f"begun {summary.begun}; Penname {', '.join(summary.versions)}; "
                f"texts by {summary.people} people",
                *([f"command: `{summary.command}`"] if summary.command else []),
                f"anonymizer: {', '.join(summary.models)}; at most {summary.rounds} rounds",
                f"attacker: {', '.join(summary.attackers)}; guesses by the rules of {summary.rules}",
                f"judge: {summary.judge}; seed: {summary.seed}",
                "of the author's true values `misleading` is told, no other method",
                *([summary.authors] if summary.authors else []),
            ]
        ),
        *_noted(summary),
        tables.main(summary),
        _READING,
        tables.privacy(summary),
        tables.attackers(summary),
        tables.outright(summary),
        tables.differences(summary),
        tables.kept(summary),
        tables.utility(summary),
        tables.margins(summary),
        tables.by(summary, "By attribute", "attribute", lambda row: row.by_attribute, floors=True),
        tables.by(summary, "By hardness", "hardness", lambda row: row.by_hardness),
        tables.certainty(summary),
        tables.by(summary, "By part of the value", "what the truth states", lambda row: row.by_part),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _warning(summary: Summary) -> str:
    if not set(summary.methods) - {MASK, NONE}:
        return ""  # no model rewrote anything
    if not summary.flattering:
        return "Attacker and anonymizer are different models."
    return (
        f"The attacker {', '.join(summary.flattering)} is also the anonymizer: a model does not see what it "
        "missed, so this flatters the method."
    )


def _noted(summary: Summary) -> Iterable[str]:
    if summary.nonsense:
        yield (
            f"The judge {summary.judge} answered nonsense {summary.nonsense} times; "
            "such answers count as none."
        )
    if summary.failures:
        yield "Not finished, and left out:\n\n" + listed(summary.failures)
    if summary.problems:
        yield "Lines of the data set that were left out:\n\n" + listed(summary.problems)
