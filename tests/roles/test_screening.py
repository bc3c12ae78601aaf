"""What a model without probes is asked first: of each attribute, whether the text can tell it at all."""

import json
import math

import msgspec
import pytest

from fake_engine import FakeEngine, last_turn
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source
from penname.engine.grammar import Fixed
from penname.engine.requests import Request
from penname.roles.cues import find_cues
from penname.roles.packs import load_pack
from penname.roles.roles import Roles

TEXT = "The night shift at the ward was long, and my back knows it."
GOAL = Goal(("age", "location", "occupation"), frozenset(("age", "location", "occupation")))
PROMPT = load_pack("default").screening
ANSWERS = {
    "age": 'age: the words "my back"\n{"guesses": [50, 40, 30], "certainty": 2}',
    "location": "location: cannot tell",
    "occupation": (
        'occupation: the words "night shift"\n{"guesses": ["nurse", "porter", "cook"], "certainty": 4}'
    ),
}


def asked_for(request: Request) -> str:
    """The attribute of a yes-or-no question."""
    phrases = {"age": "age", "place of residence": "location", "occupation": "occupation"}
    return next(name for phrase, name in phrases.items() if f"the author's {phrase}?" in last_turn(request))


def loss_of(log_odds: float) -> float:
    return math.log1p(math.exp(-log_odds))


class Model:
    """Says Yes with these log-odds, by attribute: first for the text that tells nothing, then for others.

    For the text that tells everything they are higher than for the one that tells nothing: by `rises`, in
    nats, one for all attributes or one each.
    """

    def __init__(self, rises: float | dict[str, float] = 3.0, **log_odds: tuple[float, float]) -> None:
        self.rises = rises if isinstance(rises, dict) else dict.fromkeys(ANSWERS, rises)
        self.log_odds = log_odds
        self.questions: list[Request] = []
        self.engine = FakeEngine(self.answer, pack="default", screened=self.screened)

    def screened(self, request: Request) -> float:
        self.questions.append(request)
        name, turn = asked_for(request), last_turn(request)
        nothing, other = self.log_odds[name]
        if PROMPT.telling in turn:
            return loss_of(nothing + self.rises[name])
        return loss_of(nothing if "<text>\n\n</text>" in turn else other)

    def answer(self, request: Request) -> str:
        return "\n".join(answer for name, answer in ANSWERS.items() if f"\n- {name}: " in last_turn(request))

    def asked_in_full(self) -> list[list[str]]:
        return [[name for name in ANSWERS if f"\n- {name}: " in last_turn(r)] for r in self.engine.requests]


def test_only_what_the_text_makes_likelier_is_asked_in_full(attributes, cues):
    """The age has the highest log-odds, but the model says so of any text."""
    model = Model(age=(2.0, 2.5), location=(-3.0, -3.0), occupation=(-2.0, 0.5))
    attacked = Roles(model.engine, attributes).attack(TEXT, GOAL)
    assert model.asked_in_full() == [["occupation"]]
    assert [one.attribute for one in attacked.inferences] == ["occupation"]


@pytest.mark.parametrize(("above", "asked"), [(-0.01, []), (0.01, [["location"]])])
def test_the_pack_says_from_where_on(attributes, cues, above, asked):
    model = Model(age=(0, -1), location=(-3, -3 + PROMPT.ask_from + above), occupation=(0, -1))
    Roles(model.engine, attributes).attack(TEXT, GOAL)
    assert model.asked_in_full() == asked


def test_each_question_is_one_answer_behind_the_text_they_share(attributes, cues):
    model = Model(age=(0, 3), location=(0, 3), occupation=(0, 3))
    Roles(model.engine, attributes).attack(TEXT, GOAL)
    of_text = [request for request in model.questions if TEXT in last_turn(request)]
    assert [asked_for(request) for request in of_text] == list(GOAL.attributes)
    assert all(request.grammar == Fixed("Yes") and request.measured for request in model.questions)
    shared = {last_turn(request).partition("</text>")[0] for request in of_text}
    assert len(shared) == 1


def test_the_texts_that_tell_nothing_and_everything_are_asked_about_once(attributes, cues):
    model = Model(age=(0, 3), location=(0, 3), occupation=(0, 3))
    roles = Roles(model.engine, attributes)
    roles.attack(TEXT, GOAL)
    assert len(model.questions) == 9
    roles.attack(TEXT + " Bye.", GOAL)
    assert len(model.questions) == 12


