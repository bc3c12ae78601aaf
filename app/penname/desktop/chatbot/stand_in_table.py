"""The list of what is hidden: kind, words, stand-in. A stand-in is edited in its place."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from penname.desktop.chatbot.draft import DraftRow
from penname.desktop.chatbot.kind_words import kind_label
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.tooltips import plain_tooltip

KIND, WORDS, STAND_IN = range(3)
_Index = QModelIndex | QPersistentModelIndex


class _Rows(QAbstractTableModel):
    """The rows as Qt asks for them."""

    chosen = Signal(str, str)  # words, the stand-in that the user typed

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[DraftRow, ...] = ()
        self.editable = True

    def show_rows(self, rows: Sequence[DraftRow]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is Qt.Orientation.Vertical:
            return None
        return (tr("Kind"), tr("In your text"), tr("Stand-in"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        shown = (kind_label(row.kind), _once_or_more(row), " ".join(row.surrogate.split()))[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(_explained(row, self.editable))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.headerData(index.column(), Qt.Orientation.Horizontal)}: {shown}"
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.EditRole and str(value).strip() not in ("", row.surrogate):
            self.chosen.emit(row.words, str(value))
        return False  # it shows when the text has been worked through with it

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == STAND_IN and self.editable and not self.rows[index.row()].sent:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags


class StandInTable(QTableView):
    """Enter or F2 edits the stand-in, Delete calls the chosen rows not private."""

    chosen = Signal(str, str)  # words, stand-in
    not_private = Signal(object)  # tuple of words
    row_changed = Signal(object)  # Row in front, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _Rows(self)
        self._rows.chosen.connect(self.chosen)
        self.setModel(self._rows)
        self.setAccessibleName(tr("What is hidden, and what stands in for it"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(grown(28))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(KIND, QHeaderView.ResizeMode.ResizeToContents)
        header.setResizeContentsPrecision(50)
        self.selectionModel().currentRowChanged.connect(lambda *_rows: self.row_changed.emit(self.row))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.rows:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            area = self.viewport().rect().adjusted(8, 8, -8, -8)
            flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading | Qt.TextFlag.TextWordWrap
            painter.drawText(area, int(flags), tr("What is hidden is listed here."))

    @property
    def rows(self) -> tuple[DraftRow, ...]:
        """All rows."""
        return self._rows.rows

    @property
    def row(self) -> DraftRow | None:
        """The row in front."""
        index = self.currentIndex()
        return self.rows[index.row()] if index.isValid() else None

    @property
    def selected(self) -> tuple[str, ...]:
        """The words of the chosen rows."""
        picked = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.rows[number].words for number in picked)

    def show_rows(self, rows: Sequence[DraftRow], editable: bool) -> None:
        """Show these rows; the one in front stays in front if it is still there."""
        before = self.row.words if self.row else None
        self._rows.editable = editable
        if tuple(rows) != self.rows:
            self._rows.show_rows(rows)
            self.choose(before)

    def choose(self, words: str | None) -> None:
        """Bring the row of `words` to the front."""
        for number, row in enumerate(self.rows):
            if row.words == words:
                self.selectRow(number)
                return
        self.row_changed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # what ends the editing comes here, too
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.selected:
            self.not_private.emit(self.selected)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row.isValid():
            self.edit(row.siblingAtColumn(STAND_IN))
        else:
            super().keyPressEvent(event)


def _once_or_more(row: DraftRow) -> str:
    words = " ".join(row.words.split())
    return words if row.times == 1 else tr("{words}  ×{times}", words=words, times=row.times)


def _explained(row: DraftRow, editable: bool) -> str:
    said = tr_count("Appears once in your text.", "Appears {count} times in your text.", row.times)
    if row.sent:
        return f"{said} {tr('The chatbot has seen this stand-in.')}"
    return f"{said} {tr('Enter: another stand-in. Delete: not private.')}" if editable else said
