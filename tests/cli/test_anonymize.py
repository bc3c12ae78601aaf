"""The command line: what it refuses, with which exit code, and never a traceback. No model runs."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from penname import cli
from penname.domain.errors import EngineError
from penname.sessions.job import Job


class _Terminal:
    """Standard input and output as bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(sys, "stdout", self.out)

    def run(self, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes]:
        source = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: False)
        self.monkeypatch.setattr(sys, "stdin", source)
        code = cli.main(arguments)
        self.out.flush()
        return code, self.out.buffer.getvalue()  # type: ignore[attr-defined]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    return _Terminal(monkeypatch)


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        ((), b"", "There is no text here"),
        ((), b" \r\n", "There is no text here"),
        ((), b"PK\x03\x04\0\0", "not a text file"),
        ((), "Köln, schön und grün".encode("cp1252"), "--encoding cp1252"),
        (("--protect", "age,shoe size"), b"text", "knows no attribute “shoe size”. It knows: age, sex"),
        (("--rounds", "0"), b"text", "from 1 to 20"),
        (("--rounds", "21"), b"text", "from 1 to 20"),
        (("--seed", "-1"), b"text", "The seed"),
        (("--encoding", "klingon"), b"text", "klingon"),
        (("/nowhere/at/all.txt",), b"", "/nowhere/at/all.txt cannot be read: No such file or directory."),
        (("/",), b"", "/ cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    terminal: _Terminal,
    capfd: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    stdin: bytes,
    sentence: str,
) -> None:
    code, out = terminal.run("anonymize", *arguments, stdin=stdin)
    said = capfd.readouterr().err
    assert (code, out) == (cli.UNUSABLE, b"")
    assert sentence in said
    assert "Traceback" not in said


def test_an_unknown_model_is_refused(terminal: _Terminal, capfd: pytest.CaptureFixture[str]) -> None:
    code, out = terminal.run("anonymize", "--model", "gigantic", stdin=b"text")
    assert (code, out) == (cli.FAILED, b"")
    assert "no model called “gigantic”" in capfd.readouterr().err


def test_a_broken_settings_file_is_named(terminal: _Terminal, capfd: pytest.CaptureFixture[str]) -> None:
    from penname import locations

    (locations.config_dir() / "settings.toml").write_text("rounds = 'many'")
    code, _ = terminal.run("anonymize", stdin=b"text")
    assert code == cli.UNUSABLE
    assert "settings.toml cannot be read" in capfd.readouterr().err


def test_an_error_nobody_foresaw_shows_a_sentence_and_logs_no_word_of_the_text(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    def fail(job: Job) -> None:
        raise KeyError(f"quetzalcoatl {job}") from ValueError("quetzalcoatl")

    monkeypatch.setattr(Job, "run", fail)
    code, out = terminal.run("anonymize", stdin=b"I am the quetzalcoatl of Leeds")
    said = capfd.readouterr().err
    assert (code, out) == (cli.UNFORESEEN, b"")
    assert "Traceback" not in said
    assert "quetzalcoatl" not in said
    log = own_folders / "state" / "crashes.log"
    assert str(log) in said
    noted = log.read_text()
    assert "builtins.KeyError" in noted
    assert "builtins.ValueError" in noted
    assert "in fail" in noted
    assert "quetzalcoatl" not in noted


def test_a_model_that_cannot_be_loaded_is_a_sentence(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(job: Job) -> None:
        raise EngineError("The model could not be started. Your text is kept.")

    monkeypatch.setattr(Job, "run", fail)
    code, out = terminal.run("anonymize", stdin=b"text")
    assert (code, out) == (cli.FAILED, b"")
    assert capfd.readouterr().err == "The model could not be started. Your text is kept.\n"


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out.startswith("penname 0.")


def test_the_help_names_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["anonymize", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for code in (cli.DONE, cli.FAILED, cli.UNUSABLE, cli.UNFORESEEN, cli.STOPPED):
        assert f"{code} " in shown
