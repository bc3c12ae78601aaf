"""A button with the other ways to hide what a change hides: the user takes the one that reads best."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from penname.desktop.changes.change_words import way_words
from penname.desktop.translate import tr
from penname.domain.changes import Change
from penname.domain.policy import doubted


class WaysButton(QToolButton):
    """Hidden where there is nothing to choose from."""

    taken = Signal(object)  # the Change that was chosen
    typing_wanted = Signal()  # the user wants to write it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ways: tuple[Change, ...] = ()
        self.writes = True  # whether there is a place to write it oneself
        self.setText(tr("Other ways") + " ▾")
        self.setProperty("flat", True)
        self.setToolTip(tr("Other ways to hide this, to choose from"))
        self.setAccessibleName(tr("Other ways"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self.hide()

    def show_ways(self, ways: Sequence[Change]) -> None:
        """Offer these, the likeliest to please first."""
        self._ways = tuple(ways)
        self.setVisible(bool(ways))

    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        for way in self._ways:
            words = way_words(way)
            action = menu.addAction(words.replace("&", "&&"))
            if doubted(way):
                action.setToolTip(tr("May sound awkward"))
            action.triggered.connect(lambda _checked=False, way=way: self.taken.emit(way))
        if self.writes:
            menu.addSeparator()
            menu.addAction(tr("Write it myself")).triggered.connect(lambda: self.typing_wanted.emit())
