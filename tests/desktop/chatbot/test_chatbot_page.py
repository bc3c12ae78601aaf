"""The chatbot's page in the window: there and back, by the keyboard, kept and forgotten."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QTableView, QTextEdit
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.chatbot.chatbot_page import ChatbotPage
from penname.desktop.chatbot.stand_in_table import STAND_IN
from penname.desktop.chatbot.terms_dialog import TermsDialog
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action
from penname.desktop.style import appearance, theme
from penname.desktop.texts import clipboard
from penname.domain.profile import Profile
from penname.pseudonyms import kinds
from penname.pseudonyms.entities import ORGANIZATION, PERSON
from pseudonyms.test_kinds import PIX, PIX_KEY, PIX_TEXT

_TEXT = "Dear Mrs Thornbury,\n\nmy name is Ann Plover. Marble, my cat, and Lantern live in Leeds.\n"
Page = Callable[..., ChatbotPage]


pytestmark = pytest.mark.usefixtures("by_rules_alone")


@pytest.fixture(scope="module")
def factory() -> ScriptedSessions:
    return ScriptedSessions()


@pytest.fixture(scope="module")
def one_window(qapp: QApplication, factory: ScriptedSessions) -> Iterator[MainWindow]:
    """One for all tests here: opening it takes longer than most of them."""
    appearance.apply(qapp, theme.light())
    window = make_window(qapp, factory)
    window.show()
    while window.model is None or window.jobs.busy:
        QTest.qWait(5)
    yield window
    factory.go_on.set()
    window.close()
    window.deleteLater()


@pytest.fixture
def window(one_window: MainWindow) -> Iterator[MainWindow]:
    """The window with a new conversation, whatever the test before did with its own."""
    one_window.confirm = lambda *_: True
    yield one_window
    if one_window.chatbot.page is not None:
        one_window.chatbot.page.flow.begin_anew()
        one_window.chatbot.close()


@pytest.fixture
def page_of(qtbot: QtBot) -> Page:
    """The page of a window, with a text worked through."""

    def open_it(window: MainWindow, text: str = _TEXT) -> ChatbotPage:
        window.chatbot_wanted.emit()
        page: ChatbotPage = window.chatbot.page
        page.put_text(text)
        ready(qtbot, page)
        return page

    return open_it


def ready(qtbot: QtBot, page: ChatbotPage) -> None:
    qtbot.waitUntil(lambda: page.flow.ready and not page.flow.work.jobs.busy, timeout=20000)


def stand_ins(page: ChatbotPage) -> dict[str, str]:
    return {pair.original: pair.surrogate for pair in page.flow.mapping.pairs}


def copied(page: ChatbotPage) -> None:
    """Copy, and say that nothing in the text was missed."""
    page.copy()
    if not page.sending.question.isHidden():
        page.sending.question.buttons[1].click()


def answered(qtbot: QtBot, page: ChatbotPage, reply: str) -> str:
    page.go_to(1)
    page.replying.pane.selectAll()
    page.replying.pane.insertPlainText(reply)
    qtbot.waitUntil(lambda: page.flow.restored is not None and not page.flow.work.jobs.busy)
    return page.replying.back.text


def test_while_names_are_looked_for_it_says_so(qtbot: QtBot, window: MainWindow) -> None:
    window.chatbot_wanted.emit()
    page, sending = window.chatbot.page, window.chatbot.page.sending
    assert not page.bar.ask.isEnabled()
    page.put_text(_TEXT)
    assert sending.preview.placeholderText() == "Looking for names…"
    assert page.bar.ask.isEnabled()
    assert not sending.listed.isVisible()
    ready(qtbot, page)
    assert sending.listed.isVisible()
    assert sending.preview.text


def test_a_text_goes_out_and_its_reply_comes_back(qtbot: QtBot, window: MainWindow, page_of: Page) -> None:
    page = page_of(window)
    assert [row.words for row in page.sending.table.rows] == ["Thornbury", "Ann Plover", "Leeds"]
    assert page.sending.hint.isVisible()  # what stand-ins do not hide
    assert "can still identify you" in page.sending.hint.text()
    assert "cannot be restored" in page.sending.copy.toolTip()
    clipboard.put("")
    window.do(Action.COPY)
    assert clipboard.text() == ""
    copied(page)
    sent = clipboard.text()
    assert sent == page.sending.preview.text
    assert not any(word in sent for word in ("Thornbury", "Plover", "Leeds"))
    names = stand_ins(page)
    reply = f"Dear {names['Ann Plover']},\n{names['Leeds'].upper()} is far. Greet Mrs {names['Thornbury']}z."
    assert answered(qtbot, page, reply) == f"Dear Ann Plover,\nLEEDS is far. Greet Mrs {names['Thornbury']}z."
    buttons = page.replying.doubts.findChildren(QAbstractButton)
    next(button for button in buttons if "Thornbury" in button.text()).click()
    qtbot.waitUntil(lambda: page.replying.back.text.endswith("Mrs Thornbury."))
    window.do(Action.COPY)
    data = QGuiApplication.clipboard().mimeData()
    assert clipboard.text() == page.replying.back.text
    assert clipboard.is_sensitive(data)


def test_a_kind_of_identifier_from_outside_the_package_goes_out_and_comes_back(
    qtbot: QtBot, window: MainWindow, page_of: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "_registered", {})
    kinds.register(PIX)
    page = page_of(window, PIX_TEXT)
    model = page.sending.table.model()
    assert [model.index(0, column).data() for column in (0, 1)] == ["PIX key", PIX_KEY]
    copied(page)
    sent = clipboard.text()
    assert PIX_KEY not in sent
    assert answered(qtbot, page, sent) == PIX_TEXT


def test_a_missed_name_is_hidden_wherever_it_stands_and_another_is_not_private(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window, _TEXT + "I like Lantern, and marble likes Lantern.")
    assert [button.property("phrase") for button in page.sending.missed.suggestions] == ["Lantern"]
    page.sending.missed.suggestions[0].click()
    ready(qtbot, page)
    assert "Lantern" not in page.sending.preview.text
    assert page.sending.missed.suggestions == []
    QTest.keyClicks(page.sending.missed.field, "Marble")
    QTest.keyClick(page.sending.missed.field, Qt.Key.Key_Return)
    ready(qtbot, page)
    assert "marble" not in page.sending.preview.text.lower()
    page.sending.table.choose("Leeds")
    QTest.keyClick(page.sending.table, Qt.Key.Key_Delete)
    ready(qtbot, page)
    assert "Leeds" in page.sending.preview.text


def test_before_copying_it_is_asked_once_for_names_that_were_missed(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window, "Ann Plover and I like Lantern. We like Marble.")
    sending, question = page.sending, page.sending.question
    clipboard.put("before")
    page.copy()
    assert clipboard.text() == "before"
    assert all(name in question.accessibleName() for name in ("Lantern", "Marble"))
    sending.missed.suggestions[0].click()  # one is hidden: the question is about other words now
    ready(qtbot, page)
    assert question.isHidden()
    page.copy()
    assert "Marble" in question.accessibleName()
    assert "Lantern" not in question.accessibleName()
    question.buttons[1].click()
    assert "Marble" in clipboard.text()
    assert "Lantern" not in clipboard.text()
    page.flow.set_text("Marble came, and we like Marble. He likes Gravel.")
    ready(qtbot, page)
    page.copy()
    assert "Marble" not in question.accessibleName()
    question.buttons[0].click()
    ready(qtbot, page)
    page.copy()
    assert clipboard.text().startswith("Marble came, and we like Marble. He likes ")
    assert "Gravel" not in clipboard.text()


def test_a_stand_in_is_edited_in_the_list_and_a_bad_one_is_refused_in_place(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    table = page.sending.table
    before = stand_ins(page)
    table.setFocus()
    table.choose("Ann Plover")
    QTest.keyClick(table, Qt.Key.Key_Return)
    editor = table.viewport().findChild(QLineEdit)
    editor.setText("Livia Kampford")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "my name is Livia Kampford." in page.sending.preview.text, timeout=20000)
    assert stand_ins(page)["Leeds"] == before["Leeds"]  # the others stay
    table.model().setData(table.model().index(1, STAND_IN), "Leeds")
    assert page.notice.isVisible()
    assert "Livia Kampford" in page.sending.preview.text
    table.choose("Leeds")
    page.sending.another.click()
    ready(qtbot, page)
    assert stand_ins(page)["Leeds"] != before["Leeds"]
    page.sending.table.choose("Leeds")
    page.sending.kind.setCurrentIndex(page.sending.kind.findData(ORGANIZATION))
    page.sending.kind.activated.emit(0)
    ready(qtbot, page)
    assert page.sending.table.rows[2].kind == ORGANIZATION


def test_placeholders_stay_for_the_whole_conversation(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    page.flow.set_visible(True)
    ready(qtbot, page)
    assert "my name is [PERSON_2]." in page.sending.preview.text
    copied(page)
    assert not page.bar.visible.isEnabled()
    page.put_text("Ann Plover again, with Bob Stone")
    ready(qtbot, page)
    assert page.sending.preview.text == "[PERSON_2] again, with [PERSON_3]"
    assert answered(qtbot, page, "PERSON_3 and [PERSON_9]") == "Bob Stone and [PERSON_9]"


def test_while_the_text_is_written_stand_ins_stay_and_marks_follow(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    before = stand_ins(page)
    pane = page.sending.pane
    pane.select(0, 0)
    QTest.keyClicks(pane, "Hi! ")
    assert [pane.text[mark.start : mark.end] for mark in pane.marks] == ["Thornbury", "Ann Plover", "Leeds"]
    pane.insertPlainText("Bob Stone came. ")
    ready(qtbot, page)
    assert {name: stand_ins(page)[name] for name in ("Thornbury", "Ann Plover", "Leeds")} == {
        name: before[name] for name in ("Thornbury", "Ann Plover", "Leeds")
    }


def test_the_text_behind_is_left_alone(qtbot: QtBot, window: MainWindow, page_of: Page) -> None:
    text = window.page.flow.text
    page = page_of(window)
    assert not window.page.line.tools.isVisible()
    assert window.menus.offered == {Action.COPY, Action.CLOSE, Action.OPEN}
    window.do(Action.CLOSE)
    assert window.page.line.tools.isVisible()
    assert Action.RUN in window.menus.offered or not text
    assert window.page.flow.text == text
    window.chatbot_wanted.emit()
    assert window.tabs.currentWidget() is page
    assert page.sending.pane.text == _TEXT  # closing the tab lost nothing
    window.new_text("Another")
    assert window.page.line.tools.isVisible()


def test_a_conversation_is_kept_gone_on_with_and_forgotten(
    qtbot: QtBot, open_window: Open, page_of: Page
) -> None:
    window = open_window()
    page = page_of(window)
    page.flow.set_persistent(True)
    copied(page)
    vault = window.vault
    qtbot.waitUntil(lambda: len(vault.conversations) == 1 and bool(vault.persistent.pairs))
    names = stand_ins(page)
    page.flow.rename("My doctor")
    qtbot.waitUntil(lambda: [one.name for one in vault.conversations] == ["My doctor"])
    page.flow.begin_anew()
    page.put_text("Ann Plover was in Leeds.")
    ready(qtbot, page)
    assert page.sending.preview.text == f"{names['Ann Plover']} was in {names['Leeds']}."
    assert set(stand_ins(page)) == {"Ann Plover", "Ann", "Plover", "Leeds"}
    page.bar.box.setCurrentIndex(page.bar.box.findData("My doctor"))
    page.bar.box.activated.emit(1)
    assert page.steps.currentIndex() == 1
    assert answered(qtbot, page, f"Ask {names['Thornbury']}!") == "Ask Thornbury!"
    page.bar.forget_all.trigger()
    qtbot.waitUntil(lambda: vault.conversations == () and not vault.persistent.pairs)
    assert page.flow.conversation is None


def test_without_a_vault_it_says_so_and_asks_before_it_forgets(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    assert page.bar.kept.text() == "not kept"
    copied(page)
    window.confirm = lambda *_: False
    page.bar.begin.trigger()
    window.close()
    assert window.isVisible()
    assert page.flow.conversation is not None
    window.confirm = lambda *_: True
    page.bar.begin.trigger()
    assert page.flow.conversation is None


def test_words_of_the_profile_are_always_hidden(qtbot: QtBot, open_window: Open, page_of: Page) -> None:
    window = open_window()
    page = page_of(window)
    with qtbot.waitSignal(window.vault.changed):
        profile = Profile("me", (("age", "34"),))
        window.vault.change(lambda vault: vault.save_profile(profile), lambda: None, pytest.fail)
    dialog = TermsDialog(window)
    dialog.field.setPlainText("my cat\n\n  Lantern ")
    with qtbot.waitSignal(dialog.accepted):
        dialog.ok.click()
    assert window.vault.profiles == (Profile("me", (("age", "34"),), ("my cat", "Lantern")),)
    ready(qtbot, page)
    assert "my cat" not in page.sending.preview.text
    assert "Lantern" not in page.sending.preview.text


def test_a_text_too_long_is_refused_and_stays(
    qtbot: QtBot, window: MainWindow, page_of: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(window)
    monkeypatch.setattr("penname.desktop.chatbot.chatbot_flow.MOST_CHARACTERS", 100)
    page.put_text("x" * 101)
    qtbot.waitUntil(page.notice.isVisible)
    assert not page.sending.copy.isEnabled()
    assert page.sending.pane.text == "x" * 101


def test_every_control_has_a_name_and_no_key_is_taken_twice(window: MainWindow, page_of: Page) -> None:
    page = page_of(window)
    for kind in (QComboBox, QTextEdit, QTableView, QLineEdit):
        for control in page.findChildren(kind):
            assert control.accessibleName() or control.parent().accessibleName() or not control.isVisible()
    keys = [key.toString() for entry in window.actions() for key in entry.shortcuts()]
    assert QKeySequence("Ctrl+Shift+B").toString() in keys
    assert len(keys) == len(set(keys))
    own = [key.key().toString() for key in page.findChildren(QShortcut)]
    assert own == ["Ctrl+J"]
    assert not set(own) & set(keys)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    page.sending.pane.setFocus()
    QTest.keyClick(page.sending.pane, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert page.steps.currentWidget() is page.replying


def test_the_model_is_asked_for_names_and_can_be_stopped(
    qtbot: QtBot, window: MainWindow, factory: ScriptedSessions, page_of: Page
) -> None:
    factory.names = {"Lantern": "person", "Leeds": "place", "nobody": "person"}
    page = page_of(window)
    page.bar.ask.trigger()
    qtbot.waitUntil(lambda: not page.flow.asking.running)
    ready(qtbot, page)
    assert page.flow.draft.marked == (("Lantern", PERSON),)
    assert "Lantern" not in page.sending.preview.text
    factory.wait_in, factory.names = "names", {"Marble": "person"}
    factory.waiting.clear()
    factory.go_on.clear()
    page.bar.ask.trigger()
    qtbot.waitUntil(factory.waiting.is_set)
    page.bar.ask.trigger()
    factory.go_on.set()
    qtbot.waitUntil(lambda: not page.flow.asking.running)
    assert "Marble" in page.sending.preview.text


def test_the_arrow_keys_choose_the_step_and_a_click_goes_on_to_the_text(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    send, restore = page.choice.buttons.values()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    send.setFocus()
    QTest.keyClick(send, Qt.Key.Key_Right)
    assert restore.isChecked()
    assert restore.hasFocus()
    assert page.steps.currentWidget() is page.replying
    QTest.mouseClick(send, Qt.MouseButton.LeftButton)
    assert page.steps.currentWidget() is page.sending
    assert page.sending.pane.hasFocus()
    assert page.choice.accessibleName()


def test_what_is_hidden_is_folded_and_opens_where_it_is_asked_for(
    qtbot: QtBot, window: MainWindow, page_of: Page
) -> None:
    page = page_of(window)
    sending = page.sending
    sending.listed.fold.setChecked(False)
    assert not sending.table.isVisible()
    assert sending.listed.fold.text().endswith("Hidden: 3")
    pairs = stand_ins(page)
    assert sending.listed.summary.words.startswith(f"Thornbury → {pairs['Thornbury']}, ")
    assert sending.pane.width() == pytest.approx(sending.preview.width(), abs=2)
    sending.pane.row_wanted.emit("leeds")
    assert sending.table.isVisible()
    assert sending.another.isVisible()
    assert sending.table.row is not None
    assert sending.table.row.words == "Leeds"


def test_a_file_is_taken_into_the_step_in_front(
    qtbot: QtBot, window: MainWindow, page_of: Page, tmp_path: Path
) -> None:
    page = page_of(window)
    file = tmp_path / "letter.txt"
    file.write_text("Mr Thornbury\r\nwrote.", encoding="utf-8", newline="")
    page.sending.pane.file_dropped.emit(str(file))
    ready(qtbot, page)
    assert page.sending.pane.text == "Mr Thornbury\r\nwrote."
    page.go_to(1)
    page.replying.pane.file_dropped.emit(str(file))
    assert page.replying.pane.text == "Mr Thornbury\r\nwrote."
    file.write_bytes(b"\x89PNG\0\0")
    page.replying.pane.file_dropped.emit(str(file))
    assert page.notice.isVisible()
    assert page.flow.reply == "Mr Thornbury\r\nwrote."
