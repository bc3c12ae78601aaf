"""The row of chips that says what is to be hidden."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from penname.desktop.page.attribute_choice import chip_words
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.domain.attributes import Attribute

ARROW = 20  # pixels at the end of a chip that open it


class Chip(QPushButton):
    """One attribute: a tick in its colour when it is to be hidden, an empty ring when not.

    A click, or Space, changes that. Its arrow, a right click, or Alt+Down opens what else there is.
    """

    opened = Signal()

    def __init__(self, attribute: Attribute, theme: Theme) -> None:
        super().__init__(attribute.label)
        self.attribute = attribute
        self._theme = theme
        self._target = ""
        self.setProperty("role", "chip")
        self.setCheckable(True)
        self.setToolTip(tr("Hide {what}\nThe arrow has more: true value, target", what=attribute.description))
        self.setAccessibleDescription(tr("Alt+Down for the true value and the target"))
        self.toggled.connect(self._name)
        self._name(False)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme's colours."""
        self._theme = theme
        self.update()

    def show_target(self, target: str) -> None:
        """What a reader should infer instead, "" for nothing in particular."""
        if target != self._target:
            self._target = target
            self.setText(chip_words(self.attribute, target))
            self._name(self.isChecked())
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier
        if down or event.key() == Qt.Key.Key_F4:
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.opened.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        on_arrow = x < ARROW if self.isRightToLeft() else x > self.width() - ARROW
        if on_arrow and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()
        else:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        mirrored = self.isRightToLeft()
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self.width() - 8 - 12 if mirrored else 8
        ring = QRectF(x, self.height() / 2 - 6, 12, 12)
        colour = QColor(self._theme.stroke(self.attribute.colour, self._theme.raised))
        if not self.isEnabled():
            colour.setAlphaF(0.5)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(ring)
            painter.setPen(QPen(QColor(self._theme.raised), 1.8))
            corner = ring.topLeft()
            painter.drawPolyline([corner + QPointF(*p) for p in ((3.2, 6.2), (5.2, 8.2), (8.8, 4.2))])
        else:
            painter.setPen(QPen(colour, 1.5))
            painter.drawEllipse(ring.adjusted(0.75, 0.75, -0.75, -0.75))

        arrow = QColor(self._theme.muted)
        if not self.isEnabled():
            arrow.setAlphaF(0.5)
        painter.setPen(QPen(arrow, 1.4))
        middle = QPointF(11 if mirrored else self.width() - 11, self.height() / 2 + 1)
        painter.drawPolyline([middle + QPointF(*p) for p in ((-2.5, -1.5), (0, 1.5), (2.5, -1.5))])

    def _name(self, checked: bool) -> None:
        form = tr("{attribute}: to be hidden") if checked else tr("{attribute}: left readable")
        if checked and self._target:
            form = tr("{attribute}: a reader should infer {target}")
        self.setAccessibleName(form.format(attribute=self.attribute.label, target=self._target))


class ProtectBar(QWidget):
    """Chips for all attributes. `changed` carries the names of those to hide, after the user toggled one."""

    changed = Signal(frozenset)

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, 4)
        self.chips = [Chip(attribute, theme) for attribute in attributes]
        for chip in self.chips:
            flow.addWidget(chip)
            chip.clicked.connect(self._changed)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_protected(self, names: frozenset[str]) -> None:
        """Tick the chips of `names`."""
        for chip in self.chips:
            chip.setChecked(chip.attribute.name in names)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        for chip in self.chips:
            chip.set_theme(theme)

    def _changed(self) -> None:
        self.changed.emit(frozenset(chip.attribute.name for chip in self.chips if chip.isChecked()))
