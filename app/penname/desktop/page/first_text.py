"""What stands in an empty text: what Penname does, three samples, at the first start three facts, and below
them the place for the text.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from penname.desktop.style.sizes import grown
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.texts.samples import SampleText, offered_samples
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import row_of
from penname.desktop.widgets.small_buttons import link_button
from penname.desktop.widgets.text_label import text_label

CARD_WIDTH = 170  # pixels; where three such cards do not fit beside each other, they stand in a column
_PAD, _GAP = 12, 12


class FirstText(QScrollArea):
    """Lies in the upper part of `pane`, whose text begins below it, with what its placeholder says. A click,
    a paste and a drop mean the text as they do everywhere in it.
    """

    sample_chosen = Signal(str)
    passphrase_wanted = Signal()

    def __init__(self, pane: OriginalPane) -> None:
        super().__init__(pane)
        self._pane = pane
        # The pane itself would show only the first line of its placeholder, and half transparent.
        self._invitation = text_label(pane.placeholderText(), "muted")
        self._invitation.setParent(pane)
        self._invitation.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        pane.setAccessibleDescription(pane.placeholderText())
        pane.setPlaceholderText("")
        self.samples = [_SampleCard(sample) for sample in offered_samples()]
        for card in self.samples:
            card.clicked.connect(lambda _checked=False, text=card.text_of_it: self.sample_chosen.emit(text))
        self._passphrase = passphrase = link_button(tr("Set a passphrase…"), self.passphrase_wanted.emit)
        self._saved = _Fact("", "", passphrase)
        facts = (
            _Fact(
                tr("Nothing leaves this computer"),
                tr("The models run on this computer, with no internet connection."),
            ),
            self._saved,
            _Fact(
                tr("Read every change"),
                tr("The starter model is small and misses things. A larger one can be added later."),
            ),
        )
        self.facts = _row(*facts)
        self.facts.hide()
        heading = text_label(tr("Try a sample"), "heading")
        heading.setVisible(bool(self.samples))
        content = QWidget()
        title = text_label(tr("What does your text reveal about you?"), "title")
        self._column = column = vertical(title, on=content, spacing=_GAP)
        lead = text_label(tr("Penname reads it as an attacker would, and rewrites what it gives away."))
        lead.setProperty("role", "body")
        column.addWidget(lead)
        self._samples = _row(*self.samples)
        for part in (heading, self._samples):
            column.addWidget(part)
        column.addSpacing(_GAP)  # the facts say nothing about the samples above them
        column.addWidget(self.facts)
        column.addStretch()
        self._parts = (*facts, *self.samples, self.facts, self._samples, content)  # from within
        self._least: tuple[Sequence[QWidget], ...] = (
            [card.said for card in self.samples],
            [fact.said for fact in facts],
            [lead],
            self.samples[1:],
            [title, *([heading] if self.samples else [])],
        )
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(0)
        self._settled.timeout.connect(self._leave_out)
        self.setWidget(content)
        self.show_keeping(None)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Start"))
        for part in (self.viewport(), content):
            part.setAutoFillBackground(False)
        before: QWidget = pane
        for button in (*self.samples, passphrase):
            QWidget.setTabOrder(before, button)
            before = button
        pane.viewport().installEventFilter(self)
        pane.installEventFilter(self)
        pane.text_changed.connect(self._follow)
        self._follow()

    def introduce(self) -> None:
        """Show the three facts about Penname, until there is a text."""
        self.facts.setVisible(not self._pane.text)
        self._leave_out()

    @property
    def introduces(self) -> bool:
        """Whether the facts stand there."""
        return not self.facts.isHidden() and not self.isHidden()

    def show_keeping(self, kept: bool | None) -> None:
        """Say what is saved: None while nobody knows."""
        if kept is False:
            self._saved.say(
                tr("Nothing is saved yet"),
                tr("Closing Penname forgets your text. A passphrase keeps it, encrypted."),
            )
        else:
            self._saved.say(
                tr("Saved only when encrypted"),
                tr("Open texts are locked with your system keychain or your passphrase."),
            )
        self._passphrase.setVisible(kept is False)
        self._leave_out()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.Show):
            self._fit()
            self._settled.start()  # in the middle of a change of style, nothing may be shown or hidden
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        empty = not self._pane.text
        if not empty:
            self.facts.hide()
        for part in (self, self._invitation):
            part.setVisible(empty)
        self._leave_out()

    def _fit(self) -> None:
        """Take the width of the text."""
        inner = self._inner
        self._invitation.setFont(self._pane.font())
        self.setGeometry(inner.left(), inner.top(), inner.width(), self.height())
        narrow = inner.width() < 3 * grown(CARD_WIDTH) + 2 * _GAP
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        for row in (self.facts, self._samples):
            layout = row.layout()
            assert isinstance(layout, QBoxLayout)
            layout.setDirection(direction)

    @property
    def _inner(self) -> QRect:
        margin = round(self._pane.document().documentMargin())
        return self._pane.rect().adjusted(margin, margin, -margin, -margin)

    def _leave_out(self) -> None:
        """Show what there is room for, so that nothing is cut off; the menus have the samples, too. Then let
        the text begin below.
        """
        inner = self._inner
        high = self._invitation.heightForWidth(inner.width())
        room = inner.height() - high - _GAP
        for gone in range(len(self._least) + 1):
            for number, parts in enumerate(self._least):
                for part in parts:
                    part.setVisible(number >= gone)
            for part in self._parts:
                layout = part.layout()
                assert layout is not None
                layout.invalidate()  # Qt itself would only once it lays them out, a moment later
                part.updateGeometry()
            wanted = self._column.totalHeightForWidth(inner.width())
            if wanted <= room:
                break
        self._column.activate()  # showing a part lays out those that were to go, too
        self.resize(inner.width(), max(0, min(wanted, room)))
        top = inner.top() + self.height() + _GAP + max(0, min(_GAP, room - wanted))
        self._invitation.setGeometry(inner.left(), top, inner.width(), high)
        margins = self._pane.viewportMargins()
        margins.setTop(0 if self.isHidden() else top - inner.top())
        self._pane.setViewportMargins(margins)


class _SampleCard(QPushButton):
    """A button with a title and the beginning of the text it fills in."""

    def __init__(self, sample: SampleText) -> None:
        super().__init__()
        self.text_of_it = sample.text
        self.setProperty("role", "card")
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{sample.title}. {sample.beginning}")
        rim = _PAD + 1  # a frame's rim lies inside its margins
        _heading, self.said = _fill(self, sample.title, sample.beginning, rim)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()


class _Fact(QFrame):
    """Words alone: a frame would make a button of them."""

    def __init__(self, title: str, said: str, button: QPushButton | None = None) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._title, self.said = _fill(self, title, said, 0)
        layout = self.layout()
        if button is not None and isinstance(layout, QVBoxLayout):
            layout.insertLayout(2, row_of(button))

    def say(self, title: str, said: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self.said.setText(said)


def _fill(card: QWidget, title: str, said: str, margin: int) -> tuple[QLabel, QLabel]:
    column = vertical(on=card, spacing=4, margins=(margin, margin, margin, margin))
    heading, words = text_label(title), text_label(said, "muted")
    heading.setProperty("part", "title")
    for label in (heading, words):
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column.addWidget(label)
    column.addStretch(1)
    return heading, words


def _row(*cards: QWidget) -> QWidget:
    row = QWidget()
    layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(_GAP)
    for card in cards:
        policy = card.sizePolicy()
        policy.setHorizontalPolicy(policy.Policy.Ignored)
        policy.setVerticalPolicy(policy.Policy.Preferred)
        card.setSizePolicy(policy)
        layout.addWidget(card, 1)
    return row
