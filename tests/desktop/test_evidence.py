"""Each phrase of evidence has the verdict it rests on."""

from penname.desktop.session.evidence import evidence
from penname.desktop.texts.segments import Evidence
from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.weights import PhraseWeight

TEXT = "I live in Lisbon with my husband. Lisbon is loud."
READ = (
    Inference("location", 'It says "live in Lisbon".', ("Lisbon, Portugal", "b", "c"), 5),
    Inference("relationship", 'It says "my husband".', ("married", "b", "c"), 4),
)


def verdict(attribute: str, validity: Validity, *phrases: str) -> Verdict:
    return Verdict(attribute, validity, phrases)


def strengths(found: tuple[Evidence, ...]) -> dict[str, Validity]:
    return {one.attribute: one.validity for one in found}


def test_every_place_of_a_phrase_has_verdict_and_guess() -> None:
    judged = (verdict("location", Validity.HIGH, "Lisbon"),)
    assert evidence(TEXT, READ, judged, ("location",), looks_twice=True) == (
        Evidence(10, 16, "location", Validity.HIGH, "Lisbon, Portugal"),
        Evidence(34, 40, "location", Validity.HIGH, "Lisbon, Portugal"),
    )


def test_without_phrases_of_its_own_a_verdict_rests_on_what_the_attacker_quotes() -> None:
    (found,) = evidence(TEXT, READ, (verdict("relationship", Validity.LOW),), (), looks_twice=True)
    assert TEXT[found.start : found.end] == "my husband"
    assert found.validity is Validity.LOW


def test_an_inference_that_nobody_could_judge_is_a_guess() -> None:
    judged = (
        verdict("location", Validity.NOT_JUDGED, "Lisbon"),
        verdict("relationship", Validity.INVALID, "husband"),
    )
    found = evidence(TEXT, READ, judged, (), looks_twice=True)
    assert strengths(found) == {"location": Validity.LOW, "relationship": Validity.INVALID}


def test_without_a_second_look_nothing_is_plain_to_see() -> None:
    unjudged = (verdict("location", Validity.NOT_JUDGED), verdict("relationship", Validity.NOT_JUDGED))
    found = evidence(TEXT, READ, unjudged, ("location",), looks_twice=False)
    assert strengths(found) == {"location": Validity.MEDIUM, "relationship": Validity.INVALID}


def test_what_the_user_marked_needs_no_other_verdict() -> None:
    judged = (verdict("location", Validity.LOW, "Lisbon"),)
    marked = [("Lisbon", "location"), ("loud", "income")]
    found = evidence(TEXT, READ, judged, (), looks_twice=True, marked=marked)
    assert strengths(found) == {"location": Validity.HIGH, "income": Validity.HIGH}
    assert len(found) == 3


def test_a_phrase_inside_a_longer_word_is_no_evidence() -> None:
    assert evidence(TEXT, READ, (verdict("location", Validity.HIGH, "Lis"),), (), looks_twice=True) == ()


def test_each_place_of_a_phrase_has_its_weight_for_that_attribute() -> None:
    judged = (
        verdict("location", Validity.HIGH, "Lisbon", "loud"),
        verdict("relationship", Validity.HIGH, "Lisbon"),
    )
    weighed = PhrasesWeighed(
        (PhraseWeight("location", "Lisbon", 2.5), PhraseWeight("location", "loud", 0.0)), ()
    )
    found = evidence(TEXT, READ, judged, (), looks_twice=True, weighed=weighed)
    assert [(one.start, one.attribute, one.weight) for one in found] == [
        (10, "location", 2.5),
        (10, "relationship", None),
        (34, "location", 2.5),
        (34, "relationship", None),
        (44, "location", 0.0),
    ]
