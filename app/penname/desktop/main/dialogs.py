"""The small windows: details and keys."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.main.details import details_html
from penname.desktop.main.key_sheet import key_groups, key_sheet_html
from penname.desktop.main.rounds_plot import RoundsPlot
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.fitting import fit_words

PAGE_MARGIN = 16


def details(window: Window, flow: SessionFlow) -> None:
    """What is behind the figures: for those who want to know."""
    page = QTextBrowser()
    page.setOpenLinks(False)
    page.setHtml(details_html(flow.view, flow.work.recorder.speed, window.model, window.notices))
    plot = RoundsPlot(window.theme)
    plot.show_points(flow.view.points if flow.view else ())
    _show(window, tr("Details"), page, (640, 560), plot if plot.leads_anywhere else None)


def shortcuts(window: Window) -> None:
    """All keys."""
    page = QTextBrowser()
    page.setHtml(key_sheet_html(key_groups(window.menuBar()), window.theme))
    _show(window, tr("Keyboard shortcuts"), page, (520, 640))


def _show(
    parent: QWidget, title: str, page: QTextBrowser, size: tuple[int, int], above: QWidget | None = None
) -> None:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.resize(grown_size(*size))
    page.setAccessibleName(title)
    page.document().setDocumentMargin(PAGE_MARGIN)
    column = QVBoxLayout()
    if above is not None:
        column.addWidget(above)
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
