"""The line above the document: which view of it is seen, what is to be hidden, and who rewrites it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from penname.desktop.page.attempt_row import AttemptRow
from penname.desktop.session.findings import labels
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, DocumentView, enabled
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.popover import name_opener, opener
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.domain.attributes import Attribute
from penname.domain.thread import NO_THREAD


class ViewLine(QWidget):
    """Wraps in a narrow window. What is chosen seldom stands behind its two quiet buttons."""

    asked = Signal(object)  # Action
    tools_wanted = Signal(object)  # the button that model and method open beside

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
        self.hiding = opener(tr("What to hide"))
        self.attempts = AttemptRow()
        self.open = _quiet(tr("Open…"), tr("Open a text file"))
        self.edit = _quiet(
            tr("Edit as new text"), tr("Put this text into a new tab, to edit it and read it again")
        )
        self.open.clicked.connect(lambda: self.asked.emit(Action.OPEN))
        self.edit.clicked.connect(lambda: self.asked.emit(Action.EDIT_AS_NEW))
        self.reply = _quiet("", tr("What your text answers, and when it is published: readers see both"))
        self.tools = opener(tr("Model"), tr("Model, method and number of rounds"))
        self.tools.clicked.connect(lambda: self.tools_wanted.emit(self.tools))
        self._words = tr("Model")  # who rewrites
        self._offered: tuple[QPushButton, ...] = ()  # as far as there is room
        self._line = line = FlowLayout(self)
        for part in (self.views, self.hiding, self.attempts):
            line.addWidget(part)
        line.add_at_end(self.open, self.edit, self.reply, self.tools)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_flow(self, flow: SessionFlow, front: DocumentView) -> None:
        """Show the view in front, and what can be chosen."""
        facts, actions = flow.facts, enabled(flow.facts)
        self.views.offer(DocumentView if facts.compares else (DocumentView.ORIGINAL,))
        self.views.show_choice(front)
        what = labels(self._attributes, tuple(flow.goal.protect)) or tr("nothing")
        self.hiding.setToolTip(
            tr("What readers must not learn about you: {what}. Click to choose.", what=what)
        )
        self.reply.setText(tr("In reply to…") if flow.goal.thread == NO_THREAD else tr("In reply to a post"))
        self.reply.setEnabled(Action.CHANGE_GOAL in actions)
        self.attempts.show_attempts(flow.attempts, Action.OTHER_ATTEMPT in actions)
        writing = Action.EDIT_ORIGINAL in actions
        offered = {
            self.open: writing,
            self.reply: writing or flow.goal.thread != NO_THREAD,
            self.edit: Action.EDIT_AS_NEW in actions and front is DocumentView.ORIGINAL,
        }
        self._offered = tuple(button for button, wanted in offered.items() if wanted)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out what would need a line of its own: it stands in the menu, too."""
        name_opener(self.tools, self._words)
        quiet = (self.open, self.reply, self.edit)
        for button in quiet:
            button.hide()
        if self._line.width_in_one_line() > self.width():
            name_opener(self.tools, tr("Model"))
        for button in quiet:
            room = self._line.width_in_one_line(button) <= self.width()
            button.setVisible(button in self._offered and room)
        self.updateGeometry()  # its height for this width is another, which its layout alone does not tell

    def name_tools(self, words: str) -> None:
        """Say who rewrites."""
        self._words = words
        self._fit()


def _quiet(text: str, explained: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    button.setToolTip(explained)
    return button
