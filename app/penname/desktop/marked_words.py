"""The letters of marked words: bold where added, struck through where removed. Looks only, never content."""

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextBlock, QTextCharFormat, QTextDocument

from penname.desktop.marks import Look, Mark
from penname.desktop.theme import Theme

Place = tuple[int, int]  # UTF-16 positions of a mark
MANY_BLOCKS = 200  # from here on one pass over the document is cheaper


class MarkedWords(QSyntaxHighlighter):
    """Formats the words of marks in the blocks they lie in, and only the blocks whose marks changed."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._marks: list[tuple[Place, Look]] = []
        self._length = document.characterCount()
        self._formatted: list[QTextBlock] = []  # since the marks were last known to be right
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        added, removed = QTextCharFormat(), QTextCharFormat()
        added.setForeground(QColor(theme.added))
        added.setFontWeight(QFont.Weight.Bold)
        removed.setForeground(QColor(theme.removed))
        removed.setFontStrikeOut(True)
        self._formats = {Look.ADDED: added, Look.REMOVED: removed}
        if self._marks:
            self.rehighlight()

    def set_marks(self, marks: Sequence[Mark], places: Sequence[Place]) -> None:
        """Format these marks (in order, not overlapping) and no others."""
        old = self._marks
        self._marks = [
            (place, mark.look)
            for mark, place in zip(marks, places, strict=True)
            if mark.look in self._formats and mark.start != mark.end
        ]
        self._refresh(old)

    def highlightBlock(self, text: str) -> None:
        """Called by Qt for each block that changed."""
        if self._marks:
            self._formatted.append(self.currentBlock())
        begin = self.currentBlock().position()
        end = begin + self.currentBlock().length()
        index = max(0, bisect_left(self._marks, ((begin, 0), Look.ADDED)) - 1)
        while index < len(self._marks) and self._marks[index][0][0] < end:
            (start, finish), look = self._marks[index]
            if finish > begin:
                first = max(start, begin)
                self.setFormat(first - begin, min(finish, end) - first, self._formats[look])
            index += 1

    def _refresh(self, old: list[tuple[Place, Look]]) -> None:
        """Format again what lies between the marks both lists begin with and those both end with."""
        new, length = self._marks, self.document().characterCount()
        shift, self._length = length - self._length, length
        most = min(len(old), len(new))
        head = next((i for i in range(most) if old[i] != new[i]), most)
        tail = next((i for i in range(most - head) if _moved(old[-1 - i], shift) != new[-1 - i]), most - head)
        typed_in, self._formatted = [block for block in self._formatted if block.isValid()], []
        gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
        places = [place for place, _ in [*gone, *(_moved(mark, max(shift, 0)) for mark in gone), *come]]
        places += [(block.position(), block.position()) for block in typed_in]
        if not places:
            return
        start, end = min(place[0] for place in places), max(place[1] for place in places)
        block, last = self.document().findBlock(start), self.document().findBlock(min(end, length - 1))
        if last.blockNumber() - block.blockNumber() > MANY_BLOCKS or not block.isValid():
            self.rehighlight()
            self._formatted.clear()
            return
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            self.rehighlightBlock(block)
            block = block.next()
        self._formatted.clear()


def _moved(mark: tuple[Place, Look], shift: int) -> tuple[Place, Look]:
    (start, end), look = mark
    return (start + shift, end + shift), look
