"""Past texts: off at first, kept while the user wants it, found by their words, opened again, removed."""

import threading
from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from penname.desktop.background.job_thread import Job
from penname.desktop.kept import history_window
from penname.desktop.kept.history_window import HistoryWindow
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.settings import load_settings
from penname.vault.opening import vault_folder
from penname.vault.vault import VaultPart
from scripted import TEXT

Open = Callable[..., MainWindow]
OTHER = "My night shift on the ward was long. I am 34 and I love my flat in Lisbon, said the other one."


def read_and_close(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.new_text(text)
    window.do(Action.STEP)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.LEAKS and not window.jobs.busy)
    window.close_text(window.page)
    settle(qtbot, window)


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.vault.jobs.busy and not window.jobs.busy)


def rows(qtbot: QtBot, shown: HistoryWindow, count: int) -> list[str]:
    qtbot.waitUntil(lambda: shown.list.count() == count)
    return [shown.list.item(row).text() for row in range(count)]


@pytest.fixture
def kept(qtbot: QtBot, open_window: Open) -> MainWindow:
    """A window whose history holds two texts."""
    window = open_window()
    shown = history_window.show(window)
    assert not shown.on.isChecked()
    shown.on.click()
    shown.reject()
    settle(qtbot, window)
    read_and_close(qtbot, window, TEXT)
    read_and_close(qtbot, window, OTHER)
    return window


def test_it_is_off_until_it_is_turned_on(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    read_and_close(qtbot, window, TEXT)
    shown = history_window.show(window)
    settle(qtbot, window)
    assert shown.list.count() == 0
    assert shown.empty.isVisibleTo(shown)
    assert not load_settings().keep_history


def test_texts_are_found_by_their_words_the_newest_first(qtbot: QtBot, kept: MainWindow) -> None:
    shown = history_window.show(kept)
    newest, oldest = rows(qtbot, shown, 2)
    assert "My night shift" in newest
    assert "I love my flat" in oldest
    shown.search.setText("SLEEP lisbon")
    assert "I love my flat" in rows(qtbot, shown, 1)[0]
    assert not shown.remove_all.isEnabled()
    shown.search.setText("nowhere")
    assert rows(qtbot, shown, 0) == []
    assert shown.empty.isVisibleTo(shown)


def test_one_is_opened_as_it_stood_and_is_no_longer_past(qtbot: QtBot, kept: MainWindow) -> None:
    shown = history_window.show(kept)
    rows(qtbot, shown, 2)
    shown.list.setCurrentRow(1)
    shown.open_it.click()
    qtbot.waitUntil(lambda: kept.page.flow.state is SessionState.LEAKS)
    settle(qtbot, kept)
    assert kept.page.flow.view is not None
    assert kept.page.flow.view.original == TEXT
    again = history_window.show(kept)
    assert "My night shift" in rows(qtbot, again, 1)[0]
    again.reject()
    kept.close_text(kept.page)
    settle(qtbot, kept)
    assert "I love my flat" in rows(qtbot, history_window.show(kept), 2)[0]


@pytest.mark.parametrize("damaged", [False, True], ids=["texts", "a complaint"])
def test_what_comes_after_it_was_closed_is_not_shown(qtbot: QtBot, kept: MainWindow, damaged: bool) -> None:
    shown = history_window.show(kept)
    rows(qtbot, shown, 2)
    for part in vault_folder().glob(f"{VaultPart.HISTORY}.*") if damaged else ():
        part.write_bytes(b"damaged")
    gone = threading.Event()
    with qtbot.captureExceptions() as raised:
        with qtbot.waitSignal(shown.destroyed):
            kept.vault.jobs.submit(Job(lambda: gone.wait(10)))  # before it is looked for
            shown.look()
            shown.close()
        gone.set()
        settle(qtbot, kept)
    assert raised == []


def test_one_or_all_are_removed_for_good(qtbot: QtBot, kept: MainWindow) -> None:
    shown = history_window.show(kept)
    rows(qtbot, shown, 2)
    shown.remove.click()
    assert "I love my flat" in rows(qtbot, shown, 1)[0]
    shown.remove_all.click()
    rows(qtbot, shown, 0)
    assert not shown.remove_all.isEnabled()


def test_without_a_place_to_keep_it_says_what_is_needed(qtbot: QtBot, open_window: Open) -> None:
    shown = history_window.show(open_window(unlock=False))
    assert shown.notice.isVisibleTo(shown)
    assert len(shown.notice.buttons) == 1


def test_what_is_kept_is_remembered_at_the_next_start(
    qtbot: QtBot, kept: MainWindow, open_window: Open
) -> None:
    kept.close()
    again = open_window()
    read_and_close(qtbot, again, TEXT.replace("Lisbon", "Porto"))
    shown = history_window.show(again)
    assert shown.on.isChecked()
    assert "Porto" in rows(qtbot, shown, 3)[0]
