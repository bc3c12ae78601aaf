"""Stand-ins for what names somebody: numbers and addresses at once, names as soon as they are found."""

import secrets
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.chatbot.kind_words import kind_label
from penname.desktop.quick import stand_ins
from penname.desktop.quick.task import QuickTask
from penname.desktop.translate import tr, tr_count
from penname.domain.changes import Change
from penname.domain.errors import Cancelled, PennameError
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import all_kinds
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.models.names_model import NamesModel
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.round_trip import PseudonymizeOptions


class StandInTask(QuickTask):
    """`known` are the stand-ins that were given before; `keep` is given them with the new ones when taken.

    `missed` are words that may be names and stay as they are.
    """

    def __init__(
        self,
        text: str,
        jobs: JobThread,
        known: Mapping,
        keep: Callable[[Mapping], None],
        options: PseudonymizeOptions,
        names: NamesModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._jobs = jobs
        self._known = known
        self._keep = keep
        self._options = options
        self._names = names
        self._seed = secrets.randbits(32)
        self._made: Pseudonymized | None = None
        self.missed: tuple[str, ...] = ()
        self._mapping = known  # with what was drawn for this text, so that looking again changes nothing
        self._dropped: tuple[Change, ...] = ()

    @property
    def headline(self) -> str:
        count = len({entity.text for entity in self._made.entities}) if self._made else 0
        if not count:
            return "" if not self.ready else tr("Nothing found that identifies anyone")
        return tr_count("{count} stand-in", "{count} stand-ins", count)

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            *(self._made.notices if self._made else ()),
            tr(
                "Stand-ins replace names and numbers; other details can still identify you. Names that the "
                "chatbot invents cannot be restored."
            ),
        )

    @property
    def labels(self) -> dict[str, str]:
        return {kind: kind_label(kind) for kind in all_kinds()}

    def start(self) -> None:
        self._look()

    def hide(self, phrase: str, kind: Kind) -> bool:
        """Hide `phrase` wherever it occurs; False if it does not."""
        if not stand_ins.occurs(self.text, phrase):
            return False
        self._options = stand_ins.hiding(self._options, phrase, kind)
        self._look()
        return True

    def toggle(self, change: Change) -> None:
        """What is left once, is left everywhere: half of a name hidden hides nothing."""
        if self.review.stands(change):
            self._options = stand_ins.keeping(self._options, change.before)
            same = (one for one in self.review.changes if one.before == change.before)
            self._dropped = (*self._dropped, *same)
        else:
            self._options = stand_ins.not_keeping(self._options, change.before)
            self._dropped = tuple(one for one in self._dropped if one.before != change.before)
        self._look()

    def taken(self) -> None:
        if self._made is not None:
            self._keep(stand_ins.needed(self._made, self._known))

    def stop(self) -> None:
        self._jobs.stop(self)

    def _look(self) -> None:
        """Both steps; an answer to an older question is dropped with its job."""
        self._jobs.stop(self)
        self.ready, self.error = False, ""
        self.busy = tr("Looking for names")
        text, options, known, seed = self.text, self._options, self._known, self._seed
        if self._made is None:
            step = Job(lambda: stand_ins.at_once(text, options, known, seed), self)
            self._jobs.submit(step.success(partial(self._show_first, options)).failure(self._fail))
        else:
            self._look_for_names(options)
        self.changed.emit()

    def _look_for_names(self, options: PseudonymizeOptions) -> None:
        text, drawn, seed = self.text, self._mapping, self._seed

        def work() -> tuple[Pseudonymized, tuple[str, ...]]:
            return stand_ins.whole(text, options, drawn, seed, self._names.detector(job.check), job.check)

        job = Job(work, self)
        self._jobs.submit(job.success(partial(self._show_all, options)).failure(self._fail))

    def _show_first(self, options: PseudonymizeOptions, made: Pseudonymized) -> None:
        if options is self._options:
            self._take(made)
            self._look_for_names(options)
            self.changed.emit()

    def _show_all(self, options: PseudonymizeOptions, found: tuple[Pseudonymized, tuple[str, ...]]) -> None:
        if options is self._options:
            made, self.missed = found
            self._take(made)
            self.ready, self.busy = True, ""
            self.changed.emit()

    def _take(self, made: Pseudonymized) -> None:
        self._made, self._mapping = made, made.mapping
        self.review = stand_ins.sent_review(self.text, made, self._dropped)

    def _fail(self, error: PennameError) -> None:
        if isinstance(error, Cancelled):
            return
        self.busy, self.error, self.ready = "", str(error), False
        self.changed.emit()
