"""Documents through the window: dropped, decided about, saved as one; never over the original."""

import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from documents import samples
from penname.desktop.hotkeys.source import HotkeySource
from penname.desktop.main.file_facts_dialog import FileFactsDialog
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.part_dialog import PartDialog
from penname.desktop.presence.presence import Presence
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.shell import asking
from penname.desktop.texts.text_files import DOCUMENT_FILES, TEXT_FILES
from penname.documents.kinds import DOCUMENT_KINDS, KINDS
from penname.documents.word import WordDocument
from penname.instance.activation import OPEN, Activation
from penname.instance.starting import Start


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.docx"
    path.write_bytes(samples.word())
    return path


def asked_about(qtbot: QtBot, window: MainWindow, path: Path) -> FileFactsDialog:
    """Drop a file on the text and wait for the question."""
    window.page.document.original.file_dropped.emit(str(path))
    found: list[FileFactsDialog] = []

    def there() -> None:
        found[:] = [one for one in window.findChildren(FileFactsDialog) if one.isVisible()]
        assert found

    qtbot.waitUntil(there, timeout=60_000)
    return found[0]


def finish(qtbot: QtBot, window: MainWindow) -> None:
    window.do(Action.RUN)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.FINISHED, timeout=60_000)


def save_as(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(asking, "document_to_save", lambda parent, kinds: str(path))
    window.do(Action.SAVE)


def test_the_window_takes_every_kind_that_is_read() -> None:
    assert set(TEXT_FILES + DOCUMENT_FILES) == set(KINDS) | {".text"}
    for kind in DOCUMENT_KINDS:
        assert f"*{kind.usual}" in re.split("[ ()]", asking._kinds())


def test_a_document_is_read_rewritten_and_saved_as_one(
    qtbot: QtBot, window: MainWindow, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = asked_about(qtbot, window, letter)
    told = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert "author: Ann Plover" in told
    assert window.page.flow.text == "", "nothing is opened before the user has decided"
    dialog.submit()
    qtbot.waitUntil(lambda: "My name is Ann Plover" in window.page.flow.text, timeout=60_000)
    assert "Too plain, Ann" not in window.page.flow.text
    finish(qtbot, window)
    saved, before = letter.with_name("result.docx"), letter.read_bytes()
    save_as(qtbot, window, monkeypatch, saved)
    qtbot.waitUntil(saved.exists, timeout=60_000)
    made = WordDocument(saved.read_bytes())
    assert made.text.split() == window.page.flow.result.split()
    assert made.facts == ()
    assert letter.read_bytes() == before
    assert window.page.saved == window.page.flow.result


def test_what_the_file_tells_can_be_taken_along(qtbot: QtBot, window: MainWindow, letter: Path) -> None:
    dialog = asked_about(qtbot, window, letter)
    dialog.leave_out.setChecked(False)
    dialog.submit()
    qtbot.waitUntil(lambda: "Too plain, Ann" in window.page.flow.text, timeout=60_000)


def test_cancel_opens_nothing(qtbot: QtBot, window: MainWindow, letter: Path) -> None:
    asked_about(qtbot, window, letter).reject()
    assert window.page.flow.text == ""


@pytest.mark.parametrize("name", ["letter.docx", "link.docx", "result.odt"])
def test_it_is_never_saved_over_the_original_or_as_another_kind(
    qtbot: QtBot, window: MainWindow, letter: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (letter.parent / "link.docx").symlink_to(letter)
    before = letter.read_bytes()
    asked_about(qtbot, window, letter).submit()
    qtbot.waitUntil(lambda: window.page.flow.text != "", timeout=60_000)
    finish(qtbot, window)
    save_as(qtbot, window, monkeypatch, letter.parent / name)
    said = window.notice.accessibleName()
    assert "never overwritten" in said or "cannot be written as .odt" in said
    assert letter.read_bytes() == before
    assert not (letter.parent / "result.odt").exists()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("broken.docx", b"PK nothing", "damaged, or no .docx file"),
        ("locked.odt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "locked with a password"),
        ("page.html", "<p>Été à Nîmes, déjà</p>".encode("cp1252"), "seems to be cp125"),
        ("empty.html", b"<p></p>", "no text here"),
        ("gone.docx", None, "cannot be read"),
    ],
)
def test_a_bad_file_is_a_sentence(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, name: str, data: bytes | None, words: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    window.page.document.original.file_dropped.emit(str(tmp_path / name))
    qtbot.waitUntil(lambda: words in window.notice.accessibleName(), timeout=60_000)
    assert window.page.flow.text == ""


def test_of_a_pdf_only_the_text_comes_along(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(samples.all_kinds()[".pdf"])
    window.page.document.original.file_dropped.emit(str(path))
    qtbot.waitUntil(lambda: window.page.flow.text != "", timeout=60_000)
    assert "Only the text of this file comes along" in window.notice.accessibleName()


def test_a_file_that_the_desktop_names_is_opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>I live in Lisbon.</p>", encoding="utf-8")
    presence = Presence(window, source=HotkeySource())
    presence.start(Start(["penname"], Activation(OPEN, "", str(path))))
    qtbot.waitUntil(lambda: window.page.flow.text == "I live in Lisbon.", timeout=60_000)
    presence.close()


def test_of_a_chat_it_is_asked_who_the_writer_is(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(samples.TELEGRAM, encoding="utf-8")
    window.page.document.original.file_dropped.emit(str(path))
    qtbot.waitUntil(lambda: bool(window.findChildren(PartDialog)), timeout=60_000)
    (dialog,) = window.findChildren(PartDialog)
    assert not dialog.ok.isEnabled(), "nobody is chosen before the user does"
    dialog.list.setCurrentRow(1)
    dialog.submit()
    qtbot.waitUntil(lambda: window.page.flow.text != "", timeout=60_000)
    assert window.page.flow.text == "Ann, you are 34 and live in York!"
    assert "Only what this sender wrote" in window.notice.accessibleName()


def test_of_a_table_it_is_asked_which_column_holds_the_texts(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, saved = tmp_path / "rows.csv", tmp_path / "made.csv"
    path.write_bytes(samples.COMMA_SEPARATED.encode())
    window.page.document.original.file_dropped.emit(str(path))
    qtbot.waitUntil(lambda: bool(window.findChildren(PartDialog)), timeout=60_000)
    (dialog,) = window.findChildren(PartDialog)
    assert not dialog.ok.isEnabled(), "none is chosen before the user does"
    assert [dialog.list.item(row).text() for row in range(3)] == ["who", "text", "note"]
    dialog.list.setCurrentRow(1)
    dialog.submit()
    qtbot.waitUntil(lambda: window.page.flow.text != "", timeout=60_000)
    assert window.page.flow.text == 'I am "Ann";\nof York.\nAnn was here\nYork'
    assert "Only this column is worked on" in window.notice.accessibleName()
    finish(qtbot, window)
    save_as(qtbot, window, monkeypatch, saved)
    qtbot.waitUntil(saved.exists, timeout=60_000)
    made = saved.read_bytes().decode()
    assert made.startswith("\ufeffwho;text;note\r\n7;")
    assert made.endswith(';"x"\r\n')
