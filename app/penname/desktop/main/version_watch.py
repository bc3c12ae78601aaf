"""Says quietly that there is a newer Penname, for users who want that to be asked."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.domain.errors import PennameError
from penname.releases import update_check
from penname.releases.address import stated_address
from penname.releases.update_check import UpdateCheck
from penname.releases.versions import Version, this_version

BEGIN_MS = 20_000  # after the first frame: the model comes first
AGAIN_MS = 60 * 60 * 1000  # between two looks at the clock, for windows that stay open for days


class VersionWatch(QObject):
    """Asks nothing unless the setting is on, the build states an address and a day has passed."""

    def __init__(self, window: Window, make: Callable[[], UpdateCheck] = UpdateCheck) -> None:
        super().__init__(window)
        self._window, self._make = window, make
        self._on = window.settings.check_version
        self._jobs: JobThread | None = None
        self._clock = QTimer(self)
        self._clock.timeout.connect(self.look)
        window.settings_changed.connect(self._follow)

    def start(self) -> None:
        """Look now and then from now on."""
        self._clock.start(AGAIN_MS)
        QTimer.singleShot(BEGIN_MS, self, self.look)

    def look(self) -> None:
        """Ask if it is time to, else say what is known already."""
        if not self._window.settings.check_version:
            return
        self._say()
        if stated_address() and update_check.is_due() and not (self._jobs and self._jobs.busy):
            self._ask()

    def close(self) -> None:
        """End a question that is under way."""
        self._clock.stop()
        if self._jobs is not None:
            self._jobs.close(lambda: None)

    def _ask(self) -> None:
        if self._jobs is None:
            self._jobs = JobThread(self)
            self._jobs.start()
        question = self._make()
        job = Job(question.run, stoppable=question)
        job.success(self._answered).failure(self._not_answered)
        self._jobs.submit(job)
        self._window.use_network(tr("checking for a new version"))

    def _answered(self, _version: object) -> None:
        self._window.use_network("")
        self._say()

    def _not_answered(self, error: PennameError) -> None:
        self._window.use_network("")
        self._window.notices.append(str(error))  # Details has it; nobody is interrupted for that

    def _say(self) -> None:
        version, notice = update_check.newer(), self._window.notice
        if version is None or not notice.isHidden():
            return
        sentence = tr(
            "Penname {newer} is available; you have {own}.", newer=str(version), own=str(this_version())
        )
        notice.say("", sentence, answers={tr("Dismiss"): lambda: self._put_away(version)})

    def _put_away(self, version: Version) -> None:
        self._window.notice.clear()
        try:
            update_check.put_away(version)
        except OSError as error:
            self._window.notices.append(str(error))

    def _follow(self) -> None:
        on = self._window.settings.check_version
        turned_on, self._on = on and not self._on, on
        if turned_on:
            self.look()
