"""An attribute from outside the package in the window: its finding, and the text without it."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from penname.desktop.app import make_window
from penname.desktop.session.view_state import Action, SessionState
from penname.sessions.session_service import SessionService
from penname.settings import load_settings
from religion import use_religion


def test_it_is_found_shown_and_reworded(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_religion(monkeypatch)
    window = make_window(qapp, SessionService(load_settings(), None))
    qtbot.addWidget(window)
    window.confirm = lambda *_words: True
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    window.place_text("I’m a practising Quaker. After Friday prayers we ate late.")
    window.do(Action.STEP)
    qtbot.waitUntil(  # at first the list of places is read
        lambda: window.page.flow.state is SessionState.LEAKS and not window.jobs.busy, timeout=20_000
    )
    (finding,) = [row for row in window.page.rail.rows if row.attribute_name == "religion"]
    assert finding.head.accessibleName().startswith("Your religion can be read from this: Quaker.")
    window.do(Action.RUN)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.FINISHED)
    assert window.page.flow.result == "I’m a practising believer. After that we ate late."
    window.close()
