"""The Model box: what choosing another model does to the texts, to work under way and to the settings."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.settings import load_settings
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]


@pytest.fixture
def two(window: MainWindow) -> MainWindow:
    """A window with a second model to choose."""
    window.models = (("starter", "Starter model"), ("large", "Large"))
    window.model_changed.emit()
    return window


def choose(window: MainWindow, name: str) -> None:
    box = window.tools.model
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def loaded(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)


def test_another_model_is_loaded_named_and_remembered(qtbot: QtBot, two: MainWindow) -> None:
    two.place_text(TEXT)
    choose(two, "large")
    assert two.model is None
    loaded(qtbot, two)
    assert two.model.name == "large"
    assert two.tools.model.currentData() == "large"
    assert two.tools.model.currentText() == "Large"
    assert load_settings().model == "large"
    assert len(two.pages) == 1


def test_the_last_entry_asks_for_more_and_chooses_none(qtbot: QtBot, two: MainWindow) -> None:
    box = two.tools.model
    with qtbot.waitSignal(two.tools.more_models_requested):
        box.setCurrentIndex(box.count() - 1)
        box.activated.emit(box.count() - 1)
    assert box.currentData() == "starter"


def test_a_session_stays_as_it_is_and_begins_anew_beside_it(
    qtbot: QtBot, two: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    two.place_text(TEXT)
    two.do(Action.STEP)
    until(SessionState.LEAKS)
    first = two.page
    log = first.flow.view
    choose(two, "large")
    loaded(qtbot, two)
    assert two.page is not first
    assert (two.page.flow.text, two.page.flow.state) == (TEXT, SessionState.READY)
    assert first.flow.view is log
    assert first.flow.state is SessionState.LEAKS
    two.tabs.setCurrentWidget(first)
    assert first.reader == "Starter model"
    two.do(Action.RUN)
    until(SessionState.FINISHED)
    assert factory.equipped == 1
    assert first.flow.result == REWRITTEN
    assert first.reader == "Large"
    two.do(Action.UNDO)
    qtbot.waitUntil(lambda: not two.jobs.busy)
    assert factory.equipped == 1


def test_work_under_way_is_stopped_only_if_the_user_agrees(
    qtbot: QtBot, two: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    asked: list[str] = []
    two.confirm = lambda _window, question, *_more: bool(asked.append(question))
    factory.wait_in = "arbitrator"
    two.place_text(TEXT)
    two.do(Action.RUN)
    assert factory.waiting.wait(5)
    choose(two, "large")
    assert len(asked) == 1
    assert two.page.flow.state is SessionState.RUNNING
    assert two.tools.model.currentData() == "starter"
    two.confirm = lambda *_words: True
    choose(two, "large")
    loaded(qtbot, two)
    factory.wait_in = ""
    stopped = two.pages[0]
    assert stopped.flow.state is SessionState.STOPPED
    two.tabs.setCurrentWidget(stopped)
    two.do(Action.RUN)
    until(SessionState.FINISHED)
    assert stopped.flow.result == REWRITTEN
    assert factory.begun.count("attacker") == 2  # what the first model read was not read again


def test_a_model_that_cannot_be_loaded_leaves_the_one_before(
    qtbot: QtBot, two: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.missing = ("large",)
    choose(two, "large")
    loaded(qtbot, two)
    assert two.model.name == "starter"
    assert two.tools.model.currentData() == "starter"
    assert "no such model" in two.notice.accessibleName()
    assert load_settings().model == "starter"
    two.place_text(TEXT)
    two.do(Action.STEP)
    until(SessionState.LEAKS)
