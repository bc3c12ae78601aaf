"""The texts of a diff: one with both versions in it, and the new one, in which can be typed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QToolTip, QWidget

from penname.desktop.changes.change_bar import ChangeBar
from penname.desktop.changes.change_words import describe, marks_of, way_words
from penname.desktop.changes.diff_view import Review, ShownText
from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_view import EvidenceView
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.segments import Evidence
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr
from penname.domain.alternatives import in_place_of
from penname.domain.changes import Change
from penname.domain.inferences import Validity


class DiffTexts(QStackedWidget):
    """Shows a `Review`. The new text can be typed in; a change can be clicked, and toggled with Space."""

    toggled = Signal(object)  # a Change to keep or drop
    taken = Signal(object)  # a Change to make in place of another
    chosen = Signal(object)  # the Change that was clicked or reached by keyboard
    typed = Signal(int, int, object)  # [start, end) of the new text was replaced
    result_wanted = Signal()  # the user wants to type

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inline, self.new = EvidenceView(theme, self), EvidenceView(theme, self, bold=False)
        self.inline.setAccessibleName(tr("Old and new in one text"))
        self.new.setAccessibleName(tr("Result (editable)"))
        self.views: tuple[EvidenceView, EvidenceView] = (self.inline, self.new)
        self._review = Review("")
        self._labels: Mapping[str, str] = {}
        self._evidence: tuple[str, Sequence[Evidence], Sequence[tuple[int, int]]] = ("", (), ())
        self._stale = set(self.views)
        self._editable = True
        self.alternatives: tuple[Change, ...] = ()  # to the changes, from which the user can choose
        self.writes = True  # whether the user can type
        self.marks_phrases = False  # whether it is said of words in the new text what they give away
        self._bars: dict[TextView, ChangeBar] = {}
        for view in self.views:
            self._prepare(view)
            self.addWidget(view)
        self.new.edited.connect(self.typed)

    @property
    def shown(self) -> EvidenceView:
        """The text that is seen."""
        return self.views[self.currentIndex()]

    def show_result(self, result: bool) -> None:
        """Show the new text, or the one with both; what is not seen is not drawn before."""
        self.setCurrentIndex(int(result))
        self._fill()

    def show_review(self, review: Review, labels: Mapping[str, str], afresh: bool) -> None:
        """Show `review`; `afresh` when its texts have nothing to do with those before."""
        self._review, self._labels = review, labels
        self._stale = set(self.views)
        if afresh:
            for view in self.views:
                view.show_text("")
                view.set_current(None)
        for bar in self._bars.values():
            bar.hide()
        self._fill()

    def show_evidence(
        self, text: str, evidence: Sequence[Evidence], locked: Sequence[tuple[int, int]]
    ) -> None:
        """What is read from `text`, for as long as it is the new text: typing ends that."""
        if self._evidence != (text, evidence, locked):
            self._evidence = text, evidence, locked
            self._stale.add(self.new)
            self._fill()

    def set_editable(self, editable: bool) -> None:
        """Whether the new text can be typed in and changes toggled."""
        self._editable = editable
        self.new.set_editable(editable)

    def set_current(self, change: Change | None) -> None:
        """Outline a change."""
        for view in self.views:
            view.set_current(change)

    def jump_to(self, change: Change) -> None:
        """Bring a change into view, in the text that is seen."""
        self.set_current(change)
        self.shown.jump_to(change)

    def step(self, forward: bool) -> None:
        """Go to the next change, or the one before."""
        self.shown.step(forward)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.inline and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress and self._editable
            return pressed and self._press(event)
        return super().eventFilter(watched, event)

    def _press(self, event: QKeyEvent) -> bool:
        """What a key does in the text with both, which cannot be typed in; whether it did."""
        change = self._change_at(self.inline, self.inline.selected[0])
        if event.key() == Qt.Key.Key_Space and change:
            self.toggled.emit(change)
            return True
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if plain and event.text().isprintable() and event.text():
            corner = self.inline.viewport().mapToGlobal(self.inline.cursorRect().bottomLeft())
            QToolTip.showText(corner, tr("Press F2 to change the new text by hand."), self.inline)
            return True
        return False

    def _change_at(self, view: TextView, offset: int) -> Change | None:
        here = (mark.key for mark in view.marks if mark.start <= offset <= mark.end)
        found = [key for key in here if isinstance(key, Change)]
        return found[-1] if found else None

    def _prepare(self, view: TextView) -> None:
        bar = ChangeBar(view.viewport())
        self._bars[view] = bar
        bar.toggled.connect(self.toggled)
        bar.ways.taken.connect(self.taken)
        bar.ways.typing_wanted.connect(self.result_wanted)
        view.describe = self._describe
        view.extend_menu = partial(self._extend_menu, view)
        view.installEventFilter(self)
        view.mark_chosen.connect(self._choose)
        view.mark_hovered.connect(lambda change, view=view: self._offer(view, change))
        view.verticalScrollBar().valueChanged.connect(bar.hide)

    def _fill(self) -> None:
        """Bring the text that is seen up to date."""
        review = self._review
        if self.shown is self.inline:
            self._show(self.inline, lambda: review.inline)
        else:
            self._show(self.new, lambda: review.new_side)

    def _show(self, view: EvidenceView, shown_by: Callable[[], ShownText]) -> None:
        if view not in self._stale:
            return
        self._stale.discard(view)
        shown = shown_by()
        marks = marks_of(shown)
        if view.text != shown.text:
            (view.follow_text if view.text else view.show_text)(shown.text, marks)
        text, evidence, locked = self._evidence
        if view is self.inline or text != shown.text:
            evidence, locked = (), ()
        changed = [
            Evidence(span.start, span.end, name, Validity.NOT_JUDGED)
            for span in shown.spans
            for name in (span.change.attributes if span.change else ())
        ]
        view.mark_evidence([*evidence, *changed], locked, marks)

    def _describe(self, mark: TextMark) -> str:
        change = mark.key
        if not isinstance(change, Change):
            return mark.label
        return describe(change, self._review.stands(change), self._labels)

    def _extend_menu(self, view: TextView, menu: QMenu, point: QPoint | None) -> None:
        offset = view.selected[0] if point is None else view.offset_at(point)
        change = self._change_at(view, offset)
        if change:
            stands = self._review.stands(change)
            title = tr("Keep the original words") if stands else tr("Keep this change")
            action = menu.addAction(title)
            action.setEnabled(self._editable)
            action.triggered.connect(lambda: self.toggled.emit(change))
            for way in in_place_of(change, self.alternatives) if self._editable else ():
                entry = menu.addAction(way_words(way).replace("&", "&&"))
                entry.triggered.connect(lambda _checked=False, way=way: self.taken.emit(way))
        if view is self.new and self.marks_phrases:
            self.new.add_marking_entries(menu, self.new.phrase_at(point))

    def _choose(self, change: object) -> None:
        self.set_current(change if isinstance(change, Change) else None)
        self.chosen.emit(change)

    def _offer(self, view: TextView, change: object) -> None:
        bar = self._bars[view]
        words = view.box_of(change) if isinstance(change, Change) else None
        if isinstance(change, Change) and words is not None and self._editable:
            ways = in_place_of(change, self.alternatives)
            bar.ways.writes = self.writes
            bar.show_for(change, self._review.stands(change), words, ways)
        else:
            bar.leave()
