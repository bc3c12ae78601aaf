"""`penname pen-name trail`: read together, said which post did it, used by suggestions."""

import io
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penname import cli
from penname.domain.errors import Cancelled, EngineError
from penname.domain.inferences import Validity
from penname.engine.client import ModelInfo
from penname.sessions import loaded_models
from penname.vault import passphrase
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles

LEAKS = {
    "location": ("Lisbon", "a city", Validity.HIGH),
    "age": ("61", "an age", Validity.HIGH),
    "occupation": ("night shift", "shift", Validity.MEDIUM),
}
NEW = "The trams of Lisbon are late again."

Run = Callable[..., tuple[int, str, str]]


class _Engine:
    """A loaded model that counts words and answers nothing."""

    info = ModelInfo("starter", "Starter model", 4096, "starter", ("en",), 1, False)

    def __init__(self, *_: object) -> None: ...

    def load(self) -> None: ...

    def close(self) -> None: ...

    def count_tokens(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


@pytest.fixture
def roles(monkeypatch: pytest.MonkeyPatch) -> ScriptedRoles:
    scripted = ScriptedRoles(LEAKS)
    before = scripted.before

    def modelled(
        _engine: object, _attributes: object, listener: Any, *_: object, **__: object
    ) -> ScriptedRoles:
        scripted.before = lambda role: (listener.on_task(role, 1, 1), before(role))[1]
        return scripted

    monkeypatch.setattr(loaded_models, "LocalEngine", _Engine)
    monkeypatch.setattr(loaded_models, "Roles", modelled)
    return scripted


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, roles: ScriptedRoles
) -> Run:
    """Runs `penname pen-name ...`; returns its exit code, what it printed and what it said."""
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    (tmp_path / "secret").write_text("correct horse battery\n")

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = cli.main(("pen-name", *arguments, "--passphrase-from", str(tmp_path / "secret")))
        shown = capfd.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return run


@pytest.fixture
def clara(run: Run) -> None:
    """A pen name of 61 years with three posts."""
    assert run("set", "Clara", stdin="age = 61\n")[0] == cli.DONE
    for title, date, text in (
        ("Birthday", "2026-01-02", "I turned 61 and began to run."),
        ("", "2026-03-04", "We moved to Lisbon."),
        ("Rain", "2026-05-06", "It rains."),
    ):
        assert run("post", "Clara", "--title", title, "--date", date, stdin=text)[0] == cli.DONE


def test_the_new_text_and_the_posts_are_read_together_and_each_clue_has_its_post(
    run: Run, clara: None, roles: ScriptedRoles
) -> None:
    code, printed, said = run("trail", "Clara", "-", stdin=NEW)
    assert code == cli.DONE
    lines = printed.splitlines()
    assert "  the new text: “Lisbon”" in lines
    assert "  post 2 (2026-03-04): “Lisbon”" in lines
    assert "  post 1 (2026-01-02, Birthday): “61”" in lines
    assert "  This is what the pen name claims." in lines
    assert re.search(r"^Between .* people fit what is read here\.$", printed, re.MULTILINE)
    assert "Reading\nJudging\n" in said
    attacks = [text for role, text in roles.calls if role == "attacker"]
    assert attacks == [
        "\n\n".join((NEW, "It rains.", "We moved to Lisbon.", "I turned 61 and began to run."))
    ]


def test_the_json_holds_the_same_for_programs(run: Run, clara: None) -> None:
    reading = json.loads(run("trail", "Clara", "--json")[1])
    assert [text["number"] for text in reading["texts"]] == [1, 2, 3]
    found = {finding["attribute"]: finding for finding in reading["findings"]}
    assert set(found) == {"age", "location"}
    assert found["age"]["pretended"] == "yes"
    assert found["location"]["pretended"] is None
    assert found["location"]["clues"] == [{"number": 2, "phrase": "Lisbon"}]
    assert found["location"]["validity"] == "high"
    assert reading["whole"] is True
    assert 1 <= reading["people"]["low"] < reading["people"]["high"]


def test_posts_beyond_what_the_model_reads_at_once_are_named(run: Run, clara: None) -> None:
    long = "word " * 596
    printed = run("trail", "Clara", "-", stdin=long)[1]
    assert "left out: post 1 (2026-01-02, Birthday), post 2 (2026-03-04)." in printed
    assert "Nothing found by the Starter model." in printed


def test_what_cannot_be_read_is_a_sentence(run: Run, roles: ScriptedRoles) -> None:
    assert run("set", "Nina", stdin="age = 30\n")[0] == cli.DONE
    code, _, said = run("trail", "Nina")
    assert (code, "nothing to read" in said) == (cli.UNUSABLE, True)
    assert run("trail", "Nobody", "-", stdin=NEW)[0] == cli.UNUSABLE
    assert run("trail", "Nina", "/nowhere")[0] == cli.UNUSABLE
    assert roles.calls == []


def test_a_stop_and_a_crash_end_it(run: Run, clara: None, roles: ScriptedRoles) -> None:
    def leave(error: Exception) -> Callable[..., Any]:
        def attack(*_: object) -> None:
            raise error

        return attack

    roles.attack = leave(Cancelled())  # type: ignore[method-assign]
    code, printed, said = run("trail", "Clara")
    assert (code, printed, "Stopped" in said) == (cli.STOPPED, "", True)
    roles.attack = leave(EngineError("The model stopped."))  # type: ignore[method-assign]
    assert run("trail", "Clara")[:2] == (cli.FAILED, "")


def test_a_suggestion_agrees_with_what_is_published_already(
    run: Run, clara: None, roles: ScriptedRoles, tmp_path: Path
) -> None:
    (tmp_path / "true").write_text("location = Coimbra, Portugal\nage = 34\noccupation = nurse")
    truth = ("--true-from", str(tmp_path / "true"))
    roles.leaks = LEAKS | {"sex": ("We moved", "We went", Validity.MEDIUM)}
    roles.guess = {"sex": "male", "location": "Dublin, Ireland"}
    code, printed, said = run("suggest", "Clara", *truth)
    assert code == cli.DONE
    assert "location=Dublin, Ireland  [published]" in printed
    assert "age=61  [by user]" in printed
    assert "sex: Earlier posts read as “male”." in said  # whether that is true nobody told
    asked = len(roles.calls)
    assert run("suggest", "Clara", *truth, "--ignore-posts")[0] == cli.DONE
    assert len(roles.calls) == asked


def test_a_draw_with_a_known_chance_says_what_it_promises_and_is_never_repeated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "true").write_text("sex = female")
    options = ("--true-from", str(tmp_path / "true"), "--randomize", "sex")
    outcomes = set()
    for name in map(str, range(8)):
        monkeypatch.setattr(random, "SystemRandom", lambda seed=int(name): random.Random(seed))
        code, printed, said = run("suggest", name, *options, "--tells", "nothing")
        assert (code, "more than 1.0 times" in said) == (cli.DONE, True)
        outcome = next(line for line in printed.splitlines() if line.startswith("sex="))
        outcomes.add(outcome)
        assert ("Your own value won" in said) == ("left as it is" in outcome)
        assert outcome in run("suggest", name, *options, "--tells", "some")[1]
    assert len(outcomes) == 2
