"""A window that asks for something: what it is about, what is filled in, what is wrong, and two buttons."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from penname.desktop.style.sizes import grown_size
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import foot_of, plain_button
from penname.desktop.widgets.text_label import text_label


class FormDialog(QDialog):
    """Enter presses `ok`; Esc and `leave` change nothing. What is wrong is said above both."""

    def __init__(self, parent: QWidget, title: str, explained: str, ok: str, leave: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.explained = text_label(explained, "muted")
        self.wrong = text_label(role="error")
        self.wrong.hide()
        self.ok = QPushButton(ok)
        self.ok.setProperty("primary", True)
        self.ok.setDefault(True)
        self.ok.clicked.connect(self.submit)
        self.leave = plain_button(leave, self.reject)

    def fill(self, width: int, height: int, *parts: QWidget) -> None:
        """Put in what is to be filled in; the last part takes the room that is left. The size is the window's
        with the usual letters; it is higher where the words need it.
        """
        column = vertical(on=self, spacing=16, margins=(24, 24, 24, 16))
        for part in (self.explained, *parts, self.wrong):
            column.addWidget(part, int(part is parts[-1]))
        column.addLayout(foot_of(self.leave, self.ok))
        self.resize(grown_size(width, height))

    def submit(self) -> None:
        """Do what `ok` says."""
        raise NotImplementedError

    def complain(self, sentence: str) -> None:
        """Say what is wrong, and let it be tried again."""
        self.ok.setEnabled(True)
        self.wrong.setText(sentence)
        self.wrong.show()
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Grow until every line is seen, at this width: Qt takes wrapped words for fewer lines."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))
