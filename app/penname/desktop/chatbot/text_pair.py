"""Two texts under their headings, side by side; in a narrow window one of them, chosen in their place."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.text_label import text_label

NARROW = 680  # pixels of width, for the usual letters
_LEFT, _RIGHT = "left", "right"


class TextPair(QWidget):
    """`left` and `right` are a title and what stands under it; `beside` ends the line of the left title."""

    def __init__(self, left: tuple[str, QWidget], right: tuple[str, QWidget], beside: QWidget) -> None:
        super().__init__()
        self._panes = {_LEFT: left[1], _RIGHT: right[1]}
        self.choice = SegmentedControl(tr("Text"), ((_LEFT, left[0]), (_RIGHT, right[0])))
        self.choice.chosen.connect(self._turn_to)
        self._headings = tuple(text_label(title, "heading", wraps=False) for title, _ in (left, right))
        for heading, (_, pane) in zip(self._headings, (left, right), strict=True):
            heading.setBuddy(pane)
        first, heads, panes = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for part in (self.choice, self._headings[0]):
            first.addWidget(part)
        first.addStretch(1)
        first.addWidget(beside)
        heads.addLayout(first, 1)
        heads.addWidget(self._headings[1], 1)
        for pane in self._panes.values():
            panes.addWidget(pane, 1)
        for row in (heads, panes):
            row.setSpacing(16)
        vertical(heads, (panes, 1), on=self, spacing=8)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _turn_to(self, name: str) -> None:
        self.choice.show_choice(name)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < grown(NARROW)
        self.choice.setVisible(narrow)
        for heading in self._headings:
            heading.setVisible(not narrow)
        for name, pane in self._panes.items():
            pane.setVisible(not narrow or name == self.choice.choice)
