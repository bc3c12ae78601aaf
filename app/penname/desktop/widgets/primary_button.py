"""The one button that goes on, and an arrow beside it with what else can be done."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.restyle import restyle
from penname.desktop.widgets.telling_button import TellingButton


class PrimaryButton(QWidget):
    """`pressed` is for the button; the entries of the arrow's menu call what they were given."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = TellingButton()
        self.button.clicked.connect(self.pressed)
        self.arrow = _Arrow()
        self.menu = QMenu(self.arrow)
        self.arrow.clicked.connect(self._open)
        row = horizontal(on=self, spacing=1)
        for part, role in ((self.button, "next"), (self.arrow, "more")):
            part.setProperty("role", role)
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the cursor in the text
            row.addWidget(part)

    def show_step(self, label: str, explained: str, accented: bool, done: str = "") -> None:
        """What a press does now, and what the button may say for a moment once that is done; the accent is
        for steps forward.
        """
        self.button.name(label, done)
        self.button.setToolTip(explained)
        for part in (self.button, self.arrow):
            restyle(part, "primary", accented)

    def offer(self, others: Mapping[str, Callable[[], object]]) -> None:
        """What the arrow offers; where that is nothing, there is no arrow."""
        self.menu.clear()
        for title, call in others.items():
            self.menu.addAction(title).triggered.connect(lambda _checked=False, call=call: call())
        self.arrow.setVisible(bool(others))
        restyle(self.button, "joined", bool(others))

    def _open(self) -> None:
        corner = self.arrow.mapToGlobal(self.arrow.rect().topRight())
        size = self.menu.sizeHint()
        self.menu.popup(corner - QPointF(size.width(), size.height() + 4).toPoint())


class _Arrow(QPushButton):
    """Draws its own sign, in the colour of its words."""

    def __init__(self) -> None:
        super().__init__()
        self.setToolTip(tr("What else can be done now"))
        self.setAccessibleName(tr("What else can be done now"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.ensurePolished()
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.ButtonText), 1.6))
        x, y = self.width() / 2, self.height() / 2
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])
