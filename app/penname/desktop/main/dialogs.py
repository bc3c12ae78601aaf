"""The small windows: details, settings, keys."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.chatbot.names_model_row import NamesModelRow
from penname.desktop.main.details import details_html
from penname.desktop.main.key_sheet import key_groups, key_sheet_html
from penname.desktop.main.tool_strip import ROUNDS
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.window import LEAST_ZOOM, MOST_ZOOM, Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.fitting import fit_words
from penname.releases.address import host_of, stated_address

PAGE_MARGIN = 16


def details(parent: QWidget, flow: SessionFlow, model: Any, notices: list[str]) -> None:
    """What is behind the figures: for those who want to know."""
    page = QTextBrowser()
    page.setOpenLinks(False)
    page.setHtml(details_html(flow.view, flow.work.recorder.speed, model, notices))
    _show(parent, tr("Details"), page, (640, 560))


def shortcuts(window: Window) -> None:
    """All keys."""
    page = QTextBrowser()
    page.setHtml(key_sheet_html(key_groups(window.menuBar()), window.theme))
    _show(window, tr("Keyboard shortcuts"), page, (520, 640))


def settings(window: Window) -> None:
    """What is remembered between starts; each takes effect at once."""
    dialog = QDialog(window)
    dialog.setWindowTitle(tr("Settings"))
    form = QFormLayout()
    form.setVerticalSpacing(12)
    form.setHorizontalSpacing(24)
    steps = range(LEAST_ZOOM, MOST_ZOOM + 1)
    sizes = [(str(step), f"{step:+d}" if step else tr("Normal")) for step in steps]
    zoom = choice_box(sizes, tr("Text size"))
    zoom.setCurrentIndex(zoom.findData(str(window.settings.text_zoom)))
    zoom.activated.connect(lambda _index: window.change_settings(text_zoom=int(zoom.currentData())))
    rounds = choice_box([(str(count), str(count)) for count in ROUNDS], tr("Maximum number of rewrites"))
    rounds.setCurrentText(str(window.settings.rounds))
    rounds.activated.connect(lambda _index: window.change_settings(rounds=int(rounds.currentData())))
    greeting = QCheckBox(tr("Show the introduction"))
    greeting.setChecked(not window.settings.greeted)
    greeting.toggled.connect(lambda on: window.change_settings(greeted=not on))
    drafts = QCheckBox(tr("Keep open texts on this computer, encrypted"))
    drafts.setChecked(window.settings.keep_drafts)
    drafts.toggled.connect(lambda on: window.change_settings(keep_drafts=on))
    form.addRow(tr("Text size"), zoom)
    form.addRow(tr("Rounds for a new text"), rounds)
    form.addRow(tr("Next start"), greeting)
    form.addRow(tr("After closing"), drafts)
    form.addRow("", _history_box(window))
    names = NamesModelRow(window)
    dialog.finished.connect(names.end)
    form.addRow(tr("Names in texts"), names)
    asking, what_of_it = _version_box(window)
    form.addRow(tr("Updates"), asking)
    form.addRow("", what_of_it)
    buttons = row_of(*(plain_button(title, show) for title, show in window.more_settings))
    form.addRow(tr("More"), buttons)
    _run(dialog, form)


def _history_box(window: Window) -> QCheckBox:
    history = QCheckBox(tr("Keep texts I close in the history, encrypted"))
    history.setChecked(window.settings.keep_history)

    def turn(on: bool) -> None:
        window.change_settings(keep_history=on)
        window.vault.keep_history(on)

    history.toggled.connect(turn)
    return history


def _version_box(window: Window) -> tuple[QCheckBox, QLabel]:
    address = stated_address()
    asking = QCheckBox(tr("Check once a day for a new version"))
    asking.setChecked(window.settings.check_version)
    asking.setEnabled(bool(address))
    asking.toggled.connect(lambda on: window.change_settings(check_version=on))
    words = (
        tr("{host} sees that someone checks, and nothing else.", host=host_of(address))
        if address
        else tr("This build of Penname has no address to check for updates.")
    )
    what_of_it = QLabel(words, wordWrap=True)
    what_of_it.setTextFormat(Qt.TextFormat.PlainText)
    what_of_it.setProperty("role", "muted")
    return asking, what_of_it


def _show(parent: QWidget, title: str, page: QTextBrowser, size: tuple[int, int]) -> None:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.resize(grown_size(*size))
    page.setAccessibleName(title)
    page.document().setDocumentMargin(PAGE_MARGIN)
    column = QVBoxLayout()
    column.addWidget(page)
    _run(dialog, column)


def _run(dialog: QDialog, content: Any) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 24, 24, 16)
    layout.setSpacing(16)
    layout.addLayout(content)
    buttons = QDialogButtonBox()
    buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.accepted.connect(dialog.accept)
    layout.addWidget(buttons)
    dialog.open()
    fit_words(dialog)
