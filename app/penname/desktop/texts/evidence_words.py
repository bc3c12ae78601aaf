"""Evidence in words: for the card under the pointer, for F8, and for screen readers."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.texts.segments import Claim, Evidence
from penname.desktop.texts.verdict_words import verdict_label
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.inferences import Validity

MOST_LISTED = 20  # phrases that a screen reader is told of at once: it cannot be stopped in between
LONGEST = 120  # characters of a guess on a card


def sentence(evidence: Evidence, label: str) -> str:
    """One phrase's claim: "Location. Plain to see: Lisbon, Portugal"."""
    said = tr("{attribute}. {verdict}", attribute=label, verdict=verdict_label(evidence.validity))
    return tr("{claim}: {guess}", claim=said, guess=_short(evidence.guess)) if evidence.guess else said


def card(
    claims: Sequence[Claim], guesses: Mapping[str, str], attributes: Mapping[str, Attribute], theme: Theme
) -> str:
    """What is read here, one attribute below the other, as a tooltip; every word is shown as it is."""
    rows: list[str] = []
    for name, validity in claims:
        attribute = attributes.get(name)
        label, colour = (attribute.label, attribute.colour) if attribute else (name, theme.muted)
        read = validity is not Validity.NOT_JUDGED
        verdict = f"{VERDICT_SHAPES[validity]} {verdict_label(validity)}" if read else ""
        guess = f"<br>{escape(_short(guesses[name]))}" if name in guesses else ""
        rows.append(
            f'<p style="margin:3px 0"><b style="color:{theme.ink(colour, theme.raised)}">{escape(label)}</b>'
            f'&nbsp; <span style="color:{theme.ink(theme.verdict(validity), theme.raised)}">{escape(verdict)}'
            f"</span>{guess}</p>"
        )
    return f"<qt>{''.join(rows)}</qt>" if rows else ""


def listed(text: str, evidence: Sequence[Evidence], label: Callable[[str], str]) -> str:
    """All evidence of a text for those who do not see it; "" where there is none."""
    if not evidence:
        return ""
    said = tr_count("{count} place gives something away", "{count} places give something away", len(evidence))
    told = [
        tr(
            "“{words}”, {claim}",
            words=_short(" ".join(text[one.start : one.end].split())),
            claim=sentence(one, label(one.attribute)),
        )
        for one in evidence[:MOST_LISTED]
    ]
    more = len(evidence) - len(told)
    if more:
        told.append(tr("and {count} more", count=more))
    return f"{said}: {'; '.join(told)}"


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
