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

from cli.conftest import LEAKS
from penname import cli
from penname.domain.errors import Cancelled, EngineError
from penname.domain.inferences import Validity
from penname.domain.pen_names import Chosen, Decoy, PenName, Post
from penname.domain.told import Told
from penname.vault import passphrase
from penname.vault.opening import open_vault
from penname.vault.pen_names import save_pen_name
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles

SECRET = "correct horse battery"
NEW = "The trams of Lisbon are late again."

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, roles: ScriptedRoles
) -> Run:
    """Runs `penname pen-name ...`; returns its exit code, what it printed and what it said."""
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    (tmp_path / "secret").write_text(f"{SECRET}\n")

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = cli.main(("pen-name", *arguments, "--passphrase-from", str(tmp_path / "secret")))
        shown = capfd.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return run


@pytest.fixture
def clara(run: Run, roles: ScriptedRoles) -> None:
    """A pen name of 61 years with three posts that were read when they were kept."""
    vault = open_vault(lambda *, new: SECRET)
    assert vault is not None
    posts = (
        Post("I turned 61 and began to run.", "Birthday", "2026-01-02", (Told("age", "61", 4),)),
        Post("We moved to Lisbon.", "", "2026-03-04", (Told("location", "Lisbon", 4),)),
        Post("It rains.", "Rain", "2026-05-06", ()),
    )
    with vault:
        save_pen_name(vault, PenName("Clara", (Decoy("age", "61", Chosen.BY_USER),), posts))


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


def test_posts_beyond_what_the_model_reads_at_once_are_joined_by_attribute(run: Run, clara: None) -> None:
    long = "word " * 596
    printed = run("trail", "Clara", "-", stdin=long)[1]
    assert "read one by one: post 1 (2026-01-02, Birthday), post 2 (2026-03-04)." in printed
    assert "location: Lisbon  [certainty 4 of 5]\n  post 2 (2026-03-04)\n" in printed
    assert "age: 61  [certainty 4 of 5]\n  This is what the pen name claims.\n  post 1" in printed
    report = json.loads(run("trail", "Clara", "-", "--json", stdin=f"Lisbon {long}")[1])
    found = {finding["attribute"]: finding["numbers"] for finding in report["findings"]}
    assert found == {"location": [0, 2], "age": [1]}


def test_what_a_post_tells_is_read_once_and_kept(run: Run, roles: ScriptedRoles, tmp_path: Path) -> None:
    assert run("set", "Clara", stdin="age = 61\n")[0] == cli.DONE
    assert run("post", "Clara", stdin="We moved to Lisbon.")[0] == cli.DONE
    assert [text for role, text in roles.calls if role == "attacker"] == ["We moved to Lisbon."]
    roles.calls.clear()
    run("trail", "Clara", "-", stdin=NEW)
    assert [text for role, text in roles.calls if role == "attacker"] == [f"{NEW}\n\nWe moved to Lisbon."]


def test_a_post_that_cannot_be_read_is_kept_and_read_the_next_time(run: Run, roles: ScriptedRoles) -> None:
    def fail(role: str) -> None:
        raise EngineError("The model stopped.")

    assert run("set", "Clara", stdin="age = 61\n")[0] == cli.DONE
    works, roles.attack = roles.attack, lambda *_: fail("attacker")  # type: ignore[method-assign]
    code, _, said = run("post", "Clara", stdin="We moved to Lisbon.")
    assert (code, "The post is kept. What it tells will be read the next time." in said) == (cli.DONE, True)
    roles.attack = works  # type: ignore[method-assign]
    assert "Reading post 1 of 1 for the first time" in run("trail", "Clara")[2]
    assert "Reading post" not in run("trail", "Clara")[2]


def test_pen_names_whose_posts_tell_the_same_are_pointed_out(run: Run, clara: None) -> None:
    assert run("set", "Nina", stdin="age = 30\n")[0] == cli.DONE
    said = run("post", "Nina", stdin="We moved to Lisbon.")[2]
    assert "Readers can link" not in said  # half a million people live there
    said = run("post", "Nina", stdin="At 61 one sleeps less.")[2]
    sentence = re.search(r"Readers can link it to “Clara”.*", said)
    assert sentence is not None
    assert "both tell the same location (Lisbon) and age (61). " in sentence.group()
    assert re.search(r"Between [\d,]+ and [\d,]+ people fit both\.$", sentence.group())
    assert "Readers can link it to “Nina”" in run("trail", "Clara")[1]
    (link,) = json.loads(run("trail", "Clara", "--json")[1])["links"]
    assert link["name"] == "Nina"
    assert [shared["attribute"] for shared in link["shared"]] == ["age", "location"]
    assert link["people"]["high"] <= 100_000
    assert run("remove", "Nina")[0] == cli.DONE
    assert json.loads(run("trail", "Clara", "--json")[1])["links"] == []


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
