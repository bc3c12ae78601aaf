"""The attack that measures: a guess for every attribute, even where nothing supports one."""

import json

from fake_engine import CutOff, FakeEngine, last_turn
from penname.domain.attributes import Attribute
from penname.domain.goal import Goal
from penname.engine.requests import Request
from penname.roles.roles import Roles

ASKED = Goal(("age", "sex"), frozenset())


def line(attribute: str, *guesses: object) -> str:
    fields = {"attribute": attribute, "reasoning": "hm", "guesses": guesses, "certainty": 2}
    return json.dumps(fields)


BOTH = f"{line('age', 30, 40, 50)}\n{line('sex', 'male', 'female', 'male')}"
PLAIN = """age: hm
{"guesses": [30, 40, 50], "certainty": 2}
sex: hm
{"guesses": ["male", "female"], "certainty": 2}"""


def guessed(reply: object, text: str, attributes: tuple[Attribute, ...], pack: str = "starter"):
    engine = FakeEngine(lambda request: reply, pack=pack)
    attacked = Roles(engine, attributes).guess_all(text, ASKED)
    return engine, {one.attribute: one.guesses[0] for one in attacked.inferences}


def test_a_line_is_due_for_every_attribute_even_where_the_model_may_say_nothing(
    attributes: tuple[Attribute, ...],
) -> None:
    engine, guesses = guessed(BOTH, "It rained.", attributes)
    assert guesses == {"age": "30", "sex": "male"}
    assert "Nothing" not in repr(engine.requests[0].grammar)


def test_an_empty_text_is_read_too(attributes: tuple[Attribute, ...]) -> None:
    engine, guesses = guessed(BOTH, "", attributes)
    assert len(engine.requests) == 1
    assert set(guesses) == {"age", "sex"}


def test_the_default_pack_is_told_to_guess_only_then(attributes: tuple[Attribute, ...]) -> None:
    told: list[str] = []

    def script(request: Request) -> str:
        told.append(last_turn(request))
        return PLAIN if "is no guess" in told[-1] else "age: cannot tell\nsex: cannot tell"

    roles = Roles(FakeEngine(script, pack="default"), attributes)
    roles.guess_all("It rained.", ASKED)
    roles.attack("It rained.", ASKED)
    assert ["is no guess" in turn for turn in told] == [True, False]


def test_what_was_cut_off_is_no_guess(attributes: tuple[Attribute, ...]) -> None:
    _, guesses = guessed(CutOff(BOTH[:-3]), "It rained.", attributes)
    assert guesses == {"age": "30"}
