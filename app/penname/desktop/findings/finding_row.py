"""A finding of the rail: its head, and below it, while it is open, all there is to know and to decide."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from penname.desktop.findings.change_lines import ChangeLines
from penname.desktop.findings.finding_head import FindingHead
from penname.desktop.findings.finding_view import FindingView, verdict_explained
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.two_way import TwoWay
from penname.desktop.widgets.wrapping import wrapping


class FindingRow(QWidget):
    """The guesses, why, what the second look says, what is aimed at, and the changes that serve it."""

    overruled = Signal(str, bool)  # attribute name, act on it
    clicked = Signal(str)  # attribute name

    def __init__(self, theme: Theme, view: FindingView, sign: str, labels: Mapping[str, str]) -> None:
        super().__init__()
        self._view = view
        self._editable = False
        self.head = FindingHead(theme, view, sign)
        self.head.clicked.connect(lambda: self.clicked.emit(self.attribute_name))
        self.choice = TwoWay(tr("Hide"), tr("Leave"))
        self.choice.explain(
            tr("Rewrite the words that give this away"), tr("Leave these words readable as they are")
        )
        self.choice.wanted.connect(lambda acts: self.overruled.emit(self.attribute_name, acts))
        self.changes = ChangeLines(theme, labels)
        self.body = self._make_body()
        self.body.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.body)
        self._show()

    @property
    def attribute_name(self) -> str:
        """The attribute it is about."""
        return self._view.attribute.name

    @property
    def is_open(self) -> bool:
        """Whether the body is seen."""
        return self.head.isChecked()

    def set_open(self, open_: bool) -> None:
        """Open or close it."""
        self.head.setChecked(open_)
        if open_:
            self._show_body()
        self.body.setVisible(open_)

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
        """Take another theme's colours and sizes."""
        self.head.set_theme(theme)
        self.changes.set_theme(theme)
        self._show()

    def _make_body(self) -> QWidget:
        self._certainty, self._others, self._reasoning, self._second_look = (
            _label(role) for role in ("muted", "plain", "muted", "muted")
        )
        self._certainty.setWordWrap(False)
        self._aim = _label("target")
        self._aim.setWordWrap(False)
        self._decision = QWidget()
        decision = FlowLayout(self._decision)
        decision.addWidget(self.choice)
        decision.addWidget(self._aim)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(GRID * 2, GRID, GRID * 2, GRID * 2)
        column.setSpacing(GRID)
        for part in (
            self._decision,
            self.changes,
            self._certainty,
            self._others,
            self._reasoning,
            self._second_look,
        ):
            column.addWidget(part)
        return body

    def _show(self) -> None:
        self.head.show_finding(self._view)
        if self.is_open:
            self._show_body()

    def _show_body(self) -> None:
        view = self._view
        dots = "●" * view.certainty + "○" * (5 - view.certainty)
        self._certainty.setText(tr("certainty {dots}", dots=dots))
        self._certainty.setToolTip(
            tr("How certain the attacker is: {certainty} of 5", certainty=view.certainty)
        )
        self._certainty.setAccessibleName(self._certainty.toolTip())
        self._certainty.setVisible(bool(view.guesses))
        _, *others = dict.fromkeys(view.guesses or ("",))
        self._others.setText(tr("Or: {guesses}", guesses=wrapping("  ·  ".join(others))))
        self._others.setToolTip(tr("The attacker's next guesses"))
        self._others.setVisible(bool(others))
        self._reasoning.setText(wrapping(view.reasoning))
        judged = view.looks_twice and view.validity is not None and bool(view.guesses)
        explained = tr("Second look: {verdict}.", verdict=verdict_explained(view.validity)) if judged else ""
        self._second_look.setText(" ".join(filter(None, (explained, wrapping(view.notes)))))
        self._second_look.setVisible(judged)
        self.choice.show_choice(view.acts)
        self.choice.setVisible(view.can_overrule)
        self._aim.setText(wrapping(view.aim))
        self._aim.setVisible(bool(view.aim))
        self._decision.setVisible(view.can_overrule or bool(view.aim))
        self.changes.show_changes(view.changes, view.attribute.name, self._editable)
        self.changes.setVisible(bool(view.changes))


def _label(role: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)  # what a model wrote is never markup
    label.setProperty("role", role)
    return label
