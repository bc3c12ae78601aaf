"""From what the probes read to what is asked, how certain it is and what is acted upon."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_engine import FakeEngine, last_turn
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity
from penname.engine.client import ProbeReading
from penname.engine.requests import Request
from penname.locations import resource
from penname.roles.packs import load_pack
from penname.roles.probe_calibration import (
    LONGEST,
    PHRASES,
    Leaning,
    ProbeCalibration,
    ProbedAttribute,
    phrases_of,
    probe_results,
)
from penname.roles.roles import Roles
from penname.settings import Settings, load_attributes

TEXT = "The kettle hums. My lad starts reception soon, and the bursary people still want their form."
NAMES = [attribute.name for attribute in load_attributes(Settings())]
PROBED = ProbeCalibration(
    1.0, 0.0, 0.3, 0.6, 0.6, 0.6, Leaning(2.0, -1.0), tuple(ProbedAttribute(name, 0.0) for name in NAMES)
)


def letters(text: str, **told: tuple[str, float]) -> ProbeReading:
    """A token a character; `told` names an attribute's phrase and how high its characters read."""
    rows = [[-9.0] * len(NAMES) for _ in text]
    for name, (phrase, height) in told.items():
        start = text.index(phrase)
        for position in range(start, start + len(phrase)):
            rows[position][NAMES.index(name)] = height
    return ProbeReading(tuple(range(1, len(text) + 1)), tuple(map(tuple, rows)), (0.0,) * len(NAMES))


def test_the_pack_has_a_calibration_for_each_attribute_and_the_probes_ship() -> None:
    calibration = load_pack("starter").probe_calibration
    assert calibration is not None
    assert [attribute.name for attribute in calibration.attribute] == NAMES
    assert 0 < calibration.ask <= calibration.act <= calibration.sure <= calibration.anything < 1
    assert resource("penname-starter-probe.npz").is_file()


def test_the_words_that_tell_most_become_the_phrase() -> None:
    probed = probe_results(TEXT, letters(TEXT, education=("bursary people", 2.0)), PROBED)
    assert probed["education"].phrases == ("bursary people",)
    assert probed["education"].acted_upon
    assert probed["education"].certainty == 5
    assert not probed["age"].shown
    assert probed["age"].certainty == 1


def test_a_phrase_ends_with_its_clause() -> None:
    probed = probe_results(TEXT, letters(TEXT, age=("reception soon, and the bursary", 1.0)), PROBED)
    assert probed["age"].phrases[0] in ("reception soon", "and the bursary")


@given(st.text(max_size=60), st.data())
def test_phrases_stand_in_the_text_and_are_short(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=30)))
    told = data.draw(st.lists(st.floats(-5, 5), min_size=len(cuts), max_size=len(cuts)))
    phrases = phrases_of(text, cuts, told)
    assert len(phrases) <= PHRASES
    for phrase in phrases:
        assert phrase in text
        assert 0 < len(phrase.replace("-", " ").split()) <= 2 * LONGEST


def test_one_attribute_among_others_is_acted_upon_sooner_than_one_alone() -> None:
    calibration = msgspec.structs.replace(PROBED, anything=0.9)
    alone = letters(TEXT, education=("bursary people", 1.0))
    beside_another = letters(TEXT, education=("bursary people", 1.0), age=("reception", 1.0))
    assert not probe_results(TEXT, alone, calibration)["education"].acted_upon
    assert probe_results(TEXT, beside_another, calibration)["education"].acted_upon


@given(st.floats(-50, 50), st.floats(-50, 50))
def test_a_higher_reading_is_never_less_likely(low: float, high: float) -> None:
    low, high = sorted((low, high))
    first, second = (
        probe_results("x", ProbeReading((1,), ((value,) * len(NAMES),), (0.0,) * len(NAMES)), PROBED)["age"]
        for value in (low, high)
    )
    assert 0 <= first.probability <= second.probability <= 1
    assert 1 <= first.certainty <= second.certainty <= 5


class Script:
    """Answers in the grammar asked for, and remembers what was asked."""

    def __init__(self) -> None:
        self.attacks: list[str] = []

    def __call__(self, request: Request) -> str:
        turn = last_turn(request)
        if "Attack:" in turn:
            self.attacks.append(turn.rsplit("author's ", 1)[1])
            return (
                '{"attribute": "education", "reasoning": "\\"bursary people\\" pay students.", '
                '"guesses": ["Bachelors in History", "College degree", "Masters"], "certainty": 5}'
            )
        return (
            '{"attribute": "education", "validity": "medium", "evidence": ["bursary people"], '
            '"concept": "Author studies"}'
        )


