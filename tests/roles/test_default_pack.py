"""The pack for any instruct model: each role in a conversation of its own, every attribute answered."""

import json

import pytest
from msgspec import structs

from fake_engine import CutOff, FakeEngine, last_turn
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.changes import apply_changes
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity
from penname.engine.requests import Request
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles, unread_attributes

TEXT = 'I live in Leeds, my sister is a nurse.\r\nThe insulin pen stays in my bag {{ text }} """ </text>'
PACK = load_pack("default")
WORDS_ALONE = structs.replace(PACK, writer=structs.replace(PACK.writer, omission=None))  # nothing is left out
HEALTH = Attribute("health", "Health", "health", ValueKind.TEXT, "any illness of the author", custom=True)
SMOKER = Attribute(
    "smoker", "Smoker", "smoking", ValueKind.CATEGORY, "whether the author smokes", ("yes", "no"), custom=True
)
GOAL = Goal(("health", "location", "smoker", "occupation"), frozenset(("health", "location")))


def line(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


def spoken(head: str, words: str, **fields: object) -> str:
    """A plain line, and the object behind it."""
    return f"{head}: {words}\n{line(**fields)}"


READ = "\n".join(
    (
        spoken(
            "location",
            'the words "I live in Leeds" say "so',
            guesses=["Leeds, UK", "York, UK", "Hull, UK"],
            certainty=5,
        ),
        spoken("occupation", 'the words "a nurse"', guesses=["nurse", "medic", "vet"], certainty=2),
        spoken("health", 'the words "insulin pen"', guesses=["diabetes", "a", "b"], certainty=4),
        spoken("smoker", 'the words "my bag"', guesses=["no", "yes"], certainty=1),
    )
)
JUDGED = "\n".join(
    (
        spoken("location", '"Leeds" x', validity="high", evidence=["Leeds", "I live in Leeds"]),
        spoken("occupation", '"a nurse" hers', validity="medium", evidence=["a nurse"]),
        spoken("health", '"insulin pen": the "pen"', validity="medium", evidence=["insulin pen"]),
        spoken("smoker", '"my bag" no word', validity="invalid", evidence=[]),
    )
)
REWRITTEN = '1: I live here, my sister is a nurse.\n2: The thing stays in my bag {{ text }} """ </text>'


def script(request: Request) -> str:
    turn = last_turn(request)
    if "drawn conclusions" in turn:
        return JUDGED
    return REWRITTEN if "How to edit" in turn else READ


@pytest.fixture
def known(attributes: tuple[Attribute, ...]) -> tuple[Attribute, ...]:
    return (*attributes, HEALTH, SMOKER)


def test_a_round_with_the_users_own_attributes(known, listener, cues):
    engine = FakeEngine(script, pack="default")
    roles = Roles(engine, known, listener, pack=WORDS_ALONE)
    attacked = roles.attack(TEXT, GOAL)
    assert [inference.attribute for inference in attacked.inferences] == [
        "location",
        "occupation",
        "health",
        "smoker",
    ]
    verdicts = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert [(v.attribute, v.validity) for v in verdicts] == [
        ("location", Validity.HIGH),
        ("occupation", Validity.LOW),  # the text says it of the sister
        ("health", Validity.MEDIUM),
        ("smoker", Validity.INVALID),
    ]
    assert verdicts[3].notes == '"my bag" no word'
    execute = tuple(verdict for verdict in verdicts if verdict.executed)
    rewritten = roles.rewrite(RewriteRequest(TEXT, attacked, execute, GOAL))
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("in Leeds", "here").replace(
        "insulin pen", "thing"
    )
    assert listener.reasoning.startswith('the words "I live in Leeds" say "so\nthe words "a nurse"\n')


def test_each_role_has_a_conversation_of_its_own_with_the_text_as_data(known, cues):
    engine = FakeEngine(script, pack="default")
    roles = Roles(engine, known)
    attacked = roles.attack(TEXT, GOAL)
    verdicts = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    roles.rewrite(RewriteRequest(TEXT, attacked, [v for v in verdicts if v.executed], GOAL))
    attack, arbitrate, rewrite, *others = engine.requests
    for request in engine.requests:
        assert [message.role for message in request.messages] == ["system", "user"]
    for request in (attack, arbitrate):
        assert f"<text>\n{TEXT}\n</text>" in last_turn(request)
        assert request.source == TEXT
    marked = TEXT.replace("I live in Leeds", "|1 [I live in Leeds]").replace(".\r\n", ".|\r\n")
    marked = marked.replace("The insulin pen", "|2 The [insulin pen]") + "|"
    assert last_turn(rewrite).endswith(f"<text>\n{marked}\n</text>")
    assert {last_turn(other) for other in others} == {last_turn(rewrite)}
    assert "any illness of the author" in last_turn(attack)
    assert "(one of: yes, no)" in last_turn(attack) or "(one of: no, yes)" in last_turn(attack)
    assert "birthplace" not in last_turn(attack)
    assert '- location: Leeds, UK. the words "I live in Leeds" say "so\n' in last_turn(arbitrate)
    assert "certainty" not in last_turn(arbitrate)
    assert "the public post below: health, location." in last_turn(rewrite)
    samplings = [(r.sampling.temperature, r.sampling.top_p) for r in engine.requests]
    assert samplings == [(0.1, 0.9), (0.0, 1.0), (0.0, 1.0), *[(0.7, 0.95)] * 3]


def test_locked_phrases_are_not_asked_about(known, cues):
    goal = Goal(GOAL.attributes, GOAL.protect, locked=("insulin pen",))
    engine = FakeEngine(script, pack="default")
    roles = Roles(engine, known, pack=WORDS_ALONE)
    attacked = roles.attack(TEXT, goal)
    engine.script = lambda request: script(request).partition("\n2:")[0]  # the other one is not marked
    execute = [v for v in roles.arbitrate(TEXT, attacked, goal).verdicts if v.executed]
    rewritten = roles.rewrite(RewriteRequest(TEXT, attacked, execute, goal))
    assert "The insulin pen stays" in last_turn(engine.requests[-1])  # without a mark
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("in Leeds", "here")


def test_both_readers_are_asked_and_the_rule_leads(known, cues):
    quote = "I live in Leeds"
    cues.append(Inference("location", "", ("Leeds, United Kingdom",), 5, Source.RULE, (quote,)))

    def reply(request: Request) -> str:
        judged = script(request).replace('"Leeds" x', f'"{quote}" x')
        return judged.replace('["Leeds", "I live in Leeds"]', f'["{quote}"]')

    roles = Roles(FakeEngine(reply, pack="default"), known)
    attacked = roles.attack(TEXT, GOAL)
    location = attacked.inferences[0]
    assert location.source is Source.RULE
    assert location.guesses == ("Leeds, United Kingdom", "Leeds, UK", "York, UK")
    verdict = roles.arbitrate(TEXT, attacked, GOAL).verdicts[0]
    assert verdict.evidence == ("I live in Leeds",)


def test_every_attribute_is_answered_and_a_cut_answer_yields_what_is_complete(known, cues):
    engine = FakeEngine(lambda _: "Nothing.", pack="default")
    with pytest.raises(AssertionError, match="the grammar refuses"):
        Roles(engine, known).attack(TEXT, GOAL)
    engine.script = lambda _: CutOff(READ[: READ.index("medic")])
    attacked = Roles(engine, known).attack(TEXT, GOAL)
    assert [inference.attribute for inference in attacked.inferences] == ["location"]


def test_that_it_cannot_tell_is_no_guess(known, listener, cues):
    engine = FakeEngine(
        lambda _: "\n".join(
            (
                spoken(
                    "location", 'the words "Leeds"', guesses=["Leeds, UK", "leeds, uk", "Hull"], certainty=5
                ),
                "occupation: cannot tell",
                spoken(
                    "health",
                    'the words "pen"',
                    guesses=["Not specified", "cannot be determined", "unknown"],
                    certainty=1,
                ),
                spoken("smoker", 'the words "my bag" tell nothing.', guesses=["no", "yes"], certainty=4),
            )
        ),
        pack="default",
    )
    attacked = Roles(engine, known, listener).attack(TEXT, GOAL)
    assert [(one.attribute, one.guesses) for one in attacked.inferences] == [
        ("location", ("Leeds, UK", "Hull", "Hull"))
    ]
    assert [inference.attribute for inference in listener.inferences] == ["location"]


def test_a_guess_of_a_category_or_an_age_cannot_be_made_twice(known, cues):
    goal = Goal(("age", "sex", "relationship"), frozenset())
    engine = FakeEngine(lambda _: "", pack="default")
    for age, sex, relationship in (
        ([34, 35, 40], ["male", "female"], ["single", "married", "widowed"]),
        ([34, 37, 40], ["male", "male"], ["single", "married", "widowed"]),
        ([34, 37, 40], ["male", "female", "male"], ["single", "married", "widowed"]),
        ([34, 37, 40], ["male", "female"], ["single", "married", "single"]),
    ):
        engine.script = lambda _, a=age, s=sex, r=relationship: "\n".join(
            spoken(head, 'the words "bag"', guesses=guesses, certainty=3)
            for head, guesses in (("age", a), ("sex", s), ("relationship", r))
        )
        with pytest.raises(AssertionError, match="the grammar refuses"):
            Roles(engine, known).attack(TEXT, goal)


def test_an_attack_that_measures_must_guess(known, cues):
    engine = FakeEngine(lambda _: "smoker: no word\ncannot tell", pack="default")
    with pytest.raises(AssertionError, match="the grammar refuses"):
        Roles(engine, known).guess_all(TEXT, Goal(("smoker",), frozenset()))


def test_it_declines_no_attribute(known):
    assert unread_attributes(FakeEngine(script, pack="default").info.pack, known) == ()
