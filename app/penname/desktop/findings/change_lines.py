"""The changes of a rewrite, each with what was chosen about it: kept, or taken back."""

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from penname.desktop.changes.change_words import describe, shown_words
from penname.desktop.findings.finding_view import ChangeView
from penname.desktop.findings.suggestion_lines import SuggestionLines
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.small_buttons import FoldButton, link_button
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping
from penname.domain.policy import doubted

KEEP, UNDO = "keep", "undo"
MOUSE = Qt.FocusReason.MouseFocusReason  # a click on a button shows nothing else
_MOST_WAYS = 5
AT_ONCE = 30  # changes that are listed before the user asks for more


def keep_or_undo(undo: str) -> SegmentedControl:
    """What is chosen about a change, or about all that serve a finding; `undo` says which."""
    return SegmentedControl(tr("The change"), ((KEEP, tr("Keep")), (UNDO, undo)))


class ChangeLine(QWidget):
    """The words before, struck, and those after, bold; and a choice between the two."""

    toggled = Signal(int, bool)
    chosen = Signal(int)  # its words were clicked, or it was reached by keyboard
    taken = Signal(object)  # the Change to make in its place
    pointed = Signal(object)  # one that could be made, to be shown in the text; None no more
    typing_wanted = Signal(int)  # the user wants to write it
    refolded = Signal()  # the other ways, now listed or no more

    def __init__(self) -> None:
        super().__init__()
        self._view: ChangeView | None = None
        self._folded = False
        self._words = QLabel(wordWrap=True)
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self.doubt = text_label(tr("May sound awkward"), "doubt")
        self._shared = text_label(role="muted")
        self.choice = keep_or_undo(tr("Undo"))
        self.choice.chosen.connect(lambda wanted: self.choose(wanted == KEEP))
        for part in self.choice.buttons.values():
            part.installEventFilter(self)
        self.ways = FoldButton(tr("Other ways"))
        self.ways.setProperty("part", "inner")
        self.ways.setToolTip(tr("Other ways to hide this, to choose from"))
        self.ways.toggled.connect(lambda _open: self._show_ways())
        self.ways.toggled.connect(lambda _open: self.refolded.emit())
        self.others = SuggestionLines()
        self.others.taken.connect(self.taken)
        self.others.pointed.connect(self.pointed)
        self.others.left.connect(lambda: self.ways.setFocus(Qt.FocusReason.OtherFocusReason))
        self.typing = link_button(tr("Write it myself"), lambda: self.typing_wanted.emit(self.index))
        words = vertical(self._words, self._shared, spacing=2, margins=(0, GRID // 2, 0, 0))
        self.doubt.setWordWrap(False)
        vertical(
            horizontal((words, 1), (self.choice, Qt.AlignmentFlag.AlignTop), spacing=GRID),
            horizontal(self.doubt, self.ways, 1, spacing=GRID),
            self.others,
            (self.typing, Qt.AlignmentFlag.AlignLeading),
            on=self,
            spacing=2,
        )

    @property
    def index(self) -> int:
        """Which of all changes it is."""
        return self._view.index if self._view else -1

    def show_change(
        self, view: ChangeView, also: Sequence[str], labels: Mapping[str, str], editable: bool, theme: Theme
    ) -> None:
        """Show `view`, which also serves the attributes `also`."""
        another = self._view is None or view.change != self._view.change
        self._view = view
        if another and not self._folded:
            self.unfold()
        arrow = "←" if self.isRightToLeft() else "→"
        self._words.setText(_in_colours(view, arrow, theme))
        self.doubt.setVisible(view.stands and doubted(view.change))
        self._shared.setText(
            tr("Also hides: {attributes}", attributes=", ".join(also))
            if view.stands
            else tr("Also reveals: {attributes}", attributes=", ".join(also))
        )
        self._shared.setVisible(bool(also))
        self.ways.setVisible(bool(view.others) and editable)
        self._show_ways()
        self.choice.show_choice(KEEP if view.stands else UNDO)
        self.choice.setEnabled(editable)
        self.choice.explain(
            {KEEP: describe(view.change, True, labels), UNDO: describe(view.change, False, labels)}
        )

    def set_folded(self, folded: bool) -> None:
        """In a strip there is no room for the other ways until they are asked for, or wanted at the end."""
        self._folded = folded
        self.ways.setChecked(False)
        if not folded:
            self.unfold()

    def unfold(self) -> None:
        """List the other ways where this one may sound awkward."""
        if self._view and self._view.stands and doubted(self._view.change):
            self.ways.setChecked(True)

    @property
    def stops(self) -> list[QPushButton]:
        """What the keyboard goes through."""
        own = [] if self.choice.isHidden() else [self.choice.pressed]
        return own + self.others.stops

    def open_ways(self) -> None:
        """List the other ways, with the keyboard on the first."""
        if not self.ways.isHidden():
            self.ways.setChecked(True)
            self.others.stops[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_ways(self) -> None:
        opened = self.ways.isChecked() and not self.ways.isHidden()
        self.others.show_changes(self._view.others[:_MOST_WAYS] if self._view and opened else ())
        self.typing.setVisible(opened)

    def choose(self, keep: bool) -> None:
        """Keep it, or take it back, where that is not what stands."""
        if self._view and self._view.stands != keep and self.choice.isEnabled():
            self.toggled.emit(self._view.index, keep)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() is not MOUSE:
            self.chosen.emit(self.index)
        return super().eventFilter(watched, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.index)
        super().mouseReleaseEvent(event)


class ChangeLines(QWidget):
    """Lines that are used again while they show the same changes."""

    toggled = Signal(int, bool)
    chosen = Signal(int)
    taken = Signal(object)
    pointed = Signal(object)
    typing_wanted = Signal(int)
    refolded = Signal()

    def __init__(self, theme: Theme, labels: Mapping[str, str]) -> None:
        super().__init__()
        self._theme = theme
        self._labels = labels
        self._shown: tuple[object, ...] = ()
        self._folded = False
        self._views: tuple[ChangeView, ...] = ()
        self._most = AT_ONCE
        self.lines: list[ChangeLine] = []
        self._more = QPushButton()
        self._more.setProperty("role", "fold")
        self._more.clicked.connect(self._show_all)
        self._column = vertical(
            (self._more, Qt.AlignmentFlag.AlignLeading), on=self, spacing=GRID + GRID // 2
        )

    def show_changes(self, views: Sequence[ChangeView], under: str, editable: bool) -> None:
        """Show them under the finding on the attribute `under`."""
        if self._shown == (tuple(views), under, editable, self._theme, self._most):
            return
        self._views = tuple(views)
        self._shown = (self._views, under, editable, self._theme, self._most)
        seen = self._views[: self._most]
        while len(self.lines) < len(seen):
            self._add_line()
        for line in self.lines[len(seen) :]:
            line.hide()
            line.deleteLater()
        del self.lines[len(seen) :]
        for line, view in zip(self.lines, seen, strict=True):
            also = [self._labels.get(name, name) for name in view.change.attributes if name != under]
            line.show_change(view, also, self._labels, editable, self._theme)
        rest = len(self._views) - len(seen)
        self._more.setText(tr_count("Show {count} more", "Show {count} more", rest))
        self._more.setVisible(bool(rest))

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        self._theme = theme
        self._show_again()

    def set_folded(self, folded: bool) -> None:
        """In a strip, or in a list."""
        self._folded = folded
        for line in self.lines:
            line.set_folded(folded)

    def reveal(self, index: int) -> ChangeLine | None:
        """The line of a change, which may be one of those that were not listed yet."""
        if any(view.index == index for view in self._views[self._most :]):
            self._show_all()
        return next((line for line in self.lines if line.index == index), None)

    def _show_all(self) -> None:
        self._most = len(self._views)
        self._show_again()

    def _show_again(self) -> None:
        if self._shown:
            _, under, editable, *_ = self._shown
            self.show_changes(self._views, str(under), bool(editable))

    def _add_line(self) -> None:
        line = ChangeLine()
        line.set_folded(self._folded)
        line.toggled.connect(self.toggled)
        line.chosen.connect(self.chosen)
        line.taken.connect(self.taken)
        line.pointed.connect(self.pointed)
        line.typing_wanted.connect(self.typing_wanted)
        line.refolded.connect(self.refolded)
        self._column.insertWidget(len(self.lines), line)
        self.lines.append(line)


def _in_colours(view: ChangeView, arrow: str, theme: Theme) -> str:
    """The change as rich text: struck and bold, so that its colours are not all there is."""
    before, after = (escape(wrapping(shown_words(w))) for w in (view.change.before, view.change.after))
    struck = f"<s style='color: {theme.removed}'>{before}</s>"
    bold = f"<b style='color: {theme.added}'>{after}</b>"
    if not view.stands:
        said = tr("as it was") if before else tr("not added")
        return f"{before or after} <span style='color: {theme.muted}'>{said}</span>"
    if not after:
        return f"{struck} <span style='color: {theme.muted}'>{tr('removed')}</span>"
    return f"{struck} {arrow} {bold}" if before else f"+ {bold}"
