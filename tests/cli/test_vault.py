"""`penname vault`: passphrases and values never in arguments, what is refused, and nothing in plain sight."""

import getpass
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penname import cli
from penname.vault import passphrase
from penname.vault.opening import open_vault, vault_folder
from penname.vault.sealing import ScryptCost
from penname.vault.vault import VaultPart

PASSPHRASE = "correct horse battery"
VALUES = b"age=34\nsex = Female\nlocation=Quetzalcoatlia\nterm=Quetzal Corp\n"
WORDS = (b"uetzal", b"horse")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs `penname vault ...`; returns its exit code, what it printed and what it said."""
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))

    def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", source)
        code = cli.main(("vault", *arguments))
        shown = capfd.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return run


@pytest.fixture
def secret(tmp_path: Path) -> str:
    """A file whose first line is the passphrase."""
    file = tmp_path / "secret"
    file.write_text(f"{PASSPHRASE}\nanother line\n")
    return str(file)


def test_a_profile_is_made_changed_shown_and_removed(run: Run, secret: str) -> None:
    given = ("--passphrase-from", secret)
    assert run("profile", "list") == (cli.DONE, "", "")
    assert run("profile", "set", "Me", *given, stdin=VALUES)[0] == cli.DONE
    assert run("profile", "list", *given)[1] == "Me\n"
    shown = "age=34\nsex=female\nlocation=Quetzalcoatlia\nterm=Quetzal Corp\n"
    assert run("profile", "show", "me", *given)[1] == shown
    assert run("profile", "set", "me", *given, stdin=b"sex=\nage=35\n")[0] == cli.DONE
    shown = "age=35\nlocation=Quetzalcoatlia\nterm=Quetzal Corp\n"
    assert run("profile", "show", "ME", *given)[1] == shown
    assert run("profile", "remove", "me", *given)[0] == cli.DONE
    assert run("profile", "list", *given)[1] == ""
    code, _, said = run("profile", "show", "me", *given)
    assert (code, "no profile of that name" in said) == (cli.UNUSABLE, True)


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"age=400\n", "“400” is not an age"),
        (b"income=plenty\n", "is not one of"),
        (b"shoe size=42\n", "no attribute “shoe size”"),
        (b"thirty-four\n", "Line 1 is not of the form"),
        (b"\xff\xfe=1\n", "not UTF-8"),
        (b"", "No values came"),
    ],
)
def test_what_is_no_value_is_refused_and_nothing_is_changed(
    run: Run, secret: str, stdin: bytes, sentence: str
) -> None:
    given = ("--passphrase-from", secret)
    run("profile", "set", "me", *given, stdin=VALUES)
    before = run("profile", "show", "me", *given)
    code, out, said = run("profile", "set", "me", *given, stdin=stdin)
    assert (code, out) == (cli.UNUSABLE, "")
    assert sentence in said
    assert run("profile", "show", "me", *given) == before


def test_passphrase_and_values_may_share_standard_input(run: Run) -> None:
    stdin = PASSPHRASE.encode() + b"\n" + VALUES
    assert run("profile", "set", "me", "--passphrase-from", "-", stdin=stdin)[0] == cli.DONE
    shown = run("profile", "show", "me", "--passphrase-from", "-", stdin=PASSPHRASE.encode())
    assert shown[1].startswith("age=34\n")


@pytest.mark.parametrize("content", ["", "\n", None])
def test_a_source_without_a_passphrase_is_refused(run: Run, tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "empty"
    if content is not None:
        file.write_text(content)
    code, _, said = run("profile", "set", "me", "--passphrase-from", str(file), stdin=VALUES)
    assert (code, "--passphrase-from" in said) == (cli.UNUSABLE, True)


def test_a_wrong_passphrase_is_a_sentence(run: Run, secret: str, tmp_path: Path) -> None:
    run("profile", "set", "me", "--passphrase-from", secret, stdin=VALUES)
    (tmp_path / "wrong").write_text("wrong horse battery")
    code, out, said = run("profile", "show", "me", "--passphrase-from", str(tmp_path / "wrong"))
    assert (code, out) == (cli.FAILED, "")
    assert "is wrong" in said


def test_a_new_passphrase_is_typed_twice_and_an_old_one_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [PASSPHRASE, "something else", PASSPHRASE, PASSPHRASE, PASSPHRASE, "short", "short"]
    monkeypatch.setattr(getpass, "getpass", lambda prompt: answers.pop(0))
    code, _, said = run("profile", "set", "me", stdin=VALUES)
    assert (code, "differ" in said) == (cli.UNUSABLE, True)
    assert run("profile", "set", "me", stdin=VALUES)[0] == cli.DONE
    assert run("profile", "list")[1] == "me\n"
    run("forget", "--yes")
    code, _, said = run("profile", "set", "me", stdin=VALUES)
    assert (code, "at least 8" in said) == (cli.UNUSABLE, True)
    assert answers == []


def test_without_a_terminal_nobody_is_asked_in_plain_sight(secret: str) -> None:
    """In a real process without a terminal, whose standard input would show what is typed."""
    made = _penname("profile", "set", "me", "--passphrase-from", secret, stdin=VALUES)
    assert made.returncode == cli.DONE, made.stderr
    done = _penname("profile", "show", "me", stdin=PASSPHRASE.encode())
    assert done.returncode == cli.UNUSABLE
    assert b"--passphrase-from" in done.stderr
    assert done.stdout == b""


def test_status_counts_and_tells_damage(run: Run, secret: str) -> None:
    given = ("--passphrase-from", secret)
    assert run("status")[:2] == (cli.DONE, "Nothing is kept on this computer.\n")
    for _ in range(2):
        run("profile", "set", "me", *given, stdin=VALUES)
    code, out, _ = run("status", *given)
    assert code == cli.DONE
    assert "opens with your passphrase" in out
    assert str(vault_folder()) in out
    assert "profiles: 1\npen names: 0\n" in out
    assert "sessions: 0" in out
    path = vault_folder() / "profiles.0"
    path.write_bytes(path.read_bytes()[:-1])
    code, out, _ = run("status", *given)
    assert code == cli.FAILED
    assert "penname vault restore profiles" in out
    code, _, said = run("profile", "show", "me", *given)
    assert (code, "penname vault restore profiles" in said) == (cli.FAILED, True)
    assert run("restore", "profiles", *given)[0] == cli.DONE
    assert run("profile", "show", "me", *given)[0] == cli.DONE
    assert run("status", *given)[0] == cli.DONE


def test_everything_can_be_taken_along_and_forgotten(run: Run, secret: str, tmp_path: Path) -> None:
    given = ("--passphrase-from", secret)
    (tmp_path / "other").write_text("another passphrase")
    its = ("--file-passphrase-from", str(tmp_path / "other"))
    file = str(tmp_path / "export")
    code, _, said = run("export", file, *given, *its)
    assert (code, "Nothing is kept" in said) == (cli.UNUSABLE, True)
    run("profile", "set", "me", *given, stdin=VALUES)
    assert run("export", file, *given, *its)[0] == cli.DONE
    code, _, said = run("export", file, *given, *its)
    assert (code, "exists already" in said) == (cli.UNUSABLE, True)
    code, _, said = run("import", file, *given, *its)
    assert (code, "--replace" in said) == (cli.UNUSABLE, True)
    assert run("import", file, *given, *its, "--replace")[0] == cli.DONE

    code, _, said = run("forget", stdin=b"no\n")
    assert (code, "Nothing was changed" in said) == (cli.UNUSABLE, True)
    assert run("profile", "list", *given)[1] == "me\n"
    code, _, said = run("forget", stdin=b"forget\n")
    assert (code, "Exports you made still can" in said) == (cli.DONE, True)
    assert run("status")[1] == "Nothing is kept on this computer.\n"
    assert run("import", file, *given, *its)[0] == cli.DONE
    assert run("profile", "show", "me", *given)[1].startswith("age=34\n")


def test_while_the_window_has_it_open_it_can_be_read_but_not_changed(run: Run, secret: str) -> None:
    given = ("--passphrase-from", secret)
    run("profile", "set", "me", *given, stdin=VALUES)
    window = open_vault(lambda *, new: PASSPHRASE)
    assert window is not None
    with window:
        assert run("profile", "show", "me", *given)[0] == cli.DONE
        assert run("status", *given)[0] == cli.DONE
        for command in (("profile", "set", "me", *given), ("forget", "--yes")):
            code, _, said = run(*command, stdin=VALUES)
            assert (code, "Close that one" in said) == (cli.FAILED, True)
        assert len(window.records(VaultPart.PROFILES)) == 1


def test_no_word_is_left_in_plain_sight(secret: str, own_folders: Path, tmp_path: Path) -> None:
    """In real processes: in no file, no message and no argument."""
    given = ("--passphrase-from", secret)
    ran = [
        _penname("profile", "set", "me", *given, stdin=VALUES),
        _penname("profile", "set", "me", *given, stdin=b"age=quetzal\n"),
        _penname("export", str(tmp_path / "export"), *given, "--file-passphrase-from", secret),
        _penname("status", *given),
    ]
    assert [done.returncode for done in ran] == [cli.DONE, cli.UNUSABLE, cli.DONE, cli.DONE]
    files = [path for path in [*own_folders.rglob("*"), tmp_path / "export"] if path.is_file()]
    assert len(files) > 5
    for path in files:
        assert not any(word in path.read_bytes() for word in WORDS), path
    for done in (ran[0], *ran[2:]):
        assert not any(word in done.stdout + done.stderr for word in WORDS)
        assert not any(word in " ".join(map(str, done.args)).encode() for word in WORDS)


def _penname(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    app = Path(__file__).parent.parent.parent / "app"
    return subprocess.run(
        [sys.executable, "-m", "penname", "vault", *arguments],
        input=stdin,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(app)},
        start_new_session=True,  # no terminal to ask at
    )
