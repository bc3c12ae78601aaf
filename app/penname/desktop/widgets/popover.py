"""A card that opens beside a button, for what is chosen now and then and then out of the way again."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from penname.desktop.style.sizes import grown
from penname.desktop.widgets.boxes import vertical

_PAD = 12
_GAP = 4  # pixels from the button


class Popover(QFrame):
    """Closes at Esc, and at a click elsewhere. `column` takes what it shows."""

    def __init__(self, parent: QWidget, name: str, width: int) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        # Else a click on the button that opened it would close it, and open it again.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self.setProperty("floating", True)
        self.setAccessibleName(name)
        self._width = width
        self.column = vertical(on=self, spacing=8, margins=(_PAD, _PAD, _PAD, _PAD))

    def toggle(self, button: QWidget) -> None:
        """Open beside `button`, or close."""
        if self.isVisible():
            self.close()
        else:
            self.open_beside(button)

    def open_beside(self, button: QWidget) -> None:
        """Open below `button`; above it where the screen ends."""
        self.setFixedWidth(grown(self._width))
        self.fit()
        area = self.screen().availableGeometry()
        row = button.parentWidget() or button
        at_end = button.isRightToLeft() != (button.x() > row.width() / 2)
        left = button.width() - self.width() if at_end else 0
        place = button.mapToGlobal(QPoint(left, button.height() + _GAP))
        if place.y() + self.height() > area.bottom():
            place.setY(button.mapToGlobal(QPoint(0, 0)).y() - self.height() - _GAP)
        place.setX(max(area.left(), min(place.x(), area.right() - self.width())))
        self.move(place)
        self.show()
        first = self.nextInFocusChain()
        if first is not None and self.isAncestorOf(first):
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    def fit(self) -> None:
        """Take the height of what it shows: Qt makes wrapped words higher than they are."""
        self.column.activate()
        wraps, usual = self.column.hasHeightForWidth(), self.column.totalSizeHint().height()
        self.setFixedHeight(self.column.totalHeightForWidth(self.width()) if wraps else usual)


def opener(title: str = "", explained: str = "") -> QPushButton:
    """A quiet button with an arrow, for what a popover holds."""
    button = QPushButton()
    button.setProperty("flat", True)
    button.setToolTip(explained)
    name_opener(button, title)
    return button


def name_opener(button: QPushButton, title: str) -> None:
    """Give it other words; screen readers hear no arrow."""
    button.setText(f"{title} ▾")
    button.setAccessibleName(title)
