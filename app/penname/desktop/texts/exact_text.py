"""A text that the user edits in a QTextDocument without losing a byte of what they did not touch."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from penname.desktop.texts.offsets import (
    Display,
    between_line_ends,
    difference,
    from_clipboard,
    from_document,
    slice_units,
    units,
)

LINE_HEIGHT = 130.0  # per cent of the font's own, which is about 1.17 times its size: 1.5 in all
UNKNOWN = (-1, -1)  # a change whose place is found by comparing


class ExactText(QObject):
    """Keeps `text` beside a document that shows it. The document follows the text, never the other way round.

    What the user does to the document becomes a replacement in `text`, told by `edited`.
    """

    edited = Signal(int, int, object)
    """[start, end) of the text before, in code points, and the string that stands there now.

    Not declared as `str`: PySide takes those through UTF-16 and loses what looks like a byte order mark.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = QTextDocument(self)
        self._display = Display("")
        self._raw = ""  # what the document held when it was last looked at
        self._reported: tuple[int, int] | None = None
        self._pasted: str | None = None
        self._following = False
        self.show("")

    @property
    def text(self) -> str:
        """The text, byte for byte."""
        return self._display.session_text

    @property
    def display(self) -> Display:
        """The text as the document shows it."""
        return self._display

    @property
    def document(self) -> QTextDocument:
        """What shows the text now."""
        return self._document

    def show(self, text: str) -> None:
        """Start over with `text`, in a new document: Qt lays out what it gets whole bit by bit, when idle."""
        self._display = Display(text)
        old, self._document = self._document, QTextDocument(self)
        self._document.setUndoRedoEnabled(False)
        form = QTextBlockFormat()
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self._document)
        cursor.setBlockFormat(form)
        cursor.insertText(self._display.text)
        self._raw = self._document.toRawText()
        self._reported = UNKNOWN  # formats laid over it before it is seen count into Qt's first report
        self._document.contentsChange.connect(self._note_change)
        self._document.contentsChanged.connect(self._read_change)
        old.deleteLater()

    def follow(self, text: str) -> None:
        """Make the document show `text` by replacing only what differs: cursor and scroll position stay."""
        self._display = Display(text)
        self._mend()

    def paste(self, cursor: QTextCursor, pasted: str) -> None:
        """Insert a text from outside at `cursor`, its no-break spaces and line ends as they are."""
        start, end = (
            self._display.offset(cursor.selectionStart()),
            self._display.offset(cursor.selectionEnd()),
        )
        self._pasted = from_clipboard(pasted, self.text[:start] + self.text[end:])
        cursor.insertText(Display(self._pasted).text)
        self._pasted = None

    def _note_change(self, position: int, removed: int, _added: int) -> None:
        if self._document.toRawText() == self._raw:
            return  # looks only, which Qt reports alike
        several = self._reported is not None  # since the document was last read
        self._reported = UNKNOWN if several else (position, removed)

    def _read_change(self) -> None:
        raw = self._document.toRawText()
        if self._following or raw == self._raw:
            return
        reported, self._reported = self._reported or UNKNOWN, None
        start, end, added = _replaced(self._raw, raw, *reported)
        old_text, shown = self.text, self._display
        start, end = shown.offset(start), shown.offset(end)
        if self._pasted is not None and Display(self._pasted).raw == added:
            added = self._pasted
        else:
            added = from_document(added, old_text[:start] + old_text[end:])
        added = between_line_ends(old_text, start, end, added)
        self._display = Display(old_text[:start] + added + old_text[end:])
        self._raw = raw
        self._mend()
        self.edited.emit(start, end, added)

    def _mend(self) -> None:
        """Where the document cannot show the text as the user typed it, show it as it is."""
        if self._raw == self._display.raw:
            return
        start, end, instead = difference(self._raw, self._display.raw)
        cursor = QTextCursor(self._document)
        cursor.setPosition(units(self._raw[:start]))
        cursor.setPosition(units(self._raw[:end]), QTextCursor.MoveMode.KeepAnchor)
        self._following = True
        cursor.insertText(instead)
        self._following = False
        self._raw = self._document.toRawText()
        self._reported = None


def _replaced(old: str, new: str, start: int, removed: int) -> tuple[int, int, str]:
    """What was replaced, in units of `old`: as the document reports it, or by comparing where that is wrong.

    Qt counts the separator that ends a document, and reports more than was touched when blocks melt.
    """
    old_length = units(old)
    end = min(start + removed, old_length)
    new_end = end + units(new) - old_length
    if (start, removed) != UNKNOWN and start <= new_end:
        added = slice_units(new, start, new_end)
        if slice_units(old, 0, start) + added + slice_units(old, end, old_length) == new:
            return start, end, added
    first, last, instead = difference(old, new)
    return units(old[:first]), units(old[:last]), instead
