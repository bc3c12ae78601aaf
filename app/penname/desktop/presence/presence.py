"""Penname beside its window: hotkeys, the tray icon, the small window, and what later starts ask for."""

from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from penname.desktop.hotkeys.source import HIDE, RESTORE, HotkeySource
from penname.desktop.hotkeys.this_system import source_for_this_system
from penname.desktop.main.main_window import MainWindow
from penname.desktop.presence.later_starts import LaterStarts
from penname.desktop.presence.tray import Tray
from penname.desktop.quick.clipboard_controller import ClipboardController
from penname.desktop.shell.raising import bring_forward
from penname.instance.activation import ANONYMIZE, OPEN, PSEUDONYMIZE, SHOW, Activation
from penname.instance.activation import RESTORE as RESTORE_JOB
from penname.instance.primary import PrimaryInstance
from penname.instance.starting import Start

_WARM_UP_MS = 1500  # after the first frame, so that it does not compete with the window


class Presence(QObject):
    """Lives as long as the program. `window` may be hidden, but only behind a tray icon that is seen."""

    def __init__(
        self,
        window: MainWindow,
        primary: PrimaryInstance | None = None,
        source: HotkeySource | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.window = window
        self.controller = ClipboardController(window, self)
        self.controller.text_wanted.connect(self._open_text)
        self.source = source or source_for_this_system(self)
        self.source.pressed.connect(self._press)
        self.source.refused.connect(self._refused)
        self.tray = Tray(self.controller, self)
        self.tray.opened.connect(lambda: bring_forward(window))
        self.tray.quit_wanted.connect(window.leave)
        self.tray.job_wanted.connect(self.controller.start_job)
        self.tray.hotkeys_wanted.connect(lambda on: window.change_settings(hotkeys=on))
        self._primary = primary
        if primary is not None:
            LaterStarts(primary, self).activated.connect(self.grant)
        self._taken: Any = None  # what the hotkeys were taken for
        self._refusals: list[str] = []
        window.stays = self.stays
        window.settings_changed.connect(self._follow)
        window.first_frame.connect(self._begin)
        window.themed.connect(self.controller.retheme)

    @property
    def hotkeys_on(self) -> bool:
        """Whether the user wants hotkeys, or has not said and the system gives them unasked."""
        wanted = self.window.settings.hotkeys
        return not self.source.asks if wanted is None else wanted

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why hotkeys that are wanted do not work."""
        return tuple(self._refusals)

    def stays(self) -> bool:
        """Whether closing the window leaves the tray icon, by which it comes back."""
        return self.window.settings.stay_in_tray and self.tray.is_there

    def start(self, start: Start) -> None:
        """Show what this start is for: the window, the small window, or, at login, as little as can be."""
        self.tray.show()
        window = self.window
        quiet = start.at_login or start.activation.kind not in (SHOW, OPEN)
        if not quiet:
            window.show()
        elif not self.stays():
            window.showMinimized()  # never hidden where nothing would bring it back
        if quiet:
            self._begin()
        if start.activation.kind != SHOW:
            QTimer.singleShot(0, lambda: self.grant(start.activation))

    def grant(self, activation: Activation) -> None:
        """Do what a later start asks for."""
        if activation.kind == SHOW:
            bring_forward(self.window, activation.token)
        elif activation.kind == OPEN:
            bring_forward(self.window, activation.token)
            self.window.file_dropped.emit(activation.file)
        else:
            self.controller.start_job(activation.kind, activation.token)

    def close(self) -> None:
        """Release the hotkeys and the tray, end the clipboard jobs, and stop answering later starts."""
        self.source.release()
        self.tray.close()
        self.controller.close()
        if self._primary is not None:
            self._primary.close()

    def _begin(self) -> None:
        """After the first frame: what it need not wait for."""
        self._follow()
        QTimer.singleShot(_WARM_UP_MS, self.controller.warm_up)

    def _follow(self) -> None:
        """Grab the keys that the settings name."""
        settings = self.window.settings
        on = self.hotkeys_on
        wanted = {HIDE: settings.hotkey_hide, RESTORE: settings.hotkey_restore} if on else {}
        if wanted != self._taken:
            self._taken = wanted
            self._refusals.clear()
            self.source.release()
            if wanted:
                self.source.take(wanted)
        self.tray.show_hotkeys(on)

    def _press(self, name: str, token: str) -> None:
        job = self.window.settings.clipboard_job
        hides = job if job in (ANONYMIZE, PSEUDONYMIZE) else PSEUDONYMIZE
        self.controller.start_job(RESTORE_JOB if name == RESTORE else hides, token)

    def _refused(self, sentence: str) -> None:
        self._refusals.append(sentence)
        self.window.status.tell(sentence)
        self.window.notices.append(sentence)

    def _open_text(self, text: object) -> None:
        bring_forward(self.window)
        if isinstance(text, str):
            self.window.place_text(text)


def tray_available() -> bool:
    """Whether this desktop shows tray icons."""
    return QSystemTrayIcon.isSystemTrayAvailable()


def prepare(app: QApplication, window: MainWindow) -> None:
    """Let the program live without a window that is seen, and end it with the large one."""
    app.setQuitOnLastWindowClosed(False)
    window.ended.connect(app.quit)
    app.commitDataRequest.connect(lambda _manager: window.leaving())
