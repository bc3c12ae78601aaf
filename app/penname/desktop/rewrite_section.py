"""The rewrite with what can be answered to it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from penname.desktop.notice import Notice
from penname.desktop.rewrite_pane import RewritePane
from penname.desktop.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.view_state import Action


class RewriteSection(QWidget):
    """What is to be said about the rewrite, the pane, and its buttons."""

    asked = Signal(object)  # Action

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = Notice()
        self.pane = RewritePane(theme)
        words = {
            Action.ACCEPT: (tr("Accept"), tr("Make these changes, and read the new text")),
            Action.REJECT: (tr("Reject"), tr("Keep the text as it was, and end here")),
            Action.TRY_AGAIN: (tr("Try again"), tr("Ask for another rewrite; this is no new round")),
            Action.SAVE: (tr("Save as…"), tr("Save the text with these changes to a file")),
            Action.COPY: (tr("Copy result"), tr("Copy the text with these changes")),
        }
        self.buttons: dict[Action, QPushButton] = {}
        row = QHBoxLayout()
        row.setSpacing(8)
        for action, (text, explained) in words.items():
            button = self.buttons[action] = QPushButton(text)
            button.setToolTip(explained)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, action=action: self.asked.emit(action))
            if action is Action.SAVE:
                row.addStretch(1)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.notice)
        layout.addWidget(self.pane, 1)
        layout.addLayout(row)

    def offer(self, shown: frozenset[Action], enabled: frozenset[Action], primary: Action | None) -> None:
        """Show the buttons of `shown`, usable if `enabled`, and give `primary` the accent."""
        for action, button in self.buttons.items():
            button.setVisible(action in shown)
            button.setEnabled(action in enabled)
            if button.property("primary") != (action is primary):
                button.setProperty("primary", action is primary)
                button.style().unpolish(button)
                button.style().polish(button)
