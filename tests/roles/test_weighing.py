"""How much of an inference rests on which words, by probes and by the first guess."""

import pytest

from fake_engine import FakeEngine, last_turn
from penname.domain.attributes import Attribute
from penname.domain.errors import EngineError
from penname.domain.events import Attacked, PhrasesWeighed, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.weights import PhraseWeight
from penname.engine.client import ProbeReading
from penname.engine.requests import Request
from penname.roles.packs import load_pack
from penname.roles.roles import Roles
from penname.roles.weighing import MOST, candidates, versions_of

TEXT = "I drive the tram in Leeds. My wife says Leeds is loud, and that I am 34."
GOAL = Goal(("age", "location", "relationship"), frozenset(("age", "location", "relationship")))
NAMES = [attribute.name for attribute in load_pack("starter").probe_calibration.attribute]  # type: ignore[union-attr]
TEXT_WEIGHT = load_pack("starter").probe_calibration.text  # type: ignore[union-attr]


def inference(name: str, *quotes: str, guess: str = "Leeds, UK") -> Inference:
    return Inference(name, "", (guess,) * 3, 4, quotes=quotes)


def verdict(name: str, *evidence: str) -> Verdict:
    return Verdict(name, Validity.HIGH, evidence)


def reads(**words: dict[str, float]) -> FakeEngine:
    """Probes that read so much of an attribute from each word that stands in the text."""

    def reading(text: str) -> ProbeReading:
        told = tuple(
            sum(logit for word, logit in words.get(name, {}).items() if word in text) for name in NAMES
        )
        return ProbeReading((len(text),), ((0.0,) * len(NAMES),), told)

    return FakeEngine(lambda _: "", reading=reading)


def weighed(
    engine: FakeEngine,
    attributes: tuple[Attribute, ...],
    *pairs: tuple[Inference, Verdict],
    text: str = TEXT,
    parts: tuple[tuple[int, int], ...] = (),
) -> PhrasesWeighed:
    read = tuple(one for one, _ in pairs)
    spans = parts or ((0, len(text)),)
    attacked = Attacked(read, tuple(TextPart(start, end, read) for start, end in spans))
    return Roles(engine, attributes).weigh(text, attacked, [judged for _, judged in pairs], GOAL)


def test_a_phrase_weighs_what_the_probes_lose_without_it(attributes):
    engine = reads(location={"Leeds": 4.0, "tram": 1.0}, age={"34": 3.0})
    found = weighed(
        engine,
        attributes,
        (inference("location"), verdict("location", "Leeds", "tram", "loud")),
        (inference("age"), verdict("age", "34")),
    )
    weights = {name: found.of(name) for name in ("location", "age")}
    assert weights["location"] == pytest.approx(
        {"Leeds": 4 * TEXT_WEIGHT, "tram": TEXT_WEIGHT, "loud": 0.0}, abs=1e-3
    )
    assert list(weights["location"]) == ["Leeds", "tram", "loud"]
    assert weights["age"] == pytest.approx({"34": 3 * TEXT_WEIGHT}, abs=1e-3)
    assert dict(found.together) == pytest.approx(
        {"location": 5 * TEXT_WEIGHT, "age": 3 * TEXT_WEIGHT}, abs=1e-3
    )


def test_every_version_is_read_once_as_a_variant_and_at_the_same_time(attributes):
    """Both attributes rest on one phrase: its version of the text tells of both."""
    engine = reads(location={"Leeds": 4.0}, relationship={"wife": 2.0})
    weighed(
        engine,
        attributes,
        (inference("location"), verdict("location", "Leeds", "wife")),
        (inference("relationship"), verdict("relationship", "wife")),
    )
    whole, *variants = engine.requests
    assert (whole.source, whole.variant) == (TEXT, False)
    assert all(one.probe and one.variant for one in variants)
    assert [one.source for one in variants] == [
        TEXT.replace("Leeds", "…"),
        TEXT.replace("wife", "…"),
        TEXT.replace("Leeds", "…").replace("wife", "…"),
    ]


def test_only_what_is_acted_on_is_weighed(attributes):
    engine = reads(location={"Leeds": 4.0})
    read = (inference("location"), inference("age"))
    attacked = Attacked(read, (TextPart(0, len(TEXT), read),))
    found = Roles(engine, attributes).weigh(TEXT, attacked, [verdict("location", "Leeds")], GOAL)
    assert {one.attribute for one in found.phrases} == {"location"}


