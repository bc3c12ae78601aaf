"""The windows beside the large one, with large letters: words are whole, controls named, Esc leaves."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from penname.desktop.chatbot.terms_dialog import TermsDialog
from penname.desktop.kept import history_window
from penname.desktop.kept.vault_dialogs import PassphraseDialog
from penname.desktop.main import about_window, settings_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window import models_window
from penname.desktop.pen_names.author_history_dialog import AuthorHistoryDialog
from penname.desktop.pen_names.chance_dialog import ChanceDialog
from penname.desktop.pen_names.pen_names_dialog import PenNamesDialog
from penname.desktop.pen_names.profile_dialog import ProfileDialog
from penname.desktop.shell import asking
from penname.desktop.shell.settings_parts import SettingsPage
from penname.desktop.style import appearance, theme
from penname.desktop.widgets.form_dialog import FormDialog
from penname.domain.pen_names import PenName, Post
from penname.domain.profile import Profile

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QTextEdit, QPlainTextEdit, QAbstractItemView)


@pytest.fixture
def large_letters(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    usual = theme.light()
    sizes = {name: round(getattr(usual, name) * 1.5) for name in ("small", "body", "title")}
    monkeypatch.setattr(appearance, "theme_for", lambda _app: replace(usual, **sizes))
    yield
    appearance.apply(qapp, usual)


def opened(window: MainWindow) -> Iterator[QDialog]:
    """One after the other, shown."""
    for page in SettingsPage:
        yield settings_window.show(window, page)
    yield about_window.show(window)
    yield history_window.show(window)
    yield models_window.show(window)
    pen_names = PenNamesDialog(window, window.attributes)
    for dialog in (
        PassphraseDialog(window, new=True),
        PassphraseDialog(window, new=False),
        ProfileDialog(window, Profile("me", (("age", "34"), ("sex", "female"))), window.attributes),
        TermsDialog(window),
        asking._Question(window, "Forget everything that is kept?", "This destroys the key. " * 5, "Forget"),
        ChanceDialog(window.jobs, PenName("Clara"), window.attributes[0], "34", pen_names),
        AuthorHistoryDialog(window, PenName("Clara", (), (Post("Today I turned 61."),))),
        pen_names,
    ):
        dialog.show()
        yield dialog


def name_of(control: QWidget) -> str:
    own = control.text() if isinstance(control, QAbstractButton) else ""
    return control.accessibleName() or own


def seen(dialog: QDialog, kind: type) -> list[QWidget]:
    return [part for part in dialog.findChildren(kind) if part.isVisible()]


def whole(label: QLabel) -> bool:
    if not label.wordWrap():
        return label.sizeHint().width() <= label.width() + 1
    return label.heightForWidth(label.width()) <= label.height() + 1


def test_words_are_whole_controls_have_names_and_escape_leaves(
    qtbot: QtBot, large_letters: None, open_window: Open
) -> None:
    window = open_window()
    for dialog in opened(window):
        qtbot.waitUntil(lambda: not window.jobs.busy and not window.vault.jobs.busy)
        title = f"{dialog.windowTitle()} ({type(dialog).__name__})"
        qtbot.waitExposed(dialog)
        QApplication.processEvents()
        for label in seen(dialog, QLabel):
            assert not label.text() or whole(label), (title, label.text())
        for button in seen(dialog, QPushButton):
            assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()), title
        names = [
            (type(control).__name__, name_of(control))
            for kind in CONTROLS
            for control in seen(dialog, kind)
            if control.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        assert all(name for _, name in names), (title, names)
        fields = [name for kind, name in names if kind == "QLineEdit"]
        assert len(fields) == len(set(fields)), (title, fields)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), title


def test_a_form_begins_with_its_fields_and_ends_with_its_buttons(qtbot: QtBot, window: MainWindow) -> None:
    forms: list[FormDialog] = [
        ProfileDialog(window, Profile("me"), window.attributes),
        TermsDialog(window),
        PassphraseDialog(window, new=True),
    ]
    for form in forms:
        form.show()
        form.activateWindow()
        qtbot.waitUntil(lambda form=form: form.focusWidget() is not None)  # type: ignore[misc]
        reached: list[QWidget | None] = [form.focusWidget()]
        while reached[-1] is not form.ok and len(reached) < 30:
            QTest.keyClick(reached[-1] or form, Qt.Key.Key_Tab)
            reached.append(form.focusWidget())
        assert isinstance(reached[0], QLineEdit | QPlainTextEdit)
        assert reached[-2:] == [form.leave, form.ok]
        form.reject()


def test_what_cannot_be_undone_has_to_be_meant(qtbot: QtBot, window: MainWindow) -> None:
    question = asking._Question(window, "Really?", "It goes for good.", "Do it")
    question.show()
    QTest.keyClick(question, Qt.Key.Key_Return)
    assert question.result() == QDialog.DialogCode.Rejected
    question = asking._Question(window, "Really?", "It goes for good.", "Do it")
    question.show()
    question.ok.click()
    assert question.result() == QDialog.DialogCode.Accepted
