"""What stands beside the document: what an attacker reads, and below it the changes that answer it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.changes.change_list import ChangeList
from penname.desktop.changes.rewrite_pane import RewritePane
from penname.desktop.page.leaks_section import LeaksSection
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, enabled
from penname.desktop.style.theme import Theme
from penname.domain.attributes import Attribute


class FindingsColumn(QSplitter):
    """Folded, it lies below the document, and both stand beside each other."""

    overruled = Signal(str, bool)
    jump_requested = Signal(str)

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.leaks = LeaksSection(attributes, theme)
        self.list = ChangeList(theme)
        self.list.set_attributes(attributes)
        self.leaks.overruled.connect(self.overruled)
        self.leaks.jump_requested.connect(self.jump_requested)
        self.setHandleWidth(8)
        self.setChildrenCollapsible(False)
        for part, share in ((self.leaks, 3), (self.list, 2)):
            part.setMinimumHeight(1)
            self.addWidget(part)
            self.setStretchFactor(self.indexOf(part), share)

    def follow(self, rewrite: RewritePane) -> None:
        """Keep the list of changes and the text that shows them in step."""
        rewrite.reviewed.connect(self.list.show_review)
        rewrite.chosen.connect(self.list.set_current)
        self.list.jump_requested.connect(rewrite.jump_to)
        self.list.toggled.connect(rewrite.toggle)

    def show_flow(self, flow: SessionFlow, progress: Progress, reader: str) -> None:
        """Show what is read, and the rewrite that waits."""
        self.leaks.show_flow(flow, progress, reader)
        facts = flow.facts
        reviewing = facts.state in (SessionState.REWRITE, SessionState.FINISHED)
        self.list.setVisible(reviewing and facts.compares)
        self.list.set_editable(Action.EDIT_REWRITE in enabled(facts))

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self.leaks.set_theme(theme)
        self.list.set_theme(theme)

    def set_folded(self, folded: bool) -> None:
        """Take little height."""
        self.setOrientation(Qt.Orientation.Horizontal if folded else Qt.Orientation.Vertical)
