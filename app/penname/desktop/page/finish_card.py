"""What is said at the end, in one place: the reader's limits, and what is left to the user."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from penname.desktop.session import flow_words
from penname.desktop.session.findings import way
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.popover import name_opener, opener
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

_SIDE, _EDGE, _GAP = 12, 8, 6
_WIDE = 560  # pixels of width from which several links stand in a line
_LONGEST = 32  # characters of a sentence's new words


class FinishCard(QFrame):
    """Takes no room before the end."""

    jump_wanted = Signal(str)  # the attribute of a clue that is left to the user
    change_wanted = Signal(object)  # a Change of a sentence that may read badly
    rounds_wanted = Signal(object)  # the button that the rounds open beside

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = {attribute.name: attribute.label for attribute in attributes}
        self.setProperty("role", "finish")
        todo = text_label(tr("Read before you copy"), "todo")
        self.limits = text_label()
        self.odd, self.yours = (text_label(role="doubt", wraps=False) for _ in range(2))
        self.links: list[QPushButton] = []  # first of sentences, then of clues
        self._linked: tuple[object, ...] = ()
        self.way = opener(
            "", tr("Clues found in the original, and after each round. Click to see the rounds")
        )
        self.way.clicked.connect(lambda: self.rounds_wanted.emit(self.way))
        rows = QWidget()
        self._rows = FlowLayout(rows, _GAP)
        for part in (self.odd, self.yours, self.way):
            self._rows.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_SIDE, _EDGE, _SIDE, _EDGE)
        self._column.setSpacing(_GAP)
        for row in (todo, self.limits, rows):
            self._column.addWidget(row)
        self.hide()

    def show_flow(self, flow: SessionFlow, reader: str) -> None:
        """Show what there is to say; `reader` found it."""
        words = flow_words.finish(flow, reader)
        if words is None:
            self.hide()
            return
        self.limits.setText(words.limits)
        self.odd.setText(words.doubts)
        self.yours.setText(words.yours)
        counts = way(flow.view.points, "←" if self.isRightToLeft() else "→") if flow.view else ""
        name_opener(self.way, tr("What changed: {way}", way=counts))
        self.way.setVisible(bool(counts))
        self._show_links(words.odd, words.left)
        self.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words at this width: a splitter would take them for fewer lines."""
        self._rows.stack(self.width() < grown(_WIDE))
        self._column.activate()
        self.setFixedHeight(self._column.totalHeightForWidth(max(1, self.width())))

    def _show_links(self, odd: tuple[Change, ...], left: tuple[str, ...]) -> None:
        """What to look at before copying: sentences that the critic doubts, and clues that still stand."""
        if self._linked == (odd, left):
            return
        self._linked = (odd, left)
        for part in (self.odd, self.yours, self.way, *self.links):
            self._rows.removeWidget(part)
        for link in self.links:
            link.hide()
            link.deleteLater()
        show, read = tr("Show this sentence among the changes"), tr("Show where it can be read")
        odd_links = [_link(_quoted(one), show, partial(self.change_wanted.emit, one)) for one in odd]
        left_links = [
            _link(self._labels.get(name, name), read, partial(self.jump_wanted.emit, name)) for name in left
        ]
        self.links = [*odd_links, *left_links]
        for said, links in ((self.odd, odd_links), (self.yours, left_links)):
            said.setVisible(bool(links))
            for part in (said, *links) if links else ():
                self._rows.addWidget(part)
        self._rows.addWidget(self.way)


def _quoted(change: Change) -> str:
    """The words that came, or those that went where none did, short enough for a line."""
    line = " ".join((change.after or change.before).split())
    if len(line) > _LONGEST:
        line = line[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return tr("“{words}”", words=line)


def _link(title: str, explained: str, call: Callable[[], object]) -> QPushButton:
    button = QPushButton(title)
    button.setProperty("role", "link")
    button.setToolTip(explained)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.clicked.connect(lambda _checked=False: call())
    return button
