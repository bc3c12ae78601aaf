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
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.fitting import fit_words

PAGE_MARGIN = 16


def details(parent: QWidget, flow: SessionFlow, model: Any, notices: list[str]) -> None:
    """What is behind the figures: for those who want to know."""
    page = QTextBrowser()
    page.setOpenLinks(False)
    page.setHtml(details_html(flow.view, flow.work.recorder.speed, model, notices))
    _show(parent, tr("Details"), page, (640, 560))


def shortcuts(parent: QWidget) -> None:
    """All keys, as the menus have them."""
    page = QTextBrowser()
    rows = "".join(
        f"<tr><td style='padding: 3px 32px 3px 0'>{_plain(entry.text())}</td>"
        f"<td style='padding: 3px 0'>{', '.join(key.toString() for key in entry.shortcuts())}</td></tr>"
        for entry in parent.actions()
        if entry.shortcuts()
    )
    page.setHtml(f"<table>{rows}</table>")
    _show(parent, tr("Keys"), page, (480, 560))


def _plain(text: str) -> str:
    return text.replace("&", "")


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
