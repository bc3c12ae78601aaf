"""The pane with the text as it stands: evidence underlined; the user marks and locks phrases here."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_view import EvidenceView
from penname.desktop.texts.history import History
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.segments import Evidence
from penname.desktop.texts.selection_bar import SelectionBar
from penname.desktop.translate import tr
from penname.domain.tokens import is_boundary

TEXT_FILES = (".txt", ".md", ".markdown", ".text")


class OriginalPane(EvidenceView):
    """Shows one text. Read-only unless `set_editable(True)` (a new text, before its session exists).

    All offsets are code points of the text given to `show_text`; `text` gives it back exactly as it came, or
    as the user wrote it.
    """

    phrase_marked = Signal(object, str)  # phrase, attribute name: "This gives away ..."
    phrase_locked = Signal(object)  # "Never change this"; no `str`, see `clipboard`
    file_dropped = Signal(str)  # path of a text file
    text_edited = Signal()  # the user typed; only while editable. Read `text` when it is needed

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._editable = False
        self._history = History("")
        super().__init__(theme, parent)
        self.setAccessibleName(tr("Your text"))
        self.setPlaceholderText(tr("Paste or type a text here, or drop a text file."))
        self.setAcceptDrops(True)
        self.extend_menu = lambda menu, point: self.add_marking_entries(menu, self.phrase_at(point))
        self.edited.connect(self._remember)
        self.undo_requested.connect(lambda: self._restore(self._history.undo()))
        self.redo_requested.connect(lambda: self._restore(self._history.redo()))
        self._saying = SelectionBar(self.viewport())
        self._saying.menu.aboutToShow.connect(self._fill_saying)
        self._saying.lock_requested.connect(lambda: self._say(self.phrase_locked, self.phrase_at()))
        self.selectionChanged.connect(self._offer_saying)
        self.verticalScrollBar().valueChanged.connect(self._saying.hide)
        self.can_mark = True  # whether anything can be said of phrases now

    def show_text(self, text: str, marks: Sequence[TextMark] = ()) -> None:
        """Show `text` without evidence; no signal."""
        self.forget_evidence()
        super().show_text(text, marks)
        self._history = History(text)
        self._offer_undo()

    def mark_evidence(self, evidence: Sequence[Evidence], locked: Sequence[tuple[int, int]] = ()) -> None:
        """Underline the evidence and frame what is locked, replacing all marks before."""
        super().mark_evidence(evidence, locked)
        self._offer_saying()

    def set_editable(self, editable: bool) -> None:
        """Let the user type and paste, or only read, mark and copy."""
        super().set_editable(editable)
        self._editable = editable
        self._offer_undo()

    def phrase_at(self, point: QPoint | None = None) -> str:
        """The selected words, else the word at `point` (or at the cursor), whole; "" where there are none."""
        start, end = self.selected
        if start == end and point is not None:
            marked = self.marks_at(point)
            offset = self.offset_at(point)
            start, end = (marked[0].start, marked[0].end) if marked else (offset, offset)
        start, end = whole_words(self.text, start, end)
        return self.text[start:end]

    def add_marking_entries(self, menu: QMenu, phrase: str) -> None:
        """Fill `menu` with what can be said about `phrase`; the window's menu bar takes it, too."""
        gives_away = menu.addMenu(tr("This gives away"))
        self._add_attributes(gives_away, phrase)
        lock = menu.addAction(tr("Never change this"))
        lock.triggered.connect(lambda: self._say(self.phrase_locked, phrase))
        for action in (gives_away.menuAction(), lock):
            action.setEnabled(bool(phrase) and self.can_mark)

    def _add_attributes(self, menu: QMenu, phrase: str) -> None:
        for attribute in self._attributes.values():
            action = menu.addAction(attribute.label)
            action.setToolTip(attribute.description)
            action.triggered.connect(
                lambda _=False, name=attribute.name: self._say(self.phrase_marked, phrase, name)
            )

    def _fill_saying(self) -> None:
        self._saying.menu.clear()
        self._add_attributes(self._saying.menu, self.phrase_at())

    def _say(self, signal: SignalInstance, *said: str) -> None:
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        signal.emit(*said)

    def _offer_saying(self) -> None:
        """Offer what the user can say about the selection; not while they are writing or still dragging the
        mouse.
        """
        cursor = self.textCursor()
        dragging = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        if self._editable or not self.can_mark or not cursor.hasSelection() or not self.phrase_at():
            self._saying.hide()
        elif not dragging and self.hasFocus():
            cursor.setPosition(cursor.selectionEnd())
            self._saying.show_under(self.cursorRect(cursor))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._offer_saying()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._saying.hide()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if dropped_file(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        path = dropped_file(event.mimeData())
        if path:
            event.acceptProposedAction()
            self.file_dropped.emit(path)
        else:
            super().dropEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(dropped_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        path = dropped_file(source)
        if path:  # a file that was copied in a file manager
            self.file_dropped.emit(path)
        else:
            super().insertFromMimeData(source)

    def _remember(self, start: int, end: int, added: str) -> None:
        self.forget_evidence()
        self._history.push(self.text, burst=start == end and len(added) == 1 and not added.isspace())
        self._offer_undo()
        self.text_edited.emit()

    def _restore(self, text: str) -> None:
        if self._editable and text != self.text:
            self.follow_text(text)
            self._offer_undo()
            self.text_edited.emit()

    def _offer_undo(self) -> None:
        self.can_undo = self._editable and self._history.can_undo
        self.can_redo = self._editable and self._history.can_redo


def dropped_file(data: QMimeData) -> str:
    """The path of the text file in `data`, "" if it holds none, or more than one."""
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and Path(paths[0]).suffix.lower() in TEXT_FILES else ""


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) grown to whole words, without spaces around them: what can be found again in the text."""
    if start == end and text[end : end + 1].isalnum():
        end += 1
    elif start == end and start > 0 and text[start - 1].isalnum():
        start -= 1
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        while not is_boundary(text, start):
            start -= 1
        while not is_boundary(text, end):
            end += 1
    return start, end
