"""The way from the original to now, round by round; each stop can be gone back to."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from penname.desktop.page.rounds_plot import RoundsPlot
from penname.desktop.session.findings import point_label, point_name
from penname.desktop.session.snapshot import Point
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout

_ROOM_FOR_PLOT = (880, 640)  # of the window


class RoundsStrip(QWidget):
    """`chosen` carries the event of the stop to go back to."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way = QWidget()
        self._flow = FlowLayout(self._way, 4)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self._way.setSizePolicy(policy)
        self.plot = RoundsPlot(theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self._way, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.plot, 0)
        self._shown: tuple[tuple[Point, ...], bool] = ((), False)
        self.buttons: list[QPushButton] = []

    def show_points(self, points: Sequence[Point], can_go_back: bool) -> None:
        """Show the stops; the last one is where the session stands."""
        if self._shown == (tuple(points), can_go_back):
            return
        self._shown = (tuple(points), can_go_back)
        self._flow.clear()
        self.buttons = []
        for point in points:
            if point.number:
                arrow = QLabel("←" if self.isRightToLeft() else "→")
                arrow.setProperty("role", "muted")
                arrow.setMinimumHeight(28)
                self._flow.addWidget(arrow)
            self._flow.addWidget(self._stop(point, point is points[-1], can_go_back))
        self.plot.show_points(points)
        self.fit(self.window().width(), self.window().height())

    def go_back(self) -> None:
        """Go back to the stop before the last one."""
        points = self._shown[0]
        if len(points) > 1 and self._shown[1]:
            self.chosen.emit(points[-2].event)

    def fit(self, width: int, height: int) -> None:
        """Show the plot where the window has room for it, and when there is a way to show."""
        roomy = width >= _ROOM_FOR_PLOT[0] and height >= _ROOM_FOR_PLOT[1]
        self.plot.setVisible(roomy and len(self._shown[0]) > 1)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self.plot.set_theme(theme)

    def _stop(self, point: Point, here: bool, can_go_back: bool) -> QPushButton:
        button = QPushButton(f"{point_name(point)}  {'●' if here else '○'} {point_label(point)}")
        button.setProperty("role", "point")
        button.setCheckable(True)
        button.setChecked(here)
        button.setEnabled(here or can_go_back)
        button.setToolTip(
            tr("You are here: {kept}% of the words are kept", kept=round(point.kept * 100))
            if here
            else tr(
                "Go back here: {kept}% of the words are kept. Redo brings you forward again",
                kept=round(point.kept * 100),
            )
        )
        button.clicked.connect(lambda: button.setChecked(here))
        if not here:
            button.clicked.connect(lambda: self.chosen.emit(point.event))
        self.buttons.append(button)
        return button
