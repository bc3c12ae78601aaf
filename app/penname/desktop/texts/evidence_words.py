"""Evidence in words: for the card under the pointer, for F8, and for screen readers."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.texts.segments import Claim, Evidence
from penname.desktop.texts.verdict_words import verdict_label
from penname.desktop.texts.weight_words import of_words
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.inferences import Validity
from penname.domain.weights import strength

MOST_LISTED = 20  # phrases that a screen reader is told of at once: it cannot be stopped in between
LONGEST = 120  # characters of a guess on a card


def told(evidence: Evidence, label: str) -> str:
    """One phrase's claim, and how much rests on it where that was weighed."""
    claim = sentence(evidence, label)
    if evidence.weight is None:
        return claim
    return tr("{claim}. {weight}", claim=claim, weight=of_words(evidence.weight))


def sentence(evidence: Evidence, label: str) -> str:
    """One phrase's claim: "Location. Plain to see: Lisbon, Portugal"."""
    said = tr("{attribute}. {verdict}", attribute=label, verdict=verdict_label(evidence.validity))
    return tr("{claim}: {guess}", claim=said, guess=_short(evidence.guess)) if evidence.guess else said


def card(
    claims: Sequence[Claim],
    guesses: Mapping[str, str],
    attributes: Mapping[str, Attribute],
    theme: Theme,
    weights: Mapping[str, float],
) -> str:
    """What is read here, one attribute below the other, as a tooltip; every word is shown as it is.

    What rests most on these words comes first; `weights` are of those that were weighed, by attribute.
    """
    rows: list[str] = []
    for name, validity in sorted(claims, key=lambda claim: -strength(weights.get(claim[0], 0.0))):
        attribute = attributes.get(name)
        label, colour = (attribute.label, attribute.colour) if attribute else (name, theme.muted)
        read = validity is not Validity.NOT_JUDGED
        verdict = f"{VERDICT_SHAPES[validity]} {verdict_label(validity)}" if read else ""
        guess = f"<br>{escape(_short(guesses[name]))}" if name in guesses else ""
        rests = f"<br><i>{escape(of_words(weights[name]))}</i>" if name in weights else ""
        rows.append(
            f'<p style="margin:3px 0"><b style="color:{theme.ink(colour, theme.raised)}">{escape(label)}</b>'
            f'&nbsp; <span style="color:{theme.ink(theme.verdict(validity), theme.raised)}">{escape(verdict)}'
            f"</span>{guess}{rests}</p>"
        )
    return f"<qt>{''.join(rows)}</qt>" if rows else ""


def listed(text: str, evidence: Sequence[Evidence], label: Callable[[str], str]) -> str:
    """All evidence of a text for those who do not see it, the heaviest first; "" where there is none."""
    if not evidence:
        return ""
    evidence = by_weight(evidence)
    said = tr_count("{count} place gives something away", "{count} places give something away", len(evidence))
    named = [
        tr(
            "“{words}”, {claim}",
            words=_short(" ".join(text[one.start : one.end].split())),
            claim=sentence(one, label(one.attribute)),
        )
        for one in evidence[:MOST_LISTED]
    ]
    more = len(evidence) - len(named)
    if more:
        named.append(tr("and {count} more", count=more))
    return f"{said}: {'; '.join(named)}"


def by_weight(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Evidence on which much rests first, else in the order of the text."""
    return sorted(evidence, key=lambda one: -strength(one.weight or 0.0))


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
