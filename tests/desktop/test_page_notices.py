"""What a page says where the work did not go as it should, and what it offers then."""

from collections.abc import Callable

import pytest

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window import models_window
from penname.desktop.session.view_state import Action, SessionState
from scripted import TEXT

Until = Callable[[SessionState], None]


def test_where_the_model_fails_it_can_be_tried_again_or_another_chosen(
    window: MainWindow, until: Until, factory: ScriptedSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(models_window, "show", opened.append)
    factory.fail_in = "attacker"
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.ENGINE_DOWN)
    again, models, *_ = window.page.notice.buttons
    assert models.text() == "Choose another model…"
    models.click()
    assert opened == [window]
    assert again.text() == "Try again"
    assert not window.page.bar.next.isVisible()  # it would say the same
    again.click()
    until(SessionState.LEAKS)
    assert window.page.bar.next.isVisible()


def test_a_rewrite_that_cannot_be_used_is_not_blamed_on_the_user(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    to_a_rewrite = ((Action.STEP, SessionState.LEAKS), (Action.STEP, SessionState.REWRITE))
    ways = (
        (99, ((Action.RUN, SessionState.FINISHED),)),
        (0, (*to_a_rewrite, (Action.REJECT, SessionState.FINISHED))),
    )
    said = []
    for refused, way in ways:
        factory.refuse = refused
        page = window.new_text(TEXT)
        for action, state in way:
            window.do(action)
            until(state)
        assert page.notice.isVisible()
        said.append(page.notice.accessibleName())
    assert said[0] != said[1]


def test_the_way_of_the_clues_opens_the_rounds(window: MainWindow, until: Until) -> None:
    page = window.page
    window.place_text(TEXT)
    assert not page.bar.way.isVisible()
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert not page.bar.way.isVisible()  # the rail says how many
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert not page.bar.way.isVisible()  # the card says it
    assert page.card.reached.text().startswith("The Starter model found 3 clues before, 0 now.")
    assert page.card.way.text() == "Rounds ▾"
    assert page.rounds.isHidden()
    page.card.way.click()
    assert page.rounds.isVisible()
    page.show_rounds()
    assert page.rounds.isHidden()
