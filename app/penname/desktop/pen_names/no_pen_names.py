"""What stands in the pen names' window while there is none: what one is, and the way to the first."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label

WIDE = 400  # pixels, for the usual letters: lines that are read at a glance


class NoPenNames(QWidget):
    """In the middle of what room there is; `button` goes to the sheet of the first one."""

    def __init__(self, create: Callable[[], object]) -> None:
        super().__init__()
        self.button = plain_button(tr("Create a pen name"), create)
        self.button.setProperty("primary", True)
        middle = QWidget()
        middle.setFixedWidth(grown(WIDE))
        line = QHBoxLayout(self)
        line.addWidget(middle)
        column = vertical(2, on=middle, spacing=12, margins=None)
        for words, role in (
            (tr("Write as someone else"), "title"),
            (tr("A pen name is an invented author, with an age, a place and a job of its own."), "body"),
            (tr("Texts you write under it all suggest those details instead of yours."), "muted"),
        ):
            label = text_label(words, role)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addSpacing(4)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
