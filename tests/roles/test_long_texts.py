"""Long texts are read, judged and edited part by part; stopped in the middle, what was read counts."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from fake_engine import FakeEngine, FakeHandle, last_turn
from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.changes import apply_changes
from penname.domain.errors import Cancelled, EngineError
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.engine.requests import Request
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles

FILLER = "Nothing much happened on that day, as on so many days before it.\r\n" * 60
TEXT = f"I live in Leeds.\r\n{FILLER}\r\nIt rains in Leeds.\r\n{FILLER}\r\nI am a nurse 👩‍⚕️ here.\r\n{FILLER}"
IN_ITS_WORDS = structs.replace(load_pack("starter"), writer=None)  # it words changes itself
GOAL = Goal(("location", "occupation"), frozenset(("location", "occupation")))
FOUND = {
    "I live in Leeds": (
        '{"attribute": "location", "reasoning": "Leeds", "guesses": ["Leeds", "A", "B"], "certainty": 5}',
        '{"attribute": "location", "validity": "high", "evidence": ["live in Leeds"], "concept": "x"}',
        '{"find": "live in Leeds", "replace": "live in a city"}',
    ),
    "It rains in Leeds": (
        '{"attribute": "location", "reasoning": "in Leeds", "guesses": ["York", "A", "B"], "certainty": 3}',
        '{"attribute": "location", "validity": "medium", "evidence": ["rains in Leeds"], "concept": "rain"}',
        '{"find": "rains in Leeds", "replace": "rains a lot"}',
    ),
    "I am a nurse": (
        '{"attribute": "occupation", "reasoning": "nurse", "guesses": ["nurse", "A", "B"], "certainty": 4}',
        '{"attribute": "occupation", "validity": "high", "evidence": ["a nurse"], "concept": "is a nurse"}',
        '{"find": "a nurse", "replace": "at work"}',
    ),
}


def script(request: Request) -> str:
    turn = last_turn(request)
    role = 0 if "Attack:" in turn else 1 if turn.startswith("Arbitrate:") else 2
    for phrase, answers in FOUND.items():
        if phrase in request.source:
            return answers[role]
    return "Nothing."


def stopping(attributes: Sequence[Attribute], role: str, part: int) -> Roles:
    """Roles that are stopped when `role` begins `part`."""
    cancellation = Cancellation()
    return Roles(FakeEngine(script), attributes, StopAt(cancellation, role, part), cancellation, IN_ITS_WORDS)


class StopAt:
    """A listener that raises the flag when a role begins a part."""

    def __init__(self, cancellation: Cancellation, role: str, part: int) -> None:
        self._cancellation, self._at = cancellation, (role, part)

    def on_task(self, role: str, part: int, parts: int) -> None:
        if (role, part) == self._at:
            self._cancellation.raise_flag()

    def on_reasoning(self, text: str) -> None: ...

    def on_inference(self, inference: object) -> None: ...

    def on_verdict(self, verdict: object) -> None: ...

    def on_tokens(self, written: int, seconds: float) -> None: ...


def test_parts_are_united_and_their_changes_stand_where_they_belong(attributes, listener, cues):
    roles = Roles(FakeEngine(script), attributes, listener, pack=IN_ITS_WORDS)
    attacked = roles.attack(TEXT, GOAL)
    assert len(attacked.parts) > 2
    assert "".join(TEXT[part.start : part.end] for part in attacked.parts) == TEXT
    assert [(i.attribute, i.guesses[0], i.certainty) for i in attacked.inferences] == [
        ("location", "Leeds", 5),
        ("occupation", "nurse", 4),
    ]
    verdicts = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert [(v.attribute, v.validity, v.evidence) for v in verdicts] == [
        ("location", Validity.HIGH, ("live in Leeds", "rains in Leeds")),
        ("occupation", Validity.HIGH, ("a nurse",)),
    ]
    rewritten = roles.rewrite(RewriteRequest(TEXT, attacked, verdicts, GOAL))
    expected = TEXT.replace("live in Leeds", "live in a city").replace("rains in Leeds", "rains a lot")
    assert apply_changes(TEXT, rewritten.changes) == expected.replace("a nurse", "at work")
    count = len(attacked.parts)
    assert [task for task in listener.tasks if task[0] == "attacker"] == [
        ("attacker", number, count) for number in range(1, count + 1)
    ]


def test_stopped_in_the_middle_what_was_read_counts_and_can_be_read_on(attributes, cues):
    attacked = stopping(attributes, "attacker", 2).attack(TEXT, GOAL)
    assert [inference.guesses[0] for inference in attacked.inferences] == ["Leeds"]
    assert attacked.unread == ((attacked.parts[0].end, len(TEXT)),)
    engine = FakeEngine(script)
    whole = Roles(engine, attributes).attack(TEXT, GOAL, attacked)
    assert whole.unread == ()
    assert whole.parts[0] == attacked.parts[0]
    assert [inference.attribute for inference in whole.inferences] == ["location", "occupation"]
    assert not any("I live in Leeds" in request.source for request in engine.requests)


def test_stopped_before_anything_was_read_says_so(attributes, cues):
    with pytest.raises(Cancelled):
        stopping(attributes, "attacker", 1).attack(TEXT, GOAL)


def test_stopped_while_judging_leaves_the_rest_not_judged(attributes, cues):
    attacked = Roles(FakeEngine(script), attributes).attack(TEXT, GOAL)
    last = sum(bool(part.inferences) for part in attacked.parts)
    verdicts = stopping(attributes, "arbitrator", last).arbitrate(TEXT, attacked, GOAL).verdicts
    assert [verdict.validity for verdict in verdicts] == [Validity.HIGH, Validity.NOT_JUDGED]
    with pytest.raises(Cancelled):
        stopping(attributes, "arbitrator", 1).arbitrate(TEXT, attacked, GOAL)


def test_stopped_while_editing_keeps_the_changes_so_far(attributes, cues):
    roles = Roles(FakeEngine(script), attributes)
    attacked = roles.attack(TEXT, GOAL)
    verdicts = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    rewritten = stopping(attributes, "anonymizer", 2).rewrite(RewriteRequest(TEXT, attacked, verdicts, GOAL))
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("live in Leeds", "live in a city")
    assert rewritten.refused is None
    assert "not edited yet" in rewritten.explanation


def test_parts_are_read_and_judged_side_by_side(attributes, cues):
    engine = FakeEngine(script)
    asked_when_told: dict[tuple[str, int], int] = {}

    class Told(StopAt):
        def on_task(self, role: str, part: int, parts: int) -> None:
            asked_when_told[role, part] = len(engine.requests)

    cancellation = Cancellation()
    roles = Roles(engine, attributes, Told(cancellation, "", 0), cancellation)
    attacked = roles.attack(TEXT, GOAL)
    count = len(attacked.parts)
    assert [asked_when_told["attacker", part] for part in range(1, count + 1)] == [0] + [count] * (count - 1)
    roles.arbitrate(TEXT, attacked, GOAL)
    judged = sum(bool(part.inferences) for part in attacked.parts)
    assert judged > 1
    assert asked_when_told["arbitrator", 1] == count + judged


def test_a_failure_in_one_part_stops_the_others(attributes, cues):
    class Handles(FakeEngine):
        def submit(self, request: Request) -> FakeHandle:
            handles.append(super().submit(request))
            return handles[-1]

    def failing(request: Request) -> str | EngineError:
        return EngineError("It stopped.") if "rains in Leeds" in request.source else script(request)

    handles: list[FakeHandle] = []
    with pytest.raises(EngineError, match="stopped"):
        Roles(Handles(failing), attributes).attack(TEXT, GOAL)
    assert len(handles) > 2
    with pytest.raises(Cancelled):
        handles[-1].result()


def test_an_empty_text_asks_nobody(attributes, cues):
    engine = FakeEngine(script)
    roles = Roles(engine, attributes)
    for text in ("", " \r\n\t "):
        assert roles.attack(text, GOAL).inferences == ()
    assert engine.requests == []
