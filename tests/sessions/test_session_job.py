"""The job without a window: what it says on its way, how it ends, what it reports. Roles from a script."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from penname.domain.errors import BadInput, EngineError
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.listener import SilentListener
from penname.engine.client import ModelInfo
from penname.sessions import loaded_models
from penname.sessions.session_job import ProgressReporter, SessionJob
from penname.sessions.session_service import SessionService
from penname.settings import Settings
from scripted import ScriptedRoles

NAMES = ("sex", "location", "occupation")
GOAL = Goal(NAMES, frozenset(NAMES))
TEXT = "I nursed all night in Leeds, mate."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
}
CRASH = EngineError("The model stopped. Your text is still here.")


class _Engine:
    info = ModelInfo("starter", "Starter model", 4096, "starter", ("en",), 1, False)

    def __init__(self, *_: object) -> None:
        self.loads = 0

    def load(self) -> None:
        self.loads += 1

    def close(self) -> None: ...


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[SessionJob, list[str]]]:
    """Makes a job whose roles are scripted, and the list of what it says."""

    def make(
        roles: ScriptedRoles,
        text: str = TEXT,
        goal: Goal = GOAL,
        method: str = "rational",
        *,
        weighs: bool = False,
    ) -> tuple[SessionJob, list[str]]:
        said: list[str] = []

        def modelled(
            _engine: object, _attributes: object, listener: Any, *_: object, **__: object
        ) -> ScriptedRoles:
            before = roles.before
            roles.before = lambda role: (listener.on_task(role, 1, 1), before(role))[1]
            return roles

        monkeypatch.setattr(loaded_models, "LocalEngine", _Engine)
        monkeypatch.setattr(loaded_models, "Roles", modelled)
        progress = ProgressReporter(lambda sentence, end="\n": said.append(sentence), live=False)
        settings = Settings(rewrite_model="starter")
        return SessionJob(settings, text, goal, progress, method, weighs=weighs), said

    return make


def test_the_report_holds_every_round_with_what_was_read_before_and_the_text_after(job: Any) -> None:
    running, _ = job(ScriptedRoles(LEAKS))
    report = json.loads(running.run().to_json())
    assert list(report) == [
        *("original", "text", "method", "targets", "stopped", "rounds", "final", "people", "still_known"),
        *("model", "timings", "texts"),
    ]
    assert (report["original"], report["text"]) == (TEXT, "I worked all night in town, mate.")
    assert report["stopped"] == "nothing left to fix"
    (only,) = report["rounds"]
    assert [inference["attribute"] for inference in only["inferences"]] == list(NAMES)
    assert [verdict["validity"] for verdict in only["verdicts"]] == ["low", "high", "medium"]
    assert [(edit["before"], edit["after"]) for edit in only["edits"]] == [
        ("nursed", "worked"),
        ("Leeds", "town"),
    ]
    assert only["text"] == report["text"]
    assert [verdict["attribute"] for verdict in report["final"]["verdicts"]] == ["sex"]
    assert report["final"]["judged"] is True
    assert report["people"]["before"]["high"] < report["people"]["after"]["low"]
    assert report["model"] == "starter"
    assert {"total", "load", "attacker", "arbitrator", "anonymizer"} == set(report["timings"])


def test_a_round_tells_what_else_its_rewrite_offered(job: Any) -> None:
    roles = ScriptedRoles(LEAKS)
    roles.alternatives = ((" in Leeds", "", "location", 0.8),)
    (only,) = json.loads(job(roles)[0].run().to_json())["rounds"]
    assert only["alternatives"] == [
        {
            "start": 18,
            "end": 27,
            "before": " in Leeds",
            "after": "",
            "attributes": ["location"],
            "origin": "model",
            "good": 0.8,
        }
    ]
    assert only["alternatives"][0].keys() == only["edits"][0].keys()
    (plain,) = json.loads(job(ScriptedRoles(LEAKS))[0].run().to_json())["rounds"]
    assert "alternatives" not in plain


def test_each_phrase_of_evidence_has_its_weight_the_heaviest_first(job: Any) -> None:
    leaks = {**LEAKS, "location": ("all night in Leeds", "all night in town", Validity.HIGH)}
    roles = ScriptedRoles(leaks)
    roles.weights = {"all night in Leeds": 2.5, "nursed": 0.125}
    running, said = job(roles, weighs=True)
    report = json.loads(running.run().to_json())
    (only,) = report["rounds"]
    assert only["evidence"] == [
        {"attribute": "sex", "phrase": "mate", "weight": None},  # nobody acts on it
        {"attribute": "location", "phrase": "all night in Leeds", "weight": 2.5},
        {"attribute": "occupation", "phrase": "nursed", "weight": 0.125},
    ]
    assert only["together"] == {"location": 1.0, "occupation": 1.0}
    assert report["final"]["evidence"] == [{"attribute": "sex", "phrase": "mate", "weight": None}]
    assert "weigher" in report["timings"]
    assert "Round 1: weighing the words" in said


def test_without_weighing_evidence_has_no_weights_and_a_failure_ends_nothing(job: Any) -> None:
    running, _ = job(ScriptedRoles(LEAKS))
    report = json.loads(running.run().to_json())
    assert {one["weight"] for one in report["rounds"][0]["evidence"]} == {None}
    assert report["rounds"][0]["together"] == {}
    running, _ = job(ScriptedRoles(LEAKS, lambda role: _crash(role, ["weigher"])), weighs=True)
    again = json.loads(running.run().to_json())
    assert (again["text"], again["stopped"]) == (report["text"], "nothing left to fix")
    assert {one["weight"] for one in again["rounds"][0]["evidence"]} == {None}


def test_a_report_of_weights_changes_nothing_that_is_hidden(job: Any) -> None:
    texts = set()
    for weighs in (True, False):
        roles = ScriptedRoles(LEAKS)
        roles.weights, roles.together = {"nursed": 0.0}, {"occupation": 0.0}
        running, _said = job(roles, weighs=weighs)
        report = json.loads(running.run().to_json())
        assert report["rounds"][0]["acted_on"] == ["location", "occupation"]
        texts.add(report["text"])
    assert len(texts) == 1


def test_progress_says_what_is_done_and_no_word_of_the_text(job: Any) -> None:
    running, said = job(ScriptedRoles(LEAKS))
    running.run()
    assert said[:4] == [
        "Round 1: reading",
        "Round 1: judging",
        "Round 1: location (high), occupation (medium)",
        "Round 1: rewriting",
    ]
    assert said[-1].startswith(
        "Stopped: nothing left to fix. The Starter model found nothing more. A stronger model"
    )
    for word in ("nursed", "Leeds", "mate"):
        assert word not in " ".join(said)


def test_a_crash_is_tried_once_more_and_the_job_goes_on(job: Any) -> None:
    crashes = ["anonymizer"]
    running, said = job(ScriptedRoles(LEAKS, lambda role: _crash(role, crashes)))
    assert running.run().stopped == "nothing left to fix"
    assert running.error is None
    assert f"{CRASH} Trying once more." in said


def test_what_the_text_is_about_is_said_once_and_the_job_goes_on(job: Any) -> None:
    leaks = {"occupation": ("nursed all night", "", Validity.HIGH), "location": LEAKS["location"]}
    running, said = job(ScriptedRoles(leaks), "I nursed all night in Leeds.")
    assert running.run().text == "I in town."
    (topic,) = [sentence for sentence in said if "what your text is about" in sentence]
    assert topic.startswith("This is what your text is about: occupation.")


def test_a_model_that_crashes_twice_at_one_step_ends_the_job_with_what_there_is(job: Any) -> None:
    second_attack = ["attacker", "attacker"]

    def crash(role: str) -> None:
        if roles.calls and roles.calls[-1][0] == "anonymizer":
            _crash(role, second_attack)

    roles = ScriptedRoles(LEAKS, crash)
    running, said = job(roles)
    report = running.run()
    assert (report.stopped, running.error) == ("engine error", CRASH)
    assert report.text == "I worked all night in town, mate."
    assert (report.final.judged, report.final.verdicts) == (False, ())
    assert "This is the text as it stands." in said[-1]


def _crash(role: str, left: list[str]) -> None:
    if role in left:
        left.remove(role)
        raise CRASH


def test_a_stop_returns_what_there_is(job: Any) -> None:
    roles = ScriptedRoles(LEAKS)
    running, _said = job(roles)
    roles.before = lambda role: running.stop() if role == "anonymizer" else None
    report = running.run()
    assert report.stopped == "stopped by user"
    assert report.text == TEXT
    assert [verdict.attribute for verdict in report.final.verdicts] == list(NAMES)


def test_what_is_still_readable_is_named(job: Any) -> None:
    running, said = job(ScriptedRoles({"location": ("Leeds", "Leeds", Validity.HIGH)}))
    assert running.run().stopped == "rewrite refused"
    assert "The Starter model can still read: location." in said[-1]


def test_time_left_is_said_for_long_texts() -> None:
    said: list[str] = []
    now = [0.0]
    progress = ProgressReporter(
        lambda sentence, end="\n": said.append(sentence), live=False, clock=lambda: now[0]
    )
    for part in range(1, 4):
        progress.on_task("attacker", part, 41)
        now[0] += 10
    progress.on_task("arbitrator", 1, 1)
    assert said == [
        "This text is read in 41 parts. Clues that only together give something away may be missed.",
        "Round 1: reading, part 1 of 41",
        "Round 1: reading, part 2 of 41, about 7 min left",
        "Round 1: reading, part 3 of 41, about 6 min left",
        "Round 1: judging",
    ]
    assert progress.timings == {"attacker": 30.0}


def test_cautions_name_the_languages_and_attributes_a_model_does_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    german = "Ich wohne seit drei Jahren in Berlin und arbeite dort als Krankenschwester."
    factory = SessionService(Settings(rewrite_model="starter"))
    assert factory.cautions("I live in Lisbon with my husband, in a small flat.") == ()
    assert factory.cautions(german) == (
        "The Starter model reads English only; this text seems to be German.",
    )
    mixed = "I moved here last year, and it is great in summer. " + german
    assert factory.cautions(mixed) == (
        "The Starter model reads English only; parts of this text seem to be German.",
    )
    health: dict[str, object] = {
        "name": "health",
        "label": "Health",
        "phrase": "health",
        "kind": "text",
        "description": "an illness",
    }
    import msgspec

    custom = SessionService(
        msgspec.convert({"custom_attributes": [health], "rewrite_model": "starter"}, Settings)
    )
    assert custom.cautions("x") == (
        "The Starter model has not learned to look for Health; other models may have.",
    )
    health["rules"] = [{"pattern": "i have (?P<out>asthma)", "after": "a condition"}]
    custom = SessionService(
        msgspec.convert({"custom_attributes": [health], "rewrite_model": "starter"}, Settings)
    )
    assert custom.cautions("x") == (
        "The Starter model has not learned to look for Health beyond what its rules find; other models may "
        "have.",
    )


@pytest.mark.parametrize("text", ["", " \n", "\0", "\ud83d"])
def test_what_is_no_text_gets_no_session_and_no_model(text: str) -> None:
    with pytest.raises(BadInput):
        SessionService(Settings()).new_session(text, GOAL, SilentListener())


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(BadInput, match="rational"):
        SessionService(Settings()).new_session("abc", GOAL, SilentListener(), "magical")


def test_a_misleading_job_reports_its_targets_and_what_readers_infer_and_never_the_truth(job: Any) -> None:
    goal = msgspec.structs.replace(
        GOAL,
        rounds=2,
        protect=frozenset({"location", "occupation"}),
        targets=(("location", "Porto, Portugal"),),
        truth=(("location", "Leeds"), ("sex", "quetzalcoatl")),
    )
    running, said = job(ScriptedRoles(LEAKS), goal=goal, method="misleading")
    finished = running.run()
    assert finished.method == "misleading"
    assert finished.targets == {"location": "Porto, Portugal", "occupation": "new occupation"}
    (only,) = finished.rounds
    assert only.acted_on == ("location", "occupation")
    facts = [(fact.attribute, fact.guess, fact.match) for fact in only.misread]
    assert facts == [("location", "Leeds", "no"), ("occupation", "nursed", "no")]
    assert (finished.final.readable, finished.final.judged) == ((), True)
    assert b"quetzalcoatl" not in finished.to_json()
    assert "Target for location: Porto, Portugal" in said
    assert "Target for occupation: new occupation" in said
    assert "Round 1: location (certainty 4 of 5), occupation (certainty 4 of 5)" in said
    assert "quetzalcoatl" not in " ".join(said)


@pytest.mark.parametrize("method", ["adversarial", "base"])
def test_what_is_still_readable_is_said_by_every_method(job: Any, method: str) -> None:
    goal = msgspec.structs.replace(GOAL, rounds=1)
    roles = ScriptedRoles({"location": ("Leeds", "Leeds", Validity.HIGH), "sex": LEAKS["sex"]})
    running, said = job(roles, goal=goal, method=method)
    finished = running.run()
    assert finished.stopped == "round limit"
    assert finished.text == "I nursed all night in Leeds, friend."
    assert finished.final.readable == ("location",)
    assert "The Starter model can still read: location." in said[-1]


def test_a_model_that_cannot_be_told_the_truth_refuses_row_6() -> None:
    goal = msgspec.structs.replace(GOAL, condition=6, truth=(("location", "Leeds"),))
    with pytest.raises(BadInput, match="row 6"):
        SessionService(Settings()).new_session("a text", goal, SilentListener(), "misleading")
