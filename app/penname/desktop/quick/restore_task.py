"""The originals come back in a chatbot's reply; words that may or may not be stand-ins are reported."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.changes.change_words import shown_words
from penname.desktop.quick import stand_ins
from penname.desktop.quick.task import QuickTask
from penname.desktop.translate import tr, tr_count
from penname.domain.errors import Cancelled, PennameError
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.restore import Restored
from penname.pseudonyms.round_trip import receive

_MOST_DOUBTS = 4  # that are named


class RestoreTask(QuickTask):
    """`mappings` are the stand-ins of each conversation; the one that fits the reply best is taken, alone."""

    sensitive = True

    def __init__(
        self, text: str, jobs: JobThread, mappings: Sequence[Mapping], parent: QObject | None = None
    ) -> None:
        super().__init__(text, parent)
        self._jobs = jobs
        self._mappings = [mapping for mapping in mappings if mapping.pairs]
        self._restored: Restored | None = None

    @property
    def headline(self) -> str:
        if self._restored is None:
            return ""
        count = _came_back(self._restored)
        if not count:
            return tr("No stand-in found in this text")
        return tr_count("{count} original restored", "{count} originals restored", count)

    @property
    def notes(self) -> tuple[str, ...]:
        said = [tr("Names that the chatbot invented cannot be restored.")]
        doubts = list(dict.fromkeys(match.text for match in self._restored.doubts)) if self._restored else []
        if doubts:
            words = ", ".join(tr("“{word}”", word=shown_words(word)) for word in doubts[:_MOST_DOUBTS])
            if len(doubts) > _MOST_DOUBTS:
                words += ", …"
            said.insert(0, tr("These may be stand-ins, and were left as they are: {words}.", words=words))
        return tuple(said)

    def start(self) -> None:
        if not self._mappings:
            self.error = tr(
                "Penname has no stand-ins to restore: none were copied from it so far. The clipboard is "
                "unchanged."
            )
            self.changed.emit()
            return
        self.busy = tr("Restoring the originals")
        text, mappings = self.text, self._mappings

        def work() -> Restored:
            return max((receive(text, mapping) for mapping in mappings), key=_came_back)

        self._jobs.submit(Job(work, self).success(self._show).failure(self._fail))
        self.changed.emit()

    def stop(self) -> None:
        self._jobs.stop(self)

    def _show(self, restored: Restored) -> None:
        self._restored = restored
        self.review = stand_ins.restored_review(self.text, restored)
        self.busy, self.ready = "", bool(restored.returned)
        self.changed.emit()

    def _fail(self, error: PennameError) -> None:
        if not isinstance(error, Cancelled):
            self.busy, self.error = "", str(error)
            self.changed.emit()


def _came_back(restored: Restored) -> int:
    return sum(returned.times for returned in restored.returned)
