"""`--output`: a document in, the same document out; what is asked and refused before anything is written."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from documents import samples
from penname import cli
from penname.cli.new_file import NewFile
from penname.documents.open_document import OpenDocument
from penname.documents.web_page import WebPage
from penname.documents.word import WordDocument
from penname.domain.errors import BadInput
from penname.people import People
from penname.sessions.report import Final, Report
from penname.sessions.session_job import SessionJob

KEEP, STRIP = "--keep-metadata", "--strip-metadata"


class _Terminal:
    """Standard input and output; `answers` are the lines typed where somebody sits there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *arguments: object, answers: str | None = None) -> tuple[int, bytes, str]:
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        typed = io.StringIO(answers or "")
        sits_there = answers is not None
        self._monkeypatch.setattr(sys, "stdout", out)
        self._monkeypatch.setattr(
            sys,
            "stdin",
            SimpleNamespace(buffer=io.BytesIO(), isatty=lambda: sits_there, readline=typed.readline),
        )
        self._monkeypatch.setattr(sys.stderr, "isatty", lambda: sits_there, raising=False)
        code = cli.main([str(argument) for argument in arguments])
        out.flush()
        return code, out.buffer.getvalue(), self._capsys.readouterr().err  # type: ignore[attr-defined]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> _Terminal:
    return _Terminal(monkeypatch, capsys)


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.docx"
    path.write_bytes(samples.word())
    return path


@pytest.mark.parametrize("kind", [".docx", ".odt", ".html", ".md", ".csv", ".jsonl"])
def test_stand_ins_and_back_gives_the_first_document(terminal: _Terminal, tmp_path: Path, kind: str) -> None:
    source, away, back = (tmp_path / f"{name}{kind}" for name in ("source", "away", "back"))
    source.write_bytes(samples.all_kinds()[kind])
    mapping = tmp_path / "mapping.json"
    column = ("--text-column", "text") if kind in (".csv", ".jsonl") else ()
    code, out, said = terminal.run(
        "pseudonymize", source, "--output", away, KEEP, *column, "--save-mapping", mapping, "--seed", 5
    )
    assert (code, out) == (0, b"")
    assert f"Written to {away}. The original is as it was." in said
    assert away.read_bytes() != source.read_bytes()
    assert terminal.run("restore", away, "--mapping", mapping, "--output", back, *column)[0] == 0
    if kind in (".docx", ".odt"):
        assert samples.parts_of(back.read_bytes()) == samples.parts_of(source.read_bytes())
    elif kind != ".html":
        assert back.read_bytes() == source.read_bytes()
    else:  # of a word in two formats, only the text comes back
        assert WebPage(back.read_bytes()).text == WebPage(source.read_bytes()).text


def test_anonymize_writes_the_document(
    terminal: _Terminal, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(job: SessionJob) -> Report:
        text = job._text.replace("Ann Plover", "somebody")
        return Report(
            job._text,
            text,
            "rational",
            {},
            "done",
            (),
            Final((), (), (), {}, (), (), True),
            People(None, None),
            (),
            "model",
            {},
        )

    monkeypatch.setattr(SessionJob, "run", run)
    monkeypatch.setattr(SessionJob, "close", lambda job: None)
    output = letter.with_name("result.docx")
    code, out, said = terminal.run("anonymize", letter, "--output", output, STRIP)
    assert (code, out) == (0, b""), said
    made = WordDocument(output.read_bytes())
    assert "My name is somebody, of" in made.text
    assert made.facts == ()


def test_what_the_file_tells_is_shown_and_goes_with_a_yes(terminal: _Terminal, letter: Path) -> None:
    output = letter.with_name("result.docx")
    code, _, said = terminal.run("pseudonymize", letter, "--output", output, answers="what?\ny\n")
    assert code == 0
    assert "  author: Ann Plover\n" in said
    assert said.count("Leave this out of the result? [Y/n]") == 2
    assert WordDocument(output.read_bytes()).facts == ()


def test_it_stays_with_a_no(terminal: _Terminal, letter: Path) -> None:
    output = letter.with_name("result.docx")
    assert terminal.run("pseudonymize", letter, "--output", output, answers="n\n")[0] == 0
    assert {fact.value for fact in WordDocument(output.read_bytes()).facts} >= {"Ann Plover", "Bob Wren (2)"}


def test_where_nobody_can_answer_it_must_be_said(terminal: _Terminal, letter: Path) -> None:
    output = letter.with_name("result.docx")
    code, _, said = terminal.run("pseudonymize", letter, "--output", output)
    assert code == 2
    assert "--strip-metadata leaves it out" in said
    assert "  author\n" in said
    assert "Plover" not in said, "standard error may be a log"
    assert not output.exists()
    assert terminal.run("pseudonymize", letter, "--output", output, answers="")[0] == 2, "Ctrl+D is no yes"


def test_a_stranger_s_words_do_not_steer_the_terminal(terminal: _Terminal, tmp_path: Path) -> None:
    source, output = tmp_path / "page.html", tmp_path / "result.html"
    source.write_text(f"<!-- \x1b[2J{'x' * 500}\r\nnew --><p>I am Ann Plover.</p>", encoding="utf-8")
    _, _, said = terminal.run("pseudonymize", source, "--output", output, answers="\n")
    line = next(line for line in said.split("\n") if "comment in the page" in line)
    assert "\x1b" not in line
    assert len(line) < 150


def test_of_a_pdf_the_text_is_written(terminal: _Terminal, tmp_path: Path) -> None:
    source, output = tmp_path / "letter.pdf", tmp_path / "result.docx"
    source.write_bytes(samples.portable())
    code, _, said = terminal.run("pseudonymize", source, "--output", output, "--placeholders")
    assert code == 0
    assert "None of this comes along" in said
    assert WordDocument(output.read_bytes()).text == "My name is [PERSON_1]."


def test_nothing_that_exists_is_overwritten(terminal: _Terminal, letter: Path) -> None:
    before = letter.read_bytes()
    for output in (letter, letter.with_name("link.docx")):
        if output != letter:
            output.symlink_to(letter)
        code, _, said = terminal.run("pseudonymize", letter, "--output", output, KEEP)
        assert code == 2
        assert "overwrites no document" in said
    assert letter.read_bytes() == before


def test_a_text_that_cannot_be_written_is_printed(
    terminal: _Terminal, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = letter.with_name("result.docx")

    def full(file: NewFile, _data: bytes) -> None:
        raise BadInput(f"{file.path} cannot be written: No space left on device.")

    monkeypatch.setattr(NewFile, "write", full)
    code, out, said = terminal.run("pseudonymize", letter, "--output", output, KEEP)
    assert code == 1
    assert "No space left" in said
    assert b"I live in" in out
    assert b"Ann Plover" not in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("{folder}/letter.docx",), "is a document. Say with --output"),
        (("-", "--output", "{folder}/x.docx"), "name the file to read"),
        (("{folder}/letter.docx", "--output", "{folder}/x.pdf", KEEP), "cannot be written as .pdf"),
        (("{folder}/letter.docx", "--output", "{folder}/none/x.docx", KEEP), "no folder"),
        (("{folder}/letter.doc", "--output", "{folder}/x.docx", KEEP), "does not read .doc files"),
        (("{folder}/gone.docx", "--output", "{folder}/x.docx", KEEP), "No such file"),
        (("{folder}/empty.docx", "--output", "{folder}/x.docx", KEEP), "damaged"),
        (("{folder}/letter.docx", STRIP), "need --output"),
    ],
)
@pytest.mark.parametrize("command", ["anonymize", "pseudonymize"])
def test_what_cannot_be_is_a_sentence(
    terminal: _Terminal, letter: Path, command: str, arguments: tuple[str, ...], sentence: str
) -> None:
    letter.with_name("empty.docx").touch()
    there = sorted(letter.parent.glob("*.*"))
    code, out, said = terminal.run(command, *(one.format(folder=letter.parent) for one in arguments))
    assert (code, out) == (2, b"")
    assert sentence in said
    assert sorted(letter.parent.glob("*.*")) == there


