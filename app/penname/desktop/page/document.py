"""One text in three views: as it was read, with its changes, and as it comes out."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.changes.rewrite_pane import RewritePane
from penname.desktop.page.first_text import FirstText
from penname.desktop.session.evidence import evidence
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, DocumentView, SessionState, enabled, front_view
from penname.desktop.style.sizes import grown
from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_view import EvidenceView
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.changes import Change, apply_changes
from penname.domain.proposals import RewriteProposal
from penname.domain.together import spans_of_posts

ROOM_FOR_TWO = 960  # pixels of this part: the original stands beside the changes, in a window of 1500


class Document(QSplitter):
    """A new state brings the view that fits to the front; what the user chooses stays until the next one."""

    turned = Signal()  # another view is in front

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._state: tuple[SessionState, int] | None = None
        self._shown_text: str | None = None  # in the view Original
        self._compared = ""  # the text whose changes are shown
        self._points = False  # whether words that a change would take are tinted
        self._judged = 0  # verdicts whose words are marked while the model reads
        self.front = DocumentView.ORIGINAL
        self.original = OriginalPane(theme)
        self.original.setPlaceholderText(tr("Paste or type your text here, or drop a text file."))
        self.rewrite = RewritePane(theme)
        self.first = FirstText(self.original)
        self.views: tuple[EvidenceView, ...] = (self.original, *self.rewrite.views)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(8)
        for pane in (self.original, self.rewrite):
            pane.set_attributes(attributes)
            self.addWidget(pane)
            self.setStretchFactor(self.indexOf(pane), 1)
        self.rewrite.result_wanted.connect(self._type_result)
        self.show_view(DocumentView.ORIGINAL)

    def show_view(self, view: DocumentView) -> None:
        """Bring a view to the front."""
        self.front = view
        had_focus = any(text.hasFocus() for text in self.views)
        self.rewrite.show_result(view is DocumentView.RESULT)
        self._arrange()
        if had_focus:
            self.text_in_front.setFocus()
        self.turned.emit()

    @property
    def text_in_front(self) -> EvidenceView:
        """The text that is seen; beside the original, the one with the changes."""
        return self.original if self.front is DocumentView.ORIGINAL else self.rewrite.shown

    def put_text(self, text: str) -> None:
        """A text to start from."""
        self._shown_text = text
        self.original.show_text(text)

    def take_text(self) -> str:
        """The text to start from, as it was typed."""
        self._shown_text = self.original.text
        return self._shown_text

    def show_flow(self, flow: SessionFlow) -> None:
        """Show the texts as they stand."""
        actions, facts = enabled(flow.facts), flow.facts
        self._show_original(flow, Action.EDIT_ORIGINAL in actions)
        for pane in (self.original, self.rewrite.new):
            pane.can_mark = Action.CHANGE_GOAL in actions
        view, proposal = flow.view, flow.proposal
        if isinstance(proposal, RewriteProposal):
            self._show_changes(proposal.text, flow.changes, view.total if view else ())
        elif view is not None and facts.compares:
            self._show_changes(view.original, view.total if flow.edited is None else flow.edited)
        if view is not None:
            self.rewrite.show_evidence(view.text, view.evidence, view.locked)
            gone = frozenset(inference.attribute for inference, _verdict in view.hidden)
            for text in self.rewrite.views:
                text.settle(gone)
        self.rewrite.alternatives = flow.alternatives
        self.rewrite.together = flow.goal.together
        self.rewrite.set_editable(Action.EDIT_REWRITE in actions)
        if (facts.state, facts.rounds) != self._state:
            self._state = (facts.state, facts.rounds)
            wanted = front_view(facts)
            if wanted is not None:
                self.show_view(wanted)
        if not facts.compares and self.front is not DocumentView.ORIGINAL:
            self.show_view(DocumentView.ORIGINAL)

    def show_reading(self, flow: SessionFlow, progress: Progress) -> None:
        """Mark the words of the original as they are judged, at the first reading."""
        if flow.view is None and len(progress.verdicts) != self._judged:
            self._judged = len(progress.verdicts)
            acted = [verdict.attribute for verdict in progress.verdicts if verdict.executed]
            found = evidence(flow.text, progress.inferences, progress.verdicts, acted, flow.looks_twice)
            self.original.mark_evidence(found)

    def show_finding(self, attribute: str) -> None:
        """Show where an attribute can be read, or what hides it; in the view in front, if it is there."""
        for view in (DocumentView.RESULT, DocumentView.ORIGINAL):
            if self.front is not DocumentView.ORIGINAL and not self.text_in_front.has_evidence(attribute):
                self.show_view(view)
        self.text_in_front.jump_to_evidence(attribute)

    def show_post(self, number: int) -> None:
        """Show where a post begins, of several from 1, in the view in front."""
        view = self.text_in_front
        start, _end = spans_of_posts(view.text)[number - 1]
        view.select(start, start)
        view.scroll_to(start)

    def select_attribute(self, name: str) -> None:
        """Give its evidence the colour of an attribute; "" none."""
        for pane in (self.original, *self.rewrite.views):
            pane.select_attribute(name)

    def show_change(self, change: Change) -> None:
        """Show where a change is made."""
        self.show_view(DocumentView.CHANGES)
        self.rewrite.jump_to(change)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        for pane in (self.original, self.rewrite):
            pane.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow or shrink the texts."""
        for pane in (self.original, self.rewrite):
            pane.set_text_zoom(steps)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.front is DocumentView.CHANGES and self.width() >= grown(ROOM_FOR_TWO)
        self.original.setVisible(beside or self.front is DocumentView.ORIGINAL)
        self.rewrite.setVisible(self.front is not DocumentView.ORIGINAL)

    def point_at(self, change: Change | None) -> None:
        """Tint the words that a change would be made of, in the text in front; None no more."""
        view = self.text_in_front
        span = _shown_place(view.text, self.rewrite.review.text, change) if change else None
        if span is not None:
            view.show_found([span])
            view.bring_span_into_view(span)
        elif self._points:
            view.show_found(())
        self._points = span is not None

    def type_over(self, change: Change) -> None:
        """Let the user write in the place of a change, with the keyboard on it."""
        self.show_view(DocumentView.RESULT)
        self.rewrite.jump_to(change)
        self.rewrite.new.setFocus()

    def _type_result(self) -> None:
        self.show_view(DocumentView.RESULT)
        self.rewrite.new.setFocus()

    def _show_original(self, flow: SessionFlow, editable: bool) -> None:
        view = flow.view
        text = view.original if view else flow.text
        if text != self._shown_text:
            self.put_text(text)
        self.original.set_editable(editable)
        if view is None:
            self._judged = 0
            self.original.mark_evidence(())
        else:
            self.original.mark_evidence(view.original_evidence, view.original_locked)

    def _show_changes(self, text: str, changes: tuple[Change, ...], earlier: tuple[Change, ...] = ()) -> None:
        """Show these changes, unless they are there already: then the cursor stays where it is."""
        shown = self.rewrite
        if self._compared == text and (
            shown.changes == changes or apply_changes(text, changes) == shown.new_text
        ):
            return
        self._compared = text
        shown.show_rewrite(text, changes, earlier)


def _shown_place(shown: str, text: str, change: Change) -> tuple[int, int] | None:
    """Where the words that a change of `text` takes stand in a text that has others between."""
    words = change.before.strip()
    if not words:
        return None
    start = change.start + len(change.before) - len(change.before.lstrip())
    edges = [r"\b" if edge.isalnum() else "" for edge in (words[0], words[-1])]
    pattern = re.compile(re.escape(words).join(edges))
    number = sum(found.start() < start for found in pattern.finditer(text))
    places = [found.span() for found in pattern.finditer(shown)]
    return places[min(number, len(places) - 1)] if places else None
