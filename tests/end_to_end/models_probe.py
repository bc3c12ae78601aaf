"""The list of models on a real display, by the keyboard alone; writes where the focus was, as JSON."""

import json
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.scripted_models import ScriptedModels
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.model_window.models_window import ModelsWindow
from penname.desktop.models.model_rows import ModelAction

PATIENCE = 60  # seconds until a hang is called one
MOST_TABS = 60


def main() -> None:
    app = QApplication([])
    models = ScriptedModels()
    window = make_window(app, ScriptedSessions(), models=models)

    def until(reached: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > end:
                raise TimeoutError
            app.processEvents()
            time.sleep(0.005)

    def focus() -> QWidget:
        until(QApplication.focusWidget)
        return QApplication.focusWidget()

    window.show()
    until(lambda: window.model is not None and window.isActiveWindow())
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_M, keys)
    until(lambda: window.findChild(ModelsWindow))
    shown = window.findChild(ModelsWindow)
    until(lambda: shown.isActiveWindow() and "small" in shown.cards)
    shown.more.click()
    card = shown.cards["small"]
    tabs = 0
    while focus() is not card.button and tabs < MOST_TABS:
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        app.processEvents()
        tabs += 1
    if focus() is not card.button:
        raise SystemExit(f"Tab does not reach the download: {focus().accessibleName()}")
    seen = []
    for reached in (
        lambda: card.below.question.isVisible(),
        lambda: card.action is ModelAction.PAUSE and card.button.hasFocus(),
        lambda: card.action is ModelAction.RESUME and card.button.hasFocus(),
        lambda: card.action is ModelAction.PAUSE and card.button.hasFocus(),
    ):
        QTest.keyClick(focus(), Qt.Key.Key_Space)
        until(reached)
        seen.append(focus().accessibleName())
    models.go_on.set()
    until(lambda: card.action is ModelAction.USE and card.button.hasFocus())
    QTest.keyClick(focus(), Qt.Key.Key_Space)
    until(lambda: window.model is not None and window.model.name == "small")
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    until(lambda: window.findChild(ModelsWindow) is None)
    window.close()
    sys.stdout.write(json.dumps({"tabs": tabs, "seen": seen, "model": window.tools.model.currentText()}))


if __name__ == "__main__":
    main()
