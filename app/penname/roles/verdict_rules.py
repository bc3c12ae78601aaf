"""What of a verdict can be checked without a model."""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.tokens import occurrences, words
from penname.roles.bystanders import told_of_somebody_else

# Phrases made of nothing else carry no evidence.
_FUNCTION_WORDS = """
    a an and are as at be been but by do for had has have he her here his i in is it its just me my no not now
    of on or our she so that the their them then there these they this those to us was we were with you your
"""
_SAYS_NOTHING = frozenset(_FUNCTION_WORDS.split())
_SAME_WORDS = "These words count for something else that is stated with them."
_SOMEBODY_ELSE = "The text says this of somebody else."
_NOWHERE = "What it rests on does not stand in the text."


def stated_outright(inference: Inference) -> bool:
    """Whether it was found by rule, or marked by the user, in words that are known."""
    return inference.source is not Source.MODEL and bool(inference.quotes)


def checked(verdict: Verdict, inference: Inference, text: str) -> Verdict:
    """The verdict on `inference` after what holds for any model.

    What is stated outright is never a guess; what is said of somebody else, or rests on nothing in the text,
    is no finding.
    """
    if stated_outright(inference):
        evidence = tuple(dict.fromkeys((*inference.quotes, *verdict.evidence)))
        validity = verdict.validity if verdict.executed else Validity.HIGH
        return msgspec.structs.replace(verdict, validity=validity, evidence=evidence)
    if not verdict.executed:
        return verdict
    if told_of_somebody_else(text, inference, verdict.evidence):
        return Verdict(verdict.attribute, Validity.LOW, notes=_SOMEBODY_ELSE)
    evidence = tuple(filter(_words_that_say_something, verdict.evidence or inference.quotations(text)))
    if not evidence:
        return Verdict(verdict.attribute, Validity.INVALID, notes=_NOWHERE)
    return msgspec.structs.replace(verdict, evidence=evidence)


def sobered(verdict: Verdict, inference: Inference, others: Sequence[Inference], text: str) -> Verdict:
    """The verdict of a weak model, which takes its guesses for facts and one phrase for many findings.

    Its evidence must be what the attacker named (RLAA, section 3.3: the phrases the attacker used); evidence
    that a rule has explained by another attribute counts for that one alone; and high needs the guessed value
    itself in the evidence.
    """
    if stated_outright(inference) or not verdict.executed:
        return verdict
    named = _words_that_say_something(inference.reasoning)
    evidence = tuple(p for p in verdict.evidence if _half_of(_words_that_say_something(p), named))
    evidence = evidence or tuple(filter(_words_that_say_something, inference.quotations(text)))
    if not evidence:
        return Verdict(verdict.attribute, Validity.INVALID, notes=_NOWHERE)
    verdict = msgspec.structs.replace(verdict, evidence=evidence)
    explained = _spans(
        text, (q for o in others if o is not inference and stated_outright(o) for q in o.quotes)
    )
    spans = _spans(text, verdict.evidence)
    if spans and all(any(a < end and start < b for a, b in explained) for start, end in spans):
        return Verdict(verdict.attribute, Validity.LOW, notes=_SAME_WORDS)
    if verdict.validity is Validity.HIGH and not _names_the_value(verdict, inference):
        return msgspec.structs.replace(verdict, validity=Validity.MEDIUM)
    return verdict


def unjudged(inference: Inference, text: str) -> Verdict:
    """The verdict where the arbitrator gave none, twice."""
    if stated_outright(inference):
        quotes = tuple(phrase for phrase in inference.quotes if phrase in text)
        return Verdict(inference.attribute, Validity.HIGH, quotes, notes="The text says so.")
    return Verdict(inference.attribute, Validity.NOT_JUDGED, notes="The model gave no usable verdict.")


def _words_that_say_something(phrase: str) -> set[str]:
    return {word.casefold() for word in words(phrase)} - _SAYS_NOTHING


def _half_of(part: set[str], whole: set[str]) -> bool:
    return 2 * len(part & whole) >= len(part) > 0


def _names_the_value(verdict: Verdict, inference: Inference) -> bool:
    said = {word for phrase in verdict.evidence for word in _words_that_say_something(phrase)}
    return bool(said & _words_that_say_something(inference.guesses[0]))


def _spans(text: str, phrases: Iterable[str]) -> list[tuple[int, int]]:
    return [span for phrase in phrases for span in occurrences(text, phrase)]
