"""A longer language, and one read from the right: nothing is cut off, nothing stays English."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.pseudo_locale import pseudo_locale
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop import translate
from penname.desktop.app import make_window
from penname.desktop.kept import vault_dialogs
from penname.desktop.main.main_window import MainWindow
from penname.desktop.pen_names.author_history_dialog import AuthorHistoryDialog
from penname.desktop.pen_names.chance_dialog import ChanceDialog
from penname.desktop.pen_names.pen_names_dialog import PenNamesDialog
from penname.desktop.pen_names.profile_dialog import ProfileDialog
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.style import appearance, theme
from penname.domain.pen_names import Chosen, Decoy, PenName, Post
from penname.domain.profile import Profile
from scripted import TEXT

# Not sentences of the window: names from files, symbols and figures.
KEPT = {"×", "→", "←", "↑", "↓", "‹", "›", "", "Starter model", "Starter model ▾"}


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions) -> Iterator[MainWindow]:
    """The window in the pseudo-locale, mirrored, as small as it has to fit."""
    translate.use_catalog(pseudo_locale)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    appearance.apply(qapp, theme.light())
    window = make_window(qapp, factory)
    window.confirm = lambda *_: True
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    yield window
    window.close()
    translate.use_catalog(None)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def untranslated(window: MainWindow, inside: QWidget | None = None) -> list[str]:
    known = {TEXT, *(a.label for a in window.attributes)}
    for attribute in window.attributes:
        known |= {attribute.description, attribute.description[:1].upper() + attribute.description[1:]}
    found = []
    place = inside or window
    for widget in place.findChildren(QAbstractButton) + place.findChildren(QLabel):
        text = widget.text()
        if widget.isVisible() and not text.startswith("[") and "[" not in text and text not in KEPT | known:
            found.append(text)
    return found


def test_the_whole_job_in_a_long_language_from_the_right(
    qtbot: QtBot, window: MainWindow, until: Callable[[SessionState], None]
) -> None:
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED):
        window.do(Action.STEP)
        until(state)
        model_made = {
            label.text()
            for row in window.page.rail.rows
            for label in row.findChildren(QLabel)
            if not label.text().startswith("[")
        }
        left = [text for text in untranslated(window) if text not in model_made and not text.isdigit()]
        assert left == []
        assert window.width() == 900  # nothing forces the window wider than the screen it was made for
        assert window.height() == 600


def test_no_button_is_cut_off(
    qtbot: QtBot, window: MainWindow, until: Callable[[SessionState], None]
) -> None:
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
        for button in window.page.findChildren(QAbstractButton):
            if button.isVisible() and button.text():
                words = button.fontMetrics().horizontalAdvance(button.text())
                assert button.width() >= words, button.text()


def test_what_opens_over_the_window_fits_too(
    qtbot: QtBot, window: MainWindow, until: Callable[[SessionState], None]
) -> None:
    window.choose_method("misleading")
    window.place_text(TEXT)
    window.page.find_bar.open_bar()
    window.page.document.original.phrase_locked.emit("34")
    window.page.protect.chips[0].opened.emit()
    popover = window.page.protect.popover
    assert popover is not None
    popover.target.field.setText("400")
    popover.done.click()
    opened: list[QWidget] = [popover, window.page.find_bar, window.page.phrases, window.page.notice]
    pen_names = PenNamesDialog(window, window.attributes)
    history = AuthorHistoryDialog(
        window, PenName("Clara", (Decoy("age", "61", Chosen.DRAWN),), (Post(TEXT),))
    )
    qtbot.waitUntil(lambda: bool(history.rows))
    dialogs = [
        vault_dialogs.PassphraseDialog(window, new=True),
        ProfileDialog(window, Profile("me", (("age", "34"),)), window.attributes),
        pen_names,
        ChanceDialog(window.jobs, PenName("Clara"), window.attributes[0], "34", pen_names),
        history,
    ]
    for dialog in dialogs:
        dialog.show()
    for place in (*opened, *dialogs):
        assert place.isVisible()
        left = [words for words in untranslated(window, place) if "400" not in words and "<b>" not in words]
        assert left == []  # what a value lacks is said by the rooms below, which speak English alone
        for button in place.findChildren(QAbstractButton):
            if button.isVisible() and button.text():
                assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()), button.text()
    for dialog in dialogs:
        dialog.reject()
    popover.target.field.clear()
    popover.close()