def test_an_open_document_is_stripped(terminal: _Terminal, tmp_path: Path) -> None:
    source, output = tmp_path / "letter.odt", tmp_path / "result.odt"
    source.write_bytes(samples.open_document())
    assert terminal.run("pseudonymize", source, "--output", output, STRIP)[0] == 0
    assert OpenDocument(output.read_bytes()).facts == ()


def test_of_a_chat_only_the_sender_who_is_named_is_worked_on(terminal: _Terminal, tmp_path: Path) -> None:
    source, output = tmp_path / "result.json", tmp_path / "made.json"
    source.write_text(samples.TELEGRAM, encoding="utf-8")
    code, _, said = terminal.run("pseudonymize", source, "--output", output)
    assert code == 2
    assert "--sender NAME" in said
    assert "Bob" not in said, "standard error may be a log"
    assert (
        "This file is a chat of Ann, Bob."
        in terminal.run("pseudonymize", source, "--output", output, answers="")[2]
    )
    assert terminal.run("pseudonymize", source, "--output", output, "--sender", "Ann", "--seed", 1)[0] == 0
    made = output.read_text(encoding="utf-8")
    assert "ann@plover.example" not in made
    assert "Ann, you are 34 and live in York!" in made
    assert terminal.run("pseudonymize", source, "--sender", "Ann")[0] == 2, "without --output"


def test_of_a_table_only_the_column_that_is_named_is_worked_on(terminal: _Terminal, tmp_path: Path) -> None:
    source, output = tmp_path / "rows.csv", tmp_path / "made.csv"
    source.write_bytes(samples.COMMA_SEPARATED.encode())
    code, _, said = terminal.run("pseudonymize", source, "--output", output)
    assert code == 2
    assert "--text-column NAME" in said
    assert "note" not in said, "standard error may be a log"
    told = terminal.run("pseudonymize", source, "--output", output, answers="")[2]
    assert "This file is a table with who, text, note." in told
    wrong = terminal.run("pseudonymize", source, "--output", output, "--text-column", "body")
    assert wrong[0] == 2
    assert "no column of that name" in wrong[2]
    named = ("--text-column", "text")
    code, _, said = terminal.run("pseudonymize", source, "--output", output, *named, "--placeholders")
    assert code == 0
    assert "Only this column is worked on" in said
    made = output.read_bytes().decode()
    assert made.startswith("\ufeffwho;text;note\r\n7;")
    assert made.count("Ann") == 1, "in another column"
    assert terminal.run("pseudonymize", source, *named)[0] == 2, "without --output"
    page = tmp_path / "page.html"
    page.write_text("<p>Ann</p>", encoding="utf-8")
    said = terminal.run("pseudonymize", page, "--output", tmp_path / "made.html", *named)[2]
    assert "Only tables have columns" in said
