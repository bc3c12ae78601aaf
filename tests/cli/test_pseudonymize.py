"""`penname pseudonymize` and `penname restore`: there and back, and what they refuse."""

import io
import json
import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from fake_engine import FakeEngine
from penname import cli
from penname.engine.requests import Request
from penname.lab.stand_ins.measuring import lines, measure, read_labelled
from penname.pseudonyms.models.stages import Detect, Replace, Stages
from penname.settings import load_settings, save_settings
from penname.vault import passphrase
from penname.vault.sealing import ScryptCost
from vault.vaults import PASSPHRASE

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


def test_a_text_that_names_nobody_has_a_mapping_that_restore_takes(
    terminal: _Terminal, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kept, other = tmp_path / "mapping.json", tmp_path / "other.json"
    terminal.run("pseudonymize", "--save-mapping", str(kept), stdin=b"We walk a lot.")
    assert terminal.run("restore", "--mapping", str(kept), stdin=b"Do you?") == (0, b"Do you?")
    other.write_bytes(b"{}")
    assert terminal.run("restore", "--mapping", str(other), stdin=b"Do you?")[0] == 2
    assert "not a mapping of stand-ins" in capfd.readouterr().err


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
        (("restore", "--conversation", "Bank"), b"text", "No conversation is kept"),
        (("pseudonymize", "--conversation", "x", "--known", "y"), b"text", "Give --known or --conversation"),
        (("pseudonymize", "--profile", "me"), b"text", "No profile is kept"),
        (("pseudonymize", "--scores", "-"), b'{"text": 1}', "Line 1 is not a labelled text"),
        (("pseudonymize", "--scores", "-"), b"", "no labelled text in this file"),
        (
            ("pseudonymize", "--scores", "-"),
            b'{"text": "a", "entities": [{"start": 0, "end": 2, "kind": "person"}]}',
            "outside of its text",
        ),
        (("conversation", "forget"), b"", "name of one conversation"),
        (("restore", "--mapping", "/nowhere.json"), b"text", "/nowhere.json cannot be read"),
        (("restore", "--mapping", __file__), b"text", "not a mapping of stand-ins"),
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


def test_a_conversation_is_kept_gone_on_with_and_forgotten(
    terminal: _Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    typed = tmp_path / "passphrase"
    typed.write_text(PASSPHRASE, encoding="utf-8")
    opened = ("--passphrase-from", str(typed))
    terminal.run("vault", "profile", "set", "me", *opened, stdin=b"term=blue bird\n")
    options = ("--conversation", "My doctor", "--profile", "me", *opened)
    code, first = terminal.run("pseudonymize", *options, stdin=_TEXT.encode() + b"Blue  bird!")
    assert code == 0
    assert b"bird" not in first.lower()
    code, second = terminal.run("pseudonymize", *options, stdin=b"Mrs Thornbury again.")
    assert code == 0
    assert second.split()[1] in first
    code, back = terminal.run("restore", "--conversation", "my doctor", *opened, stdin=second)
    assert (code, back) == (0, b"Mrs Thornbury again.")
    assert terminal.run("conversation", "list", *opened)[1].endswith(b"  My doctor\n")
    assert b"Thornbury" in terminal.run("conversation", "show", "My doctor", *opened)[1]
    assert terminal.run("conversation", "forget", "My doctor", *opened)[0] == 0
    assert terminal.run("restore", "--conversation", "My doctor", *opened, stdin=second)[0] == 2
    assert terminal.run("conversation", "list", *opened)[1] == b""


_LABELLED = (
    b'{"text": "Dear Mrs Thornbury, we saw qwertina.", "entities": '
    b'[{"start": 9, "end": 18, "kind": "person"}, {"start": 27, "end": 35, "kind": "person"}]}\n'
)


def test_scores_are_printed_for_labelled_texts(terminal: _Terminal) -> None:
    code, out = terminal.run("pseudonymize", "--scores", "-", "--json", "--seed", "1", stdin=_LABELLED)
    printed = json.loads(out)
    assert code == 0
    assert printed["prr"] == 50
    assert (printed["came_back"], printed["scs"], printed["task_f1"]) == (1, None, None)
    code, out = terminal.run("pseudonymize", "--scores", "-", stdin=_LABELLED)
    assert out.startswith(b"1 texts; detect rules")


class _Surprised(FakeEngine):
    """Tells a loss for each word of a text."""

    def submit(self, request: Request) -> Any:
        if request.losses:
            answer = SimpleNamespace(losses=(1.0,) * len(request.source.split()))
            return SimpleNamespace(result=lambda: answer)
        return super().submit(request)


def test_scores_with_a_model_ask_it_for_names_for_coherence_and_for_a_task() -> None:
    def reply(request: Request) -> str:
        asked = request.messages[-1].content
        if asked.startswith("Whom"):
            return asked.split("---")[1].split()[2].strip(",")  # the name, as it stands in the text
        return '{"qwertina": "person"}'

    engine = _Surprised(reply)
    stages = Stages(Detect.PROMPT, replace=Replace.DIRECT)
    scores = measure(read_labelled(_LABELLED), stages, lambda: engine, seed=1, coherence=True, task="Whom?")
    assert scores.prr == 100
    assert scores.scs == scores.scs_of_originals == pytest.approx(2.71828, abs=1e-4)
    assert (scores.task_rouge_l, scores.task_f1, scores.came_back) == (1, 1, 1)
    assert len(list(lines(scores))) == 9


def test_a_model_for_names_and_its_folder_belong_together(
    terminal: _Terminal, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for options in (["--detect", "ner"], ["--ner", str(tmp_path)]):
        assert terminal.run("pseudonymize", *options, stdin=b"Anna was here.")[0] == 2
        assert "--ner FOLDER" in capfd.readouterr().err
    assert terminal.run("pseudonymize", "--detect", "ner", "--ner", str(tmp_path), stdin=b"Anna")[0] != 0
    # the folder of the settings counts, too
    save_settings(msgspec.structs.replace(load_settings(), names_model=str(tmp_path / "gone")))
    capfd.readouterr()
    assert terminal.run("pseudonymize", "--detect", "ner", stdin=b"Anna was here.")[0] != 0
    assert "gone" in capfd.readouterr().err
