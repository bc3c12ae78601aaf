"""What opens from a chip, by mouse and by keyboard: values go into the goal, mistakes are said in place."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.page.attribute_popover import AttributePopover
from penname.desktop.page.protect_bar import Chip
from penname.desktop.session.view_state import Action, SessionState
from scripted import TEXT

Until = Callable[[SessionState], None]


def chip(window: MainWindow, name: str) -> Chip:
    return next(chip for chip in window.page.protect.chips if chip.attribute.name == name)


def opened(window: MainWindow, name: str) -> AttributePopover:
    chip(window, name).opened.emit()
    popover = window.page.protect.popover
    assert popover is not None
    assert popover.isVisible()
    return popover


def write(popover: AttributePopover, truth: str | None = None, target: str | None = None) -> None:
    for field, value in ((popover.truth, truth), (popover.target, target)):
        if value is not None:
            field.field.setFocus()
            field.field.selectAll()
            QTest.keyClicks(field.field, value)


@pytest.fixture
def misleading(window: MainWindow) -> MainWindow:
    window.choose_method("misleading")
    window.page.flow.hear_untruths()
    window.place_text(TEXT)
    return window


def test_a_click_hides_or_leaves_and_the_arrow_opens(qtbot: QtBot, window: MainWindow) -> None:
    age = chip(window, "age")
    qtbot.mouseClick(age, Qt.MouseButton.LeftButton)
    assert "age" not in window.page.flow.goal.protect
    assert window.page.protect.popover is None
    qtbot.mouseClick(age, Qt.MouseButton.LeftButton, pos=QPoint(age.width() - 8, age.height() // 2))
    assert "age" not in window.page.flow.goal.protect
    popover = window.page.protect.popover
    assert popover is not None
    assert popover.hiding.buttons["leave"].isChecked()


def test_the_keyboard_alone_sets_both_values(qtbot: QtBot, misleading: MainWindow) -> None:
    misleading.activateWindow()
    chip(misleading, "age").setFocus()
    QTest.keyClick(chip(misleading, "age"), Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    popover = misleading.page.protect.popover
    assert popover is not None
    write(popover, "34", "61")
    QTest.keyClick(popover.target.field, Qt.Key.Key_Return)
    assert not popover.isVisible()
    assert misleading.page.flow.goal.truth == (("age", "34"),)
    assert misleading.page.flow.goal.targets == (("age", "61"),)
    assert chip(misleading, "age").text() == "Age → 61"
    assert "34" not in chip(misleading, "age").accessibleName()


def test_the_true_value_is_covered_until_asked_for(misleading: MainWindow) -> None:
    popover = opened(misleading, "age")
    assert popover.truth.field.echoMode() is QLineEdit.EchoMode.Normal  # nothing is there to be covered
    write(popover, "34")
    popover.done.click()
    popover = opened(misleading, "age")
    assert popover.truth.field.echoMode() is QLineEdit.EchoMode.Password
    assert "34" not in popover.truth.field.displayText()
    popover.truth.button.click()
    assert popover.truth.field.displayText() == "34"
    popover.truth.button.click()
    assert "34" not in popover.truth.field.displayText()


@pytest.mark.parametrize("target", ["400", "34", "36", "old"])
def test_what_is_no_target_is_said_in_place_and_keeps_it_open(misleading: MainWindow, target: str) -> None:
    popover = opened(misleading, "age")
    write(popover, "34", target)
    popover.done.click()
    assert popover.isVisible()
    assert popover.target.complaint
    assert not popover.truth.complaint
    assert popover.target.field.accessibleDescription() == popover.target.complaint
    assert misleading.page.flow.goal.targets == ()
    write(popover, target="61")
    assert not popover.target.complaint
    popover.done.click()
    assert not popover.isVisible()
    assert misleading.page.flow.goal.targets == (("age", "61"),)


def test_escape_changes_nothing(misleading: MainWindow) -> None:
    popover = opened(misleading, "age")
    write(popover, "34", "400")
    popover.hiding.buttons["leave"].click()
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    goal = misleading.page.flow.goal
    assert (goal.truth, goal.targets) == ((), ())
    assert "age" in goal.protect


def test_drawing_gives_a_value_that_can_stand(misleading: MainWindow) -> None:
    popover = opened(misleading, "location")
    write(popover, "Lisbon, Portugal")
    popover.target.button.click()
    drawn = popover.target.value
    assert drawn
    assert "Portugal" not in drawn
    popover.done.click()
    assert misleading.page.flow.goal.targets == (("location", drawn),)


def test_other_methods_offer_misleading_instead_of_a_target(window: MainWindow) -> None:
    window.place_text(TEXT)
    popover = opened(window, "age")
    assert not popover.target.isVisible()
    assert popover.truth.isVisible()
    popover.use_misleading.click()
    assert window.page.flow.method == "misleading"
    assert opened(window, "age").target.isVisible()


def test_values_reach_a_session_that_is_under_way(
    misleading: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    misleading.do(Action.STEP)
    until(SessionState.LEAKS)
    popover = opened(misleading, "age")
    assert "new age" in popover.target.field.placeholderText()  # what the session drew by itself
    write(popover, target="61")
    popover.done.click()
    until(SessionState.LEAKS)
    row = next(row for row in misleading.page.rail.rows if row.attribute_name == "age")
    assert "61" in row.head.accessibleName()
    misleading.do(Action.STEP)
    until(SessionState.REWRITE)
    assert "I am 61." in misleading.page.document.rewrite.new_text
    misleading.do(Action.UNDO)
    until(SessionState.LEAKS)
    misleading.do(Action.UNDO)
    until(SessionState.LEAKS)
    assert misleading.page.flow.goal.targets == ()
