"""The pane with the text as it stands: evidence underlined; the user marks and locks phrases here."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QMouseEvent,
)
from PySide6.QtWidgets import QWidget

from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_view import EvidenceView
from penname.desktop.texts.floating_bar import SelectionBar
from penname.desktop.texts.history import History
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.segments import Evidence
from penname.desktop.texts.text_files import DOCUMENT_FILES, TEXT_FILES
from penname.desktop.translate import tr


class OriginalPane(EvidenceView):
    """Shows one text. Read-only unless `set_editable(True)` (a new text, before its session exists).

    All offsets are code points of the text given to `show_text`; `text` gives it back exactly as it came, or
    as the user wrote it.
    """

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
        self._saying.lock_requested.connect(lambda: self.say(self.phrase_locked, self.phrase_at()))
        self.selectionChanged.connect(self._offer_saying)
        self.verticalScrollBar().valueChanged.connect(self._saying.hide)

    def show_text(self, text: str, marks: Sequence[TextMark] = ()) -> None:
        """Show `text` without evidence; no signal."""
        self.forget_evidence()
        super().show_text(text, marks)
        self._history = History(text)
        self._offer_undo()

    def mark_evidence(
        self,
        evidence: Sequence[Evidence],
        locked: Sequence[tuple[int, int]] = (),
        others: Sequence[TextMark] = (),
    ) -> None:
        """Underline the evidence and frame what is locked, replacing all marks before; show `others`, too."""
        super().mark_evidence(evidence, locked, others)
        self._offer_saying()

    def set_editable(self, editable: bool) -> None:
        """Let the user type and paste, or only read, mark and copy."""
        super().set_editable(editable)
        self._editable = editable
        self._offer_undo()

    def _fill_saying(self) -> None:
        self._saying.menu.clear()
        self.add_attributes(self._saying.menu, self.phrase_at())

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
    """The path of the text or document in `data`, "" if it holds none, or more than one."""
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return (
        paths[0] if len(paths) == 1 and Path(paths[0]).suffix.lower() in TEXT_FILES + DOCUMENT_FILES else ""
    )
