"""The pane with a proposed rewrite: its diff, and the place to change it by hand."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.changes.diff_texts import DiffTexts
from penname.desktop.changes.diff_view import Review
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.texts.history import History
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.domain.attributes import Attribute
from penname.domain.changes import Change


class RewritePane(QWidget):
    """A base text and the changes proposed for it; the user keeps, drops and adds changes.

    `changes` is what stands now (what Accept should carry). Its header has a title (`set_title`), what else
    stands `beside_title`, and the toggle inline / side by side; the buttons Accept, Reject, Try again and
    Copy belong to the window.
    `actions()` gives the QActions for the window's menu: next change, previous change, keep or drop this
    change, edit by hand.
    """

    changes_edited = Signal(tuple)  # all changes that stand, after the user changed them
    side_by_side_toggled = Signal(bool)  # to be remembered in the settings
    zoom_requested = Signal(int)  # Ctrl and the wheel over a text: steps up or down

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, beside_title: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(parent)
        self._labels: dict[str, str] = {}
        self._history = History(Review(""))
        self._editable = True
        self.texts = DiffTexts(theme, self)
        self.current: Change | None = None  # the one that was clicked or reached by keyboard last
        self._empty = QLabel()
        self._empty.setProperty("role", "blank")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self._empty.setWordWrap(True)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.texts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addLayout(self._header(beside_title))
        column.addWidget(self._stack, 1)
        self._add_actions()
        self._connect()
        self.set_side_by_side(False)
        self.set_editable(True)
        self.show_nothing()

    @property
    def review(self) -> Review:
        """What is shown: the text, the changes that stand and those that were dropped."""
        return self._history.value

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes that stand now, in order."""
        return self.review.changes

    @property
    def new_text(self) -> str:
        """The base text with the changes that stand."""
        return self.review.new_text

    def show_rewrite(self, text: str, changes: Sequence[Change]) -> None:
        """Show `changes` of `text`, all of them kept. The same ones again change nothing. No signal."""
        fresh = Review(text, tuple(sorted(changes, key=lambda change: (change.start, change.end))))
        self._stack.setCurrentIndex(1)
        self._controls.show()
        if (fresh.text, fresh.changes) == (self.review.text, self.review.changes) and self.texts.views[
            0
        ].text:
            return
        self._history = History(fresh)
        self._show(afresh=True)

    def show_nothing(self, message: str = "") -> None:
        """No rewrite: show `message` instead."""
        self._history = History(Review(""))
        self._show(afresh=True)
        self._empty.setText(message)
        self._stack.setCurrentIndex(0)
        self._controls.hide()

    def set_title(self, title: str) -> None:
        """What stands at the left of the header."""
        self._title.setText(title)
        self._title.setVisible(bool(title))

    def set_editable(self, editable: bool) -> None:
        """Whether changes can be ticked and the new text typed in (not while the model works)."""
        self._editable = editable
        self.texts.set_editable(editable)
        for action in (self.toggle_change, self.edit_by_hand):
            action.setEnabled(editable)
        self._by_hand.setEnabled(editable)
        self._offer_undo()

    def set_side_by_side(self, side_by_side: bool) -> None:
        """Old and new beside each other, or one text with both."""
        (self._beside if side_by_side else self._inline).setChecked(True)
        self.texts.set_side_by_side(side_by_side)
        if self.current:
            self.texts.jump_to(self.current)

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """Names of the attributes that changes serve."""
        self._labels = {attribute.name: attribute.label for attribute in attributes}

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
        for view in self.texts.views:
            view.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
        for view in self.texts.views:
            view.set_text_zoom(steps)

    def _header(self, beside_title: Sequence[QWidget]) -> FlowLayout:
        self._title, self._summary = QLabel(), QLabel()
        self._title.setProperty("role", "heading")
        self._title.setMinimumHeight(GRID * 4)
        self._title.hide()
        self._summary.setProperty("role", "muted")
        self._inline, self._beside = QPushButton(), QPushButton()
        group = QButtonGroup(self)
        self._controls = QWidget()
        controls = QHBoxLayout(self._controls)
        controls.setContentsMargins(0, 0, 0, 0)
        controls.setSpacing(GRID // 2)
        self._by_hand = QPushButton(tr("Edit by hand"))
        self._by_hand.setProperty("flat", True)
        controls.addWidget(self._by_hand)
        for button, title in ((self._inline, tr("Inline")), (self._beside, tr("Side by side"))):
            button.setText(title)
            button.setCheckable(True)
            button.setProperty("flat", True)
            group.addButton(button)
            controls.addWidget(button)
        head = FlowLayout(gap=GRID * 2)
        for part in (self._title, *beside_title, self._summary):
            head.addWidget(part)
        head.add_at_end(self._controls)
        return head

    def _add_actions(self) -> None:
        self.next_change = self._action(tr("Next change"), "F8", lambda: self.texts.step(forward=True))
        self.previous_change = self._action(
            tr("Previous change"), "Shift+F8", lambda: self.texts.step(forward=False)
        )
        self.toggle_change = self._action(tr("Keep or drop this change"), "Ctrl+F8", self._toggle_current)
        self.edit_by_hand = self._action(tr("Edit by hand"), "F2", self._start_typing)

    def _action(self, title: str, shortcut: str, slot: Callable[[], object]) -> QAction:
        action = QAction(title, self)
        action.setShortcut(QKeySequence(shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: slot())
        self.addAction(action)
        return action

    def _connect(self) -> None:
        self._inline.clicked.connect(lambda: self._switch(False))
        self._beside.clicked.connect(lambda: self._switch(True))
        self._by_hand.clicked.connect(self.edit_by_hand.trigger)
        self.texts.toggled.connect(self._toggle)
        self.texts.chosen.connect(self._choose)
        self.texts.typed.connect(self._type)
        for view in self.texts.views:
            view.undo_requested.connect(lambda: self._go(self._history.undo))
            view.redo_requested.connect(lambda: self._go(self._history.redo))
            view.zoom_requested.connect(self.zoom_requested)

    def _switch(self, side_by_side: bool) -> None:
        self.set_side_by_side(side_by_side)
        self.side_by_side_toggled.emit(side_by_side)

    def _start_typing(self) -> None:
        if not self.texts.side_by_side:
            self._switch(True)
        self.texts.new.setFocus()

    def _toggle_current(self) -> None:
        if self.current is not None:
            self._toggle(self.current)

    def _choose(self, change: Change) -> None:
        self.current = change

    def keep(self, change: Change, kept: bool) -> None:
        """Keep a change, or take it back, as from a list of them."""
        if self.review.stands(change) != kept:
            self._toggle(change)

    def _toggle(self, change: Change) -> None:
        if self._editable:
            self._change_to(self.review.toggle(change))
            self.current = change

    def _type(self, start: int, end: int, replacement: str) -> None:
        burst = start == end and len(replacement) == 1 and not replacement.isspace()
        self._change_to(self.review.typed(start, end, replacement), burst)

    def _change_to(self, review: Review, burst: bool = False) -> None:
        self._history.push(review, burst)
        self._show()
        self.changes_edited.emit(review.changes)

    def _go(self, step: Callable[[], Review]) -> None:
        before = self.review
        if self._editable and step() is not before:
            self._show()
            self.changes_edited.emit(self.changes)

    def _show(self, afresh: bool = False) -> None:
        review = self.review
        self.texts.show_review(review, self._labels, afresh)
        count, total = len(review.changes), len(review.all_changes)
        self._summary.setText(tr("{count} of {total} changes kept", count=count, total=total))
        self._summary.setVisible(bool(total))
        self._offer_undo()

    def _offer_undo(self) -> None:
        for view in self.texts.views:
            view.can_undo = self._editable and self._history.can_undo
            view.can_redo = self._editable and self._history.can_redo
