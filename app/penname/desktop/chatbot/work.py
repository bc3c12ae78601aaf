"""Making stand-ins and putting names back, beside the window: only the newest request counts."""

from typing import NamedTuple

import msgspec
from PySide6.QtCore import QObject, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.chatbot.draft import Draft
from penname.domain.errors import Cancelled, PennameError
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.models.names_model import NamesModel
from penname.pseudonyms.names.missed import perhaps_missed
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.restore import Restored
from penname.pseudonyms.round_trip import receive, send
from penname.pseudonyms.uncertain_matches import UncertainMatch

MOST_SUGGESTED = 5


class HiddenDraft(NamedTuple):
    """A draft's text with stand-ins, and words in it that may be names and were not found."""

    sent: Pseudonymized
    missed: tuple[str, ...]


class ChatbotWork(QObject):
    """A thread of its own: the model's may be busy for minutes."""

    hidden = Signal(object, object)  # Draft, HiddenDraft
    restored = Signal(object, object)  # (reply, mapping, settled), Restored
    failed = Signal(str)
    busy_changed = Signal(bool)

    def __init__(self, names: NamesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names = names
        self.jobs = JobThread(self)
        self.jobs.busy_changed.connect(self.busy_changed)

    def hide(self, draft: Draft) -> None:
        """Make stand-ins; `hidden` follows unless a newer draft comes first."""

        def work() -> HiddenDraft:
            detector = self._names.detector(job.check)
            sent = send(
                draft.text,
                draft.options,
                draft.known,
                persistent=draft.persistent,
                seed=draft.seed,
                detectors=(detector,),
                check=job.check,
            )
            sent = msgspec.structs.replace(sent, notices=(*sent.notices, *detector.notices))
            return HiddenDraft(sent, perhaps_missed(draft.text, sent.entities, draft.kept, MOST_SUGGESTED))

        job = Job(work, "hide")
        self._begin(job.success(lambda made: self.hidden.emit(draft, made)))

    def bring_back(self, reply: str, mapping: Mapping, settled: tuple[UncertainMatch, ...]) -> None:
        """Put the names back; `restored` follows unless a newer reply comes first."""

        def work() -> Restored:
            return receive(reply, mapping, settled)

        asked = (reply, mapping, settled)
        self._begin(Job(work, "restore").success(lambda made: self.restored.emit(asked, made)))

    def close(self) -> None:
        """End the thread."""
        if self.jobs.isRunning():
            self.jobs.close(lambda: None)

    def _begin(self, job: Job) -> None:
        if not self.jobs.isRunning():
            self.jobs.start()
        self.jobs.stop(job.owner)
        self.jobs.submit(job.failure(self._tell))

    def _tell(self, error: PennameError) -> None:
        if not isinstance(error, Cancelled):
            self.failed.emit(str(error))
