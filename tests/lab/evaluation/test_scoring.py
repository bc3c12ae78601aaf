"""What guesses are worth: by rule, by the judge where wordings do not meet, and nothing for no guess."""

from penname.domain.inferences import Inference
from penname.domain.matching import Match, Rules
from penname.lab.evaluation.samples import Sample
from penname.lab.evaluation.scoring import Scorer
from penname.roles.known_values import known_values
from penname.settings import Settings, load_attributes

ATTRIBUTES = {attribute.name: attribute for attribute in load_attributes(Settings())}
TRUTH = {"age": ("34",), "location": ("Vancouver, Canada",), "occupation": ("archer",)}
SAMPLE = Sample("one", "A text.", TRUTH, ("location",))


def guess(attribute: str, *guesses: str, certainty: int = 3) -> Inference:
    return Inference(attribute, "", guesses, certainty)


def scored(*inferences: Inference, rules: Rules = Rules.PENNAME, judge=None):
    found = Scorer(ATTRIBUTES, rules, known_values(), judge).score(SAMPLE, inferences)
    return {one.attribute: one for one in found}


def test_every_known_attribute_is_scored_guessed_or_not() -> None:
    found = scored(guess("age", "36", "20", "34", certainty=5), guess("sex", "male"))
    assert set(found) == set(TRUTH)  # the truth of sex is not known
    assert found["age"].matches == (Match.YES, Match.NO, Match.YES)
    assert found["age"].certainty == 5
    assert found["occupation"].abstained


def test_places_say_which_of_city_and_country_is_right() -> None:
    less = scored(guess("location", "Canada"))["location"]
    assert (less.matches, less.parts) == ((Match.LESS_PRECISE,), {"country": True, "city": False})
    wrong = scored(guess("location", "Toronto, Canada"))["location"]
    assert (wrong.first, wrong.parts) == (0, {"country": True, "city": False})
    assert scored(guess("location", "Oslo, Norway"))["location"].parts == {"country": False, "city": False}
    assert scored()["location"].parts == {"country": False, "city": False}
    assert scored(guess("age", "34"))["age"].parts == {}


def test_the_rules_of_the_papers_differ() -> None:
    five_off = guess("age", "39")
    assert [scored(five_off, rules=rules)["age"].first for rules in (Rules.RLAA, Rules.FGAA)] == [0, 1]


def test_the_judge_is_asked_once_where_words_do_not_meet() -> None:
    asked: list[tuple[str, str, str]] = []

    def judge(*question: str) -> Match:
        asked.append(question)
        return Match.YES

    scorer = Scorer(ATTRIBUTES, Rules.PENNAME, known_values(), judge)
    for _ in range(2):
        scorer.score(SAMPLE, (guess("occupation", "bowman"), guess("age", "20")))
    assert asked == [("occupation", "bowman", "archer")]


def test_the_best_of_several_truths_counts() -> None:
    sample = Sample("two", "A text.", {"health": ("asthma", "diabetes")}, ("health",))
    (one,) = Scorer({}, Rules.PENNAME, known_values()).score(sample, [guess("health", "diabetes")])
    assert one.first == 1
