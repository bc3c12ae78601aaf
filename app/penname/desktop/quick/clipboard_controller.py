"""Controls the clipboard jobs from the hotkey to the result: reads, has work done, writes the clipboard."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.quick.reading import ClipboardContent, read_clipboard
from penname.desktop.quick.recent import Recent, Result
from penname.desktop.quick.task import QuickTask
from penname.desktop.quick.toast import Toast
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.raising import bring_forward
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr, tr_count
from penname.domain.goal import Goal
from penname.instance.activation import ANONYMIZE, PSEUDONYMIZE, RESTORE
from penname.methods.registry import method_or_default
from penname.pseudonyms.conversation import Conversation
from penname.pseudonyms.mapping import Mapping

if TYPE_CHECKING:  # what looks for names takes a second to import, which the window's start must not wait for
    from penname.desktop.quick.quick_window import QuickWindow
    from penname.pseudonyms.round_trip import PseudonymizeOptions

CONVERSATION = "Clipboard"  # under which the vault keeps the stand-ins; shown among the user's own names


class ClipboardController(QObject):
    """Runs clipboard tasks in one small window, made on first use. `window` lends model and settings."""

    text_wanted = Signal(object)  # the text is to be opened in the large window
    changed = Signal()  # results, or what can be put back
    closed = Signal()

    def __init__(self, window: Window, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._quick: QuickWindow | None = None
        self._toast: Toast | None = None
        self._task: QuickTask | None = None
        self._found = ClipboardContent()
        self._kind = PSEUDONYMIZE
        self._unread = False
        self._taking = False
        self._closed = False
        self._kept = False  # whether the vault has held the stand-ins
        self._mapping = Mapping()  # of what was copied here: in the vault, too, where there is one
        self.outbox = window.outbox
        self.outbox.changed.connect(self.changed)
        self.recent = Recent()
        window.vault.changed.connect(self._vault_changed)
        self.jobs = JobThread(self)
        self._warming = JobThread(self)  # beside the jobs: what needs no names does not wait for their lists

    @property
    def quick(self) -> QuickWindow:
        """The small window."""
        if self._quick is None:
            from penname.desktop.quick.quick_window import QuickWindow

            self._quick = QuickWindow(self._window.theme)
            self._quick.taken.connect(self.take)
            self._quick.left.connect(self._left)
            self._quick.job_chosen.connect(self._choose)
            self._quick.opened.connect(self._open)
            self._quick.activated.connect(self._read_late)
            QGuiApplication.clipboard().dataChanged.connect(self._read_late)
            self._toast = Toast(self.outbox.put_back)
        return self._quick

    @property
    def mapping(self) -> Mapping:
        """The stand-ins of what was copied here."""
        if self._mapping.pairs:
            return self._mapping
        return next((one.mapping for one in self._conversations if one.name == CONVERSATION), Mapping())

    @property
    def _conversations(self) -> tuple[Conversation, ...]:
        return self._window.vault.conversations

    @property
    def working(self) -> bool:
        """Whether a text is being worked on."""
        return bool(self._task and self._task.busy)

    def warm_up(self) -> None:
        """Load ahead what the first key press would have to wait for."""
        if self._closed:
            return

        def prepare() -> None:
            from penname.desktop.quick import stand_ins

            stand_ins.warm_up()

        self._warming.start()
        self._warming.submit(Job(prepare).success(self._make_ready))

    def _make_ready(self, _none: object) -> None:
        if self._closed:
            return
        self.quick.ensurePolished()
        names = self._window.names_model
        if names.folder:
            self._warming.submit(Job(lambda: list(names.detector().find("Anna"))))

    def start_job(self, kind: str, token: str = "") -> None:
        """Show the small window for what is on the clipboard now."""
        if self._closed:
            return
        self._drop_task()
        self._kind = kind
        quick = self.quick
        assert self._toast is not None
        self._toast.hide()
        quick.begin(kind)
        if not quick.isVisible():
            quick.place()
        self._unread = True
        bring_forward(quick, token)
        if quick.isActiveWindow() or not _on_wayland():
            # On Wayland the clipboard is for whoever has the keyboard. Elsewhere it can be read at once,
            # after the window is seen: its owner may take its time.
            QTimer.singleShot(0, self._read_if_unread)

    def take(self) -> None:
        """Put the result on the clipboard."""
        task, quick = self._task, self.quick
        if task is None or not task.ready:
            return
        seconds = self._window.settings.clear_clipboard
        self.outbox.put(task.result, self._found.forms, task.sensitive, seconds)
        task.taken()
        self.recent.add(self._kind, task.result, task.sensitive)
        said = tr("Copied")
        if seconds:
            said = tr_count("Copied, for {count} second", "Copied, for {count} seconds", seconds)
        self._taking = True
        quick.leave()
        self._taking = False
        if (
            self._toast is not None and not _on_wayland()
        ):  # there it would take the keyboard from the next paste
            self._toast.say(said, quick)
        self.changed.emit()

    def copy_again(self, result: Result) -> None:
        """Put an earlier result on the clipboard."""
        self.outbox.put(result.text, {}, result.sensitive, self._window.settings.clear_clipboard)

    def forget_results(self) -> None:
        """Forget results, and what was on the clipboard before; replies can still be restored."""
        self.recent.forget()
        self.outbox.forget()
        self.changed.emit()

    def forget(self) -> None:
        """Forget who stands for whom, too."""
        self._mapping = Mapping()
        self.forget_results()

    def retheme(self) -> None:
        """Take the window's theme."""
        if self._quick is not None:
            self._quick.set_theme(self._window.theme)

    def close(self) -> None:
        """End all work; nothing is left on the screen."""
        self._closed = True
        self._drop_task()
        for widget in (self._quick, self._toast):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._quick = self._toast = None
        for thread in (self.jobs, self._warming):
            if thread.isRunning():
                thread.close(lambda: None)

    def _read_if_unread(self) -> None:
        if self._unread and self._quick is not None:
            self._unread = False
            self._found = read_clipboard(QGuiApplication.clipboard())
            self._begin()

    def _read_late(self) -> None:
        """Read what could not be read before: the keyboard came late, or the text after the complaint."""
        if self._quick is None or not self._quick.isVisible():
            return
        if self._quick.isActiveWindow() or not _on_wayland():
            self._unread = self._unread or bool(self._found.complaint)
            self._read_if_unread()

    def _begin(self) -> None:
        self._drop_task()
        found, quick = self._found, self.quick
        quick.begin(self._kind)
        if found.complaint:
            quick.complain(found.complaint, openable=found.too_long)
            return
        self._run_jobs()
        self._task = task = self._make_task(found.text)
        quick.show_task(task)
        quick.diff.inline.setFocus()
        task.changed.connect(self.changed)
        task.start()

    def _make_task(self, text: str) -> QuickTask:
        from penname.desktop.quick.restore_task import RestoreTask
        from penname.desktop.quick.rewrite_task import RewriteTask
        from penname.desktop.quick.stand_in_task import StandInTask

        if self._kind == RESTORE:
            others = (one.mapping for one in self._conversations if one.name != CONVERSATION)
            return RestoreTask(text, self.jobs, (self.mapping, *others), self)
        if self._kind == ANONYMIZE:
            return RewriteTask(text, self._flow(), self._window.attributes, self._model, self)
        names = self._window.names_model
        return StandInTask(text, self.jobs, self.mapping, self._keep, self._options, names, self)

    def _model(self) -> str:
        """The model's title; "" before it is loaded."""
        return self._window.model.title if self._window.model else ""

    def _flow(self) -> SessionFlow:
        """A session as a new tab would begin it, stored nowhere."""
        window = self._window
        names = tuple(attribute.name for attribute in window.attributes)
        protect = frozenset(window.settings.protect or names)
        goal = Goal(names, protect, window.settings.rounds, truth=window.true_values)
        return SessionFlow(self.jobs, window.sessions, goal, method_or_default(window.settings.method))

    def _vault_changed(self) -> None:
        """Forget here, too, what the user has the vault forget."""
        kept = any(one.name == CONVERSATION for one in self._conversations)
        if self._window.vault.state is VaultClientState.NOTHING or (self._kept and not kept):
            self._kept = False
            self.forget()
        self._kept = kept

    @property
    def _options(self) -> PseudonymizeOptions:
        from penname.pseudonyms.round_trip import PseudonymizeOptions

        profiles = self._window.vault.profiles
        return PseudonymizeOptions(terms=profiles[0].terms if profiles else ())

    def _keep(self, mapping: Mapping) -> None:
        """Keep the stand-ins for the reply, also in the vault, so that they outlive this start."""
        self._mapping = mapping
        if self._window.vault.state is VaultClientState.OPEN and mapping.pairs:
            kept = Conversation(CONVERSATION, date.today().isoformat(), mapping)
            self._window.vault.change(
                lambda vault: vault.save_conversation(kept), lambda: None, self._window.complain
            )

    def _choose(self, kind: str) -> None:
        self._window.change_settings(clipboard_job=kind)
        self._kind = kind
        if not self._unread:
            self._begin()

    def _open(self) -> None:
        text = self._found.text
        self.quick.leave()
        self.text_wanted.emit(text)

    def _left(self) -> None:
        self._unread = False
        self._drop_task()
        if not self._taking:
            self._found = ClipboardContent()
        self.closed.emit()

    def _drop_task(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.stop()
            if self._quick is not None:
                self._quick.show_task(None)
            task.setParent(None)  # it goes with the last that knows it: its jobs may still be under way
            self.changed.emit()

    def _run_jobs(self) -> None:
        if not self.jobs.isRunning():
            self.jobs.start()


def _on_wayland() -> bool:
    return QGuiApplication.platformName().startswith("wayland")