def test_in_a_long_text_the_part_counts_that_loses_most(attributes):
    engine = reads(location={"Leeds is loud": 2.0})
    first = TEXT.index("My")
    pair = (inference("location"), verdict("location", "Leeds"))
    found = weighed(engine, attributes, pair, parts=((0, first), (first, len(TEXT))))
    assert found.of("location") == pytest.approx({"Leeds": 2 * TEXT_WEIGHT}, abs=1e-3)


def losing(**losses: float) -> FakeEngine:
    """A model of the default pack: the loss of its guess, by the words that are blanked."""

    def loss(request: Request) -> float:
        turn = last_turn(request)
        return 1.0 + sum(more for word, more in losses.items() if word not in turn)

    return FakeEngine(lambda _: "", pack="default", screened=loss)


def test_without_probes_it_is_what_the_first_guess_loses(attributes):
    pair = (inference("location"), verdict("location", "tram in Leeds"))
    found = weighed(losing(Leeds=2.5, loud=-0.5), attributes, pair)
    assert found.of("location") == {"tram in Leeds": 2.5, "Leeds": 2.5, "34": 0.0}
    assert dict(found.together) == {"location": 2.5}


def test_a_pack_without_the_question_weighs_nothing(attributes):
    pair = (inference("location"), verdict("location", "Leeds"))
    assert weighed(FakeEngine(lambda _: "", pack="starter"), attributes, pair) == PhrasesWeighed((), ())


def test_the_question_has_the_options_the_thread_and_the_guess(attributes):
    asked: list[Request] = []

    def loss(request: Request) -> float:
        asked.append(request)
        return 1.0

    engine = FakeEngine(lambda _: "", pack="default", screened=loss)
    pair = (inference("relationship", guess="married"), verdict("relationship", "My wife"))
    weighed(engine, attributes, pair)
    turn = last_turn(asked[0])
    assert turn.endswith(
        "What is the author's relationship status (single, in a relationship, engaged, married, divorced, "
        "widowed)? Answer with nothing else."
    )
    screening = load_pack("default").screening
    assert screening is not None
    before, _, _ = screening.user.partition("{%- if")
    assert turn.startswith(before.replace("{{ text }}", TEXT).strip("\n")[:60])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The tram in Leeds costs $3.50 now.", ["Leeds", "$3.50 now"]),
        ("Leeds is loud. I am 34, says Ann Lee.", ["Ann Lee", "34"]),
        ("Nothing here.", []),
    ],
)
def test_names_and_numbers_may_carry_it_too_where_no_probe_has_looked(text, found):
    assert list(candidates(text, Verdict("age", Validity.HIGH), inference("age"), None)) == found


def test_evidence_comes_first_and_twelve_are_enough():
    text = " ".join(f"word{number}" for number in range(30))
    judged = verdict("age", "gone", "word9", *(f"word{number}" for number in range(20)))
    found = candidates(text, judged, inference("age", "word25"), None)
    assert found[:2] == ("word9", "word0")
    assert len(found) == MOST


def test_phrases_that_overlap_are_blanked_together():
    united = list(versions_of(TEXT, "location", ("drive the tram", "tram in Leeds", "34")))
    assert [(one.phrases, one.together) for one in united] == [
        (("drive the tram", "tram in Leeds"), False),
        (("34",), False),
        (("drive the tram", "tram in Leeds", "34"), True),
    ]
    assert united[0].text == "I …. My wife says Leeds is loud, and that I am 34."


def test_what_fails_is_raised(attributes):
    class Broken(FakeEngine):
        def submit(self, request):
            raise EngineError("The model stopped.")

    engine = Broken(lambda _: "", reading=lambda _: ProbeReading((), (), ()))
    with pytest.raises(EngineError):
        weighed(engine, attributes, (inference("location"), verdict("location", "Leeds")))


def test_the_weights_of_a_phrase_are_those_of_its_attribute():
    both = PhrasesWeighed((PhraseWeight("age", "34", 1.0), PhraseWeight("location", "34", -0.5)), ())
    assert both.of("age") == {"34": 1.0}
    assert both.of("sex") == {}
