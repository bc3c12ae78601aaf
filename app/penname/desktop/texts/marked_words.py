"""The letters of marked words: bold where added (unless lines must break as without marks), struck through
where removed. Looks only, never content.
"""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QTextBlock, QTextCharFormat, QTextDocument, QTextFormat, QTextLayout

from penname.desktop.style.theme import Theme
from penname.desktop.texts.marks import MarkStyle, TextMark

Place = tuple[int, int]  # UTF-16 positions of a mark
Piece = tuple[int, int, int]  # start in its block, length, which style
STRUCK = (MarkStyle.REMOVED, MarkStyle.GONE)
STYLES = (MarkStyle.ADDED, MarkStyle.DOUBTED, MarkStyle.CAME, *STRUCK)
STYLE_PROPERTY = QTextFormat.Property.UserProperty + 1


class MarkedWords:
    """Lays formats over the blocks of a document as a syntax highlighter does, but all of them in one layout.

    (QSyntaxHighlighter has the document laid out again for each block, which takes seconds on a long text.)
    """

    def __init__(self, document: QTextDocument, theme: Theme, bold: bool) -> None:
        self._document = document
        self._bold = bold
        self._colours: tuple[str, ...] = ()
        self._marks: list[tuple[Place, int]] = []
        self._formats: list[QTextCharFormat] = []
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        colours = (theme.added, theme.doubted, theme.text, theme.removed, theme.muted)
        if self._colours == colours:
            return
        self._colours = colours
        self._formats = [QTextCharFormat() for _ in STYLES]
        for number, (form, style, colour) in enumerate(zip(self._formats, STYLES, colours, strict=True)):
            form.setForeground(QColor(colour))
            if style in STRUCK:
                form.setFontStrikeOut(True)
            elif self._bold:
                form.setFontWeight(QFont.Weight.Bold)
            form.setProperty(STYLE_PROPERTY, number)
        self._lay_over(everywhere=True)

    def set_document(self, document: QTextDocument) -> None:
        """Go on with another document, without marks."""
        self._document = document
        self._marks = []

    def set_marks(self, marks: Sequence[TextMark], places: Sequence[Place]) -> None:
        """Format these marks (in order) and no others, in the document as it is now."""
        self._marks = [
            (place, STYLES.index(mark.style))
            for mark, place in zip(marks, places, strict=True)
            if mark.style in STYLES and mark.start != mark.end
        ]
        self._lay_over()

    def _lay_over(self, everywhere: bool = False) -> None:
        """Give each block its formats, where it has others now, and lay out what changed at once."""
        first = last = None
        block = self._document.firstBlock()
        while block.isValid():
            wanted = self._pieces(block)
            if wanted != _present(block) or (everywhere and wanted):
                block.layout().setFormats([self._range(piece) for piece in wanted])
                first, last = first or block, block
            block = block.next()
        if first and last:
            start = first.position()
            self._document.markContentsDirty(start, last.position() + last.length() - start)

    def _pieces(self, block: QTextBlock) -> list[Piece]:
        begin, end = block.position(), block.position() + block.length()
        index = max(0, bisect_left(self._marks, ((begin, 0), 0)) - 1)
        pieces: list[Piece] = []
        while index < len(self._marks) and self._marks[index][0][0] < end:
            (start, finish), style = self._marks[index]
            first, past = max(start, begin), min(finish, end)
            if first < past:
                pieces.append((first - begin, past - first, style))
            index += 1
        return pieces

    def _range(self, piece: Piece) -> QTextLayout.FormatRange:
        result = QTextLayout.FormatRange()
        result.start, result.length = piece[:2]
        result.format = self._formats[piece[2]]
        return result


def _present(block: QTextBlock) -> list[Piece]:
    formats = block.layout().formats()
    return [(part.start, part.length, part.format.intProperty(STYLE_PROPERTY)) for part in formats]
