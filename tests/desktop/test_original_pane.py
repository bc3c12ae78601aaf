"""The pane with the text: marks on it, what can be said of its phrases, and a new text typed or dropped."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.odd_texts import ATTRIBUTES
from penname.desktop.style import theme
from penname.desktop.texts.evidence_view import whole_words
from penname.desktop.texts.marks import initials
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.texts.segments import Evidence
from penname.domain.inferences import Validity

TEXT = "I live in Lisbon 😀 with my husband.\r\nA no-break\u00a0space, e\u0301te\u0301 and שלום."


@pytest.fixture
def pane(qtbot: QtBot) -> OriginalPane:
    pane = OriginalPane(theme.light())
    qtbot.addWidget(pane)
    pane.set_attributes(ATTRIBUTES)
    pane.resize(600, 400)
    pane.show_text(TEXT)
    return pane


def evidence(*phrases: tuple[str, str]) -> list[Evidence]:
    spans = ((TEXT.index(phrase), TEXT.index(phrase) + len(phrase), name) for phrase, name in phrases)
    return [Evidence(*span, Validity.HIGH, "such") for span in spans]


def select(pane: OriginalPane, words: str) -> None:
    display = pane._exact.display
    start = pane.text.index(words)
    cursor = pane.textCursor()
    cursor.setPosition(display.position(start))
    cursor.setPosition(display.position(start + len(words)), QTextCursor.MoveMode.KeepAnchor)
    pane.setTextCursor(cursor)


def marking_menu(pane: OriginalPane) -> QMenu:
    menu = QMenu(pane)
    pane.extend_menu(menu, None)
    return menu


def entries(menu: QMenu) -> dict[str, list[str]]:
    return {
        action.text(): [sub.text() for sub in action.menu().actions()] if action.menu() else []
        for action in menu.actions()
    }


def test_the_text_is_kept_to_the_byte(pane: OriginalPane) -> None:
    assert pane.text == TEXT


def test_without_leave_nothing_can_be_typed(pane: OriginalPane, qtbot: QtBot) -> None:
    qtbot.keyClicks(pane, "abc")
    assert pane.text == TEXT
    assert pane.isReadOnly()


def test_evidence_is_walked_through_by_keyboard(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.mark_evidence(evidence(("Lisbon", "location"), ("husband", "relationship"), ("my husband", "sex")))
    chosen: list[str] = []
    pane.evidence_chosen.connect(chosen.append)
    selected: list[str] = []
    for _ in range(4):
        qtbot.keyClick(pane, Qt.Key.Key_F8)
        selected.append(TEXT[slice(*pane.selected)])
    assert selected == ["Lisbon", "my husband", "husband", "Lisbon"]
    assert chosen == ["location", "sex", "relationship", "location"]
    qtbot.keyClick(pane, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert TEXT[slice(*pane.selected)] == "husband"


def test_the_marks_under_the_pointer_name_their_inference(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.mark_evidence(evidence(("Lisbon", "location"), ("my husband", "sex"), ("husband", "relationship")))
    with qtbot.waitExposed(pane):
        pane.show()
    box = pane.box_of("relationship")
    assert box is not None
    labels = [mark.label for mark in pane.marks_at(box.center())]
    assert labels == ["Relationship. Plain to see: such", "Sex. Plain to see: such"]
    assert pane.marks_at(QPoint(1, 390)) == []


def test_jumping_to_the_evidence_of_an_attribute(pane: OriginalPane) -> None:
    pane.mark_evidence(evidence(("שלום", "education")))
    pane.jump_to_evidence("education")
    assert TEXT[slice(*pane.selected)] == "שלום"


def test_a_phrase_can_be_said_to_give_something_away(pane: OriginalPane, qtbot: QtBot) -> None:
    select(pane, "isbon 😀 wit")
    menu = marking_menu(pane)
    assert entries(menu)["This gives away"] == [attribute.label for attribute in ATTRIBUTES]
    submenu = next(action.menu() for action in menu.actions() if action.menu())
    with qtbot.waitSignal(pane.phrase_marked) as told:
        submenu.actions()[2].trigger()
    assert told.args == ["Lisbon 😀 with", ATTRIBUTES[2].name]


def test_a_phrase_can_be_locked(pane: OriginalPane, qtbot: QtBot) -> None:
    select(pane, " no-break\u00a0space,")
    menu = marking_menu(pane)
    lock = next(action for action in menu.actions() if action.text() == "Never change this")
    with qtbot.waitSignal(pane.phrase_locked) as told:
        lock.trigger()
    assert told.args == ["no-break\u00a0space,"]


def test_without_words_there_is_nothing_to_say(pane: OriginalPane) -> None:
    pane.show_text("")
    assert not any(action.isEnabled() for action in marking_menu(pane).actions())


def test_a_click_without_a_selection_means_the_whole_mark_or_word(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.mark_evidence(evidence(("my husband", "sex")))
    with qtbot.waitExposed(pane):
        pane.show()
    box = pane.box_of("sex")
    assert box is not None
    assert pane.phrase_at(box.center()) == "my husband"
    assert pane.phrase_at(QPoint(18, box.center().y())) == "I"


@pytest.mark.parametrize(
    ("text", "start", "end", "phrase"),
    [
        ("flat in Lisbon.", 9, 12, "Lisbon"),
        ("flat in Lisbon.", 10, 10, "Lisbon"),
        ("flat in Lisbon.", 14, 14, "Lisbon"),
        ("a  b", 2, 2, ""),
        (" a ", 0, 3, "a"),
        ("e\u0301te\u0301 x", 0, 1, "e\u0301te\u0301"),
        ("", 0, 0, ""),
    ],
)
def test_phrases_are_whole_words(text: str, start: int, end: int, phrase: str) -> None:
    assert text[slice(*whole_words(text, start, end))] == phrase


def test_a_new_text_is_pasted_as_plain_text_to_the_byte(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.show_text("")
    pane.set_editable(True)
    data = QMimeData()
    data.setHtml("<b>one</b>")
    data.setText("one\r\ntwo\u00a0three")
    with qtbot.waitSignal(pane.text_edited):
        pane.insertFromMimeData(data)
    assert pane.text == "one\r\ntwo\u00a0three"


def test_copying_keeps_no_break_spaces_and_line_ends(pane: OriginalPane) -> None:
    pane.selectAll()
    assert pane.createMimeDataFromSelection().text() == TEXT


def test_typing_can_be_undone_and_redone(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.set_editable(True)
    pane.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(pane, "one two")
    assert pane.text == TEXT + "one two"
    qtbot.keyClick(pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pane.text == TEXT + "one "
    while pane.can_undo:
        qtbot.keyClick(pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pane.text == TEXT
    qtbot.keyClick(
        pane, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert pane.text == TEXT + "one"


def test_a_text_that_is_only_read_is_not_pasted_into_and_leaves_undo_to_the_window(
    pane: OriginalPane, qtbot: QtBot
) -> None:
    pane.set_editable(True)
    qtbot.keyClicks(pane, "x")
    pane.set_editable(False)
    data = QMimeData()
    data.setText("pasted")
    pane.insertFromMimeData(data)
    undo = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    pane.event(undo)
    assert pane.text == "x" + TEXT
    assert not undo.isAccepted()
    pane.set_editable(True)
    pane.event(undo)
    assert undo.isAccepted()


def test_typing_ends_the_marks_of_the_text_before(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.mark_evidence(evidence(("Lisbon", "location")))
    pane.set_editable(True)
    qtbot.keyClicks(pane, "x")
    assert pane.marks == ()


def file_data(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


@pytest.mark.parametrize("editable", [True, False])
def test_a_text_file_can_be_dropped(pane: OriginalPane, qtbot: QtBot, tmp_path: Path, editable: bool) -> None:
    pane.set_editable(editable)
    data = file_data(str(tmp_path / "Post.MD"))
    event = QDropEvent(
        QPointF(20, 20),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(pane.file_dropped) as told:
        pane.dropEvent(event)
    assert told.args == [str(tmp_path / "Post.MD")]
    assert pane.text == TEXT


def test_other_files_are_not_taken(pane: OriginalPane) -> None:
    pane.set_editable(True)
    told: list[str] = []
    pane.file_dropped.connect(told.append)
    pane.insertFromMimeData(file_data("/a/picture.png"))
    pane.insertFromMimeData(file_data("/a/one.txt", "/a/two.txt"))
    assert told == []


def test_zoom_and_theme_change_the_size(pane: OriginalPane) -> None:
    pane.set_text_zoom(3)
    assert pane.font().pixelSize() == theme.light().body + 3
    pane.set_theme(theme.dark())
    assert pane.font().pixelSize() == theme.dark().body + 3


def test_initials_tell_labels_apart() -> None:
    letters = initials([attribute.label for attribute in ATTRIBUTES])
    assert len(set(letters.values())) == len(ATTRIBUTES)
    assert letters["Location"] == "L"
