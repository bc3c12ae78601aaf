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

from penname.desktop.change_words import purpose, shown_words
from penname.desktop.stylesheet import GRID
from penname.desktop.theme import Theme
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

CHANGE_ROLE = Qt.ItemDataRole.UserRole
STANDS_ROLE = Qt.ItemDataRole.UserRole + 1
BOX = 16  # the tick box's side

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
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect).adjusted(GRID / 2, 1, -GRID / 2, -1)
        back = theme.surface
        if chosen:
            back = theme.selected_row
            painter.setPen(
                QPen(QColor(theme.accent), 1)
                if option.state & QStyle.StateFlag.State_HasFocus
                else Qt.PenStyle.NoPen
            )
            painter.setBrush(QColor(back))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        self._paint_box(
            painter, self._box(option), stands, bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
        )
        left = self._box(option).right() + GRID * 1.5
        words = QRectF(left, area.top() + GRID / 2, area.right() - left - GRID, area.height() - GRID)
        upper = QRectF(words.left(), words.top(), words.width(), words.height() / 2)
        self._paint_purpose(painter, change, upper, back)
        self._paint_words(painter, change, stands, upper.translated(0, upper.height()), back)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        on_box = self._box(option).adjusted(-GRID, -GRID, GRID, GRID)
        if isinstance(event, QMouseEvent) and on_box.contains(event.position()):
            if event.type() == QEvent.Type.MouseButtonRelease:
                self._toggle(model, index)
            return event.type() != QEvent.Type.MouseMove
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Space
        ):
            self._toggle(model, index)
            return True
        return False

    def _toggle(self, model: QAbstractItemModel, index: Index) -> None:
        state = Qt.CheckState.Unchecked if index.data(STANDS_ROLE) else Qt.CheckState.Checked
        model.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    def _box(self, option: QStyleOptionViewItem) -> QRectF:
        area = QRectF(option.rect)
        return QRectF(area.left() + GRID * 2, area.top() + GRID + 2, BOX, BOX)

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
            points = ((4.2, 8.4), (7.0, 11.2), (12.0, 5.2))
            painter.drawPolyline([box.topLeft() + QPointF(x, y) for x, y in points])

    def _paint_purpose(self, painter: QPainter, change: Change, area: QRectF, back: str) -> None:
        theme = self._theme
        dots = [self._colours[name] for name in change.attributes if name in self._colours]
        x = area.left()
        painter.setPen(Qt.PenStyle.NoPen)
        for colour in dots:
            painter.setBrush(QColor(theme.stroke(colour, back)))
            painter.drawEllipse(QPointF(x + 4, area.center().y()), 4, 4)
            x += 11
        font = QFont(painter.font())
        font.setPixelSize(theme.small - 1)
        painter.setFont(font)
        painter.setPen(QColor(theme.ink(theme.muted, back)))
        rest = area.adjusted(x - area.left() + (3 if dots else 0), 0, 0, 0)
        _draw(painter, rest, purpose(change, self._labels))

    def _paint_words(self, painter: QPainter, change: Change, stands: bool, area: QRectF, back: str) -> None:
        theme = self._theme
        plain, struck, bold = (QFont(painter.font()) for _ in range(3))
        for font in (plain, struck, bold):
            font.setPixelSize(theme.small)
        struck.setStrikeOut(True)
        bold.setBold(True)
        text, removed, added = (theme.ink(c, back) for c in (theme.text, theme.removed, theme.added))
        before, after = shown_words(change.before), shown_words(change.after)
        if not stands:
            pieces = [(before or after, plain if before else struck, text)]
            pieces.append((tr("  as it was"), plain, theme.ink(theme.muted, back)))
        else:
            pieces = [(before, struck, removed)] if before else []
            pieces += [(" → " if before else "+ ", plain, theme.ink(theme.muted, back)), (after, bold, added)]
            if not after:
                pieces[-2:] = [(tr("  taken out"), plain, theme.ink(theme.muted, back))]
        share = area.width() * 0.45  # the words before must leave room for those after
        x = area.left()
        for position, (words, font, colour) in enumerate(pieces):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            room = area.right() - x
            if position == 0 and len(pieces) > 1:
                room = max(share, room - sum(QFontMetricsF(f).horizontalAdvance(w) for w, f, _ in pieces[1:]))
            x += _draw(painter, QRectF(x, area.top(), room, area.height()), words)


def _draw(painter: QPainter, area: QRectF, words: str) -> float:
    """Draw one line, shortened with an ellipsis to fit; its width."""
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
    return metrics.horizontalAdvance(shown)
