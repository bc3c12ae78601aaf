"""The window with everything beside it, on a scripted factory: no model, and all else as a user gets it.

Prints one line of JSON when the hotkeys are taken and the small window is ready: the ids of both windows, and
what was said of a key that another program had. Later one for each sentence that the small window says
instead of showing a text.
"""

import json
import sys
import time
from typing import Any, TextIO

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.hotkeys.source import HIDE
from penname.desktop.hotkeys.this_system import source_for_this_system
from penname.desktop.presence.presence import Presence, prepare
from penname.instance import primary, starting
from penname.settings import load_settings


def say(stream: TextIO, what: dict[str, Any]) -> None:
    stream.write(json.dumps(what) + "\n")
    stream.flush()


def main() -> None:
    start = starting.read(sys.argv)
    here = primary.become_primary(start.activation)
    if here is None:
        return
    app = QApplication(start.argv)
    window = make_window(app, ScriptedSessions())
    presence = Presence(window, here)
    prepare(app, window)
    refused: list[str] = []
    second = source_for_this_system(app)
    second.refused.connect(refused.append)
    shown: dict[str, float] = {}

    def tell() -> None:
        if presence.controller._quick is None:
            QTimer.singleShot(100, tell)
            return
        second.take({HIDE: load_settings().hotkey_hide})
        ids = [int(window.winId()), int(presence.controller.quick.winId())]
        say(sys.stdout, {"windows": ids, "refused": refused, "tray": presence.tray.is_there})

    def note() -> None:
        """How long it took from the key to the first stand-ins."""
        task = presence.controller._task
        if task is not None and task.review.changes and "pressed" in shown:
            spent = round(1000 * (time.monotonic() - shown.pop("pressed")))
            say(sys.stderr, {"milliseconds": spent})

    told = [""]

    def overhear() -> None:
        notice = presence.controller._quick.notice if presence.controller._quick is not None else None
        sentence = notice.accessibleName() if notice is not None and notice.isVisible() else ""
        if sentence != told[0]:
            told[0] = sentence
            if sentence:
                say(sys.stdout, {"told": sentence})

    listening = QTimer(app)
    listening.timeout.connect(overhear)
    listening.start(50)
    presence.source.pressed.connect(lambda *_: shown.update(pressed=time.monotonic()))
    presence.controller.changed.connect(note)
    presence.start(start)
    QTimer.singleShot(0, tell)
    app.exec()
    second.release()
    presence.close()


main()
