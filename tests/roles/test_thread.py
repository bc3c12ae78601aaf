"""The thread: attacker, arbitrator and the screening question read it behind the text, and nobody else."""

import datetime as dt

import msgspec
import pytest

from fake_engine import FakeEngine, last_turn
from penname.domain.errors import BadInput, EngineError
from penname.domain.goal import Goal
from penname.domain.thread import NO_THREAD, Thread, make_thread
from penname.engine.client import ProbeReading
from penname.engine.requests import Request
from penname.roles.conversation import RoundConversation
from penname.roles.cues import find_cues
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles

TEXT = "Yes, ten years on a ward now, and Leeds never sleeps."
POST = "Any nurses here? What keeps you awake?"
NAMES = ("location", "occupation")
THREAD = Thread(POST, "2020-03-01")
GOAL = Goal(NAMES, frozenset(NAMES), thread=THREAD)
READ = (
    '{"attribute": "occupation", "reasoning": "\\"ten years on a ward\\" is said by a nurse.", '
    '"guesses": ["nurse", "doctor", "porter"], "certainty": 4}'
)
JUDGED = '{"attribute": "occupation", "validity": "high", "evidence": ["ward"], "concept": "a nurse"}'


def starter(request: Request) -> str:
    turn = last_turn(request)
    if "Attack:" in turn:
        return READ
    if turn.startswith("Arbitrate:"):
        return JUDGED
    return '{"find": "ward", "replace": "job"}'


def large(request: Request) -> str:
    turn = last_turn(request)
    if "drawn conclusions" in turn:
        judged = '{"validity": "high", "evidence": ["ten years on a ward"]}'
        return f'occupation: "ten years on a ward" says so.\n{judged}'
    if "guessing game" in turn:
        guessed = '{"guesses": ["nurse", "doctor", "porter"], "certainty": 4}'
        return f'location: cannot tell\noccupation: the words "ten years on a ward"\n{guessed}'
    return "1: Yes, time now, and Leeds never sleeps."


def test_without_a_thread_the_starter_is_asked_as_in_its_training(attributes):
    asked = [attribute for attribute in attributes if attribute.name in NAMES]
    (_, user) = RoundConversation(load_pack("starter"), TEXT, asked).attack()
    asked_for = "Attack: what does it give away about the author's location, occupation?"
    assert user.content == f'Comment:\n"""\n{TEXT}\n"""\n{asked_for}'


@pytest.mark.parametrize(
    ("thread", "added"),
    [
        (THREAD, f'It answers:\n"""\n{POST}\n"""\nPublished: 2020-03-01\n'),
        (Thread(POST), f'It answers:\n"""\n{POST}\n"""\n'),
        (Thread(date="2020-03-01"), "Published: 2020-03-01\n"),
    ],
)
def test_the_starter_reads_it_behind_the_text_in_every_turn(attributes, cues, thread, added):
    engine = FakeEngine(starter)
    pack = msgspec.structs.replace(load_pack("starter"), writer=None)  # it words changes itself
    roles, goal = Roles(engine, attributes, pack=pack), msgspec.structs.replace(GOAL, thread=thread)
    attacked = roles.attack(TEXT, goal)
    verdicts = roles.arbitrate(TEXT, attacked, goal).verdicts
    rewritten = roles.rewrite(RewriteRequest(TEXT, attacked, verdicts, goal))
    turn = f'Comment:\n"""\n{TEXT}\n"""\n{added}Attack: what does it give away about the author\'s '
    for request in engine.requests:
        assert request.messages[1].content.startswith(turn)
    assert len(engine.requests) == 3
    assert [(change.before, change.after) for change in rewritten.changes] == [("ward", "job")]


@pytest.mark.parametrize("pack", ["starter", "default"])
def test_what_may_be_kept_on_disk_ends_before_text_and_thread(attributes, pack):
    asked = [attribute for attribute in attributes if attribute.name in NAMES]
    turn = RoundConversation(load_pack(pack), TEXT, asked, THREAD).attack()[-1]
    without = RoundConversation(load_pack(pack), TEXT, asked).attack()[-1]
    assert turn.own == without.own > 0
    assert turn.content[: turn.own] == without.content[: turn.own]
    assert turn.content.index(POST) > turn.content.index(TEXT) >= turn.own


def test_a_larger_model_reads_it_where_it_looks_and_where_it_judges_and_never_edits_it(attributes, cues):
    looked: list[str] = []

    def screened(request: Request) -> float:
        looked.append(last_turn(request))
        return 0.01

    engine = FakeEngine(large, pack="default", screened=screened)
    roles = Roles(engine, attributes)
    attacked = roles.attack(TEXT, GOAL)
    verdicts = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    roles.rewrite(RewriteRequest(TEXT, attacked, verdicts, GOAL))
    attack, arbitrate, *rewrites = map(last_turn, engine.requests)
    for turn in (attack, arbitrate):
        assert f"<post>\n{POST}\n</post>" in turn
        assert "published on 2020-03-01" in turn
    assert rewrites
    assert not any(POST in turn for turn in rewrites)
    assert {POST in turn for turn in looked if TEXT in turn} == {True}
    assert {POST in turn for turn in looked if TEXT not in turn} == {False}


def test_probes_and_rules_read_the_text_alone(attributes):
    read: list[str] = []

    def reading(text: str) -> ProbeReading:
        read.append(text)
        raise EngineError("That was all.")

    engine = FakeEngine(starter, reading=reading)
    with pytest.raises(EngineError):
        Roles(engine, attributes).attack(TEXT, GOAL)
    assert read == [TEXT]
    posted = msgspec.structs.replace(GOAL, thread=Thread("I live in Porto and I am a nurse."))
    assert find_cues(TEXT, NAMES) == ()
    attacked = Roles(FakeEngine(starter), attributes).attack("Hi.", posted)
    assert [one.source for one in attacked.inferences] == ["model"]


def test_the_year_of_publishing_makes_an_age_of_a_year_of_birth():
    text = "I was born in 1990, so no."
    ((then,), (now,)) = find_cues(text, ["age"], 2020), find_cues(text, ["age"])
    assert then.guesses[0] == "30"
    assert now.guesses[0] == str(dt.date.today().year - 1990)


def test_of_a_long_post_the_beginning_is_read_and_the_parts_of_the_text_stay_within_the_context(
    attributes, cues
):
    post = POST + " It is a long story." * 200
    engine = FakeEngine(starter, context=3000)
    goal = msgspec.structs.replace(GOAL, thread=Thread(post))
    Roles(engine, attributes).attack(TEXT * 40, goal)
    for request in engine.requests:
        turn = request.messages[1].content
        assert POST in turn
        assert len(turn) // 4 < 3000 - 2200
    assert len(engine.requests) > 1


def test_a_date_is_checked_and_a_blank_post_is_none():
    assert make_thread(" \n", "") == NO_THREAD
    assert make_thread(POST, " 2020-03-01 ") == THREAD
    assert (THREAD.year, NO_THREAD.year) == (2020, None)
    with pytest.raises(BadInput, match="“yesterday” is not a date such as 2026-11-21"):
        make_thread(POST, "yesterday")