def roles_with(script: Script, reading: ProbeReading) -> Roles:
    engine = FakeEngine(script, reading=lambda _text: reading)
    pack = load_pack("starter")
    fitted = type(pack)(pack.name, pack.attacker, pack.arbitrator, pack.anonymizer, probe_calibration=PROBED)
    return Roles(engine, load_attributes(Settings()), pack=fitted)


GOAL = Goal(tuple(NAMES), frozenset(NAMES))


def test_only_what_the_probes_see_is_asked_for() -> None:
    script = Script()
    roles = roles_with(script, letters(TEXT, education=("bursary people", 2.0)))
    attacked = roles.attack(TEXT, GOAL)
    assert script.attacks == ["education?"]
    (inference,) = attacked.inferences
    assert inference.source is Source.MODEL
    assert inference.certainty == 5
    assert inference.quotes == ("bursary people",)
    (verdict,) = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert verdict.validity is Validity.MEDIUM
    assert verdict.evidence == ("bursary people",)


def test_where_nothing_is_seen_the_model_is_not_asked_at_all() -> None:
    script = Script()
    assert roles_with(script, letters(TEXT)).attack(TEXT, GOAL).inferences == ()
    assert script.attacks == []


def test_what_the_probes_are_not_sure_of_is_shown_but_not_acted_upon() -> None:
    def script(request: Request) -> str:
        if "Attack:" in last_turn(request):
            return Script()(request).replace('"certainty": 5', '"certainty": 3')
        return json.dumps(
            {"attribute": "education", "validity": "low", "evidence": [], "concept": "Too vague"}
        )

    roles = roles_with(script, letters(TEXT, education=("bursary people", 0.0)))  # type: ignore[arg-type]
    attacked = roles.attack(TEXT, GOAL)
    (verdict,) = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert verdict.validity is Validity.LOW


def biases_of(request: Request) -> dict[str, float]:
    """What is added to the score of each verdict that is open for the first inference."""
    found = json.loads(msgspec.json.encode(request.grammar))
    choice = next(_choices(found))
    words = [json.dumps(option).split("validity")[1] for option in choice["options"]]
    names = [next(v for v in ("high", "medium", "low", "invalid") if v in word) for word in words]
    return dict(zip(names, choice["bias"], strict=True))


def _choices(node: object) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if node.get("type") == "one_of":
            yield node
        for value in node.values():
            yield from _choices(value)
    elif isinstance(node, list):
        for value in node:
            yield from _choices(value)


@pytest.mark.parametrize(("height", "leaning"), [(2.0, 3.0), (0.25, -0.5)])
def test_an_inference_from_elsewhere_the_model_judges_and_the_reading_leans_it(
    height: float, leaning: float
) -> None:
    judged: list[Request] = []

    def script(request: Request) -> str:
        judged.append(request)
        return (
            '{"attribute": "education", "validity": "medium", "evidence": ["reception", "bursary people"], '
            '"concept": "Author studies"}'
        )

    roles = roles_with(script, letters(TEXT, education=("bursary people", height)))  # type: ignore[arg-type]
    inference = Inference("education", "'reception' is a school's.", ("College degree",) * 3, 3)
    attacked = Attacked((inference,), (TextPart(0, len(TEXT), (inference,)),))
    (verdict,) = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert verdict.executed
    (request,) = judged
    assert biases_of(request) == pytest.approx({"high": leaning, "medium": leaning, "low": 0, "invalid": 0})


def test_an_inference_from_elsewhere_is_judged_alone() -> None:
    judged: list[list[str]] = []

    def script(request: Request) -> str:
        asked = [name for name in NAMES if f'"attribute": "{name}"' in request.messages[-2].content]
        judged.append(asked)
        return "\n".join(
            json.dumps({"attribute": name, "validity": "medium", "evidence": [words], "concept": "Author is"})
            for name, words in told.items()
            if name in asked
        )

    told = {"age": "reception", "education": "bursary people", "income": "form"}
    roles = roles_with(  # type: ignore[arg-type]
        script, letters(TEXT, **{name: (words, 2.0) for name, words in told.items()})
    )
    inferences = (
        Inference("age", "It says so.", ("30", "31", "32"), 3, quotes=("reception",)),
        Inference("education", "It says so.", ("College degree",) * 3, 3),
        Inference("income", "It says so.", ("low", "middle", "high"), 3, quotes=("form",)),
    )
    verdicts = roles.arbitrate(
        TEXT, Attacked(inferences, (TextPart(0, len(TEXT), inferences),)), GOAL
    ).verdicts
    assert judged == [["age", "income"], ["education"]]
    assert [(v.attribute, v.executed, v.evidence) for v in verdicts] == [
        (name, True, (words,)) for name, words in told.items()
    ]


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_is_not_read(text: str) -> None:
    assert roles_with(Script(), letters("")).attack(text, GOAL).inferences == ()
