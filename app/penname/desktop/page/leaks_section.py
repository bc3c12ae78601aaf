"""What an attacker reads, filled from the flow: while it comes in, while it waits, and afterwards."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page import page_words
from penname.desktop.page.leak_view import leak_views
from penname.desktop.page.leaks_panel import LeaksPanel
from penname.desktop.session.method_words import MISLEADING
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, enabled
from penname.desktop.style.theme import Theme
from penname.domain.attributes import Attribute
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
