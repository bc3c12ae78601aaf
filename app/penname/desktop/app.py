"""Starts the window: the first frame comes before anything heavy is imported."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from penname import APP_ID
from penname.desktop.background.garbage import Collector
from penname.desktop.background.lag_probe import LagProbe
from penname.desktop.background.vault_client import VaultClient
from penname.desktop.main.greeting import greet
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.version_watch import VersionWatch
from penname.desktop.models.model_client import ModelClient
from penname.desktop.models.model_list import choices
from penname.desktop.presence.clipboard_settings import add_entries
from penname.desktop.presence.presence import Presence, prepare
from penname.desktop.style import appearance
from penname.domain.errors import PennameError
from penname.instance.primary import PrimaryInstance
from penname.instance.starting import Start
from penname.models.library import installed
from penname.sessions.model_service import ModelService
from penname.sessions.session_service import SessionService
from penname.settings import Settings, load_attributes, load_settings

if TYPE_CHECKING:  # the first frame does without its ciphers
    from penname.sessions.vault_service import VaultService


def run(argv: Sequence[str], start: Start | None = None, primary: PrimaryInstance | None = None) -> int:
    """Open the window and stay until it is closed. `argv` as in `sys.argv`; returns the exit status.

    `start` says what it is opened for; `primary` is what later starts talk to.
    """
    sys.setswitchinterval(0.001)  # seconds: the job thread's Python makes the window wait less
    arguments = list(argv)
    probe_file = os.environ.get("PENNAME_LAG_PROBE") or _option(arguments, "--lag-probe")
    app = QApplication([*arguments[:1], "-name", APP_ID, *arguments[1:]])  # X11's WM_CLASS, as the entry says
    Collector(app)
    app.setApplicationName("Penname")
    app.setDesktopFileName(APP_ID)
    app.setWindowIcon(appearance.icon())
    window = make_window(app)
    presence = Presence(window, primary)
    prepare(app, window)
    probe = LagProbe(app) if probe_file else None
    signal.signal(signal.SIGINT, lambda *_: window.leave())
    awake = QTimer(app)  # lets Python see the signal
    awake.timeout.connect(lambda: None)
    awake.start(500)
    add_entries(presence)
    presence.start(start or Start(arguments))
    greet(window)
    watch = VersionWatch(window)
    watch.start()
    window.ended.connect(watch.close)
    status = app.exec()
    presence.close()
    if probe and probe_file:
        probe.write(Path(probe_file))
    return status


def make_window(
    app: QApplication,
    sessions: SessionService | None = None,
    vault_service: Callable[[], "VaultService"] | None = None,
    models: ModelService | None = None,
) -> MainWindow:
    """The window with this computer's settings, and the real session service unless another is given.

    With another one nothing is kept, unless `vault_service` makes what keeps it.
    """
    appearance.apply(app, appearance.theme_for(app))
    complaint = ""
    try:
        settings = load_settings()
    except PennameError as error:
        settings, complaint = Settings(), str(error)
    made: list[MainWindow] = []
    window = MainWindow(
        sessions or SessionService(settings, lambda said: made[0].noticed.emit(said), tunes=True),
        settings,
        load_attributes(settings),
        choices(installed(), settings.model),
        vault=VaultClient(vault_service or (None if sessions else lambda: _vault_service(made[0]))),
        model_client=ModelClient(models or ModelService()),
    )
    made.append(window)
    if complaint:
        window.complain(complaint)
    return window


def _vault_service(window: MainWindow) -> "VaultService":
    from penname.sessions.vault_service import VaultService

    return VaultService(window.noticed.emit)


def _option(arguments: list[str], name: str) -> str | None:
    """Take `name VALUE` out of the arguments."""
    if name not in arguments[:-1]:
        return None
    place = arguments.index(name)
    value = arguments[place + 1]
    del arguments[place : place + 2]
    return value


if __name__ == "__main__":
    sys.exit(run(sys.argv))
