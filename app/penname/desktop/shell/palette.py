"""The command palette: a line to type into, over everything that the menus offer."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from penname.desktop.shell.menu_entries import MenuEntry, menu_entries
from penname.desktop.shell.word_search import fit
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.text_label import text_label

ENTRY = Qt.ItemDataRole.UserRole
WIDTH, ROWS, EDGE = 640, 12, 16  # pixels; rows that are seen at once; pixels to the window's edges
_SIDE, _ABOVE, _GAP = 12, 6, 12  # pixels around and between what stands in a row

_Index = QModelIndex | QPersistentModelIndex


def ranked(entries: Sequence[MenuEntry], typed: str) -> list[MenuEntry]:
    """The entries that fit `typed`, the best first; those that cannot be used now at the end."""
    fits = [(entry, fit(typed, entry.title, " ".join(entry.menus))) for entry in entries]
    found = [(not entry.possible, how, entry) for entry, how in fits if how is not None]
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])]


class CommandPalette(QWidget):
    """Lies over the whole window, so that a click beside the list closes it. Made anew at each opening."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._came_from = QApplication.focusWidget()
        self._entries = menu_entries(window.menuBar())
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Find an action"))
        self.search.setAccessibleName(tr("Find an action"))
        self.search.textChanged.connect(self._show)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setItemDelegate(_RowDelegate(self.list))
        self.list.setAccessibleName(tr("Actions"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._take)
        self.list.currentItemChanged.connect(lambda _item: self._announce())
        self.nothing = text_label(tr("No matching action"), "muted", wraps=False)
        self.nothing.setContentsMargins(_SIDE, _ABOVE, _SIDE, _ABOVE)
        self._panel = QFrame(self)
        self._panel.setProperty("floating", True)
        vertical(self.search, self.list, self.nothing, on=self._panel, spacing=4, margins=(8, 8, 8, 8))
        window.installEventFilter(self)
        self._show("")
        self.show()
        self.raise_()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def shown(self) -> list[MenuEntry]:
        """The entries in the list, from the top."""
        return [self.list.item(row).data(ENTRY) for row in range(self.list.count())]

    def leave(self) -> None:
        """Close, and give the keyboard back to where it was."""
        self.hide()
        self.deleteLater()
        if self._came_from is not None and isValid(self._came_from):
            self._came_from.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and watched is self.search:
            event.accept()  # while this is open, no key means an action of the window
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return watched is self.search and self._press(event)
        elif event.type() == QEvent.Type.Resize and watched is self._window:
            self._fit()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()

    def _press(self, event: QKeyEvent) -> bool:
        """Whether the key is one of the palette's, and not a letter."""
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        page = ROWS - 1
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
        }
        if key in steps:
            self._step(steps[key])  # type: ignore[index]  # the stubs take a key for a number
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentItem())
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_K and control):
            self.leave()
        else:
            return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)  # there is nowhere else to go
        return True

    def _step(self, rows: int) -> None:
        usable = sum(entry.possible for entry in self.shown)
        row = self.list.currentRow()
        if not usable:
            return
        at_end = row + rows < 0 if row == 0 else row + rows >= usable and row == usable - 1
        wanted = (usable - 1 if rows < 0 else 0) if at_end else max(0, min(usable - 1, row + rows))
        self.list.setCurrentRow(wanted)

    def _show(self, typed: str) -> None:
        self.list.clear()
        for entry in ranked(self._entries, typed):
            item = QListWidgetItem(entry.title)
            item.setData(ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(entry))
            item.setToolTip(entry.title)
            if not entry.possible:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setVisible(self.list.count() > 0)
        self.nothing.setVisible(self.list.count() == 0)
        self._step(0)
        self._fit()

    def _fit(self) -> None:
        """Take the window's size, and give the list as many rows as it has and there is room for."""
        window = self._window
        self.setGeometry(window.rect())
        top = EDGE * 3
        width = min(grown(WIDTH), window.width() - 2 * EDGE)
        room = window.height() - top - EDGE - self.search.sizeHint().height() - 20
        row = self.list.sizeHintForRow(0) if self.list.count() else 0
        self.list.setFixedHeight(max(row, min(room, row * min(ROWS, self.list.count()) + 2)))
        layout = self._panel.layout()
        assert layout is not None
        layout.activate()
        self._panel.setGeometry((window.width() - width) // 2, top, width, layout.sizeHint().height())

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is None or not item.data(ENTRY).possible:
            return
        action = item.data(ENTRY).action
        self.leave()
        if isValid(action):
            action.trigger()

    def _announce(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            spoken = str(item.data(Qt.ItemDataRole.AccessibleTextRole))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.search, spoken))


class _RowDelegate(QStyledItemDelegate):
    """Paints the title, a tick where it is chosen, the menu it stands in, and at the far side its keys."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, QFontMetrics(option.font).height() + 2 * _ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        entry: MenuEntry = index.data(ENTRY)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette = QApplication.palette()  # a style sheet makes the view's own faint colour half transparent
        roles = QPalette.ColorRole
        group = QPalette.ColorGroup.Active if entry.possible else QPalette.ColorGroup.Disabled
        strong = palette.color(roles.HighlightedText) if chosen else palette.color(group, roles.Text)
        quiet = strong if chosen or not entry.possible else palette.color(roles.PlaceholderText)
        painter.save()
        painter.setFont(option.font)
        if chosen:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(palette.color(roles.Highlight))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(option.rect, 4, 4)
        inner = option.rect.adjusted(_SIDE, 0, -_SIDE, 0)
        keys = ", ".join(entry.keys)
        wide = painter.fontMetrics().horizontalAdvance
        room = inner.width() - (wide(keys) + _GAP if keys else 0)
        ticked = "✓ " + entry.title if entry.chosen else entry.title
        title = painter.fontMetrics().elidedText(ticked, Qt.TextElideMode.ElideRight, room)
        menus = " › ".join(entry.menus)
        left = Qt.AlignmentFlag.AlignLeading
        _write(painter, inner, title, strong, left, option.direction)
        _write(painter, inner, keys, quiet, Qt.AlignmentFlag.AlignTrailing, option.direction)
        if wide(title) + _GAP + wide(menus) <= room:
            shift = wide(title) + _GAP
            mirrored = option.direction == Qt.LayoutDirection.RightToLeft
            beside = inner.adjusted(0, 0, -shift, 0) if mirrored else inner.adjusted(shift, 0, 0, 0)
            _write(painter, beside, menus, quiet, left, option.direction)
        painter.restore()


def _write(
    painter: QPainter,
    area: QRect,
    words: str,
    colour: QColor,
    side: Qt.AlignmentFlag,
    direction: Qt.LayoutDirection,
) -> None:
    painter.setPen(colour)
    painter.drawText(
        area, int(QStyle.visualAlignment(direction, side | Qt.AlignmentFlag.AlignVCenter)), words
    )


def _spoken(entry: MenuEntry) -> str:
    parts = [entry.title, *entry.menus, *entry.keys]
    if entry.chosen:
        parts.append(tr("chosen"))
    if not entry.possible:
        parts.append(tr("not possible now"))
    return ", ".join(parts)
