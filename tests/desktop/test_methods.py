"""The choice of the method: what each says of itself, what it starts, and what is said before misleading."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.methods import registry
from penname.methods.registry import method_or_default, methods
from penname.settings import load_settings
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]


def choose(window: MainWindow, name: str) -> None:
    box = window.tools.method
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def test_a_method_of_another_version_is_the_usual_one() -> None:
    assert method_or_default("adversarial") == "adversarial"
    assert method_or_default("of another version") == "rational"


def test_each_explains_itself_in_the_list_and_in_the_menu(window: MainWindow) -> None:
    box = window.tools.method
    entries = window.menus.methods.actions()
    for number, method in enumerate(methods()):
        assert box.itemData(number, Qt.ItemDataRole.ToolTipRole) == method.sentence
        assert method.sentence in entries[number].text()
    assert [entry.isChecked() for entry in entries] == [True, False, False, False]


def test_before_a_session_the_text_stays_where_it_is(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    choose(window, "adversarial")
    assert len(window.pages) == 1
    assert window.page.flow.method == "adversarial"
    assert load_settings().method == "adversarial"
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert {row.attribute_name for row in window.page.rail.rows} == {
        "age",
        "location",
        "occupation",
        "income",
    }
    assert all(row.isVisible() for row in window.page.rail.rows)  # nobody tells guesses from support here
    assert window.page.bar.next.button.text() == "Hide 4 clues"
    assert window.page.rounds.buttons[0].text().endswith("4 clues")


def test_with_a_session_the_text_begins_anew_beside_it(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.page.document.original.phrase_locked.emit("34")
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    first = window.page
    window.menus.methods.actions()[2].trigger()
    assert window.page is not first
    assert window.page.flow.method == "adversarial"
    assert window.page.flow.text == TEXT
    assert window.page.flow.goal.locked == ("34",)
    assert first.flow.state is SessionState.FINISHED
    window.tabs.setCurrentWidget(first)
    assert window.tools.method.currentData() == "rational"
    choose(window, "rational")
    assert len(window.pages) == 2


@pytest.mark.parametrize("name", [method.name for method in methods()])
def test_each_runs_to_its_end_and_back(qtbot: QtBot, window: MainWindow, until: Until, name: str) -> None:
    window.choose_method(name)
    window.place_text(TEXT)
    window.tools.rounds_changed.emit(2)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    flow = window.page.flow
    assert flow.result != TEXT or name == "base"  # the scripted roles need a phrase, and base names none
    if name == "rational":
        assert flow.result == REWRITTEN
    if name == "misleading":
        assert "I am new age." in flow.result
        assert flow.view is not None
        assert flow.view.points[-1].readable == ()
    while Action.UNDO in window.menus.offered:
        window.do(Action.UNDO)
        qtbot.waitUntil(lambda: not window.jobs.busy)
    assert flow.view is not None
    assert flow.view.text == TEXT


def test_what_misleading_does_is_said_once_before_the_first(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    choose(window, "misleading")
    assert window.page.notice.isVisible()
    assert "not true" in window.page.notice.accessibleName()
    assert not load_settings().untruths_told
    window.page.notice.buttons[0].click()
    assert not window.page.notice.isVisible()
    assert load_settings().untruths_told
    choose(window, "rational")
    choose(window, "misleading")
    assert not window.page.notice.isVisible()


def test_going_on_under_the_notice_is_having_read_it(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    choose(window, "misleading")
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert load_settings().untruths_told
    assert not window.page.notice.isVisible()


@pytest.mark.parametrize(
    ("like", "clues"), [(registry.RATIONAL, 3), (registry.ADVERSARIAL, 4), (registry.MISLEADING, 4)]
)
def test_one_from_outside_the_package_is_offered_and_runs(
    qtbot: QtBot,
    qapp: QApplication,
    factory: ScriptedSessions,
    monkeypatch: pytest.MonkeyPatch,
    like: registry.Method,
    clues: int,
) -> None:
    """It says itself what it does, so it gets the settings, targets and notices of its like."""
    monkeypatch.setattr(registry, "_methods", dict(registry._methods))
    registry.register(like._replace(name="careful", title="Careful", sentence="Takes its time."))
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.confirm = lambda *_: True
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    entry = window.menus.methods.actions()[-1]
    assert entry.text() == "Careful: Takes its time."
    entry.trigger()
    window.place_text(TEXT)
    settings = window.tools.settings
    assert settings.form.isRowVisible(settings.row) is like.misleads
    assert settings.form.isRowVisible(settings.certainty) is like.weighs_certainty
    assert window.page.notice.isVisible() is like.misleads
    window.page.protect.chips[0].opened.emit()
    popover = window.page.protect.popover
    assert popover is not None
    assert popover.target.isVisibleTo(popover) is like.misleads
    popover.close()
    window.do(Action.STEP)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.LEAKS)
    assert window.page.bar.next.button.text() == f"Hide {clues} clues"
    assert window.page.rounds.buttons[0].text().endswith(f"{clues} clues")
    window.do(Action.RUN)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.FINISHED)
    assert window.page.flow.method == "careful"
    assert (window.page.flow.result == REWRITTEN) is like.looks_twice
    assert ("I am new age." in window.page.flow.result) is like.misleads
    window.close()
