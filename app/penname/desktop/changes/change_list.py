"""The changes of a rewrite as a list: the keyboard's and the screen reader's way through a diff."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QListView, QWidget

from penname.desktop.changes.change_row import CHANGE_ROLE, STANDS_ROLE, ChangeRow
from penname.desktop.changes.change_words import describe
from penname.desktop.changes.diff_view import Review
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.tooltips import plain_tooltip
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

Index = QModelIndex | QPersistentModelIndex


class ChangeModel(QAbstractListModel):
    """The rows: every change, standing or dropped, in the order of the text."""

    toggled = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.review = Review("")
        self.labels: dict[str, str] = {}
        self.editable = True

    def show(self, review: Review) -> None:
        """Show another state; rows that stay are not rebuilt, so that the keyboard's place is kept."""
        old, self.review = self.review, review
        if old.all_changes != review.all_changes:
            self.beginResetModel()
            self.endResetModel()
        elif review.all_changes:
            self.dataChanged.emit(self.index(0), self.index(len(review.all_changes) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.review.all_changes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        change = self.review.all_changes[index.row()]
        stands = self.review.stands(change)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if stands else Qt.CheckState.Unchecked
        if role == CHANGE_ROLE:
            return change
        if role == STANDS_ROLE:
            return stands
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(describe(change, stands, self.labels))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return describe(change, stands, self.labels)
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not self.editable:
            return False
        change = self.review.all_changes[index.row()]
        if self.review.stands(change) != (Qt.CheckState(value) == Qt.CheckState.Checked):
            self.toggled.emit(change)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsUserCheckable if self.editable else flags


class ChangeList(QListView):
    """One row a change: what it hides, before -> after, and a tick if it is kept. Space toggles, Enter jumps.

    Kept in step with a `RewritePane` by whoever has both.
    """

    toggled = Signal(object)  # the Change to keep, or to leave as it was
    jump_requested = Signal(object)  # the Change to show in the text

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ChangeModel(self)
        self._row = ChangeRow(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(self._row)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Changes"))
        self.setAccessibleDescription(tr("Space keeps or drops a change, Enter shows it in the text."))
        self._model.toggled.connect(self.toggled)
        self.clicked.connect(self._jump)

    def show_review(self, review: Review) -> None:
        """Show the changes of `review`; the current row stays current where it can."""
        current = self.current_change
        self._model.show(review)
        if current is not None and self.current_change is None:
            self.set_current(current)

    @property
    def current_change(self) -> Change | None:
        """The change of the current row."""
        index = self.currentIndex()
        return index.data(CHANGE_ROLE) if index.isValid() else None

    def set_current(self, change: Change) -> None:
        """Make its row the current one, without a signal."""
        changes = self._model.review.all_changes
        row = next((row for row, other in enumerate(changes) if other == change), -1)
        row = row if row >= 0 else next((r for r, c in enumerate(changes) if c.start >= change.start), -1)
        if row >= 0:
            self.setCurrentIndex(self._model.index(row))

    def set_editable(self, editable: bool) -> None:
        """Whether ticks can be changed."""
        self._model.editable = editable
        self.viewport().update()

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """Names and colours of the attributes that changes serve."""
        self._model.labels = {attribute.name: attribute.label for attribute in attributes}
        self._row.set_attributes(attributes)
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
        self._row.set_theme(theme)
        self.scheduleDelayedItemsLayout()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._jump(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _jump(self, index: QModelIndex) -> None:
        self.jump_requested.emit(index.data(CHANGE_ROLE))
