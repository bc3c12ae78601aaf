"""The list of changes beside the document: the keyboard's and the screen reader's way through a rewrite."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.odd_texts import ATTRIBUTES
from desktop.test_rewrite_pane import AGE, CHANGES, CITY, SPOUSE, TEXT
from penname.desktop.changes.rewrite_pane import RewritePane
from penname.desktop.page.findings_column import FindingsColumn
from penname.desktop.style import theme
from penname.domain.changes import Change


@pytest.fixture
def pane(qtbot: QtBot) -> RewritePane:
    pane = RewritePane(theme.light())
    qtbot.addWidget(pane)
    return pane


@pytest.fixture
def column(qtbot: QtBot, pane: RewritePane) -> FindingsColumn:
    column = FindingsColumn(ATTRIBUTES, theme.light())
    qtbot.addWidget(column)
    column.resize(400, 600)
    column.follow(pane)
    pane.show_rewrite(TEXT, CHANGES)
    return column


@pytest.fixture
def told(pane: RewritePane) -> list[tuple[Change, ...]]:
    told: list[tuple[Change, ...]] = []
    pane.changes_edited.connect(told.append)
    return told


def test_space_on_the_list_drops_a_change_and_takes_it_back(
    column: FindingsColumn, pane: RewritePane, told: list, qtbot: QtBot
) -> None:
    column.list.set_current(SPOUSE)
    qtbot.keyClick(column.list, Qt.Key.Key_Space)
    assert told == [(CITY, AGE)]
    assert column.list.current_change == SPOUSE
    assert "my husband" in pane.new_text
    qtbot.keyClick(column.list, Qt.Key.Key_Space)
    assert told[-1] == CHANGES


def test_enter_on_the_list_jumps_to_the_change(
    column: FindingsColumn, pane: RewritePane, qtbot: QtBot
) -> None:
    pane.show_result(True)
    column.list.set_current(SPOUSE)
    qtbot.keyClick(column.list, Qt.Key.Key_Return)
    assert pane.new.selected[0] == pane.new_text.index("partner")


def test_a_tick_is_set_by_a_click_on_its_box(column: FindingsColumn, told: list, qtbot: QtBot) -> None:
    with qtbot.waitExposed(column):
        column.show()
    row = column.list.visualRect(column.list.model().index(2, 0))
    qtbot.mouseClick(column.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(24, 18))
    assert told == [(CITY, SPOUSE)]


def test_a_tick_is_where_it_is_seen_when_read_from_the_right(
    column: FindingsColumn, told: list, qtbot: QtBot
) -> None:
    column.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    with qtbot.waitExposed(column):
        column.show()
    row = column.list.visualRect(column.list.model().index(2, 0))
    qtbot.mouseClick(column.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(24, 18))
    assert told == []
    qtbot.mouseClick(column.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topRight() + QPoint(-24, 18))
    assert told == [(CITY, SPOUSE)]


def test_rows_speak(column: FindingsColumn, pane: RewritePane) -> None:
    model = column.list.model()
    for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
        assert model.index(0, 0).data(role) == "Location: “Lisbon” becomes “my city”"
    assert model.index(2, 0).data() == "Age: “At 29” is removed"
    pane.toggle(AGE)
    assert model.index(2, 0).data() == "Age: “At 29” stays as it was"
    assert model.index(2, 0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked


def test_the_list_can_be_entered_by_keyboard(column: FindingsColumn, told: list, qtbot: QtBot) -> None:
    with qtbot.waitExposed(column):
        column.show()
    column.list.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: column.list.current_change == CITY)
    qtbot.keyClick(column.list, Qt.Key.Key_Down)
    qtbot.keyClick(column.list, Qt.Key.Key_Space)
    assert told == [(CITY, AGE)]
