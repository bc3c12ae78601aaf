"""A text with marks: the base of the original's pane and of both sides of a diff."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from penname.desktop.exact_text import ExactText
from penname.desktop.mark_painter import lines_of, paint_behind, paint_over
from penname.desktop.marked_words import MarkedWords
from penname.desktop.marks import Mark
from penname.desktop.stylesheet import GRID
from penname.desktop.theme import Theme


class TextView(QTextEdit):
    """Shows a text and marks on it. Every offset it takes or gives is a code point of that text.

    F8 and Shift+F8 go from mark to mark, tell each one's label and select its words.
    """

    edited = Signal(int, int, object)  # the user replaced [start, end) of the text before
    mark_chosen = Signal(object)  # the key of the mark that was clicked or reached by keyboard
    mark_hovered = Signal(object)  # the key of the mark under the pointer, None when it leaves
    zoom_requested = Signal(int)  # Ctrl and the wheel: steps up or down
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 0
        self._marks: tuple[Mark, ...] = ()
        self._places: list[tuple[int, int]] = []
        self.describe: Callable[[Mark], str] = lambda mark: mark.label
        self._current: object = None
        self._hovered: object = None
        self.can_undo = self.can_redo = False  # whether Ctrl+Z means typing here, or is left to the window
        self.setAcceptRichText(False)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.document().setDocumentMargin(GRID * 2)
        self._exact = ExactText(self.document(), self)
        self._words = MarkedWords(self.document(), theme)
        self._exact.edited.connect(self.edited)
        self.viewport().setMouseTracking(True)
        self.set_editable(False)
        self.set_theme(theme)

    @property
    def text(self) -> str:
        """The text, byte for byte."""
        return self._exact.text

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks, in order."""
        return self._marks

    @property
    def selected(self) -> tuple[int, int]:
        """The selection in code points; empty at the cursor where nothing is selected."""
        cursor, display = self.textCursor(), self._exact.display
        return display.offset(cursor.selectionStart()), display.offset(cursor.selectionEnd())

    def show_text(self, text: str, marks: Sequence[Mark] = ()) -> None:
        """Start over with `text`."""
        self._set_marks(())
        start = QTextCursor(self.document())
        start.setKeepPositionOnInsert(
            True
        )  # a cursor carried to the end would have all of a long text laid out
        self.setTextCursor(start)
        self._exact.show(text)
        start.setKeepPositionOnInsert(False)
        self.setTextCursor(start)
        self.set_marks(marks)

    def follow_text(self, text: str, marks: Sequence[Mark] = ()) -> None:
        """Show a text that differs little; cursor and scroll position stay."""
        self._exact.follow(text)
        self.set_marks(marks)

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Show these marks and no others."""
        self._set_marks(tuple(sorted(marks, key=lambda mark: (mark.start, mark.end))))

    def _set_marks(self, marks: tuple[Mark, ...]) -> None:
        display = self._exact.display
        self._marks = marks
        self._places = [(display.position(mark.start), display.position(mark.end)) for mark in marks]
        self._words.set_marks(marks, self._places)
        self.viewport().update()

    def set_editable(self, editable: bool) -> None:
        """Let the user type, or only read and select (with the keyboard, too)."""
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        if editable:
            flags = Qt.TextInteractionFlag.TextEditorInteraction
        self.setTextInteractionFlags(flags)
        self.setTabChangesFocus(True)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
        self._theme = theme
        font = self.font()
        font.setPixelSize(max(8, theme.body + self._zoom))
        self.setFont(font)
        self._words.set_theme(theme)
        self.viewport().update()

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
        self._zoom = steps
        self.set_theme(self._theme)

    def set_current(self, key: object) -> None:
        """Outline the marks of `key`; None outlines none."""
        self._current = key
        self.viewport().update()

    def jump_to(self, key: object, select: bool = False) -> None:
        """Bring the first mark of `key` into view and put the cursor there."""
        for mark, (start, end) in zip(self._marks, self._places, strict=True):
            if mark.key == key:
                cursor = self.textCursor()
                cursor.setPosition(start)
                if select:
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                self.setTextCursor(cursor)
                self.ensureCursorVisible()
                return

    def step(self, forward: bool) -> None:
        """Go to the next mark, or the one before, round the end of the text."""
        if not self._marks:
            return
        cursor = self.textCursor()
        here = (cursor.selectionStart(), cursor.selectionEnd())
        stops = [place for mark, place in zip(self._marks, self._places, strict=True) if not mark.continues]
        stop = bisect_right(stops, here) % len(stops) if forward else bisect_left(stops, here) - 1
        mark = self._marks[self._places.index(stops[stop])]
        cursor.setPosition(stops[stop][0])
        cursor.setPosition(stops[stop][1], QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        label = self.describe(mark)
        if label:
            corner = self.cursorRect().bottomLeft()
            QToolTip.showText(self.viewport().mapToGlobal(corner), label, self)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, label))
        self.mark_chosen.emit(mark.key)

    def top_offset(self) -> int:
        """The first character of the first line that is seen."""
        return self._exact.display.offset(self.cursorForPosition(QPoint(1, 1)).position())

    def scroll_to(self, offset: int) -> None:
        """Make the line of `offset` the first that is seen, as far as the text is long enough."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._exact.display.position(offset))
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(cursor).top())

    def marks_at(self, point: QPoint) -> list[Mark]:
        """The marks under a point of the viewport, innermost first."""
        place = QPointF(point) + self._origin()
        lines = self._visible(QRect(point, point))
        found = [mark for mark, _, words, _ in lines if words.adjusted(-3, -2, 3, 4).contains(place)]
        return sorted(found, key=lambda mark: mark.end - mark.start)

    def box_of(self, key: object) -> QRect | None:
        """Where the visible marks of `key` lie in the viewport."""
        boxes = [words for mark, _, words, _ in self._visible(self.viewport().rect()) if mark.key == key]
        if not boxes:
            return None
        united = boxes[0]
        for box in boxes[1:]:
            united = united.united(box)
        return united.translated(-self._origin()).toAlignedRect()

    def _visible(self, area: QRect) -> Iterator[tuple[Mark, QTextLine, QRectF, bool]]:
        """Each line of each mark that `area` of the viewport shows, in the document's coordinates."""
        first, last = self._shown_range(area)
        for mark, (start, end) in zip(self._marks, self._places, strict=True):
            if start > last or end < first:
                continue
            block = self.document().findBlock(max(start, first))
            while block.isValid() and block.position() <= min(end, last):
                for line, words in lines_of(block, max(start, first), min(end, last)):
                    at_end = end <= block.position() + line.textStart() + line.textLength()
                    yield mark, line, words, at_end
                block = block.next()

    def _shown_range(self, area: QRect) -> tuple[int, int]:
        """The positions from the first line that `area` touches to its last."""
        first, last = (self.cursorForPosition(corner) for corner in (area.topLeft(), area.bottomRight()))
        first.movePosition(QTextCursor.MoveOperation.StartOfLine)
        last.movePosition(QTextCursor.MoveOperation.EndOfLine)
        return first.position(), last.position()

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def paintEvent(self, event: QPaintEvent) -> None:
        visible = list(self._visible(self.viewport().rect()))
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._origin())
        for mark, _, words, _ in visible:
            current = self._current is not None and mark.key == self._current
            paint_behind(painter, self._theme, mark, words, current)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._origin())
        for mark, line, words, at_end in visible:
            paint_over(painter, self._theme, mark, line, words, at_end)
        painter.end()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            labels = dict.fromkeys(self.describe(mark) for mark in self.marks_at(event.pos()))
            if any(labels):
                QToolTip.showText(event.globalPos(), "\n".join(filter(None, labels)), self)
            else:
                QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        under = self.marks_at(event.position().toPoint()) if not event.buttons() else []
        self._hover(under[0].key if under else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        under = self.marks_at(event.position().toPoint())
        if under and not self.textCursor().hasSelection():
            self.mark_chosen.emit(under[0].key)

    def _hover(self, key: object) -> None:
        if key != self._hovered:
            self._hovered = key
            self.mark_hovered.emit(key)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo, redo = (
                event.matches(QKeySequence.StandardKey.Undo),
                event.matches(QKeySequence.StandardKey.Redo),
            )
            if (undo and not self.can_undo) or (redo and not self.can_redo):
                event.ignore()  # the window's own undo goes back through the rounds
                return False
            if undo or redo:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif event.key() == Qt.Key.Key_F8:
            self.step(forward=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        start, end = self.selected
        data.setText(self.text[start:end])
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        self._exact.paste(self.textCursor(), source.text())
        self.ensureCursorVisible()
