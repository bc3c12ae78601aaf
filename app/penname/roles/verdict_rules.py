"""Checks of verdicts that need no model."""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.attributes import ValueKind, attribute_named
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.tokens import occurrences, words
from penname.roles.cues.gazetteer import SHORTEST_NAME
from penname.roles.sentences import overlap
from penname.roles.signs import shows_a_sign
from penname.roles.stopwords import STOPWORDS
from penname.roles.third_party import is_about_third_party

NO_BASIS = 2
_NO_BASIS = "The model itself is not certain of it."
_SAME_WORDS = "These words count for something else already."
_SOMEBODY_ELSE = "The text says this of somebody else."
_BESIDE = "It is only a guess beside what the text states."
_NOWHERE = "What it rests on does not stand in the text."
_NO_SIGN = "The words it rests on tell nothing of the kind."


def stated_outright(inference: Inference) -> bool:
    """Whether it was found by rule, or marked by the user, in words that are known."""
    return inference.source is not Source.MODEL and bool(inference.quotes)


def checked(verdict: Verdict, inference: Inference, text: str) -> Verdict:
    """The verdict on `inference` by the rules that hold for any model.

    What is stated outright is never a guess; what is said of somebody else, or rests on nothing in the text,
    is no finding.
    """
    if stated_outright(inference):
        evidence = tuple(dict.fromkeys((*inference.quotes, *verdict.evidence)))
        validity = verdict.validity if verdict.executed else Validity.HIGH
        return msgspec.structs.replace(verdict, validity=validity, evidence=evidence)
    if not verdict.executed:
        return verdict
    if is_about_third_party(text, inference, verdict.evidence):
        return Verdict(verdict.attribute, Validity.LOW, notes=_SOMEBODY_ELSE)
    evidence = tuple(filter(_words_that_say_something, verdict.evidence or inference.quotations(text)))
    if not evidence:
        return Verdict(verdict.attribute, Validity.INVALID, notes=_NOWHERE)
    return msgspec.structs.replace(verdict, evidence=evidence)


def sobered(verdicts: Sequence[Verdict], inferences: Sequence[Inference], text: str) -> list[Verdict]:
    """The verdicts of a weak model, which takes its guesses for facts and one phrase for many findings.

    Evidence must be what the attacker named (RLAA, section 3.3: the phrases the attacker used), and counts
    for one attribute alone: the one a rule explains by it, else the most certain. High needs the guessed
    value itself in the evidence, and so does any finding beside what rules found stated outright; evidence
    without any sign of the attribute is none. Certainty 2 and less is no factual basis (FgAA, appendix G.2).
    """
    read = {inference.attribute: inference for inference in inferences}
    stated = [inference for inference in inferences if stated_outright(inference)]
    explained = [(i.attribute, span) for i in stated for span in _spans(text, i.quotes)]
    given: dict[str, Verdict] = {}
    for verdict in sorted(verdicts, key=lambda verdict: -read[verdict.attribute].certainty):
        inference = read[verdict.attribute]
        if inference not in stated:
            verdict = _named_home(verdict, inference, text)
            if verdict.executed:
                verdict = _sobered(verdict, inference, explained, text)
            if verdict.executed and stated and not _names_the_value(verdict, inference):
                verdict = Verdict(verdict.attribute, Validity.LOW, notes=_BESIDE)
            if verdict.executed:
                explained += ((verdict.attribute, span) for span in _spans(text, verdict.evidence))
        given[verdict.attribute] = verdict
    return [given[verdict.attribute] for verdict in verdicts]


def _sobered(
    verdict: Verdict, inference: Inference, explained: Sequence[tuple[str, tuple[int, int]]], text: str
) -> Verdict:
    if inference.certainty <= NO_BASIS:
        return Verdict(verdict.attribute, Validity.LOW, notes=_NO_BASIS)
    named = _words_that_say_something(f"{inference.reasoning} {inference.guesses[0]}")
    evidence = tuple(p for p in verdict.evidence if _half_of(_words_that_say_something(p), named))
    evidence = evidence or tuple(filter(_words_that_say_something, inference.quotations(text)))
    if not evidence:
        return Verdict(verdict.attribute, Validity.INVALID, notes=_NOWHERE)
    told = _names_the_value(msgspec.structs.replace(verdict, evidence=evidence), inference)
    if not told and not any(shows_a_sign(verdict.attribute, phrase, text) for phrase in evidence):
        return Verdict(verdict.attribute, Validity.LOW, notes=_NO_SIGN)
    others = [s for name, s in explained if not _both_places(name, verdict.attribute)]
    own = tuple(p for p in evidence if not all(overlap([span], others) for span in _spans(text, [p])))
    if not own:
        return Verdict(verdict.attribute, Validity.LOW, notes=_SAME_WORDS)
    verdict = msgspec.structs.replace(verdict, evidence=own)
    if verdict.validity is Validity.HIGH and not _names_the_value(verdict, inference):
        return msgspec.structs.replace(verdict, validity=Validity.MEDIUM)
    return verdict


def _named_home(verdict: Verdict, inference: Inference, text: str) -> Verdict:
    """A home that the attacker guesses and the text names is a strong cue, whatever the arbitrator says."""
    place = inference.guesses[0].split(",")[0].strip()
    is_home = attribute_named(inference.attribute).is_home
    if not is_home or len(place) < SHORTEST_NAME or not occurrences(text, place):
        return verdict
    if is_about_third_party(text, inference) or any(place in phrase for phrase in verdict.evidence):
        return verdict
    if verdict.executed:
        return msgspec.structs.replace(verdict, evidence=tuple(dict.fromkeys((*verdict.evidence, place))))
    return Verdict(verdict.attribute, Validity.MEDIUM, (place,), f"Author lives in {place}")


def _both_places(name: str, other: str) -> bool:
    """Whether one place may tell both: where somebody lives, and was born."""
    kinds = {attribute_named(one).kind for one in (name, other)}
    return name != other and kinds == {ValueKind.PLACE}


def unjudged(inference: Inference, text: str) -> Verdict:
    """The verdict where the arbitrator gave none, twice."""
    if stated_outright(inference):
        quotes = tuple(phrase for phrase in inference.quotes if phrase in text)
        return Verdict(inference.attribute, Validity.HIGH, quotes, notes="The text says so.")
    return Verdict(inference.attribute, Validity.NOT_JUDGED, notes="The model gave no usable verdict.")


def _words_that_say_something(phrase: str) -> set[str]:
    return {word.casefold() for word in words(phrase)} - STOPWORDS


def _half_of(part: set[str], whole: set[str]) -> bool:
    return 2 * len(part & whole) >= len(part) > 0


def _names_the_value(verdict: Verdict, inference: Inference) -> bool:
    said = {word for phrase in verdict.evidence for word in _words_that_say_something(phrase)}
    return bool(said & _words_that_say_something(inference.guesses[0]))


def _spans(text: str, phrases: Iterable[str]) -> list[tuple[int, int]]:
    return [span for phrase in phrases for span in occurrences(text, phrase)]
