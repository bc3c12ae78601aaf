"""A line after a result was copied: what happened, and the way back. It takes no keyboard and goes away."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label

_SHOWN_MS = 7000


class Toast(QWidget):
    """Stands where the small window stood. `put_back` is what its button does."""

    def __init__(self, put_back: Callable[[], None]) -> None:
        flags = (
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowDoesNotAcceptFocus
        )
        super().__init__(None, flags)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(tr("Penname"))
        self._put_back = put_back
        self._words = text_label(wraps=False)
        self.button = plain_button(tr("Put back what was there"), self._go_back)
        frame = QFrame()
        frame.setProperty("floating", True)
        horizontal((self._words, 1), self.button, on=frame, spacing=16, margins=(16, 8, 8, 8))
        vertical(frame, on=self)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(_SHOWN_MS)
        self._going.timeout.connect(self.hide)

    def say(self, words: str, beside: QWidget, returnable: bool = True) -> None:
        """Show `words` where `beside` stands, for some seconds."""
        self._words.setText(words)
        self.button.setVisible(returnable)
        self.adjustSize()
        self.move(beside.pos())
        self.show()
        self._going.start()

    def _go_back(self) -> None:
        self._put_back()
        self.say(tr("The clipboard is back as it was"), self, returnable=False)
