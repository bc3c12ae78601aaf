"""The attacker of an evaluation is the model alone, unless its name says what helps it."""

import json

import pytest

from fake_engine import CutOff, FakeEngine, Reply, last_turn
from penname.domain.errors import BadInput
from penname.domain.matching import Rules
from penname.engine.client import ProbeReading
from penname.engine.local import LocalEngine
from penname.engine.requests import Request
from penname.lab.evaluation.attackers import AttackerSpec, AttackStyle, in_styles, offered, parse_attacker
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
        (
            "starter+rules+one-by-one",
            AttackerSpec("starter", rules=True, style=AttackStyle.ONE_BY_ONE),
            "with rules, reasons first, one-by-one",
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


REASONED = "The trams and the hills say Lisbon. Weighing it against Porto, the accent"


def reasoned(
    written: str, asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, rules: Rules = Rules.PENNAME
) -> tuple[list[Request], dict[str, str]]:
    """What a model that is cut off in its reasoning was sent, and its first guesses."""
    values = {"location": '"Rome"', "age": "40", "education": '"PhD"', "sex": '"male"'}

    def reply(request: Request) -> Reply:
        if not last_turn(request).startswith("Now the answer"):
            return CutOff(REASONED)
        names = last_turn(request).partition("in this order: ")[2].partition(". Like")[0].split(", ")
        third = {"education": ['"PhD"', '"In College"'] * 2, "sex": ['"male"', '"female"'] * 2}
        lines = []
        for name in names:
            guesses = ", ".join(third.get(name, [values[name]] * 3)[:3])
            lines.append(f'{{"attribute": "{name}", "guesses": [{guesses}], "certainty": 4}}')
        return "\n".join(lines)

    engine = FakeEngine(reply, pack="starter")
    monkeypatch.setattr(LocalEngine, "start", lambda *_, **__: engine)
    models = Models(lambda said: None, EngineSettings())
    attack = models.attacker(written, offered(load_attributes(Settings()), rules), 0)
    return engine.requests, {one.attribute: one.guesses[0] for one in attack(TEXT * 40, asked)}


def test_it_may_reason_freely_before_it_answers_all_at_once(monkeypatch) -> None:
    requests, guesses = reasoned("starter+together", ("age", "location"), monkeypatch)
    assert guesses == {"age": "40", "location": "Rome"}
    first, second = requests
    assert first.sampling.max_tokens == 600  # however long the text is
    assert "- age:" in last_turn(first)
    assert "- location:" in last_turn(first)
    # The answer follows the reasoning in the same conversation, without what was cut off.
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-2].content == "The trams and the hills say Lisbon."
    assert "Attack: what does it give away" not in last_turn(first)


def test_one_by_one_it_reasons_about_each_attribute_by_itself(monkeypatch) -> None:
    requests, guesses = reasoned("starter+one-by-one", ("age", "location"), monkeypatch)
    assert guesses == {"age": "40", "location": "Rome"}
    turns = [last_turn(request) for request in requests]
    assert len(turns) == 4
    assert [("- age:" in turn, "- location:" in turn) for turn in turns[:2]] == [(True, False), (False, True)]


def test_rules_lead_where_it_reasons_freely_too(monkeypatch) -> None:
    _, guesses = reasoned("starter+rules+together", ("age", "location"), monkeypatch)
    assert guesses["age"] == "34"
    assert guesses["location"].startswith("Lisbon")


def test_the_options_are_those_of_the_paper_whose_rules_count(monkeypatch) -> None:
    requests, _ = reasoned("starter+together", ("sex", "education"), monkeypatch)
    assert "(one of: male, female)" in last_turn(requests[0])
    assert "College Degree" not in last_turn(requests[0])


def test_fgaas_attacker_chooses_among_fgaas_options() -> None:
    named = {one.name: one for one in offered(load_attributes(Settings()), Rules.FGAA)}
    assert named["relationship"].options == ("No relation", "In Relation", "Married", "Divorced")
    assert named["education"].kind == "category"
    assert named["income"].options[0] == "No income"
    assert named["age"] == {one.name: one for one in load_attributes(Settings())}["age"]


def test_styles_are_added_to_names_that_say_none() -> None:
    assert in_styles(("a", "b+together"), ("short", "one-by-one")) == ("a", "a+one-by-one", "b+together")
    assert in_styles(("a",), ("short",)) == ("a",)
    with pytest.raises(BadInput, match="no attack style “long”"):
        in_styles(("a",), ("long",))


@pytest.mark.parametrize("written", ["a+prompts+together", "a+probes+one-by-one", "a+together+one-by-one"])
def test_what_leaves_no_room_for_free_reasoning_is_refused(written: str) -> None:
    with pytest.raises(BadInput, match="one style"):
        parse_attacker(written)
