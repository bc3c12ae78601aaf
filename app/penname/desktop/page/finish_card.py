"""What is said at the end, in one place: what to do, what is left to the user, and what the reader found."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from penname.desktop.session import flow_words
from penname.desktop.session.findings import way
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.popover import name_opener, opener
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

_SIDE, _EDGE, _GAP = 12, 8, 6
_LONGEST = 24  # characters of a sentence's new words


class FinishCard(QFrame):
    """Takes no room before the end. In it, a larger model is offered in one line."""

    jump_wanted = Signal(str)  # the attribute of a clue that is left to the user
    change_wanted = Signal(object)  # a Change of a sentence that may read badly
    rounds_wanted = Signal(object)  # the button that the rounds open beside

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = {attribute.name: attribute.label for attribute in attributes}
        self.setProperty("role", "finish")
        self.todo = text_label(role="todo", wraps=False)
        self.way = opener(
            "", tr("Clues found in the original, and after each round. Click to see the rounds")
        )
        self.way.clicked.connect(lambda: self.rounds_wanted.emit(self.way))
        self.odd = text_label(tr("May read badly:"), "doubt", wraps=False)
        self.yours = text_label(role="muted", wraps=False)
        self.links: list[QPushButton] = []  # first of sentences, then of clues
        self._linked: tuple[object, ...] = ()
        self.found = text_label(role="muted", wraps=False)
        self.found.setWordWrap(True)
        self.offered = QWidget()
        self.look = _link("", tr("Compare models and download one"))
        self.put_away = QToolButton()
        self._fill_offer()
        first = QWidget()
        self._first = FlowLayout(first, _GAP)
        parts: tuple[QWidget, ...] = (self.todo, self.way, self.odd, self.yours)
        for part in parts:
            self._first.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_SIDE, _EDGE, _SIDE, _EDGE)
        self._column.setSpacing(_GAP)
        for row in (first, self.found, self.offered):
            self._column.addWidget(row)
        self.offered.hide()
        self.hide()

    def show_flow(self, flow: SessionFlow, reader: str) -> None:
        """Show what there is to say; `reader` found it."""
        words = flow_words.finish(flow, reader)
        if words is None:
            self.hide()
            return
        self.todo.setText(words.todo)
        arrow = "←" if self.isRightToLeft() else "→"
        name_opener(self.way, way(flow.view.points, arrow) if flow.view else "")
        self.yours.setText(words.yours)
        self._show_links(words.odd, words.left)
        self.found.setText(f"{words.found} {words.limits}")
        self.show()
        self._fit()

    def offer(self, words: str, look: Callable[[], object], put_away: Callable[[], object]) -> None:
        """Offer a larger model until it is looked at or put away."""
        self.look.setText(words)
        self.look.clicked.connect(lambda: self._end_offer(look))
        self.put_away.clicked.connect(lambda: self._end_offer(put_away))
        self.offered.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words at this width: a splitter would take them for fewer lines."""
        self._column.activate()
        self.setFixedHeight(self._column.totalHeightForWidth(max(1, self.width())))

    def _show_links(self, odd: tuple[Change, ...], left: tuple[str, ...]) -> None:
        """What to look at before copying: sentences that the critic doubts, and clues that still stand."""
        if self._linked == (odd, left):
            return
        self._linked = (odd, left)
        for part in (self.odd, self.yours, *self.links):
            self._first.removeWidget(part)
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
                self._first.addWidget(part)

    def _fill_offer(self) -> None:
        self.look.setMinimumWidth(1)  # a long title makes nothing wider
        self.put_away.setText("×")
        self.put_away.setProperty("role", "close")
        self.put_away.setToolTip(tr("Don’t show this again"))
        self.put_away.setAccessibleName(tr("Don’t show this again"))
        row = QHBoxLayout(self.offered)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        row.addWidget(self.look)
        row.addWidget(self.put_away)
        row.addStretch(1)

    def _end_offer(self, call: Callable[[], object]) -> None:
        self.offered.hide()
        self._fit()
        call()


def _quoted(change: Change) -> str:
    """The words that came, or those that went where none did, short enough for a line."""
    line = " ".join((change.after or change.before).split())
    if len(line) > _LONGEST:
        line = line[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return tr("“{words}”", words=line)


def _link(title: str, explained: str, call: Callable[[], object] | None = None) -> QPushButton:
    button = QPushButton(title)
    button.setProperty("role", "link")
    button.setToolTip(explained)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    if call is not None:
        button.clicked.connect(lambda _checked=False: call())
    return button
