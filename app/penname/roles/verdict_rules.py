"""Checks of verdicts that need no model."""

from collections.abc import Iterable, Mapping

import msgspec

from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.tokens import words
from penname.domain.weights import NOISE
from penname.roles.stopwords import STOPWORDS
from penname.roles.third_party import is_about_third_party

_SOMEBODY_ELSE = "The text says this of somebody else."
_NOWHERE = "What it rests on does not stand in the text."
_WEIGHTLESS = "The model guesses the same without these words."


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


def verdict_by_rule(inference: Inference, text: str) -> Verdict:
    """The verdict where the model gave none, twice, or is not asked: what is stated outright is high."""
    if stated_outright(inference):
        quotes = tuple(phrase for phrase in inference.quotes if phrase in text)
        return Verdict(inference.attribute, Validity.HIGH, quotes, notes="The text says so.")
    return Verdict(inference.attribute, Validity.NOT_JUDGED, notes="The model gave no usable verdict.")


def judged_by_weight(
    verdicts: Iterable[Verdict], inferences: Iterable[Inference], weighed: PhrasesWeighed
) -> tuple[Verdict, ...]:
    """The verdicts, low where none of the words that may carry one weighs anything, nor all of them at once:
    what rests on no words is a stereotype. What rules found, or the user marked, stands.
    """
    by_model = {one.attribute for one in inferences if one.source is Source.MODEL}
    together = dict(weighed.together)
    return tuple(
        msgspec.structs.replace(verdict, validity=Validity.LOW, notes=_WEIGHTLESS)
        if verdict.executed
        and verdict.attribute in by_model
        and _weightless(verdict, weighed.of(verdict.attribute), together)
        else verdict
        for verdict in verdicts
    )


def _weightless(verdict: Verdict, weights: Mapping[str, float], together: Mapping[str, float]) -> bool:
    known = verdict.attribute in together and all(phrase in weights for phrase in verdict.evidence)
    return known and max(together[verdict.attribute], *weights.values()) <= NOISE


def _words_that_say_something(phrase: str) -> set[str]:
    return {word.casefold() for word in words(phrase)} - STOPWORDS
