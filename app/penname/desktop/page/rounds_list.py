"""The way from the original to now, round by round; each stop can be gone back to."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from penname.desktop.session.findings import point_label, point_name
from penname.desktop.session.snapshot import Point
from penname.desktop.translate import tr
from penname.desktop.widgets.popover import Popover
from penname.desktop.widgets.text_label import text_label

WIDTH = 300


class RoundsList(Popover):
    """`chosen` carries the event of the stop to go back to."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Rounds"), WIDTH)
        said = text_label(tr("Go back to an earlier version. Redo brings you forward again."), "muted")
        self.column.addWidget(said)
        self._shown: tuple[tuple[Point, ...], bool] = ((), False)
        self.buttons: list[QPushButton] = []

    def show_points(self, points: Sequence[Point], can_go_back: bool) -> None:
        """Show the stops; the last one is where the session stands."""
        if self._shown == (tuple(points), can_go_back):
            return
        self._shown = (tuple(points), can_go_back)
        for button in self.buttons:
            self.column.removeWidget(button)
            button.deleteLater()
        self.buttons = [self._stop(point, point is points[-1], can_go_back) for point in points]
        for button in self.buttons:
            self.column.addWidget(button)

    def go_back(self) -> None:
        """Go back to the stop before the last one."""
        points = self._shown[0]
        if len(points) > 1 and self._shown[1]:
            self.chosen.emit(points[-2].event)

    def _stop(self, point: Point, here: bool, can_go_back: bool) -> QPushButton:
        button = QPushButton(f"{'●' if here else '○'}  {point_name(point)}: {point_label(point)}")
        button.setProperty("role", "point")
        button.setCheckable(True)
        button.setChecked(here)
        button.setEnabled(here or can_go_back)
        kept = round(point.kept * 100)
        button.setToolTip(
            tr("You are here: {kept}% of the words are kept", kept=kept)
            if here
            else tr("Go back here: {kept}% of the words are kept", kept=kept)
        )
        button.clicked.connect(lambda: self._choose(button, point, here))
        return button

    def _choose(self, button: QPushButton, point: Point, here: bool) -> None:
        button.setChecked(here)
        self.close()
        if not here:
            self.chosen.emit(point.event)
