"""`penname anonymize --as`: each finding of a draft is held against what the pen name's posts have told."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penname import cli
from penname.domain.pen_names import PenName, Post
from penname.vault import passphrase
from penname.vault.opening import open_vault
from penname.vault.pen_names import pen_names, save_pen_name
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles

SECRET = "correct horse battery"
POSTS = (Post("We live in Porto."), Post("At 61 one sleeps less."), Post("I turned 61."))

Run = Callable[..., tuple[int, str, str]]


def ask(*, new: bool) -> str:
    return SECRET


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, roles: ScriptedRoles
) -> Run:
    """Runs `penname anonymize --as Clara --method rational`, whose posts nobody has read yet."""
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    roles.leaks = {**roles.leaks, "birthplace": ("Porto", "a town", roles.leaks["location"][2])}
    vault = open_vault(ask)
    assert vault is not None
    with vault:
        save_pen_name(vault, PenName("Clara", (), POSTS))

    def run(*arguments: str, stdin: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        options = ("--as", "Clara", "--method", "rational", "--passphrase-from", str(tmp_path / "secret"))
        code = cli.main(("anonymize", *options, *arguments))
        shown = capfd.readouterr()
        return code, shown.out, shown.err

    return run


def test_findings_are_new_known_or_contradict_and_the_posts_are_read_once(
    run: Run, roles: ScriptedRoles
) -> None:
    roles.guess = {"birthplace": "Porto, Portugal"}
    code, _, said = run(stdin="Born in Porto, I am 61 and work the night shift.")
    assert code == cli.DONE
    assert said.count("for the first time") == 3
    assert "age (high; known already (2 posts))" in said
    assert "occupation (medium; new)" in said
    assert "birthplace (high; known already (1 post))" in said
    roles.guess = {"birthplace": "Leeds, United Kingdom"}
    code, printed, said = run("--json", stdin="Born in Porto, I am 61 and work the night shift.")
    assert "for the first time" not in said
    assert "birthplace (high; contradicts your posts)" in said  # what is said here may end in a log
    first = json.loads(printed)["rounds"][0]
    assert [one["attribute"] for one in first["against_posts"]] == [
        one["attribute"] for one in first["inferences"]
    ]
    found = {one["attribute"]: one for one in first["against_posts"]}
    assert found["age"] == {
        "attribute": "age", "novelty": "known", "said": "61", "certainty": 4, "posts": 2
    }  # fmt: skip
    assert found["occupation"]["novelty"] == "new"
    assert (found["birthplace"]["novelty"], found["birthplace"]["said"]) == ("contradicts", "Porto, Portugal")


def test_what_the_posts_tell_is_kept_with_them(run: Run, roles: ScriptedRoles) -> None:
    run(stdin="It rains.")
    vault = open_vault(ask, create=False, write=False)
    assert vault is not None
    with vault:
        (clara,) = pen_names(vault)
    assert [[told.attribute for told in post] for post in clara.told] == [["birthplace"], ["age"], ["age"]]
