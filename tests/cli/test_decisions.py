"""`--decide` and `--save-decisions`: what was decided is done again on the same text, without a model."""

import io
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from documents import samples
from penname import cli
from penname.documents.word import WordDocument
from penname.domain.changes import Change, apply_changes
from penname.people import People
from penname.sessions.report import Final, Report, ReportedRound
from penname.sessions.saved_decisions import decisions_about, read_decisions
from penname.sessions.session_job import SessionJob

TEXT = "I love my flat in Lisbon.\r\nI am 34.\r\n"
CHANGES = (Change(18, 24, "Lisbon", "a city", ("location",)), Change(32, 34, "34", "an adult", ("age",)))
RESULT = "I love my flat in a city.\r\nI am an adult.\r\n"

Run = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`penname anonymize` with these arguments: exit code, standard output and standard error."""

    def run_it(*arguments: object, stdin: bytes = b"") -> tuple[int, bytes, str]:
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(sys, "stdout", out)
        typed = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: False)
        monkeypatch.setattr(sys, "stdin", typed)
        code = cli.main(["anonymize", *map(str, arguments)])
        out.flush()
        return code, out.buffer.getvalue(), capsys.readouterr().err  # type: ignore[attr-defined]

    return run_it


@pytest.fixture
def decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The decisions about TEXT in a file; whoever starts a session fails."""

    def started(*_arguments: object) -> None:
        raise AssertionError("a session was started")

    monkeypatch.setattr("penname.cli.anonymize.SessionJob", started)
    path = tmp_path / "decisions.json"
    path.write_bytes(decisions_about(TEXT, [CHANGES]).to_json())
    return path


def test_the_changes_are_made_on_the_same_text_in_its_own_encoding(run: Run, decided: Path) -> None:
    assert run("--decide", decided, stdin=TEXT.encode()) == (cli.DONE, RESULT.encode(), "")
    utf16 = run("--decide", decided, "--encoding", "utf-16", stdin=TEXT.encode("utf-16"))
    assert utf16[1].decode("utf-16") == RESULT


def test_another_text_is_refused_and_nothing_is_printed(run: Run, decided: Path) -> None:
    code, out, said = run("--decide", decided, stdin=TEXT.replace("\r\n", "\n").encode())
    assert (code, out) == (cli.UNUSABLE, b"")
    assert "not the text that these decisions were made about" in said
    assert "Lisbon" not in said


def test_decisions_are_made_in_a_document(run: Run, tmp_path: Path, decided: Path) -> None:
    letter, result = tmp_path / "letter.docx", tmp_path / "result.docx"
    letter.write_bytes(samples.word())
    text = WordDocument(WordDocument(letter.read_bytes()).stripped()).text
    start = text.index("York")
    change = Change(start, start + 4, "York", "a city")
    decided.write_bytes(decisions_about(text, [[change]]).to_json())
    code, out, _ = run(letter, "--decide", decided, "--output", result, "--strip-metadata")
    assert (code, out) == (cli.DONE, b"")
    assert WordDocument(result.read_bytes()).text == apply_changes(text, [change])


@pytest.mark.parametrize(
    "option",
    [("--model", "starter"), ("--json",), ("--seed", "3"), ("--protect", "age"), ("--save-decisions", "x")],
)
def test_what_is_said_to_a_model_does_not_go_with_it(
    run: Run, decided: Path, option: tuple[str, ...]
) -> None:
    code, out, said = run("--decide", decided, *option, stdin=TEXT.encode())
    assert (code, out) == (cli.UNUSABLE, b"")
    assert f"{option[0]} does not go with --decide" in said


def test_text_and_decisions_cannot_share_standard_input(run: Run) -> None:
    assert "cannot both come from standard input" in run("--decide", "-", stdin=TEXT.encode())[2]


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every session ends with two rounds, of which the second goes over the first."""
    second = (Change(18, 24, "a city", "town"),)
    between = apply_changes(TEXT, CHANGES)
    rounds = tuple(
        ReportedRound((), (), (), {}, (), (), made, text)
        for made, text in ((CHANGES, between), (second, apply_changes(between, second)))
    )
    nothing = Final((), (), (), {}, (), (), judged=True)

    def end(_job: SessionJob) -> Report:
        people = People(None, None)
        return Report(
            TEXT, rounds[-1].text, "rational", {}, "round limit", rounds, nothing, people, (), "x", {}
        )

    monkeypatch.setattr(SessionJob, "run", end)


@pytest.mark.usefixtures("finished")
def test_what_a_session_did_is_written_for_its_owner_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    code, out, said = run("--save-decisions", path, stdin=TEXT.encode())
    assert code == cli.DONE
    assert "holds words of your text" in said
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_decisions(path.read_bytes()).repeated(TEXT).encode() == out


def test_a_file_that_is_there_is_not_overwritten_and_no_model_is_asked(run: Run, decided: Path) -> None:
    before = decided.read_bytes()
    code, _, said = run("--save-decisions", decided, stdin=TEXT.encode())
    assert code == cli.UNUSABLE
    assert "Give --save-decisions another name" in said
    assert decided.read_bytes() == before


@pytest.mark.usefixtures("finished")
def test_where_decisions_cannot_be_written_the_result_is_still_printed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("penname.cli.new_file.os.open", full)
    code, out, said = run("--save-decisions", tmp_path / "decisions.json", stdin=TEXT.encode())
    assert code == cli.FAILED
    assert b"town" in out
    assert "cannot be written: No space left on device." in said
