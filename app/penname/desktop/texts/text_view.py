"""A text with marks: the base of the original's pane and of both sides of a diff."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QTextEdit, QToolTip, QWidget

from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.exact_text import ExactText
from penname.desktop.texts.mark_layer import MarkLayer
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.shown_lines import Place
from penname.desktop.texts.text_menu import add_editing_entries
from penname.desktop.widgets.tooltips import plain_tooltip

MOST_FOUND = 2000  # matches that are tinted: more are never looked at, and cost time
LONG = 20_000  # characters; no pane is large enough for as many


class TextView(QTextEdit):
    """Shows a text and marks on it. Every offset it takes or gives is a code point of that text.

    `bold` words that were added are wider than they will be in a copy.
    F8 and Shift+F8 go from mark to mark, tell each one's label and select its words. `describe` gives a
    mark's label; `extend_menu` adds what can be said of the place of a right click (None: of the cursor).
    """

    edited = Signal(int, int, object)  # the user replaced [start, end) of the text before with this string
    mark_chosen = Signal(object)  # the key of the mark that was clicked or reached by keyboard
    mark_hovered = Signal(object)  # the key of the mark under the pointer, None when it leaves
    zoom_requested = Signal(int)  # Ctrl and the wheel: steps up or down
    text_changed = Signal()  # another text is shown, or this one was edited
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, bold: bool = True) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 0
        self._hovered: object = None
        self._sought: tuple[Place, int] | None = None  # what was brought into view, and how far that scrolled
        self._exact = ExactText(self)
        self._layer = MarkLayer(self, theme, bold)
        self.can_undo = self.can_redo = False  # whether Ctrl+Z means typing here, or is left to the window
        self.describe: Callable[[TextMark], str] = lambda mark: mark.label
        self.extend_menu: Callable[[QMenu, QPoint | None], None] = lambda _menu, _point: None
        self.setAcceptRichText(False)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self._found: tuple[tuple[int, int], ...] = ()
        self._exact.edited.connect(self.edited)
        self.edited.connect(lambda *_replaced: self.text_changed.emit())
        self.edited.connect(self._forget_sought)
        self.viewport().setMouseTracking(True)
        self.set_editable(False)
        self.set_theme(theme)
        self._take_document(())

    @property
    def text(self) -> str:
        """The text, byte for byte."""
        return self._exact.text

    @property
    def marks(self) -> tuple[TextMark, ...]:
        """The marks, in order."""
        return self._layer.marks

    @property
    def selected(self) -> tuple[int, int]:
        """The selection in code points; empty at the cursor where nothing is selected."""
        cursor, display = self.textCursor(), self._exact.display
        return display.offset(cursor.selectionStart()), display.offset(cursor.selectionEnd())

    def show_text(self, text: str, marks: Sequence[TextMark] = ()) -> None:
        """Start over with `text`."""
        self._forget_sought()
        self._exact.show(text)
        self._take_document(marks)
        self.show_found(())
        self.text_changed.emit()

    def follow_text(self, text: str, marks: Sequence[TextMark] = ()) -> None:
        """Show a text that differs little; cursor and scroll position stay."""
        self._forget_sought()
        self._exact.follow(text)
        self.set_marks(marks)
        self.text_changed.emit()

    def set_marks(self, marks: Sequence[TextMark]) -> None:
        """Show these marks and no others."""
        self._layer.set_marks(marks, self._exact.display)

    def set_editable(self, editable: bool) -> None:
        """Let the user type, or only read and select (with the keyboard, too)."""
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        if editable:
            flags = Qt.TextInteractionFlag.TextEditorInteraction
        self.setTextInteractionFlags(flags)
        self.setTabChangesFocus(True)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self._theme = theme
        font = self.font()
        font.setPixelSize(max(8, theme.body + self._zoom))
        self.setFont(font)
        self._layer.set_theme(theme)
        self.show_found(self._found)

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
        self._zoom = steps
        self.set_theme(self._theme)

    def set_current(self, key: object) -> None:
        """Outline the marks of `key`; None outlines none."""
        self._layer.current = key
        self.viewport().update()

    def jump_to(self, key: object) -> None:
        """Bring the words of `key` into view and put the cursor before them."""
        place = self._layer.place_of(key)
        if place:
            self._put_cursor(place[0], place[0])
            self._bring_into_view(place)

    def bring_into_view(self, key: object) -> None:
        """Bring the words of `key` into view; the cursor stays where it is."""
        place = self._layer.place_of(key)
        if place:
            self._bring_into_view(place)

    def bring_span_into_view(self, span: tuple[int, int]) -> None:
        """Bring [start, end) into view; the cursor stays where it is."""
        display = self._exact.display
        self._bring_into_view((display.position(span[0]), display.position(span[1])))

    def select(self, start: int, end: int) -> None:
        """Select [start, end) and bring it into view."""
        display = self._exact.display
        self._put_cursor(display.position(start), display.position(end))

    def show_found(self, spans: Sequence[tuple[int, int]]) -> None:
        """Tint these spans of the text, the first ones of very many."""
        self._found = tuple(spans)[:MOST_FOUND]
        tint = QColor(self._theme.found_tint)
        selections = []
        for start, end in self._found:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = QTextCursor(self.document())
            selection.cursor.setPosition(self._exact.display.position(start))
            selection.cursor.setPosition(self._exact.display.position(end), QTextCursor.MoveMode.KeepAnchor)
            selection.format.setBackground(tint)
            selection.format.setForeground(QColor(self._theme.text))
            selections.append(selection)
        self.setExtraSelections(selections)

    def step(self, forward: bool) -> None:
        """Go to the next mark, or the one before, round the end of the text."""
        cursor = self.textCursor()
        stop = self._layer.stop_beside((cursor.selectionStart(), cursor.selectionEnd()), forward)
        if stop is None:
            return
        mark = self.marks[stop]
        self._put_cursor(*self._layer.places[stop])
        label = self.describe(mark)
        if label:
            corner = self.cursorRect().bottomLeft()
            QToolTip.showText(self.viewport().mapToGlobal(corner), self.tooltip_of([mark]), self)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, label))
        self.mark_chosen.emit(mark.key)

    def marks_at(self, point: QPoint) -> list[TextMark]:
        """The marks under a point of the viewport, innermost first."""
        return self._layer.at(point)

    def tooltip_of(self, marks: Sequence[TextMark]) -> str:
        """What is said under the pointer on these marks; "" says nothing."""
        labels = dict.fromkeys(self.describe(mark) for mark in marks)
        return plain_tooltip("\n".join(filter(None, labels)))

    def box_of(self, key: object) -> QRect | None:
        """Where the visible marks of `key` lie in the viewport."""
        return self._layer.box_of(key)

    def offset_at(self, point: QPoint) -> int:
        """The code point nearest to a point of the viewport."""
        return self._exact.display.offset(self.cursorForPosition(point).position())

    def top_line(self) -> tuple[int, int]:
        """A code point of the first line that is seen, and how far below the view's edge that line is."""
        cursor = self.cursorForPosition(QPoint(1, 1))
        return self._exact.display.offset(cursor.position()), self.cursorRect(cursor).top()

    def scroll_to(self, offset: int, below: int = 0) -> None:
        """Bring the line of `offset` this far below the view's edge, as far as the text is long enough."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._exact.display.position(offset))
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect(cursor).top() - below)

    def _take_document(self, marks: Sequence[TextMark]) -> None:
        document = self._exact.document
        document.setDefaultFont(self.font())
        document.setDocumentMargin(GRID * 2)
        self._layer.set_document(document, marks, self._exact.display)
        # A scroll bar that comes late, or a width, would have a long text laid out once more.
        policies = Qt.ScrollBarPolicy
        long = len(self.text) > LONG
        self.setVerticalScrollBarPolicy(policies.ScrollBarAlwaysOn if long else policies.ScrollBarAsNeeded)
        document.setTextWidth(self.viewport().width())
        self.setDocument(document)

    def _put_cursor(self, start: int, end: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        self._bring_into_view((start, end))

    def _bring_into_view(self, place: Place) -> None:
        """Scroll until all of `place` is seen with a line to spare below it; else its beginning."""
        first, last = (self._line_of(position) for position in (place[0], max(place[0], place[1] - 1)))
        bar = self.verticalScrollBar()
        hidden = last.bottom() + last.height() - self.viewport().height() + 1
        bar.setValue(bar.value() + min(first.top(), max(0, hidden)))
        self._sought = place, bar.value()

    def _line_of(self, position: int) -> QRect:
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        return self.cursorRect(cursor)

    def _forget_sought(self, *_replaced: object) -> None:
        self._sought = None

    def _hover(self, mark: TextMark | None) -> None:
        key = mark.key if mark else None
        if mark != self._layer.evidence.focused:
            self._layer.evidence.focused = mark
            self.viewport().update()
        if key != self._hovered:
            self._hovered = key
            self.mark_hovered.emit(key)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._layer.paint_behind()
        super().paintEvent(event)
        self._layer.paint_over()

    def resizeEvent(self, event: QResizeEvent) -> None:
        sought, scrolled = self._sought, self.verticalScrollBar().value()
        super().resizeEvent(event)
        if sought and sought[1] == scrolled:  # nobody has scrolled since: what opens below does not hide it
            self._bring_into_view(sought[0])

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.tooltip_of(self.marks_at(event.pos()))
            QToolTip.showText(event.globalPos(), words, self)  # no words hide it
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        under = self.marks_at(event.position().toPoint()) if not event.buttons() else []
        self._hover(under[0] if under else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        under = self.marks_at(event.position().toPoint())
        if under and not self.textCursor().hasSelection():
            self.mark_chosen.emit(under[0].key)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo)
            if undo or event.matches(QKeySequence.StandardKey.Redo):
                mine = self.can_undo if undo else self.can_redo
                event.setAccepted(mine)  # else the window's own undo goes back through the rounds
                return mine
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        menu = QMenu(self)
        self.extend_menu(menu, event.pos() if by_mouse else None)
        add_editing_entries(menu, self, not self.isReadOnly())
        place = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        menu.exec(place)
        menu.deleteLater()

    def createMimeDataFromSelection(self) -> QMimeData:
        start, end = self.selected
        return clipboard.carrying(self.text[start:end])

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if not self.isReadOnly():  # QTextEdit.paste() does not ask
            self._exact.paste(self.textCursor(), clipboard.text_of(source))
            self.ensureCursorVisible()
