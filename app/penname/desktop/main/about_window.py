"""What this is, which version, on what terms, and everything in it that others made."""

import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QFontDatabase, QFontInfo
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QWidget,
)

from penname import __version__, locations
from penname.desktop.style.sizes import grown, grown_size
from penname.desktop.texts import clipboard
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label
from penname.licences import Component, components

SIZE = (900, 600)
ICON_SIZE = 64
LIST_WIDTH = 180
TEXT_MARGIN = 12


class AboutWindow(QDialog):
    """Penname first, then each component with its licence in full. Addresses are copied, never opened."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Penname"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(*SIZE))
        self._components = _components()
        self.versions = tr(
            "Version {version} · Python {python} · Qt {qt}",
            version=__version__,
            python=platform.python_version(),
            qt=qVersion(),
        )
        self.names = QListWidget()
        self.names.setAccessibleName(tr("What Penname contains"))
        self.names.setFixedWidth(grown(LIST_WIDTH))
        self.names.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.facts = text_label(role="muted")
        self.copy = plain_button(tr("Copy address"), self._copy_address)
        self.copied = text_label(role="muted", wraps=False)
        self.text = QPlainTextEdit(readOnly=True)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(QFontInfo(self.font()).pixelSize() - 1)  # lines of 80 characters then fit
        self.text.setFont(fixed)
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.document().setDocumentMargin(TEXT_MARGIN)
        self._lay_out()
        self.names.addItem("Penname")  # the window's style says how high a row is
        for component in self._components:
            self.names.addItem(component.name)
        self.names.currentRowChanged.connect(self._turn_to)
        self.names.setCurrentRow(0)

    def _lay_out(self) -> None:
        icon = QLabel()
        icon.setPixmap(QApplication.windowIcon().pixmap(ICON_SIZE))
        icon.setVisible(not QApplication.windowIcon().isNull())
        name = text_label("Penname", "title", wraps=False)
        words = QLabel(
            tr(
                "Shows a writer what a text gives away about them, and rewrites it with models that run on "
                "their own computer. Nothing you write leaves it."
            ),
            wordWrap=True,
        )
        versions = text_label(self.versions, "muted", wraps=False)
        said = vertical(name, words, versions, spacing=4)
        head = horizontal((icon, Qt.AlignmentFlag.AlignTop), (said, 1), spacing=24)
        beside = vertical(self.facts, (self.text, 1), spacing=8)
        body = horizontal(self.names, (beside, 1), spacing=16)
        foot = horizontal(
            self.copy,
            (self.copied, 1),
            plain_button(tr("Copy version details"), lambda: self._copy(self.versions)),
            plain_button(tr("Close"), self.accept),
            spacing=8,
        )
        vertical(head, (body, 1), foot, on=self, spacing=16, margins=(24, 24, 24, 16))

    def _turn_to(self, row: int) -> None:
        component = self._components[row - 1] if row > 0 else None
        self.copied.clear()
        if component is None:
            self.facts.setText(
                tr("Free software under the Apache License 2.0. What else it contains is listed on the left.")
            )
        else:
            facts = (component.version, component.licence, component.address, component.note)
            self.facts.setText(" · ".join(filter(None, facts)))
        self.copy.setVisible(bool(component and component.address))
        self.text.setPlainText(_licence(component))
        self.text.setAccessibleName(tr("The licence of {name}", name=self.names.item(max(0, row)).text()))

    def _copy_address(self) -> None:
        self._copy(self._components[self.names.currentRow() - 1].address)

    def _copy(self, text: str) -> None:
        clipboard.put(text)
        self.copied.setText(tr("Copied"))


def show(parent: QWidget) -> AboutWindow:
    """Open it."""
    about = AboutWindow(parent)
    about.open()
    return about


def _components() -> tuple[Component, ...]:
    try:
        return components()
    except FileNotFoundError:  # an incomplete installation; what is missing is said where it would stand
        return ()


def _licence(component: Component | None) -> str:
    """The text of the licence; Penname's own for None."""
    try:
        path = component.path if component else locations.resource("licences/apache-2.0.txt")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return tr("The text of this licence is missing from this installation; install Penname again.")
