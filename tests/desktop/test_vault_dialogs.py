"""What is kept on this computer, through the window: drafts after a kill, the passphrase, the profile."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept import vault_dialogs
from penname.desktop.main.main_window import MainWindow
from penname.desktop.pen_names import pen_names_dialog, profile_dialog
from penname.desktop.session.view_state import Action, SessionState
from penname.sessions.vault_service import VaultService, VaultState
from penname.vault.opening import vault_folder
from scripted import REWRITTEN, TEXT
from vault.vaults import PASSPHRASE


def reach(qtbot: QtBot, window: MainWindow, state: SessionState) -> None:
    qtbot.waitUntil(lambda: window.page.flow.state is state and not window.jobs.busy)


def killed(qtbot: QtBot, window: MainWindow) -> None:
    """The window is gone without having closed anything, as after a kill; the lock goes with the process."""
    qtbot.waitUntil(lambda: not window.vault.jobs.busy)
    window.vault.close()


def test_without_a_passphrase_nothing_is_kept_and_the_status_line_says_so(
    qtbot: QtBot, open_window: Open
) -> None:
    window = open_window(unlock=False)
    assert window.vault.state is VaultClientState.NOTHING
    assert not window.notice.isVisible()  # nobody is pressed to choose one
    window.place_text(TEXT)
    window.do(Action.STEP)
    reach(qtbot, window, SessionState.LEAKS)
    assert "nothing is saved when you close" in window.status.line


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_killed_window_comes_back_where_it_was(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions, steps: int
) -> None:
    window = open_window()
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS)[:steps]:
        window.do(Action.STEP)
        reach(qtbot, window, state)
    assert "not kept" not in window.status.line
    before = window.page.flow
    asked = len(factory.begun)
    killed(qtbot, window)
    again = open_window()
    reach(qtbot, again, before.state)
    assert len(again.pages) == 1
    assert again.page.flow.result == before.result
    assert again.page.flow.goal == before.goal
    assert len(factory.begun) == asked  # nothing is worked out anew
    again.do(Action.RUN)
    reach(qtbot, again, SessionState.FINISHED)
    assert again.page.flow.result == REWRITTEN
    assert again.page.document.original.text == TEXT


def test_work_that_was_cut_off_waits_for_the_user(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    window = open_window()
    window.place_text(TEXT)
    factory.wait_in = "anonymizer"
    window.do(Action.RUN)
    qtbot.waitUntil(factory.waiting.is_set)
    window.do(Action.STOP)
    reach(qtbot, window, SessionState.STOPPED)
    factory.wait_in = ""
    killed(qtbot, window)
    asked = len(factory.begun)
    again = open_window()
    reach(qtbot, again, SessionState.STOPPED)
    assert len(factory.begun) == asked
    again.do(Action.RUN)
    reach(qtbot, again, SessionState.FINISHED)


def test_a_closed_text_does_not_come_back(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text(TEXT)
    window.do(Action.STEP)
    reach(qtbot, window, SessionState.LEAKS)
    window.do(Action.CLOSE)
    killed(qtbot, window)
    again = open_window()
    assert again.page.flow.state is SessionState.EMPTY


def test_what_is_locked_is_said_in_place_and_opens_with_its_passphrase(
    qtbot: QtBot, open_window: Open
) -> None:
    first = open_window()
    first.place_text(TEXT)
    first.do(Action.STEP)
    reach(qtbot, first, SessionState.LEAKS)
    killed(qtbot, first)
    window = open_window(unlock=False)
    assert window.vault.state is VaultClientState.LOCKED
    assert window.notice.isVisible()
    dialog = vault_dialogs.ask(window, new=False)
    QTest.keyClicks(dialog.field, "not this one, surely")
    dialog.ok.click()
    qtbot.waitUntil(dialog.wrong.isVisible)
    assert "is wrong" in dialog.wrong.text()
    assert window.vault.state is VaultClientState.LOCKED
    dialog.field.clear()
    QTest.keyClicks(dialog.field, PASSPHRASE)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    reach(qtbot, window, SessionState.LEAKS)
    assert not window.notice.isVisible()
    assert window.page.document.original.text == TEXT


@pytest.mark.parametrize(("one", "other"), [("short", "short"), (PASSPHRASE, PASSPHRASE + "x")])
def test_a_passphrase_that_will_not_do_is_said_in_the_dialog(
    qtbot: QtBot, open_window: Open, one: str, other: str
) -> None:
    window = open_window(unlock=False)
    dialog = vault_dialogs.ask(window, new=True)
    QTest.keyClicks(dialog.field, one)
    QTest.keyClicks(dialog.again, other)
    dialog.ok.click()
    qtbot.waitUntil(dialog.wrong.isVisible)
    assert window.vault.state is VaultClientState.NOTHING
    assert dialog.ok.isEnabled()
    dialog.leave.click()


def test_the_profile_is_covered_checked_kept_and_given_to_new_texts(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    dialog = profile_dialog.show(window)
    assert dialog is not None
    QTest.keyClicks(dialog.fields["age"].field, "400")
    dialog.ok.click()
    assert dialog.fields["age"].complaint
    assert window.vault.profiles == ()
    dialog.fields["age"].field.clear()
    QTest.keyClicks(dialog.fields["age"].field, "34")
    QTest.keyClicks(dialog.fields["location"].field, "Lisbon, Portugal")
    with qtbot.waitSignal(dialog.accepted):
        dialog.ok.click()
    true = (("age", "34"), ("location", "Lisbon, Portugal"))
    assert window.page.flow.goal.truth == true
    assert window.new_text(TEXT).flow.goal.truth == true
    again = profile_dialog.show(window)
    assert again is not None
    assert again.fields["age"].field.echoMode() is QLineEdit.EchoMode.Password
    again.reject()
    killed(qtbot, window)
    assert VaultService(print).open() is VaultState.LOCKED
    assert b"Lisbon" not in b"".join(p.read_bytes() for p in vault_folder().rglob("*") if p.is_file())


def test_forgetting_asks_once_and_leaves_nothing(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text(TEXT)
    window.do(Action.STEP)
    reach(qtbot, window, SessionState.LEAKS)
    asked: list[tuple[object, ...]] = []
    window.confirm = lambda *words: bool(asked.append(words))
    vault_dialogs.forget(window)
    assert window.vault.state is VaultClientState.OPEN
    assert len(asked) == 1
    window.confirm = lambda *_words: True
    vault_dialogs.forget(window)
    qtbot.waitUntil(lambda: window.vault.state is VaultClientState.NOTHING)
    assert window.page.document.original.text == TEXT
    window.do(Action.STEP)  # what is open goes on
    reach(qtbot, window, SessionState.REWRITE)
    killed(qtbot, window)
    assert VaultService(print).open() is VaultState.NOTHING


def test_a_pen_name_is_suggested_kept_and_written_under(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text(TEXT)
    dialog = pen_names_dialog.show(window)
    assert dialog is not None
    dialog.none.button.click()
    QTest.keyClicks(dialog.name, "Clara")
    QTest.keyClicks(dialog.fields["occupation"].field, "nurse")
    dialog.suggest.click()
    assert all(field.value for field in dialog.fields.values())
    dialog.posts.add.click()
    dialog.save.click()
    qtbot.waitUntil(lambda: [one.name for one in window.vault.pen_names] == ["Clara"])
    (clara,) = window.vault.pen_names
    assert clara.values["occupation"] == "nurse"
    assert [post.text for post in clara.posts] == [TEXT]
    with qtbot.waitSignal(dialog.accepted):
        dialog.write.click()
    flow = window.page.flow
    assert flow.method == "misleading"
    assert flow.goal.targets == clara.targets


def test_a_pen_name_that_contradicts_itself_is_not_saved(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    dialog = pen_names_dialog.show(window)
    assert dialog is not None
    dialog.none.button.click()
    QTest.keyClicks(dialog.name, "Clara")
    QTest.keyClicks(dialog.fields["age"].field, "16")
    QTest.keyClicks(dialog.fields["relationship"].field, "married")
    dialog.save.click()
    assert dialog.wrong.isVisible()
    assert dialog.fields["age"].value == "16"
    assert not window.vault.jobs.busy
    window.confirm = lambda *_words: False
    dialog.reject()
    assert dialog.isVisible()  # what was typed is not thrown away without a question
    window.confirm = lambda *_words: True
    dialog.fields["age"].field.clear()
    QTest.keyClicks(dialog.fields["age"].field, "44")
    dialog.save.click()
    qtbot.waitUntil(lambda: bool(window.vault.pen_names))
    dialog.name.setText("Anna")
    dialog.save.click()
    qtbot.waitUntil(lambda: [one.name for one in window.vault.pen_names] == ["Anna"])
    dialog.remove.click()
    qtbot.waitUntil(lambda: not window.vault.pen_names)
    dialog.reject()
