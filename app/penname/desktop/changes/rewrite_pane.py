"""A proposed rewrite: its diff and its result, and the user's way of changing it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QToolTip, QWidget

from penname.desktop.changes.diff_texts import DiffTexts
from penname.desktop.changes.diff_view import Review
from penname.desktop.style.theme import Theme
from penname.desktop.texts.history import History
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.together import posts_apart


class RewritePane(DiffTexts):
    """A base text and the changes proposed for it; the user keeps, drops and adds changes.

    `changes` is what stands now (what Accept should carry). `actions()` gives the QActions for the window's
    menu: next change, previous change, keep or drop this change, edit by hand.
    """

    changes_edited = Signal(tuple)  # all changes that stand, after the user changed them
    zoom_requested = Signal(int)  # Ctrl and the wheel over a text: steps up or down

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names: dict[str, str] = {}
        self._history = History(Review(""))
        self._current: Change | None = None
        self.together = False  # whether the text is several posts
        self._add_actions()
        self.toggled.connect(self.toggle)
        self.taken.connect(self.take)
        self.typed.connect(self._type)
        for view in self.views:
            view.undo_requested.connect(lambda: self._go(self._history.undo))
            view.redo_requested.connect(lambda: self._go(self._history.redo))
            view.zoom_requested.connect(self.zoom_requested)
        self.marks_phrases = True
        self.set_editable(True)

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

    def show_rewrite(self, text: str, changes: Sequence[Change], earlier: tuple[Change, ...] = ()) -> None:
        """Show `changes` of `text`, all of them kept; `earlier` made it. The same ones again change nothing.
        No signal.
        """
        standing = tuple(sorted(changes, key=lambda change: (change.start, change.end)))
        fresh = Review(text, standing, earlier=earlier)
        if (fresh.text, fresh.changes) != (self.review.text, self.review.changes):
            self._history = History(fresh)
            self._current = None
            self._show_now(afresh=True)

    def set_editable(self, editable: bool) -> None:
        """Whether changes can be toggled and the new text typed in (not while the model works)."""
        super().set_editable(editable)
        for action in (self.toggle_change, self.edit_by_hand):
            action.setEnabled(editable)
        self._offer_undo()

    def set_current(self, change: Change | None) -> None:
        """Outline a change; Ctrl+F8 keeps or drops it."""
        self._current = change
        super().set_current(change)

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """The attributes that changes serve, and that phrases give away."""
        for view in self.views:
            view.set_attributes(attributes)
        self._names = {attribute.name: attribute.label for attribute in attributes}

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        for view in self.views:
            view.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
        for view in self.views:
            view.set_text_zoom(steps)

    def toggle(self, change: Change) -> None:
        """Drop a change that stands, or take a dropped one back."""
        if self._editable:
            self._change_to(self.review.toggle(change))
            self.set_current(change)

    def keep(self, change: Change, kept: bool) -> None:
        """Keep a change, or take it back, as from a list of them."""
        place = (change.start, change.end, change.after)
        known = (one for one in self.review.all_changes if (one.start, one.end, one.after) == place)
        change = next(known, change)  # the list may have it as the session does, with what it serves
        if self.review.stands(change) != kept:
            self.toggle(change)

    def take(self, change: Change) -> None:
        """Make one of the other changes that were offered."""
        if self._editable:
            self._change_to(self.review.take(change))
            made = [one for one in self.changes if one.start < change.end and change.start < one.end]
            self.set_current(made[0] if made else None)

    def _add_actions(self) -> None:
        self.next_change = self._action(tr("Next change"), "F8", lambda: self.step(forward=True))
        self.previous_change = self._action(
            tr("Previous change"), "Shift+F8", lambda: self.step(forward=False)
        )
        self.toggle_change = self._action(tr("Keep or drop this change"), "Ctrl+F8", self._toggle_current)
        self.edit_by_hand = self._action(tr("Edit by hand"), "F2", self.result_wanted.emit)

    def _action(self, title: str, shortcut: str, slot: Callable[[], object]) -> QAction:
        action = QAction(title, self)
        action.setShortcut(QKeySequence(shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: slot())
        self.addAction(action)
        return action

    def _toggle_current(self) -> None:
        if self._current is not None:
            self.toggle(self._current)

    def _type(self, start: int, end: int, replacement: str) -> None:
        burst = start == end and len(replacement) == 1 and not replacement.isspace()
        review = self.review.typed(start, end, replacement)
        if self.together and len(posts_apart(review.new_text)) != len(posts_apart(self.new_text)):
            self._show_now()  # as it was
            corner = self.new.viewport().mapToGlobal(self.new.cursorRect().bottomLeft())
            QToolTip.showText(corner, tr("What stands between two posts stays."), self.new)
            return
        self._change_to(review, burst)

    def _change_to(self, review: Review, burst: bool = False) -> None:
        self._history.push(review, burst)
        self._show_now()
        self.changes_edited.emit(review.changes)

    def _go(self, step: Callable[[], Review]) -> None:
        before = self.review
        if self._editable and step() is not before:
            self._show_now()
            self.changes_edited.emit(self.changes)

    def _show_now(self, afresh: bool = False) -> None:
        self.show_review(self.review, self._names, afresh)
        self._offer_undo()

    def _offer_undo(self) -> None:
        for view in self.views:
            view.can_undo = self._editable and self._history.can_undo
            view.can_redo = self._editable and self._history.can_redo
