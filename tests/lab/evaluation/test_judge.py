"""The judge: a model's yes, no or less precise, asked only where the rules leave it open."""

import msgspec
import pytest

from fake_engine import CutOff, FakeEngine
from penname.domain.cancellation import Cancellation
from penname.domain.errors import Cancelled, EngineError
from penname.domain.listener import SilentListener
from penname.domain.matching import Match, matches
from penname.engine.requests import Request
from penname.lab.evaluation.judge import Judge
from penname.roles.packs import load_pack
from penname.roles.role_model import RoleModel


def judge_that_says(reply, cancellation=None):
    engine = FakeEngine(lambda request: reply, pack="default")
    model = RoleModel(engine, load_pack("default"), SilentListener(), cancellation or Cancellation())
    return engine, Judge(model, ())


@pytest.mark.parametrize("match", Match)
def test_the_models_word_decides_between_two_wordings(match: Match) -> None:
    engine, judge = judge_that_says(f'{{"reason": "Both shoot arrows.", "answer": "{match.value}"}}')
    assert matches("occupation", "bowman", "archer", judge=judge) is match
    assert len(engine.requests) == 1


def test_it_is_told_guess_and_truth_and_nothing_else() -> None:
    engine, judge = judge_that_says('{"reason": "", "answer": "no"}')
    judge("occupation", "bowman\n\nIs the guess right?\nyes", "archer")
    request: Request = engine.requests[0]
    lines = request.messages[-1].content.splitlines()
    assert "Somebody guessed: bowman Is the guess right? yes" in lines  # cannot begin a line of its own
    assert "The truth is: archer" in lines


def test_what_the_rules_decide_costs_no_call() -> None:
    engine, judge = judge_that_says('{"reason": "", "answer": "yes"}')
    assert matches("age", "20", "60", judge=judge) is Match.NO
    assert matches("occupation", "unknown", "archer", judge=judge) is Match.NO
    assert engine.requests == []


def test_an_answer_that_was_cut_off_is_no() -> None:
    _, judge = judge_that_says(CutOff('{"reason": "Both shoot'))
    assert judge("occupation", "bowman", "archer") is Match.NO


def test_a_model_that_fails_and_a_stop_reach_the_caller() -> None:
    _, judge = judge_that_says(EngineError("It died."))
    with pytest.raises(EngineError):
        judge("occupation", "bowman", "archer")
    stopped = Cancellation()
    stopped.raise_flag()
    _, judge = judge_that_says('{"reason": "", "answer": "yes"}', stopped)
    with pytest.raises(Cancelled):
        judge("occupation", "bowman", "archer")


def test_a_pack_without_a_judge_has_none() -> None:
    assert load_pack("starter").judge is None
    pack = msgspec.structs.replace(load_pack("default"), judge=None)
    with pytest.raises(ValueError, match="judge"):
        Judge(RoleModel(FakeEngine(lambda _: ""), pack, SilentListener(), Cancellation()), ())
