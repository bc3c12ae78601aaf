"""The line above the document: which view of it is seen, what is to be hidden, and what to do at the end."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from penname.desktop.page.attempt_row import AttemptRow
from penname.desktop.session import flow_words
from penname.desktop.session.findings import labels
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, DocumentView, enabled
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.domain.attributes import Attribute


class ViewLine(QWidget):
    """Wraps in a narrow window. At its end stands what can be done with a text before it is read."""

    asked = Signal(object)  # Action

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attributes = tuple(attributes)
        self.views = SegmentedControl(
            tr("View"),
            (
                (DocumentView.ORIGINAL, tr("Original")),
                (DocumentView.CHANGES, tr("Changes")),
                (DocumentView.RESULT, tr("Result")),
            ),
        )
        explained = (
            (DocumentView.ORIGINAL, tr("The text as you wrote it, with its clues underlined (Ctrl+1)")),
            (DocumentView.CHANGES, tr("What goes is struck through, what comes is bold (Ctrl+2)")),
            (DocumentView.RESULT, tr("The text with its changes; type into it (Ctrl+3)")),
        )
        for view, words in explained:
            self.views.buttons[view].setToolTip(words)
        self.hiding = _quiet()
        self.hiding.setCheckable(True)
        self.hiding.toggled.connect(lambda _open: self._name_hiding())
        self.attempts = AttemptRow()
        self.todo, self.yours = QLabel(), QLabel()
        for label, role in ((self.todo, "todo"), (self.yours, "yours")):
            label.setProperty("role", role)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.open = _quiet(tr("Open…"), tr("Open a text file"))
        self.edit = _quiet(
            tr("Edit as new text"), tr("Put this text into a new tab, to edit it and read it again")
        )
        self.open.clicked.connect(lambda: self.asked.emit(Action.OPEN))
        self.edit.clicked.connect(lambda: self.asked.emit(Action.EDIT_AS_NEW))
        line = FlowLayout(self)
        for part in (self.views, self.hiding, self.attempts, self.todo, self.yours):
            line.addWidget(part)
        line.add_at_end(self.open, self.edit)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._protected: frozenset[str] = frozenset()

    def show_flow(self, flow: SessionFlow, front: DocumentView) -> None:
        """Show the view in front, what can be chosen, and what is said of a finished text."""
        facts, actions = flow.facts, enabled(flow.facts)
        self.views.offer(DocumentView if facts.compares else (DocumentView.ORIGINAL,))
        self.views.show_choice(front)
        self._protected = flow.goal.protect
        self._name_hiding()
        self.attempts.show_attempts(flow.attempts, Action.OTHER_ATTEMPT in actions)
        for label, words in zip((self.todo, self.yours), flow_words.finish(flow), strict=True):
            label.setText(words)
            label.setVisible(bool(words))
        self.open.setVisible(Action.EDIT_ORIGINAL in actions)
        self.edit.setVisible(Action.EDIT_AS_NEW in actions and front is DocumentView.ORIGINAL)

    def _name_hiding(self) -> None:
        hidden = [one.name for one in self._attributes if one.name in self._protected]
        arrow = "▴" if self.hiding.isChecked() else "▾"
        words = tr("Hiding {count}", count=len(hidden)) if hidden else tr("Hiding nothing")
        self.hiding.setText(f"{words} {arrow}")
        self.hiding.setAccessibleName(words)
        what = labels(self._attributes, hidden) or tr("nothing")
        self.hiding.setToolTip(
            tr("What readers must not learn about you: {what}. Click to choose.", what=what)
        )


def _quiet(text: str = "", explained: str = "") -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    button.setToolTip(explained)
    return button
