"""The words of a text that give something away, each with the verdict it rests on."""

from collections.abc import Collection, Iterable, Sequence

from penname.desktop.texts.segments import Evidence
from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.tokens import occurrences


def evidence(
    text: str,
    inferences: Sequence[Inference],
    verdicts: Sequence[Verdict],
    read: Collection[str],
    looks_twice: bool,
    marked: Iterable[tuple[str, str]] = (),
    weighed: PhrasesWeighed | None = None,
) -> tuple[Evidence, ...]:
    """Every place of every phrase, in order.

    `read` has the attributes that a reader gets right; `looks_twice` tells whether an arbitrator judged them;
    `marked` are the user's own phrases with what they give away, which need no other verdict; `weighed` says
    how much rests on each phrase.
    """
    by_attribute = {inference.attribute: inference for inference in inferences}
    claims = [(phrase, name, Validity.HIGH) for phrase, name in marked]
    for verdict in verdicts:
        inference = by_attribute.get(verdict.attribute)
        phrases = verdict.evidence or (inference.quotations(text) if inference else ())
        validity = _rests_on(verdict, verdict.attribute in read, looks_twice)
        claims += [(phrase, verdict.attribute, validity) for phrase in phrases]
    found: dict[tuple[int, int, str], Evidence] = {}
    for phrase, name, validity in claims:
        inference = by_attribute.get(name)
        guess = next(iter(inference.guesses), "") if inference else ""
        weight = weighed.of(name).get(phrase) if weighed else None
        for start, end in occurrences(text, phrase):
            found.setdefault((start, end, name), Evidence(start, end, name, validity, guess, weight))
    return tuple(found[place] for place in sorted(found))


def _rests_on(verdict: Verdict, read: bool, looks_twice: bool) -> Validity:
    """High, medium, low or invalid: without a second look, nothing is plain to see."""
    if not looks_twice and not read:
        return Validity.INVALID
    if verdict.validity is Validity.NOT_JUDGED:
        return Validity.LOW if looks_twice else Validity.MEDIUM
    return verdict.validity
