"""A finding of the rail: its head, and below it, while it is open, what changed and what to decide."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from penname.desktop.changes.change_words import describe
from penname.desktop.findings.change_lines import KEEP, UNDO, ChangeLines, keep_or_undo
from penname.desktop.findings.finding_head import FindingHead
from penname.desktop.findings.finding_view import FindingView
from penname.desktop.findings.suggestion_lines import SuggestionLines
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.texts.verdict_words import verdict_explained
from penname.desktop.texts.weight_words import of_guess
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.small_buttons import FoldButton
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping

HIDE, LEAVE = "hide", "leave"


class FindingRow(QWidget):
    """Open, it has its changes and its decision; why it was found is behind a fold of its own. In a strip the
    decision stands beside the head (also that about the only change), and the strip has the fold.
    """

    overruled = Signal(str, bool)  # attribute name, act on it
    clicked = Signal(str)  # attribute name

    def __init__(self, theme: Theme, view: FindingView, sign: str, labels: Mapping[str, str]) -> None:
        super().__init__()
        self._view = view
        self._labels = labels
        self._editable = False
        self._folded = False
        self.head = FindingHead(theme, view, sign)
        self.head.clicked.connect(lambda: self.clicked.emit(self.attribute_name))
        self.choice = SegmentedControl(tr("This clue"), ((HIDE, tr("Hide")), (LEAVE, tr("Leave"))))
        self.choice.explain(
            {
                HIDE: tr("Rewrite the words that give this away"),
                LEAVE: tr("Leave these words readable as they are"),
            }
        )
        self.choice.chosen.connect(lambda wanted: self.overruled.emit(self.attribute_name, wanted == HIDE))
        self.together = keep_or_undo(tr("Undo all"))
        self.together.chosen.connect(lambda wanted: self.keep(wanted == KEEP))
        self.changes = ChangeLines(theme, labels)
        self.suggestions = SuggestionLines(tr("You could hide more:"))
        self.suggestions.left.connect(lambda: self.head.setFocus(Qt.FocusReason.OtherFocusReason))
        self.why = FoldButton(tr("Why?"))
        self.why.setProperty("part", "inner")
        self.why.setToolTip(tr("How the attacker came to this, its guesses, and the second look"))
        self.why.toggled.connect(lambda _open: self._show_body())
        self._reasons = self._make_reasons()
        self.body = QWidget()
        self._column = vertical(
            self.changes,
            self.suggestions,
            (self.why, Qt.AlignmentFlag.AlignLeading),
            self._reasons,
            on=self.body,
            spacing=GRID,
            margins=(GRID * 2, GRID, GRID * 2, GRID * 2),
        )
        self.body.hide()
        self._line = horizontal((self.head, 1), self.together, spacing=GRID)
        vertical(self._line, self.body, on=self, spacing=0)
        self._show()

    @property
    def attribute_name(self) -> str:
        """The attribute it is about."""
        return self._view.attribute.name

    @property
    def is_open(self) -> bool:
        """Whether the body is seen."""
        return self.head.isChecked()

    @property
    def line_height(self) -> int:
        """Of what is seen of it while it is closed."""
        return self._line.sizeHint().height()

    def height_at(self, width: int) -> int:
        """What all of it takes at this width, open as it is."""
        return self._measured().totalHeightForWidth(width)

    def ends_at(self, width: int) -> list[int]:
        """How far below its top each line of it ends at this width, open as it is."""
        return _ends(self._measured(), width)

    def _measured(self) -> QLayout:
        """Its layout, told that parts came and went: Qt itself would only once it lays them out, a moment
        later.
        """
        for part in (self._reasons, self.changes, self.suggestions, self.body, self):
            if (layout := part.layout()) is not None:
                layout.invalidate()
        layout = self.layout()
        assert layout is not None
        return layout

    def set_open(self, open_: bool) -> None:
        """Open or close it."""
        self.head.setChecked(open_)
        if open_:
            self._show_body()
        self.body.setVisible(open_)

    def set_folded(self, folded: bool) -> None:
        """In a strip, or in a list."""
        self._folded = self.head.in_strip = folded
        self.changes.set_folded(folded)
        self.head.updateGeometry()
        self._line.setContentsMargins(0, 0, GRID if folded else 0, 0)
        self._show()

    def show_finding(self, view: FindingView, editable: bool) -> None:
        """Show it as it stands now; `editable` where its changes can be kept and taken back."""
        if (view, editable) != (self._view, self._editable):
            self._view, self._editable = view, editable
            self._show()

    def keep(self, kept: bool) -> None:
        """Keep all changes that serve it, or take them back."""
        for change in [view.change for view in self._view.changes] if self._editable else ():
            for view in self._view.changes:  # each may have moved the others to another place
                if view.change == change and view.stands != kept:
                    self.changes.toggled.emit(view.index, kept)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self.head.set_theme(theme)
        self.changes.set_theme(theme)
        self._show()

    def _make_reasons(self) -> QWidget:
        self._certainty, self._guesses, self._reasoning, self._second_look, self._rests = (
            text_label(role=role) for role in ("muted", "plain", "muted", "muted", "plain")
        )
        self._certainty.setWordWrap(False)
        reasons = QWidget()
        self._why_column = vertical(
            self._rests,
            self._reasoning,
            self._certainty,
            self._guesses,
            self._second_look,
            on=reasons,
            spacing=GRID,
        )
        return reasons

    def _show(self) -> None:
        view = self._view
        self.head.show_finding(view)
        self.choice.show_choice(HIDE if view.acts else LEAVE)
        self._show_together()
        self._place_choice()
        if self.is_open:
            self._show_body()

    def _show_together(self) -> None:
        """What is chosen about all its changes at once, or about the only one."""
        changes = self._view.changes
        together = self.together
        together.show_choice(KEEP if all(change.stands for change in changes) else UNDO)
        together.buttons[UNDO].setText(tr("Undo") if len(changes) == 1 else tr("Undo all"))
        said = {KEEP: tr("Keep all changes that hide this"), UNDO: tr("Undo all changes that hide this")}
        if len(changes) == 1:
            said = {part: describe(changes[0].change, part == KEEP, self._labels) for part in said}
        together.explain(said)
        together.setVisible(self._folded and self._editable and bool(changes))

    def _place_choice(self) -> None:
        """Where it is the next thing to decide it is in sight; once words were changed, behind the fold."""
        if self._view.changes:
            self._why_column.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeading)
        elif self._folded:
            self._line.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            self._column.insertWidget(0, self.choice, 0, Qt.AlignmentFlag.AlignLeading)
        self.choice.setVisible(self._view.can_overrule)

    def _show_body(self) -> None:
        view = self._view
        dots = "●" * view.certainty + "○" * (5 - view.certainty)
        self._certainty.setText(tr("certainty {dots}", dots=dots))
        self._certainty.setToolTip(
            tr("How certain the attacker is: {certainty} of 5", certainty=view.certainty)
        )
        self._certainty.setAccessibleName(self._certainty.toolTip())
        self._certainty.setVisible(bool(view.guesses))
        guesses = wrapping("  ·  ".join(dict.fromkeys(view.guesses)))
        self._guesses.setText(tr("Guesses: {guesses}", guesses=guesses))
        self._guesses.setVisible(bool(guesses))
        self._reasoning.setText(wrapping(view.reasoning))
        self._rests.setText(wrapping(of_guess(view.weights)))
        self._rests.setVisible(bool(view.weights))
        judged = view.looks_twice and view.validity is not None and bool(view.guesses)
        explained = tr("Second look: {verdict}.", verdict=verdict_explained(view.validity)) if judged else ""
        self._second_look.setText(" ".join(filter(None, (explained, wrapping(view.notes)))))
        self._second_look.setVisible(judged)
        self.changes.show_changes(view.changes, view.attribute.name, self._editable)
        self.changes.setVisible(bool(view.changes))
        for line in self.changes.lines:  # beside the head there is the same choice about the only one
            line.choice.setHidden(self._folded and self._editable and len(view.changes) == 1)
        self.suggestions.show_changes(view.suggested if self._editable else ())
        self.why.setVisible(not self._folded)
        self._reasons.setVisible(self.why.isChecked() or self._folded)


def _ends(layout: QLayout, width: int, top: int = 0) -> list[int]:
    """Where each part ends that stands below the one before it, and each of those parts' own."""
    margins, ends = layout.contentsMargins(), list[int]()
    top += margins.top()
    width -= margins.left() + margins.right()
    for item in (layout.itemAt(place) for place in range(layout.count())):
        if item is None or item.isEmpty():
            continue
        widget = item.widget()
        inner = widget.layout() if widget is not None else None
        if isinstance(inner, QVBoxLayout):
            ends += _ends(inner, width, top)
        high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
        ends.append(top + high)
        top += high + layout.spacing()
    return ends
