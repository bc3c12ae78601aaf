"""Starts the real window and answers questions about it, one line each, so that a test knows where to click.

It changes nothing in the program: questions are answered in the window's thread, between two events.
"""

import json
import sys
import threading
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from penname.desktop.app import run
from penname.desktop.main.main_window import MainWindow


class Probe(QObject):
    """Lives in the window's thread; `asked` comes from the one that reads standard input."""

    asked = Signal(list)

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.moveToThread(app.thread())
        self.asked.connect(self.answer, Qt.ConnectionType.QueuedConnection)

    def answer(self, question: list[str]) -> None:
        """Print the answer as a line of JSON."""
        window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
        _say(self._answer(window, *question))

    def _answer(self, window: MainWindow | None, what: str, *about: str) -> Any:
        if window is None or not window.isVisible():
            return None
        flow = window.page.flow
        match what:
            case "state":
                return {
                    "state": str(flow.state),
                    "busy": window.jobs.busy,
                    "model": window.model is not None,
                    "text": flow.text,
                    "result": flow.result,
                    "rounds": flow.facts.rounds,
                    "readable": [list(point.readable) for point in flow.view.points] if flow.view else [],
                    "error": flow.error,
                    "title": window.windowTitle(),
                    "clipboard": QGuiApplication.clipboard().text(),
                }
            case "button":
                return _middle(
                    next(
                        button
                        for button in window.findChildren(QAbstractButton)
                        if button.isVisible() and button.isEnabled() and button.text().startswith(about[0])
                    )
                )
            case "text":
                pane = window.page.document.original
                point = pane.viewport().mapToGlobal(pane.cursorRect().center())
                return point.x(), point.y()
            case "screenshot":
                screen = window.screen()
                area = window.frameGeometry()
                return screen.grabWindow(0, area.x(), area.y(), area.width(), area.height()).save(about[0])
        return None


def _say(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _middle(widget: QWidget) -> list[int]:
    place = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return [place.x(), place.y()]


def _listen() -> None:
    probe: Probe | None = None
    for line in sys.stdin:
        app = QApplication.instance()
        if probe is None and isinstance(app, QApplication):
            probe = Probe(app)
        if probe is None:
            _say(None)
        else:
            probe.asked.emit(json.loads(line))


if __name__ == "__main__":
    threading.Thread(target=_listen, daemon=True).start()
    sys.exit(run(["penname"]))
