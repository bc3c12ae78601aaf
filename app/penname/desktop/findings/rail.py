"""The rail of findings: what is read, and what a rewrite changes about it, beside the text."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.findings.finding_list import FindingList
from penname.desktop.findings.finding_row import FindingRow
from penname.desktop.findings.finding_view import (
    ChangeView,
    FindingView,
    finding_views,
    missing,
    unclaimed,
)
from penname.desktop.session import flow_words
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, enabled
from penname.desktop.style.sizes import UNLIMITED, grown
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.restyle import restyle
from penname.desktop.widgets.small_buttons import FoldButton, sign_button
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.tooltips import plain_tooltip
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.proposals import RewriteProposal

WIDE, LEAST = 380, 260  # pixels, for the usual letters
INSET = 12  # of the words above the findings: they begin where those do
STRIP_EDGE = 2  # above and below the one finding: its area's rim
OPEN_STRIP = 3  # heads: how high the strip is at least while its finding is open
END_STRIP = 4  # heads: the most at the end, when the result has the room; no line is cut there
MOST_OPEN = 3 / 8  # of the window's height: how high it may become, that the reasons stand there whole


class FindingsRail(QFrame):
    """A line that sums up, and the findings; folded, one finding alone and the line above it."""

    overruled = Signal(str, bool)  # attribute name, act on it
    jump_requested = Signal(str)  # the attribute whose evidence is to be shown
    selected = Signal(str)  # the attribute whose finding is open, or ""
    change_toggled = Signal(int, bool)  # place in `flow.offered`, and whether it is kept
    change_chosen = Signal(int)  # place in `flow.offered` of the change to show in the text
    change_taken = Signal(object)  # one of `flow.alternatives`
    change_pointed = Signal(object)  # one of `flow.alternatives` to be shown in the text; None no more
    typing_wanted = Signal(int)  # place in `flow.offered` of the change to write by hand

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attributes = tuple(attributes)
        self._folded = False
        self._said = ""  # in the line that sums up
        self._doubted = False  # folded as well, it says that others may find more
        self._begun = False  # the model has begun to read
        self.title = text_label(role="attribute")
        self.body, self.people = text_label(role="muted"), text_label(role="muted")
        for label in (self.title, self.body, self.people):
            label.setContentsMargins(INSET, 0, INSET, 0)
        self.list = FindingList(attributes, theme)
        self.previous = sign_button("‹", tr("Previous finding (K)"), lambda: self.list.go(-1))
        self.next = sign_button("›", tr("Next finding (J)"), lambda: self.list.go(1))
        self.place = text_label(role="muted", wraps=False)
        self.why = FoldButton(tr("Why?"))
        self.check = QPushButton()
        self.check.setProperty("role", "fold")
        self.check.setToolTip(tr("What to look at before you copy"))
        self._strip = (self.check, self.why, self.previous, self.place, self.next)
        self._head_line = horizontal(*self._strip, spacing=4, margins=(0, 2, 4, 0))
        self._column = vertical(self.title, self.body, self.people, self._head_line, (self.list, 1), on=self)
        self.list.raise_()  # screen readers go through the children in this order
        self._column.addStretch()  # where there is nothing to list
        self._connect()
        self._show_parts()

    @property
    def rows(self) -> list[FindingRow]:
        """The findings in their order."""
        return self.list.rows

    def show_flow(self, flow: SessionFlow, progress: Progress, reader: str) -> None:
        """Show what `reader` found; `progress` holds what came in so far while the model reads."""
        facts = flow.facts
        self._begun = facts.state not in (SessionState.EMPTY, SessionState.READY)
        reading = facts.state is SessionState.RUNNING and progress.role in ("attacker", "arbitrator")
        actions = enabled(facts)
        standing = set(flow.standing)
        offered = () if reading else flow.offered
        others, free = ([], ()) if reading else flow.shared_out
        changes = tuple(
            ChangeView(place, one, one in standing, others[place]) for place, one in enumerate(offered)
        )
        views = self._views(flow, progress, reading, changes, free, Action.OVERRULE in actions)
        some = not reading and any(view.supported for view in views)  # else the sentence above says it
        self.list.show_findings(
            views,
            unclaimed(changes, views),
            missing(self._attributes, views) if some else "",
            progress.reasoning if reading else "",
            Action.EDIT_REWRITE in actions,
        )
        title, body = flow_words.reading(flow, self._attributes, reader)
        guesses = [view for view in views if not view.hidden]
        clues = sum(view.supported for view in guesses)
        finish = flow_words.finish(flow, self._attributes, reader)
        self._said = (
            "" if finish else flow_words.found(flow, progress.role, clues) or title
        )  # the card says it
        self.check.setText(f"{finish.check or tr('More')} ▸" if finish else "")
        restyle(self.check, "kind", "doubt" if finish and finish.check else "")
        self._doubted = facts.state is SessionState.FINISHED and bool(body)
        held = flow_words.held(flow, clues, len(guesses))
        self.body.setText(" ".join(filter(None, (held, body))))
        self.people.setText("" if reading or finish else flow_words.people(flow))
        self._show_parts()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self.list.set_theme(theme)
        self._show_parts()

    def set_folded(self, folded: bool) -> None:
        """A strip with one finding, for windows without room for all of them beside the text."""
        self._folded = folded
        if folded:
            self._head_line.insertWidget(0, self.title, 1)
        else:
            self._column.insertWidget(0, self.title)
        self.title.setContentsMargins(INSET, 0, 0 if folded else INSET, 0)
        self._column.setSpacing(0 if folded else 8)
        restyle(self, "role", "panel" if folded else "")
        restyle(self.list, "inside", folded)  # one rim round both
        self.list.set_folded(folded)

    def select(self, attribute: str, opens: bool = False) -> None:
        """Open the finding on `attribute`, as when its evidence was clicked; in a strip if it `opens`."""
        self.list.select(attribute, opens)

    def show_change(self, index: int, opens: bool = False) -> None:
        """Show the line of a change, by its place in `flow.offered`; `opens` its finding in a strip, too."""
        self.list.show_change(index, opens)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._folded and event.size().width() != event.oldSize().width():
            self._show_parts()

    def sizeHint(self) -> QSize:
        return QSize(grown(WIDE), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(grown(LEAST), super().minimumSizeHint().height())

    def _connect(self) -> None:
        self.list.overruled.connect(self.overruled)
        self.list.jump_requested.connect(self.jump_requested)
        self.list.selected.connect(self.selected)
        self.list.change_toggled.connect(self.change_toggled)
        self.list.change_chosen.connect(self.change_chosen)
        self.list.change_taken.connect(self.change_taken)
        self.list.change_pointed.connect(self.change_pointed)
        self.list.typing_wanted.connect(self.typing_wanted)
        self.list.changed.connect(self._show_parts)
        self.why.clicked.connect(lambda: self.list.shown[self.list.place].head.click())

    def _views(
        self,
        flow: SessionFlow,
        progress: Progress,
        reading: bool,
        changes: Sequence[ChangeView],
        more: Sequence[Change],
        can_overrule: bool,
    ) -> tuple[FindingView, ...]:
        view, facts = flow.view, flow.facts
        inferences = progress.inferences if reading else (view.inferences if view else ())
        verdicts = progress.verdicts if reading else (view.verdicts if view else ())
        hidden = view.hidden if view and not reading else ()
        read = [inference for inference, _verdict in hidden]
        gone = {inference.attribute for inference in read}
        if facts.state is SessionState.LEAKS:
            acts: tuple[str, ...] = flow.to_fix
        elif reading:
            acts = tuple(v.attribute for v in verdicts if v.executed and v.attribute in flow.goal.protect)
        else:
            acts = view.readable if view else ()
        return finding_views(
            self._attributes,
            [*(one for one in inferences if one.attribute not in gone), *read],
            [*(one for one in verdicts if one.attribute not in gone), *(one for _, one in hidden if one)],
            acts,
            can_overrule=can_overrule,
            checking=reading,
            looks_twice=flow.looks_twice,
            targets=dict(flow.targets) if flow.misleads else None,
            ended=flow.at_the_end or facts.last,
            changes=changes,
            more=more,
            rewriting=isinstance(flow.proposal, RewriteProposal),
            served={name for change in view.total for name in change.attributes} if view else (),
            hidden=gone,
            weighed=view.weighed if view and not reading else None,
            against=view.against_posts if view and not reading else (),
        )

    def _show_parts(self) -> None:
        """Show what there are words for; folded, no more than one finding takes."""
        shown, folded = self.list.shown, self._folded
        doubt = tr("A stronger model may find more.") if folded and self._doubted else ""
        ended = bool(self.check.text())
        said = flow_words.caution() if folded and ended else self._said
        self.title.setText(". ".join(filter(None, (said, doubt))))
        self.title.setVisible(bool(self.title.text()) and not (folded and not self._begun))
        self.body.setVisible(bool(self.body.text()) and not folded)
        self.people.setVisible(bool(self.people.text()) and not folded)
        self.title.setToolTip(plain_tooltip(self.body.text() if folded else ""))
        self.list.setVisible(bool(shown) if folded else not self.list.empty)
        for part in self._strip:
            part.setVisible(folded and bool(shown) and (ended or part is not self.check))
        here = self.list.place
        self.why.setChecked(bool(shown) and shown[here].is_open)
        self.place.setText(self.list.place_words())
        if self._wanted() > self.width():
            self.why.hide()  # its head does the same
        if self._wanted() > self.width():
            self.place.setText(self.list.place_words(short=True))
        if self._wanted() > self.width() and folded and ended:
            self.title.setText(tr("Read before you copy"))
        self.previous.setEnabled(here > 0)
        self.next.setEnabled(here < len(shown) - 1)
        if not folded:
            self.setMinimumHeight(0)
            self.setMaximumHeight(UNLIMITED)
        elif shown:
            row = shown[here]
            high = row.line_height
            if row.is_open:
                wide = self.width() - self.list.verticalScrollBar().sizeHint().width()
                if ended:
                    whole = [end + STRIP_EDGE for end in row.ends_at(wide) if high < end <= END_STRIP * high]
                    least = OPEN_STRIP * high
                    high = next((end for end in whole if end >= least), whole[-1] if whole else least)
                else:
                    most = round(self.window().height() * MOST_OPEN)
                    high = max(OPEN_STRIP * high, min(most, row.height_at(wide)))
            self._head_line.invalidate()
            line = self._head_line.totalHeightForWidth(self.width())  # the title may need two lines
            self.setFixedHeight(high + STRIP_EDGE + line)
        else:
            self.setFixedHeight(0 if self.title.isHidden() else self.title.heightForWidth(self.width()))

    def _wanted(self) -> int:
        """How wide the strip's line is with the title in one line."""
        title = self.title.fontMetrics().horizontalAdvance(self.title.text()) + 2 * INSET
        return title + sum(part.sizeHint().width() + 4 for part in self._strip if not part.isHidden())
