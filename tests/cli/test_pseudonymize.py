"""`penname pseudonymize` and `penname restore`: there and back, and what they refuse."""

import io
import json
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from penname import cli

_TEXT = "Dear Mrs Thornbury,\r\n\r\nmy name is Ann Plover, call 030 1234 5678.\r\n"


class _Terminal:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def run(self, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes]:
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        self._monkeypatch.setattr(sys, "stdout", out)
        self._monkeypatch.setattr(
            sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: False)
        )
        code = cli.main(arguments)
        out.flush()
        return code, out.buffer.getvalue()  # type: ignore[attr-defined]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    return _Terminal(monkeypatch)


def test_a_text_goes_and_its_reply_comes_back(terminal: _Terminal, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_bytes(_TEXT.encode())
    code, out = terminal.run("pseudonymize", str(letter), "--json", "--seed", "3")
    printed = json.loads(out)
    assert code == 0
    assert not any(word in printed["text"] for word in ("Thornbury", "Ann", "Plover", "5678"))
    assert {(e["kind"], e["text"]) for e in printed["entities"]} >= {
        ("person", "Thornbury"),
        ("person", "Ann Plover"),
        ("phone", "030 1234 5678"),
    }
    for entity in printed["entities"]:
        assert _TEXT[entity["start"] : entity["end"]] == entity["text"]
    mapping = tmp_path / "mapping.json"
    mapping.write_bytes(out)  # the whole output serves as a mapping
    assert terminal.run("restore", "--mapping", str(mapping), stdin=printed["text"].encode()) == (
        0,
        _TEXT.encode(),
    )


def test_the_mapping_is_saved_for_its_owner_alone_and_can_be_gone_on_with(
    terminal: _Terminal, tmp_path: Path
) -> None:
    saved = tmp_path / "mapping.json"
    _, first = terminal.run(
        "pseudonymize", "--placeholders", "--save-mapping", str(saved), stdin=_TEXT.encode()
    )
    assert b"[PERSON_1]" in first
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    code, second = terminal.run(
        "pseudonymize",
        "--placeholders",
        "--known",
        str(saved),
        "--save-mapping",
        str(saved),
        stdin=b"Bob told Ann Plover.",
    )
    assert code == 0
    code, back = terminal.run("restore", "--mapping", str(saved), stdin=second + first)
    assert back == b"Bob told Ann Plover." + _TEXT.encode()


def test_the_always_hide_list_and_what_to_keep(terminal: _Terminal, tmp_path: Path) -> None:
    hide, keep = tmp_path / "hide.txt", tmp_path / "keep.txt"
    hide.write_text("# what nobody should read\nProject Bluebird\nplace: Shangri-La\n", encoding="utf-8")
    keep.write_text("Ann Plover\n", encoding="utf-8")
    text = b"Project Bluebird starts in Shangri-La. My name is Ann Plover."
    code, out = terminal.run("pseudonymize", "--json", "--hide", str(hide), "--keep", str(keep), stdin=text)
    printed = json.loads(out)
    assert code == 0
    assert [(e["kind"], e["text"], e["finder"]) for e in printed["entities"]] == [
        ("other", "Project Bluebird", "always_hide"),
        ("place", "Shangri-La", "always_hide"),
    ]
    assert "Ann Plover" in printed["text"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (("pseudonymize",), b"", "There is no text here"),
        (("pseudonymize",), b"PK\x03\x04\0\0", "not a text file"),
        (("pseudonymize", "/nowhere.txt"), b"", "/nowhere.txt cannot be read"),
        (("pseudonymize", "--hide", "/nowhere.txt"), b"text", "/nowhere.txt cannot be read"),
        (("pseudonymize", "--known", "-"), b"text", "Only one of the files"),
        (("pseudonymize", "--save-mapping", "/nowhere/at/all"), b"text", "mapping cannot be written"),
        (("pseudonymize",), b"word " * 500_000, "at most 2,000,000"),
        (("restore", "--mapping", "-"), b"text", "Only one of"),
        (("restore", "--mapping", "/nowhere.json"), b"text", "/nowhere.json cannot be read"),
        (("restore", "--mapping", __file__), b"text", "no mapping of stand-ins"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    terminal: _Terminal,
    capfd: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    stdin: bytes,
    sentence: str,
) -> None:
    code, out = terminal.run(*arguments, stdin=stdin)
    assert (code, out) == (2, b"")
    assert sentence in capfd.readouterr().err


def test_standard_error_never_names_anybody(
    terminal: _Terminal, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "mapping.json"
    _, out = terminal.run("pseudonymize", "--save-mapping", str(saved), "--seed", "1", stdin=_TEXT.encode())
    terminal.run("restore", "--mapping", str(saved), stdin=out)
    said = capfd.readouterr().err
    assert said
    assert not any(word in said for word in ("Thornbury", "Plover", "1234"))
