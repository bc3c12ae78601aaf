"""What is said at the end, in one place: the reader's limits, and what is left to the user."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from penname.desktop.session import flow_words
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.popover import opener
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.small_buttons import close_button, link_button
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.changes import Change

_SIDE, _EDGE, _GAP = 12, 8, 4
_MOST, _MOST_BESIDE = 132, 232  # pixels of height below the title, for the usual letters; more is scrolled
_LONGEST = 32  # characters of a sentence's new words


class FinishCard(QFrame):
    """Takes no room before the end, nor, below the text, before the strip opens it."""

    jump_wanted = Signal(str)  # the attribute of a clue that is left to the user
    change_wanted = Signal(object)  # a Change of a sentence that may sound awkward
    rounds_wanted = Signal(object)  # the button that the rounds open beside
    folded = Signal()  # back to the strip

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attributes = tuple(attributes)
        self.setProperty("role", "finish")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        title = text_label(flow_words.caution(), "todo")
        self._said = self._below = self.is_open = False
        self.fold = close_button(tr("Back to the findings"), self.folded.emit)
        self.limits, self.reached = text_label(), text_label()
        self.doubted: tuple[Change, ...] = ()  # one of each sentence that may sound awkward
        self.odd, self.yours = (text_label(role="doubt", wraps=False) for _ in range(2))
        self.more = text_label(tr("You could hide more:"), wraps=False)
        self.links: list[QPushButton] = []  # first of sentences, then of clues, then of what could be more
        self._linked: tuple[object, ...] = ()
        self.way = opener(tr("Rounds"), tr("Clues found at each reading. Click to see the rounds"))
        self.way.clicked.connect(lambda: self.rounds_wanted.emit(self.way))
        body = QWidget()
        self._row_box = rows = QWidget()
        self._rows = FlowLayout(rows, _GAP + 2)
        for part in (self.odd, self.yours, self.more):
            self._rows.addWidget(part)
        self._rows.add_at_end(self.way)
        self._words = vertical(self.limits, self.reached, rows, 1, on=body, spacing=_GAP)
        self.body = scrolled(body)
        head = horizontal((title, 1), self.fold)
        vertical(head, self.body, on=self, spacing=_GAP, margins=(_SIDE, _EDGE, _SIDE, _EDGE))
        self.hide()

    def place(self, below: bool, is_open: bool) -> None:
        """Stand beside the text; or below it in place of the strip, while it is open."""
        self._below, self.is_open = below, is_open and self._said
        self.fold.setVisible(below)
        self.setVisible(self._said and (self.is_open or not below))
        self._fit()

    def show_flow(self, flow: SessionFlow, reader: str) -> None:
        """Show what there is to say of what `reader` found."""
        words = flow_words.finish(flow, self._attributes, reader)
        self._said, self.doubted = words is not None, words.odd if words else ()
        self.place(self._below, self.is_open)
        if words is None:
            return
        self.limits.setText(words.limits)
        self.reached.setText(words.reached)
        self.reached.setVisible(bool(words.reached))
        self.way.setVisible(bool(words.reached))
        self.odd.setText(words.doubts)
        self.yours.setText(words.yours)
        self._show_links(words.odd, words.left, words.more)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words at this width, within limits."""
        self._rows.invalidate()
        self._row_box.updateGeometry()
        self._words.activate()
        high = self._words.totalHeightForWidth(max(1, self.width() - 2 * _SIDE))
        self.body.setFixedHeight(min(high, grown(_MOST if self._below else _MOST_BESIDE)))

    def _show_links(self, odd: tuple[Change, ...], left: tuple[str, ...], more: tuple[str, ...]) -> None:
        """What to look at before copying: sentences that the critic doubts, clues that still stand, and those
        of which more could go.
        """
        if self._linked == (odd, left, more):
            return
        self._linked = (odd, left, more)
        for part in (self.odd, self.yours, self.more, self.way, *self.links):
            self._rows.removeWidget(part)
        for link in self.links:
            link.hide()
            link.deleteLater()
        show, read = tr("Show this sentence among the changes"), tr("Show where it can be read")
        odd_links = [link_button(_quoted(one), partial(self.change_wanted.emit, one), show) for one in odd]
        labels = {attribute.name: attribute.label for attribute in self._attributes}
        left_links, more_links = (
            [
                link_button(labels.get(name, name), partial(self.jump_wanted.emit, name), said)
                for name in names
            ]
            for names, said in ((left, read), (more, tr("Show what else could be hidden")))
        )
        self.links = [*odd_links, *left_links, *more_links]
        for said, links in ((self.odd, odd_links), (self.yours, left_links), (self.more, more_links)):
            said.setVisible(bool(links))
            for part in (said, *links) if links else ():
                self._rows.addWidget(part)
                part.show()  # now, not a moment later: its room is asked for at once
        self._rows.addWidget(self.way)


def _quoted(change: Change) -> str:
    """The words that came, or those that went where none did, short enough for a line."""
    line = " ".join((change.after or change.before).split())
    if len(line) > _LONGEST:
        line = line[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return tr("“{words}”", words=line)
