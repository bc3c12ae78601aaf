"""The list of what is hidden, folded to a line until it is wanted."""

from collections.abc import Sequence

from PySide6.QtWidgets import QSizePolicy, QWidget

from penname.desktop.chatbot.draft import DraftRow
from penname.desktop.chatbot.stand_in_table import StandInTable
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.elided_label import ElidedLabel
from penname.desktop.widgets.small_buttons import FoldButton

LEAST_HEIGHT = 112  # of the list: its heads and three rows
NAMED = 12  # stand-ins that the folded line begins with


class HiddenList(QWidget):
    """`beside` is what can be done with the row in front; it stands there while the list is open."""

    def __init__(self, table: StandInTable, beside: tuple[QWidget, ...]) -> None:
        super().__init__()
        self._table = table
        self._rest = ""
        self.fold = FoldButton()
        self.fold.setToolTip(tr("Show or hide the list of what is hidden"))
        self.summary = ElidedLabel()
        self.summary.setProperty("role", "muted")
        self._actions = QWidget()
        horizontal(1, *beside, on=self._actions, spacing=8)
        head = horizontal(self.fold, (self.summary, 1), (self._actions, 1), spacing=8)
        vertical(head, (table, 1), on=self, spacing=4)
        table.setMinimumHeight(grown(LEAST_HEIGHT))
        self.fold.toggled.connect(lambda _open: self._show())
        self.show_rows(())

    def show_rows(self, rows: Sequence[DraftRow]) -> None:
        """Say in the folded line what the table lists."""
        self._count = len(rows)
        self._named = tr(", ").join(
            tr("{words} → {stand_in}", words=row.words, stand_in=row.surrogate) for row in rows[:NAMED]
        )
        self._show()

    def show_rest(self, words: str) -> None:
        """Say in the folded line what else opens with it, in place of the stand-ins."""
        self._rest = words
        self._show()

    def _show(self) -> None:
        opened = self.fold.isChecked()
        self.fold.name(tr("Hidden: {count}", count=self._count))
        for part in (self._table, self._actions):
            part.setVisible(opened)
        self.summary.say(self._rest or self._named)
        self.summary.setVisible(not opened)
        vertical = QSizePolicy.Policy.Expanding if opened else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
