"""The large window's whole job on one text: read as an attacker would, rewrite, until nothing is left."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from penname.desktop.background.progress import Progress
from penname.desktop.changes.diff_view import Review
from penname.desktop.page.activity_bar import activity
from penname.desktop.quick.task import QuickTask
from penname.desktop.session import flow_words
from penname.desktop.session.findings import labels
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import SessionState
from penname.desktop.translate import tr
from penname.domain.alternatives import untaken
from penname.domain.attributes import Attribute
from penname.domain.changes import Change


class RewriteTask(QuickTask):
    """Drives `flow`, a session of its own that is kept nowhere."""

    def __init__(
        self,
        text: str,
        flow: SessionFlow,
        attributes: Sequence[Attribute],
        model: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._flow = flow
        self._attributes = tuple(attributes)
        self._model = model
        self._progress = Progress()
        flow.setParent(self)
        flow.changed.connect(self._follow)
        flow.work.spoke.connect(self._hear)

    @property
    def headline(self) -> str:
        view = self._flow.view
        if not self.ready or view is None or not view.judged:
            return ""
        return flow_words.reading(self._flow, self._attributes, self._model() or view.model)[0]

    @property
    def notes(self) -> tuple[str, ...]:
        said = list(self._flow.cautions)
        if self._flow.misleads:
            said.append(
                tr("This method brings in untrue details. Read every change before you use the text.")
            )
        view = self._flow.view
        if self.ready and view is not None:
            model = self._model() or view.model
            title, body = flow_words.reading(self._flow, self._attributes, model)
            said += [part for part in (body,) if part and title]
            if words := flow_words.finish(self._flow, self._attributes, model):
                said.append(words.limits)
        return tuple(said)

    @property
    def labels(self) -> dict[str, str]:
        return {attribute.name: attribute.label for attribute in self._attributes}

    @property
    def question(self) -> str:
        """What is asked when the text is about what is to be hidden; "" while nothing is."""
        topics = self._flow.asks_about_topic
        if not topics or self.busy:
            return ""
        what = labels(self._attributes, topics)
        return tr("This is what your text is about. Hiding your {what} takes away much of it.", what=what)

    @property
    def alternatives(self) -> tuple[Change, ...]:
        view = self._flow.view
        return untaken(self.review.all_changes, (*view.alternatives, *view.total)) if view else ()

    def start(self) -> None:
        self._flow.set_text(self.text)
        self._flow.run()

    def go_on_anyway(self) -> None:
        """Rewrite the topic of the text all the same."""
        self._flow.go_on_anyway()
        self._flow.run()

    def leave_topic(self) -> None:
        """Leave the topic readable, and rewrite what else there is."""
        self._flow.leave_topic()
        self._flow.run()

    def stop(self) -> None:
        self._flow.stop()

    def _follow(self) -> None:
        flow = self._flow
        self.busy = self._activity() if flow.state is SessionState.RUNNING else ""
        self.error = flow.error or ""
        if flow.view is not None and not (self.ready and flow.state is SessionState.FINISHED):
            self.review = Review(self.text, flow.view.total)
        self.ready = flow.state is SessionState.FINISHED
        self.changed.emit()

    def _hear(self, progress: Progress) -> None:
        self._progress = progress
        if self._flow.state is SessionState.RUNNING:
            self.busy = self._activity()
            self.changed.emit()

    def _activity(self) -> str:
        view = self._flow.view
        return activity(self._progress, (view.rounds if view else 0) + 1, self._attributes)
