"""What an attacker reads: the inferences with their verdicts, while they come in and afterwards."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from penname.desktop.page.leak_row import LeakRow
from penname.desktop.page.leak_view import LeakView
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.wrapping import wrapping


class LeaksPanel(QWidget):
    """Rows, and a fold with the guesses that nothing supports."""

    overruled = Signal(str, bool)
    jump_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[LeakRow] = []
        self._shown: tuple[str, ...] = ()
        self._title = QLabel(wordWrap=True)
        self._title.setProperty("role", "result")
        self._body = QLabel(wordWrap=True)
        self._body.setProperty("role", "explanation")
        self._people = QLabel(wordWrap=True)
        self._people.setProperty("role", "explanation")
        for label in (self._title, self._body, self._people):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._message = QWidget()
        words = QVBoxLayout(self._message)
        words.setContentsMargins(16, 16, 16, 8)
        words.setSpacing(8)
        words.addWidget(self._title)
        words.addWidget(self._body)
        words.addWidget(self._people)
        self._live = QLabel(wordWrap=True)
        self._live.setProperty("role", "muted")
        self._live.setTextFormat(Qt.TextFormat.PlainText)
        self._live.setContentsMargins(16, 8, 16, 8)
        self._live.setAccessibleName(tr("What the model is writing"))
        self.fold = QPushButton()
        self.fold.setProperty("role", "fold")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._fold)
        content = QFrame()
        content.setProperty("role", "panel")
        self._list = QVBoxLayout(content)
        self._list.setContentsMargins(0, 0, 0, 8)
        self._list.setSpacing(0)
        self._list.addWidget(self._message)
        self._list.addWidget(self._live)
        self._list.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeading)
        self._list.addStretch(1)
        self.area = QScrollArea()
        self.area.setProperty("role", "panel")
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidget(content)
        self.area.setAccessibleName(tr("What an attacker reads"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.area)
        self.show_leaks(())
        self.show_live("")

    @property
    def message(self) -> tuple[str, str]:
        """The title and the sentence above the rows."""
        return self._title.text(), self._body.text()

    def show_message(self, title: str, body: str = "", people: str = "") -> None:
        """A title and sentences above the rows, the last on how many people fit; empty ones take no room."""
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._body.setText(body)
        self._body.setVisible(bool(body))
        self._people.setText(people)
        self._people.setVisible(bool(people))
        self._message.setVisible(bool(title or body or people))

    def show_live(self, text: str) -> None:
        """What the model is writing at this moment; "" for nothing."""
        follows = self.area.verticalScrollBar().value() >= self.area.verticalScrollBar().maximum() - 8
        self._live.setText(wrapping(text))
        self._live.setVisible(bool(text))
        if text and follows:
            self.area.ensureWidgetVisible(self._live, 0, 0)

    def show_leaks(self, views: Sequence[LeakView]) -> None:
        """Show these inferences, reusing the rows that are there."""
        views = sorted(views, key=lambda view: not view.supported)
        names = tuple(view.attribute.name for view in views)
        if names != self._shown:
            kept = dict(zip(self._shown, self.rows, strict=True))
            rows = [kept.pop(name) if name in kept else self._new_row() for name in names]
            for row in kept.values():
                row.hide()
                row.deleteLater()
            for row in rows:
                self._list.removeWidget(row)
            in_sight = sum(view.supported for view in views)
            for index, row in enumerate(rows):
                self._list.insertWidget((1 + index) if index < in_sight else (3 + index), row)
            self.rows, self._shown = rows, names
        for row, view in zip(self.rows, views, strict=True):
            row.show_leak(view)
            row.setProperty("folded", not view.supported)
        folded = sum(not view.supported for view in views)
        self.fold.setText(
            ("▾ " if self.fold.isChecked() else "▸ ")
            + tr_count("{count} guess without support", "{count} guesses without support", folded)
        )
        self.fold.setVisible(bool(folded))
        self._fold(self.fold.isChecked())

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        for row in self.rows:
            row.set_theme(theme)

    def _new_row(self) -> LeakRow:
        row = LeakRow(self._theme)
        row.overruled.connect(self.overruled)
        row.jump_requested.connect(self.jump_requested)
        return row

    def _fold(self, open_: bool) -> None:
        for row in self.rows:
            row.setVisible(open_ or not row.property("folded"))
        self.fold.setText(("▾ " if open_ else "▸ ") + self.fold.text()[2:])
