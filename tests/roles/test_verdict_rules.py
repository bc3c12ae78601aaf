"""What of a verdict needs no model."""

import pytest

from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.weights import NOISE, PhraseWeight
from penname.roles.verdict_rules import checked, judged_by_weight, verdict_by_rule

TEXT = "I work as a school principal in Leeds. My sister is a nurse. Rain again, mate."
PRINCIPAL = Inference(
    "occupation", "", ("school principal",), 5, Source.RULE, ("I work as a school principal",)
)


def model(attribute: str, guess: str, reasoning: str = "") -> Inference:
    reasoning = reasoning or "School principal, rain again, in Leeds, mate: a nurse."
    return Inference(attribute, reasoning, (guess, "x", "y"), 4)


def test_what_is_stated_outright_is_never_a_guess():
    for validity in (Validity.LOW, Validity.INVALID, Validity.HIGH):
        given = checked(Verdict("occupation", validity, ("school",)), PRINCIPAL, TEXT)
        assert given.validity is Validity.HIGH
        assert given.evidence == ("I work as a school principal", "school")


def test_evidence_falls_back_on_what_the_attacker_quotes():
    given = checked(
        Verdict("location", Validity.HIGH), model("location", "Leeds, UK", 'It says "in Leeds".'), TEXT
    )
    assert given.evidence == ("in Leeds",)


def test_what_rests_on_nothing_is_invalid():
    for evidence in ((), ("in", "a"), ("My",)):
        given = checked(Verdict("age", Validity.MEDIUM, evidence), model("age", "34"), TEXT)
        assert given.validity is Validity.INVALID
        assert given.notes


def test_what_is_said_of_somebody_else_is_no_leak():
    given = checked(Verdict("occupation", Validity.HIGH, ("is a nurse",)), model("occupation", "nurse"), TEXT)
    assert (given.validity, given.evidence) == (Validity.LOW, ())


def test_without_any_verdict_only_what_is_stated_counts():
    assert verdict_by_rule(PRINCIPAL, TEXT).validity is Validity.HIGH
    assert verdict_by_rule(model("age", "34"), TEXT).validity is Validity.NOT_JUDGED


IN_LEEDS = Verdict("location", Validity.HIGH, ("in Leeds", "Rain again"))


@pytest.mark.parametrize(
    ("weights", "together", "low"),
    [
        ({"in Leeds": NOISE, "Rain again": -0.5}, NOISE, True),
        ({"in Leeds": NOISE + 0.01, "Rain again": 0.0}, NOISE, False),
        ({"in Leeds": 0.0, "Rain again": 0.0}, 0.9, False),  # they tell the same twice
        ({"in Leeds": 0.0, "Rain again": 0.0, "mate": 0.9}, 0.0, False),  # other words carry it
        ({"in Leeds": 0.0}, 0.0, False),  # not all were weighed
        ({}, None, False),  # the model has no belief of its own
    ],
)
def test_a_claim_is_low_only_where_all_words_that_may_carry_it_weigh_nothing(weights, together, low):
    weighed = PhrasesWeighed(
        tuple(PhraseWeight("location", phrase, weight) for phrase, weight in weights.items()),
        () if together is None else (("location", together),),
    )
    (judged,) = judged_by_weight([IN_LEEDS], [model("location", "Leeds")], weighed)
    assert judged.evidence == IN_LEEDS.evidence
    assert (judged.validity is Validity.LOW) is low


@pytest.mark.parametrize("source", [Source.RULE, Source.USER])
def test_what_a_rule_found_or_the_user_marked_needs_no_weight(source):
    stated = Verdict("occupation", Validity.HIGH, PRINCIPAL.quotes)
    found = Inference("occupation", "", PRINCIPAL.guesses, 5, source, PRINCIPAL.quotes)
    weighed = PhrasesWeighed((PhraseWeight("occupation", *PRINCIPAL.quotes, 0.0),), (("occupation", 0.0),))
    assert judged_by_weight([stated], [found], weighed) == (stated,)
