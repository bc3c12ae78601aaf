"""The attacker of an evaluation is the model alone, unless its name says what helps it."""

import json

import pytest

from fake_engine import FakeEngine, last_turn
from penname.engine.client import ProbeReading
from penname.engine.local import LocalEngine
from penname.engine.requests import Request
from penname.lab.evaluation.attackers import AttackerSpec, parse_attacker
from penname.lab.evaluation.models import Models
from penname.settings import EngineSettings, Settings, load_attributes

TEXT = "I live in Lisbon and I'm 34."


@pytest.mark.parametrize(
    ("written", "attacker", "described"),
    [
        ("starter", AttackerSpec("starter"), "bare"),
        ("starter+rules", AttackerSpec("starter", rules=True), "with rules"),
        (
            "a+b.gguf+probes+rules",
            AttackerSpec("a+b.gguf", rules=True, prompts=True, probes=True),
            "with rules, prompts, probes",
        ),
        ("starter+magic", AttackerSpec("starter+magic"), "bare"),
        ("+rules", AttackerSpec("+rules"), "bare"),
    ],
)
def test_its_name_says_what_helps_it(written: str, attacker: AttackerSpec, described: str) -> None:
    assert parse_attacker(written) == attacker
    assert attacker.described == described


def attacked(written: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Request], tuple[str, ...]]:
    """What the model was sent, and what was guessed of where the author lives."""

    def reply(request: Request) -> str:
        line = {"attribute": "location", "reasoning": "", "guesses": ["Rome", "Bonn", "Oslo"], "certainty": 1}
        return json.dumps(line)

    def reading(text: str) -> ProbeReading:
        return ProbeReading((len(text),), ((-9.0,) * 8,), (-9.0,) * 8)  # certainty 1

    engine = FakeEngine(reply, pack="starter", reading=reading)
    monkeypatch.setattr(LocalEngine, "start", lambda *_, **__: engine)
    models = Models(lambda said: None, EngineSettings())
    attack = models.attacker(written, load_attributes(Settings()), 0)
    (inference,) = attack(TEXT, ("location",))
    return engine.requests, inference.guesses


def test_alone_it_gets_no_rules_no_probes_and_no_words_of_the_method(monkeypatch) -> None:
    requests, guesses = attacked("starter", monkeypatch)
    assert guesses[0] == "Rome"
    assert [request.probe for request in requests] == [False]
    assert "Lisbon" in last_turn(requests[0])
    assert "Attack: what does it give away" not in last_turn(requests[0])


def test_with_rules_what_is_stated_is_found_by_them(monkeypatch) -> None:
    _, guesses = attacked("starter+rules", monkeypatch)
    assert guesses[0].startswith("Lisbon")


def test_with_probes_it_is_read_in_the_words_they_were_fitted_on(monkeypatch) -> None:
    requests, guesses = attacked("starter+probes", monkeypatch)
    assert guesses[0] == "Rome"
    assert [request.probe for request in requests] == [True, False]
    assert "Attack: what does it give away" in last_turn(requests[1])
    requests, _ = attacked("starter+prompts", monkeypatch)
    assert [request.probe for request in requests] == [False]
    assert "Attack: what does it give away" in last_turn(requests[0])
