"""`penname pen-name`: drawn once, kept in the vault, refused where it contradicts itself."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penname import cli
from penname.vault import passphrase
from penname.vault.opening import vault_folder
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles

TRUTH = "age = 34\nsex = female\nlocation = Coimbra, Portugal\noccupation = nurse\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs `penname pen-name ...`; returns its exit code, what it printed and what it said."""
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery\n")

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        code = cli.main(("pen-name", *arguments, "--passphrase-from", str(secret)))
        shown = capfd.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return run


@pytest.fixture
def truth(tmp_path: Path) -> str:
    file = tmp_path / "truth"
    file.write_text(TRUTH)
    return str(file)


def test_a_suggestion_is_whole_kept_and_never_drawn_anew(run: Run, truth: str) -> None:
    code, printed, _ = run("suggest", "Ada", "--true-from", truth)
    assert code == cli.DONE
    values = dict(line.split("  [")[0].split("=") for line in printed.splitlines())
    assert len(values) == 8
    assert values["sex"] == "male"
    assert abs(int(values["age"]) - 34) >= 10
    assert run("suggest", "ada", "--true-from", truth)[1] == printed
    assert run("show", "ADA")[1] == printed
    assert run("list")[1] == "Ada\n"
    assert run("check", "Ada")[:2] == (cli.DONE, "")
    assert run("remove", "Ada")[0] == cli.DONE
    assert run("show", "Ada")[0] == cli.UNUSABLE


def test_what_the_user_chose_stays_and_the_rest_fits(run: Run) -> None:
    assert run("set", "Ada", stdin="occupation = doctor\n")[0] == cli.DONE
    printed = run("suggest", "Ada")[1]
    assert "occupation=doctor  [by user]" in printed
    assert "education=Medical degree  [drawn]" in printed


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        ("age = 400\n", "not an age"),
        ("age = 36\n", "less than 10 years"),
        ("location = Lisbon, Portugal\n", "same country"),
        ("sex = female\n", "true value"),
        ("income = plenty\n", "not one of"),
        ("shoes = 42\n", "no attribute"),
        ("age = 19\neducation = PhD in Physics\n", "contradict itself"),
    ],
)
def test_bad_values_are_refused_and_nothing_is_changed(
    run: Run, truth: str, stdin: str, sentence: str
) -> None:
    assert run("set", "Ada", stdin="relationship = single\n")[0] == cli.DONE
    code, _, said = run("set", "Ada", "--true-from", truth, stdin=stdin)
    assert code == cli.UNUSABLE
    assert sentence in said
    assert run("show", "Ada")[1] == "relationship=single  [by user]\n"


def test_a_randomized_response_needs_the_truth_and_is_drawn_once(run: Run, truth: str) -> None:
    assert run("suggest", "Ada", "--randomize", "sex")[0] == cli.UNUSABLE
    assert run("suggest", "Ada", "--true-from", truth, "--randomize", "shoes")[0] == cli.UNUSABLE
    assert run("suggest", "Ada", "--true-from", truth, "--randomize", "sex", "--epsilon", "-1")[0] == (
        cli.UNUSABLE
    )
    options = ("suggest", "Ada", "--true-from", truth, "--randomize", "sex", "--epsilon", "0.5")
    code, printed, _ = run(*options)
    assert code == cli.DONE
    assert "[randomized response]" in printed
    assert run(*options)[1] == printed


def test_posts_are_kept_but_not_in_plain_sight(run: Run, roles: ScriptedRoles, tmp_path: Path) -> None:
    text = tmp_path / "post.txt"
    text.write_text("The trams of Quetzalcoatlia are late.")
    assert run("set", "Ada", stdin="age = 60\n")[0] == cli.DONE
    assert run("post", "Ada", str(text), "--date", "2026-01-02", "--title", "Trams")[0] == cli.DONE
    assert run("post", "Ada", str(text), "--date", "soon")[0] == cli.UNUSABLE
    assert run("post", "Nobody", str(text))[0] == cli.UNUSABLE
    assert "post 2026-01-02 Trams, 37 characters" in run("show", "Ada")[1]
    kept = b"".join(path.read_bytes() for path in vault_folder().rglob("*") if path.is_file())
    assert b"Quetzal" not in kept
    assert b"Ada" not in kept


def test_without_a_vault_there_is_no_pen_name(run: Run) -> None:
    assert run("list") == (cli.DONE, "", "")
    code, _, said = run("show", "Ada")
    assert (code, "No pen name" in said) == (cli.UNUSABLE, True)
