"""A list to choose from in which every entry explains itself in a second line."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QStyle, QStyledItemDelegate, QStyleOptionViewItem

EXPLAINED = Qt.ItemDataRole.UserRole + 1
_SIDE, _EDGE, _BETWEEN = 12, 8, 2  # pixels around and between the two lines

Index = QModelIndex | QPersistentModelIndex


class TwoLines(QStyledItemDelegate):
    """Paints the title, and under it the sentence the entry holds as `EXPLAINED`."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        title, sentence = (QFontMetrics(font) for font in _fonts(option))
        width = max(
            title.horizontalAdvance(str(index.data())), sentence.horizontalAdvance(str(index.data(EXPLAINED)))
        )
        return QSize(width + 2 * _SIDE, title.height() + sentence.height() + _BETWEEN + 2 * _EDGE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        palette: QPalette = option.palette
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        roles = QPalette.ColorRole
        painter.save()
        painter.fillRect(area, palette.color(roles.Highlight if chosen else roles.ToolTipBase))
        inner = area.adjusted(_SIDE, _EDGE, -_SIDE, -_EDGE)
        title, sentence = _fonts(option)
        flags = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        painter.setFont(title)
        painter.setPen(palette.color(roles.HighlightedText if chosen else roles.Text))
        painter.drawText(inner, flags, str(index.data()))
        painter.setFont(sentence)
        # A style sheet makes the view's own placeholder colour half transparent.
        painter.setPen(
            palette.color(roles.HighlightedText)
            if chosen
            else QApplication.palette().color(roles.PlaceholderText)
        )
        below = inner.adjusted(0, painter.fontMetrics().height() + _BETWEEN, 0, 0)
        painter.drawText(below, flags, str(index.data(EXPLAINED)))
        painter.restore()


def _fonts(option: QStyleOptionViewItem) -> tuple[QFont, QFont]:
    """The title's and the sentence's."""
    title, sentence = QFont(option.font), QFont(option.font)
    title.setWeight(QFont.Weight.DemiBold)
    return title, sentence


def describe_entries(box: QComboBox, sentences: dict[str, str]) -> None:
    """Let the entries of `box`, by their data, explain themselves; screen readers hear it, too."""
    for number in range(box.count()):
        sentence = sentences[box.itemData(number)]
        box.setItemData(number, sentence, EXPLAINED)
        box.setItemData(number, sentence, Qt.ItemDataRole.ToolTipRole)
        box.setItemData(number, f"{box.itemText(number)}. {sentence}", Qt.ItemDataRole.AccessibleTextRole)
    delegate = TwoLines(box)
    box.setItemDelegate(delegate)
    rows = (box.model().index(row, 0) for row in range(box.count()))
    wide = max(delegate.sizeHint(QStyleOptionViewItem(), row).width() for row in rows)
    box.view().setMinimumWidth(wide + 2 * _SIDE)
