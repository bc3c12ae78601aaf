"""What of a verdict needs no model."""

from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.roles.verdict_rules import checked, verdict_by_rule

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
