"""The row of chips that says what is to be hidden."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from penname.desktop.flow_layout import FlowLayout
from penname.desktop.theme import Theme
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute


class Chip(QPushButton):
    """One attribute: a tick in its colour when it is to be hidden, an empty ring when not."""

    def __init__(self, attribute: Attribute, theme: Theme) -> None:
        super().__init__(attribute.label)
        self.attribute = attribute
        self._theme = theme
        self.setProperty("role", "chip")
        self.setCheckable(True)
        self.setToolTip(tr("Hide {what}", what=attribute.description))
        self.toggled.connect(self._name)
        self._name(False)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme's colours."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        mirrored = self.isRightToLeft()
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self.width() - 9 - 12 if mirrored else 9
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

    def _name(self, checked: bool) -> None:
        form = tr("{attribute}: to be hidden") if checked else tr("{attribute}: left readable")
        self.setAccessibleName(form.format(attribute=self.attribute.label))


class ProtectBar(QWidget):
    """Chips for all attributes. `changed` carries the names of those to hide, after the user toggled one."""

    changed = Signal(frozenset)

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        heading = QLabel(tr("HIDE"))
        heading.setProperty("role", "heading")
        heading.setToolTip(
            tr("What a reader must not learn about you. Everything is looked for in any case.")
        )
        row = QWidget()
        flow = FlowLayout(row, 6)
        self.chips = [Chip(attribute, theme) for attribute in attributes]
        for chip in self.chips:
            flow.addWidget(chip)
            chip.clicked.connect(self._changed)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        self.setSizePolicy(policy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(heading, 0, Qt.AlignmentFlag.AlignTop)
        heading.setMinimumHeight(self.chips[0].sizeHint().height() if self.chips else 0)
        layout.addWidget(row, 1)

    def show_protected(self, names: frozenset[str]) -> None:
        """Tick the chips of `names`."""
        for chip in self.chips:
            chip.setChecked(chip.attribute.name in names)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        for chip in self.chips:
            chip.set_theme(theme)

    def _changed(self) -> None:
        self.changed.emit(frozenset(chip.attribute.name for chip in self.chips if chip.isChecked()))
