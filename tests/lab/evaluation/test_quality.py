"""The judge of texts: what it is shown, and that what is no answer is none."""

import pytest

from fake_engine import CutOff, FakeEngine, last_turn
from penname.domain.cancellation import Cancellation
from penname.domain.listener import SilentListener
from penname.engine.requests import Request
from penname.lab.evaluation.measures import Quality
from penname.lab.evaluation.quality import QualityJudge
from penname.roles.packs import load_pack
from penname.roles.role_model import RoleModel

READ = '{"reason_1": "Flows.", "readability": 9}'
COMPARED = (
    '{"reason_1": "Same point.", "meaning": 7, "reason_2": "Nothing new.", "grounding": 10, '
    '"reason_3": "None.", "invented": false}'
)


def judge_that_says(read, compared):
    engine = FakeEngine(
        lambda request: compared if "The original:" in last_turn(request) else read, pack="default"
    )
    model = RoleModel(engine, load_pack("default"), SilentListener(), Cancellation())
    return engine, QualityJudge(model)


def test_the_marks_are_read() -> None:
    _, judge = judge_that_says(READ, COMPARED)
    assert judge.judge("I live in Lisbon.", "I live in a city.") == Quality(9, 7, 10, invented=False)


def test_readability_is_judged_without_the_original() -> None:
    engine, judge = judge_that_says(READ, COMPARED)
    judge.judge("I live in Lisbon.", "I live in a city.")
    first, second = map(last_turn, engine.requests)
    assert "Lisbon" not in first
    assert "Lisbon" in second
    assert isinstance(engine.requests[0], Request)


@pytest.mark.parametrize(
    ("read", "compared"),
    [(CutOff(READ[:20]), COMPARED), (READ, CutOff(COMPARED[:60])), (READ, CutOff(COMPARED[:-8]))],
)
def test_an_answer_that_was_cut_off_is_none(read, compared) -> None:
    _, judge = judge_that_says(read, compared)
    assert judge.judge("One.", "Two.") is None


def test_a_pack_without_it_is_refused() -> None:
    model = RoleModel(FakeEngine(lambda _: READ), load_pack("starter"), SilentListener(), Cancellation())
    with pytest.raises(ValueError, match="starter"):
        QualityJudge(model)
