"""What an attacker reads, filled from the flow: while it comes in, while it waits, and afterwards."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page import page_words
from penname.desktop.page.leak_view import leak_views
from penname.desktop.page.leaks_panel import LeaksPanel
from penname.desktop.page.rewrite_section import topic_answers
from penname.desktop.session.method_words import MISLEADING
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, enabled, next_step_label
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.proposals import REWRITE_REFUSED, RewriteProposal
from penname.domain.rounds import JUDGED


class LeaksSection(LeaksPanel):
    """The panel, and what it shows in each state."""

    def __init__(self, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._attributes = tuple(attributes)

    def show_flow(self, flow: SessionFlow, progress: Progress, model: str) -> None:
        """Show what is read; `progress` holds what came in so far while the model reads."""
        view, facts = flow.view, flow.facts
        reading = facts.state is SessionState.RUNNING and progress.role in ("attacker", "arbitrator")
        inferences = progress.inferences if reading else (view.inferences if view else ())
        verdicts = progress.verdicts if reading else (view.verdicts if view else ())
        if facts.state is SessionState.LEAKS:
            acts: tuple[str, ...] = flow.to_fix
        elif reading:
            acts = tuple(v.attribute for v in verdicts if v.executed and v.attribute in flow.goal.protect)
        else:
            acts = view.points[-1].readable if view else ()
        offers = Action.OVERRULE in enabled(facts)
        twice = flow.method in JUDGED
        aims = dict(flow.targets) if flow.method == MISLEADING else {}
        self.show_leaks(
            leak_views(self._attributes, inferences, verdicts, acts, offers, reading, twice, aims)
        )
        title, body = page_words.reading(flow, self._attributes, model)
        self.show_message(title, body, "" if reading else page_words.people(flow))
        self.show_live(progress.reasoning if reading else "")
        answer = facts.state is SessionState.LEAKS
        ends = not facts.to_fix or facts.last
        self.show_answer(
            next_step_label(facts) if answer else None, Action.FINISH in enabled(facts) and not ends
        )
        self._ask(flow)

    def _ask(self, flow: SessionFlow) -> None:
        """What only the user can answer, above the rows."""
        facts = flow.facts
        question = page_words.question(flow, self._attributes)
        if question and not isinstance(flow.proposal, RewriteProposal):
            self.notice.say(*question, answers=topic_answers(flow))
        elif (
            facts.rounds == 0 and Action.TRY_AGAIN in enabled(facts) and facts.state is SessionState.FINISHED
        ):
            refused = facts.stopped == REWRITE_REFUSED
            said = tr("No rewrite could be used") if refused else tr("You rejected the rewrite")
            self.notice.say(said, "", answers={tr("Ask for another rewrite"): flow.try_again})
        elif unread := page_words.unread(flow):
            self.notice.say(*unread, answers={tr("Read the rest"): flow.read_on})
        else:
            self.notice.clear()