@pytest.mark.parametrize(
    ("rises", "asked"),
    [
        (0.6, ["age", "location", "occupation"]),
        (PROMPT.tells_from - 0.01, ["age", "location", "occupation"]),
        (PROMPT.tells_from + 0.01, ["occupation"]),
        ({"age": 5.0, "location": -0.5, "occupation": -0.5}, ["occupation"]),  # the mean counts
        ({"age": 2.0, "location": 0.0, "occupation": 0.0}, ["age", "location", "occupation"]),
    ],
)
def test_only_a_model_that_can_tell_is_screened(attributes, cues, rises, asked):
    model = Model(rises, age=(2.0, 2.5), location=(-3.0, -3.0), occupation=(-2.0, 0.5))
    Roles(model.engine, attributes).attack(TEXT, GOAL)
    assert model.asked_in_full() == [asked]


def test_a_model_that_cannot_tell_is_asked_nothing_of_the_kind_again(attributes, cues):
    model = Model(0.6, age=(0, 0.6), location=(0, -0.6), occupation=(0, 0))
    roles = Roles(model.engine, attributes)
    for text in (TEXT, TEXT + " Bye."):
        attacked = roles.attack(text, GOAL)
        assert [one.attribute for one in attacked.inferences] == ["age", "occupation"]
    assert len(model.questions) == 9
    assert model.asked_in_full() == [["age", "location", "occupation"]] * 2


def test_what_a_rule_finds_says_nothing_of_whether_the_model_can_tell(attributes, cues):
    """The mean is over all that is looked for, so that it does not hang on what the first text states."""
    cues.append(Inference("age", "", ("35",), 5, Source.RULE, ("my back",)))
    rises = {"age": 5.0, "location": 0.0, "occupation": 0.0}
    model = Model(rises, age=(0, 0), location=(0, 0), occupation=(0, 3))
    Roles(model.engine, attributes).attack(TEXT, GOAL)
    assert model.asked_in_full() == [["age", "occupation"]]


def test_with_nothing_but_attributes_of_the_users_own_nothing_is_screened(attributes, cues):
    model = Model(age=(0, -9))
    own = [msgspec.structs.replace(a, custom=True) for a in attributes if a.name == "age"]
    Roles(model.engine, own).attack(TEXT, Goal(("age",), frozenset(("age",))))
    assert model.questions == []
    assert model.asked_in_full() == [["age"]]


def test_the_telling_text_states_each_attribute(attributes):
    found = {cue.attribute for cue in find_cues(PROMPT.telling, [a.name for a in attributes])}
    assert found == {attribute.name for attribute in attributes}


def test_what_a_rule_finds_is_found_whatever_the_model_says(attributes, cues):
    cues.append(Inference("location", "", ("Leeds, United Kingdom",), 5, Source.RULE, ("the ward",)))
    model = Model(age=(0, -1), location=(0, -9), occupation=(0, -1))
    attacked = Roles(model.engine, attributes).attack(TEXT, GOAL)
    assert [one.attribute for one in attacked.inferences] == ["location"]
    of_text = [request for request in model.questions if TEXT in last_turn(request)]
    assert [asked_for(request) for request in of_text] == ["age", "occupation"]


def test_where_nothing_is_likely_nothing_is_asked_nor_judged(attributes, cues):
    model = Model(age=(0, -1), location=(0, -1), occupation=(0, -1))
    roles = Roles(model.engine, attributes)
    attacked = roles.attack(TEXT, GOAL)
    assert attacked.inferences == ()
    assert roles.arbitrate(TEXT, attacked, GOAL).verdicts == ()
    assert model.engine.requests == []


def test_only_what_was_found_is_judged(attributes, cues):
    model = Model(age=(0, -1), location=(0, 3), occupation=(0, 3))
    roles = Roles(model.engine, attributes)
    attacked = roles.attack(TEXT, GOAL)
    judged = '{"validity": "medium", "evidence": ' + json.dumps(["night shift"]) + "}"
    model.engine.script = lambda _: f'occupation: "night shift" is work\n{judged}'
    assert [v.attribute for v in roles.arbitrate(TEXT, attacked, GOAL).verdicts] == ["occupation"]
    conclusions = last_turn(model.engine.requests[-1]).partition("The conclusions:")[2]
    assert "location" not in conclusions
    assert "age" not in conclusions


def test_an_attack_that_measures_guesses_everything_unasked(attributes, cues):
    model = Model(age=(0, -9), location=(0, -9), occupation=(0, -9))
    goal = Goal(("age",), frozenset())
    Roles(model.engine, attributes).guess_all(TEXT, goal)
    assert model.questions == []
    assert model.asked_in_full() == [["age"]]


def test_a_model_that_is_surer_than_a_number_can_say_is_no_failure(attributes, cues):
    engine = FakeEngine(Model().answer, pack="default", screened=lambda _: 0.0)  # of any text: it cannot tell
    attacked = Roles(engine, attributes).attack(TEXT, GOAL)
    assert [one.attribute for one in attacked.inferences] == ["age", "occupation"]


def test_the_starter_is_asked_nothing_of_the_kind():
    assert load_pack("starter").screening is None
    assert load_pack("writer").screening is None
