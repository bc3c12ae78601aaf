"""What the methods leave to choose: row, threshold and seed, in the goal of the text in front."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QComboBox

from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.goal import Goal
from penname.domain.proposals import LeaksProposal
from scripted import TEXT

Until = Callable[[SessionState], None]


def choose(box: QComboBox, number: int) -> None:
    box.setCurrentIndex(box.findData(str(number)))
    box.activated.emit(box.currentIndex())


@pytest.mark.parametrize(
    ("method", "row", "certainty"),
    [("rational", False, False), ("misleading", True, True), ("adversarial", False, True)],
)
def test_each_method_shows_what_it_knows(window: MainWindow, method: str, row: bool, certainty: bool) -> None:
    settings = window.tools.settings
    window.choose_method(method)
    window.page.line.tools.click()
    window.tools.advanced.setChecked(True)
    assert (settings.row.isVisible(), settings.certainty.isVisible()) == (row, certainty)
    assert settings.seed.isVisible()
    assert settings.row.currentData() == str(Goal((), frozenset()).condition)


def test_what_is_chosen_is_the_goal_of_the_text_in_front_alone(window: MainWindow, until: Until) -> None:
    settings = window.tools.settings
    window.choose_method("misleading")
    window.place_text(TEXT)
    choose(settings.row, 3)
    choose(settings.certainty, 5)
    settings.seed.setText("7")
    settings.seed.editingFinished.emit()
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    view = window.page.flow.view
    assert view is not None
    assert (view.goal.condition, view.goal.certainty, view.goal.seed) == (3, 5, 7)
    assert not settings.row.isEnabled()
    assert window.new_text().flow.goal.seed == 0
    assert settings.seed.text() == "0"


def test_the_threshold_may_be_lowered_while_the_leaks_wait(window: MainWindow, until: Until) -> None:
    window.choose_method("adversarial")
    window.place_text(TEXT)
    choose(window.tools.settings.certainty, 5)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert window.page.flow.to_fix == ()  # the script's attacker is certain to 4 of 5
    choose(window.tools.settings.certainty, 3)
    until(SessionState.LEAKS)
    proposal = window.page.flow.proposal
    assert isinstance(proposal, LeaksProposal)
    assert len(proposal.execute) == 4
