"""How a row of the list of changes looks: a tick, what the change hides, and the words before and after."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from penname.desktop.changes.change_words import purpose, shown_words
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

CHANGE_ROLE = Qt.ItemDataRole.UserRole
STANDS_ROLE = Qt.ItemDataRole.UserRole + 1
BOX = 16  # the tick box's side
TICK = ((4.2, 8.4), (7.0, 11.2), (12.0, 5.2))  # the tick inside it

Index = QModelIndex | QPersistentModelIndex


class ChangeRow(QStyledItemDelegate):
    """Paints a row and turns a click on its box, or Space, into a tick."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colours: dict[str, str] = {}
        self._labels: dict[str, str] = {}

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
        self._theme = theme

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """Names and colours of the attributes that changes serve."""
        self._colours = {attribute.name: attribute.colour for attribute in attributes}
        self._labels = {attribute.name: attribute.label for attribute in attributes}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(GRID * 20, round(self._theme.small * 2.9) + GRID * 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        change: Change = index.data(CHANGE_ROLE)
        stands = bool(index.data(STANDS_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect).adjusted(GRID / 2, 1, -GRID / 2, -1)
        back = theme.surface
        if option.state & QStyle.StateFlag.State_Selected:
            back = theme.selected_row
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(QColor(theme.accent if focused else back), 1))
            painter.setBrush(QColor(back))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        can_tick = bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
        self._paint_box(painter, _box(option), stands, can_tick)
        words = area.adjusted(GRID * 3 + BOX, GRID / 2, -GRID, -GRID / 2)
        half = words.height() / 2
        mirrored = QRectF(option.rect) if option.direction == Qt.LayoutDirection.RightToLeft else None
        upper = _Line(painter, words.adjusted(0, 0, 0, -half), mirrored)
        lower = _Line(painter, words.adjusted(0, half, 0, 0), mirrored)
        self._paint_purpose(upper, change, back)
        self._paint_words(lower, change, stands, back)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        on_box = _box(option).adjusted(-GRID, -GRID, GRID, GRID)
        if isinstance(event, QMouseEvent) and on_box.contains(event.position()):
            if event.type() == QEvent.Type.MouseButtonRelease:
                self._toggle(model, index)
            return event.type() != QEvent.Type.MouseMove
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Space:
            self._toggle(model, index)
        return event.key() == Qt.Key.Key_Space

    def _toggle(self, model: QAbstractItemModel, index: Index) -> None:
        state = Qt.CheckState.Unchecked if index.data(STANDS_ROLE) else Qt.CheckState.Checked
        model.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    def _paint_box(self, painter: QPainter, box: QRectF, stands: bool, enabled: bool) -> None:
        theme = self._theme
        colour = QColor(theme.accent if stands and enabled else theme.muted)
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if stands else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 4, 4)
        if stands:
            pen = QPen(QColor(theme.on_accent if enabled else theme.surface), 2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline([box.topLeft() + QPointF(x, y) for x, y in TICK])

    def _paint_purpose(self, line: "_Line", change: Change, back: str) -> None:
        theme = self._theme
        for name in change.attributes:
            if name in self._colours:
                line.dot(theme.stroke(self._colours[name], back))
        line.words(purpose(change, self._labels), theme.small - 1, theme.ink(theme.muted, back))

    def _paint_words(self, line: "_Line", change: Change, stands: bool, back: str) -> None:
        theme = self._theme
        size = theme.small
        muted, text = theme.ink(theme.muted, back), theme.ink(theme.text, back)
        removed, added = theme.ink(theme.removed, back), theme.ink(theme.added, back)
        before, after = shown_words(change.before), shown_words(change.after)
        if not stands:
            line.words(before or after, size, text, 0.7, struck=not before)
            line.words("  " + tr("as it was"), size, muted)
        elif not after:
            line.words(before, size, removed, 0.7, struck=True)
            line.words("  " + tr("removed"), size, muted)
        else:
            if before:
                line.words(before, size, removed, line.share_before(line.arrow + after, size), struck=True)
            line.words(line.arrow if before else "+ ", size, muted)
            line.words(after, size, added, bold=True)


class _Line:
    """Draws one thing behind the other on one line, from the right where the language is read that way."""

    def __init__(self, painter: QPainter, area: QRectF, mirrored: QRectF | None) -> None:
        self._painter = painter
        self._area = area
        self._mirrored = mirrored
        self._x = area.left()
        self.arrow = " → " if mirrored is None else " ← "
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # as each one's script is read

    def dot(self, colour: str) -> None:
        """A disc in an attribute's colour."""
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(colour))
        self._painter.drawEllipse(self._place(8).center(), 4, 4)
        self._x += 14

    def share_before(self, words: str, size: int) -> float:
        """How much of the line can be taken if bold `words` are to follow: what they leave, at least 45 %."""
        font = QFont(self._painter.font())
        font.setPixelSize(size)
        font.setBold(True)
        return max(0.45, 1 - QFontMetricsF(font).horizontalAdvance(words) / self._area.width())

    def words(
        self, words: str, size: int, colour: str, share: float = 1, struck: bool = False, bold: bool = False
    ) -> None:
        """Words, shortened to `share` of the line or to what is left of it."""
        font = QFont(self._painter.font())
        font.setPixelSize(size)
        font.setStrikeOut(struck)
        font.setBold(bold)
        metrics = QFontMetricsF(font)
        room = min(self._area.right() - self._x, self._area.width() * share)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(shown)
        self._painter.setFont(font)
        self._painter.setPen(QColor(colour))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        self._painter.drawText(self._place(width + 1), align, shown)
        self._x += width

    def _place(self, width: float) -> QRectF:
        return _mirror(QRectF(self._x, self._area.top(), width, self._area.height()), self._mirrored)


def _box(option: QStyleOptionViewItem) -> QRectF:
    """Where the tick of a row is."""
    row = QRectF(option.rect)
    box = QRectF(row.left() + GRID * 2, row.top() + GRID + 2, BOX, BOX)
    return _mirror(box, row if option.direction == Qt.LayoutDirection.RightToLeft else None)


def _mirror(rectangle: QRectF, within: QRectF | None) -> QRectF:
    if within is None:
        return rectangle
    return rectangle.translated(within.left() + within.right() - rectangle.left() - rectangle.right(), 0)
