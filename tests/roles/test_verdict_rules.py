"""What of a verdict needs no model."""

from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.roles.verdict_rules import checked, sobered, unjudged

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


def sober(verdict: Verdict, inference: Inference, *stated: Inference) -> Verdict:
    return sobered([verdict], [inference, *stated], TEXT)[0]


def test_a_weak_model_may_not_use_the_rule_s_words_for_something_else():
    verdict = Verdict("education", Validity.MEDIUM, ("school principal",))
    assert sober(verdict, model("education", "Masters"), PRINCIPAL).validity is Validity.LOW
    more = Verdict("location", Validity.MEDIUM, ("school principal", "in Leeds"))
    assert sober(more, model("location", "Leeds"), PRINCIPAL).evidence == ("in Leeds",)
    rule = Verdict("occupation", Validity.HIGH, ("school principal",))
    assert sober(rule, PRINCIPAL) == rule


def test_one_phrase_counts_for_the_most_certain_attribute_but_places_may_share():
    inferences = [
        Inference("health", "in Leeds", ("asthma", "x", "y"), 3),
        Inference("location", "in Leeds", ("Leeds", "x", "y"), 5),
        Inference("birthplace", "in Leeds", ("Leeds", "x", "y"), 4),
    ]
    verdicts = [Verdict(i.attribute, Validity.MEDIUM, ("in Leeds",)) for i in inferences]
    given = sobered(verdicts, inferences, TEXT)
    assert [v.validity for v in given] == [Validity.LOW, Validity.MEDIUM, Validity.MEDIUM]


def test_what_a_weak_model_is_not_certain_of_is_a_guess():
    unsure = Inference("age", "rain again", ("50", "x", "y"), 2)
    assert sober(Verdict("age", Validity.HIGH, ("Rain again",)), unsure).validity is Validity.LOW


def test_a_weak_models_high_needs_the_value_in_its_evidence():
    named = Verdict("location", Validity.HIGH, ("in Leeds",))
    assert sober(named, model("location", "Leeds, UK")) == named
    assert sober(named, model("location", "York, UK")).validity is Validity.MEDIUM


def test_a_weak_models_ages_and_places_need_a_sign_of_one():
    for attribute, guess in (("location", "York, UK"), ("birthplace", "York, UK"), ("age", "50")):
        vague = Verdict(attribute, Validity.HIGH, ("Rain again",))
        assert sober(vague, model(attribute, guess)).validity is Validity.LOW
    school = Verdict("age", Validity.HIGH, ("a school principal",))
    assert sober(school, model("age", "50")).validity is Validity.MEDIUM


def test_attributes_of_the_users_own_need_no_listed_sign():
    assert sober(Verdict("health", Validity.MEDIUM, ("Rain again",)), model("health", "asthma")).executed


def test_without_any_verdict_only_what_is_stated_counts():
    assert unjudged(PRINCIPAL, TEXT).validity is Validity.HIGH
    assert unjudged(model("age", "34"), TEXT).validity is Validity.NOT_JUDGED


def test_a_weak_models_evidence_must_be_what_its_attacker_named():
    verdict = Verdict("health", Validity.MEDIUM, ("Rain again", "in Leeds"))
    named = model("health", "asthma", "The 'rain' says so, again.")
    assert sober(verdict, named).evidence == ("Rain again",)
    quoted = model("health", "asthma", "It's 'a school principal' who 'isn't' there.")
    assert sober(verdict, quoted).evidence == ("a school principal",)
    nothing = model("health", "asthma", "The author is a man.")
    assert sober(verdict, nothing).validity is Validity.INVALID


def test_a_guess_beside_what_is_stated_stays_a_guess():
    verdict = Verdict("health", Validity.MEDIUM, ("Rain again",))
    assert sober(verdict, model("health", "asthma"), PRINCIPAL).validity is Validity.LOW
    assert sober(verdict, model("health", "asthma")).validity is Validity.MEDIUM


def test_a_home_that_is_guessed_and_named_is_acted_on():
    low = Verdict("location", Validity.LOW)
    given = sober(low, model("location", "Leeds, UK"), PRINCIPAL)
    assert (given.validity, given.evidence) == (Validity.MEDIUM, ("Leeds",))
    assert sober(low, model("location", "York, UK")) == low
    assert sober(Verdict("birthplace", Validity.LOW), model("birthplace", "Leeds, UK")).evidence == ()
    elsewhere = "A friend in Leeds says so."
    named = model("location", "Leeds, UK")
    assert sobered([low], [named], elsewhere)[0] == low
