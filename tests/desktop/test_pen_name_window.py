"""The pen names in the window: drawn by chance, suggested after a reading, and what all posts give away."""

import random

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.main.main_window import MainWindow
from penname.desktop.pen_names import pen_names_dialog
from penname.desktop.pen_names.author_history_dialog import AuthorHistoryDialog
from penname.desktop.pen_names.pen_name_sheet import wrong_with
from penname.desktop.pen_names.pen_names_dialog import PenNamesDialog
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.inferences import Validity
from penname.domain.pen_names import Chosen, Decoy, PenName, Post, writing_as
from penname.domain.profile import Profile
from penname.domain.told import Told
from scripted import TEXT

POSTS = (
    Post("Today I turned 61.", "Birthday", "2026-01-02"),
    Post("My flat in Lisbon is small.", "", "2026-03-04"),
)
CLARA = PenName("Clara", (Decoy("age", "61", Chosen.BY_USER),), POSTS)
LEAKS = {
    "age": ("61", "old", Validity.HIGH),
    "location": ("flat in Lisbon", "flat", Validity.HIGH),
}


def opened(qtbot: QtBot, window: MainWindow, pen_name: PenName | None = CLARA) -> PenNamesDialog:
    """The pen names, with one that is kept."""
    if pen_name is not None:
        with qtbot.waitSignal(window.vault.changed):
            window.vault.change(
                lambda vault, one=pen_name: vault.save_pen_name(one), lambda: None, pytest.fail
            )
    dialog = pen_names_dialog.show(window)
    assert dialog is not None
    return dialog


def reading(qtbot: QtBot, dialog: PenNamesDialog) -> AuthorHistoryDialog:
    dialog.posts.history.click()
    qtbot.waitUntil(lambda: not dialog.history.work.running)
    return dialog.history


def test_without_a_pen_name_the_window_says_what_one_is_and_makes_the_first(
    qtbot: QtBot, open_window: Open
) -> None:
    window = open_window()
    dialog = opened(qtbot, window, None)
    assert dialog.none.isVisible()
    assert not any(part.isVisible() for part in (dialog.name, dialog.posts, dialog.new, dialog.save))
    dialog.none.button.click()
    assert dialog.name.isVisible()
    assert dialog.focusWidget() is dialog.name
    assert not dialog.none.isVisible()
    dialog.name.setText("Clara")
    dialog.save.click()
    qtbot.waitUntil(lambda: dialog.names.count() == 1)
    assert dialog.name.isVisible()
    dialog.remove.click()
    qtbot.waitUntil(dialog.none.isVisible)
    assert not dialog.name.isVisible()
    dialog.reject()


def test_all_posts_are_read_together_and_each_thing_has_its_post(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = dict(LEAKS)
    window = open_window()
    window.place_text(TEXT)
    history = reading(qtbot, opened(qtbot, window))
    assert history.along.isVisible()
    assert factory.begun == ["attacker", "arbitrator"]
    assert [row.places for row in history.rows] == [
        ["Post 1 · 2026-01-02 · Birthday: “61”"],
        ["The current text: “flat in Lisbon”", "Post 2 · 2026-03-04: “flat in Lisbon”"],
    ]
    history.along.click()
    qtbot.waitUntil(lambda: not history.work.running)
    assert history.rows[1].places == ["Post 2 · 2026-03-04: “flat in Lisbon”"]
    assert history.again.isEnabled()
    history.reject()


def test_what_the_pen_name_pretends_is_told_from_the_rest(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = dict(LEAKS)
    history = reading(qtbot, opened(qtbot, open_window()))
    assert not history.along.isVisible()  # there is no text
    reports = [row.accessibleName() for row in history.rows]
    assert reports == ["Age: 61", "Location: flat in Lisbon"]
    words = [[label.text() for label in row.findChildren(type(history.headline))] for row in history.rows]
    assert "This is what the pen name claims." in words[0]
    assert all("claims" not in word for word in words[1])


def test_posts_are_read_once_they_are_kept_and_findings_are_held_against_them(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = dict(LEAKS)
    window = open_window()
    dialog = opened(qtbot, window)
    dialog.save.click()
    qtbot.waitUntil(dialog.reading_bar.isVisible)
    dialog.reject()
    qtbot.waitUntil(lambda: window.vault.pen_names[0].unread == ())
    assert factory.begun == ["attacker", "arbitrator"] * 2  # the dialog has gone, the reading went on
    told = [
        [(one.attribute, one.value, one.certainty) for one in post] for post in window.vault.pen_names[0].told
    ]
    assert told == [[("age", "61", 4)], [("location", "flat in Lisbon", 4)]]
    window.place_text(f"I am 61 now. {TEXT}")
    window.page.flow.change_goal(writing_as(window.page.flow.goal, CLARA))
    window.do(Action.STEP)
    qtbot.waitUntil(
        lambda: window.page.flow.state is SessionState.LEAKS and not window.jobs.busy, timeout=60_000
    )
    rows = {row.attribute_name: row.head.accessibleName() for row in window.page.rail.rows}
    assert "Known already (1 post)." in rows["age"]
    assert "Known already (1 post)." in rows["location"]
    with qtbot.waitSignal(window.vault.changed):
        window.vault.change(lambda vault: vault.save_pen_name(PenName("Clara")), lambda: None, pytest.fail)
    qtbot.waitUntil(lambda: not window.page.flow.view.against_posts)
    assert "Known already" not in window.page.rail.rows[0].head.accessibleName()


def test_a_text_that_was_read_is_added_with_what_it_tells_and_saving_again_loses_nothing(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = dict(LEAKS)
    window = open_window()
    window.place_text(TEXT)
    window.do(Action.STEP)
    qtbot.waitUntil(
        lambda: window.page.flow.state is SessionState.LEAKS and not window.jobs.busy, timeout=60_000
    )
    asked = list(factory.begun)
    dialog = opened(qtbot, window)
    dialog.posts.add.click()
    assert dialog.posts.posts[-1].told == (Told("location", "flat in Lisbon", 4),)
    dialog.save.click()
    qtbot.waitUntil(lambda: not dialog.reading_bar.isVisible() and window.vault.pen_names[0].unread == ())
    assert factory.begun == [*asked, *["attacker", "arbitrator"] * 2]  # the two that were there before
    kept = window.vault.pen_names[0]
    dialog.name.setText("Anna")
    dialog.save.click()
    qtbot.waitUntil(lambda: [one.name for one in window.vault.pen_names] == ["Anna"])
    assert window.vault.pen_names[0].posts == kept.posts


def test_pen_names_that_readers_can_link_are_pointed_out_while_the_vault_is_open(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    told = (Told("location", "Porto, Portugal", 5), Told("occupation", "nurse", 5))
    window = open_window()
    for name in ("Nina", "Clara"):
        dialog = opened(qtbot, window, PenName(name, (), (Post("x", told=told),)))
        dialog.reject()
    dialog = opened(qtbot, window, None)
    qtbot.waitUntil(dialog.links.isVisible, timeout=60_000)
    assert dialog.links.text().startswith("Readers can link it to “Nina”: both tell the same")
    window.vault.state = VaultClientState.LOCKED
    dialog.names.setCurrentRow(1)
    QTest.qWait(100)
    assert not dialog.links.isVisible()


def test_older_posts_that_do_not_fit_are_said_to_be_left_out(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = dict(LEAKS)
    long = PenName("Clara", (), (*POSTS, Post("x" * 290, "", "2026-05-06")))
    history = reading(qtbot, opened(qtbot, open_window(), long))
    assert history.rows == []
    assert "2 older posts were left out" in history.reservation.text()


@pytest.mark.parametrize("role", ["attacker", "arbitrator"])
def test_a_reading_can_be_stopped_and_begun_again(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions, role: str
) -> None:
    factory.leaks, factory.wait_in = dict(LEAKS), role
    window = open_window()
    dialog = opened(qtbot, window)
    dialog.posts.history.click()
    qtbot.waitUntil(factory.waiting.is_set)
    history = dialog.history
    assert history.bar.isVisible()
    assert not history.again.isEnabled()
    history.bar.stop.click()
    qtbot.waitUntil(lambda: not history.work.running)
    assert history.wrong.isVisible()
    assert not history.bar.isVisible()
    assert history.rows == []
    factory.wait_in = ""
    history.again.click()
    qtbot.waitUntil(lambda: len(history.rows) == 2)
    assert not history.wrong.isVisible()


def test_leaving_stops_the_reading_and_the_model_is_free_again(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.wait_in = "attacker"
    window = open_window()
    dialog = opened(qtbot, window)
    dialog.posts.history.click()
    qtbot.waitUntil(factory.waiting.is_set)
    dialog.history.reject()
    qtbot.waitUntil(lambda: not window.jobs.busy)
    factory.wait_in, factory.fail_in = "", "attacker"
    history = reading(qtbot, dialog)
    assert "The model stopped working" in history.wrong.text()


def test_a_suggestion_reads_the_posts_first_and_takes_over_what_readers_believe(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.leaks = LEAKS | {"occupation": ("small", "x", Validity.HIGH)}
    window = open_window()
    dialog = opened(qtbot, window)
    window.vault.profiles = (Profile("me", (("age", "34"), ("location", "Oslo, Norway"))),)
    dialog.suggest.click()
    assert dialog.bar.isVisible()
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(lambda: not dialog.work.running)
    assert not dialog.bar.isVisible()
    assert dialog.fields["location"].value == "flat in Lisbon"
    assert dialog.fields["occupation"].value == ""  # whether that is true nobody knows
    assert dialog.fields["age"].value == "61"
    assert dialog.fields["income"].value
    asked = len(factory.begun)
    dialog.fields["occupation"].field.setText("teacher")
    dialog.suggest.click()
    assert len(factory.begun) == asked  # nothing is missing any more


def test_a_suggestion_that_is_stopped_fills_in_nothing(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    factory.wait_in = "attacker"
    dialog = opened(qtbot, open_window())
    dialog.suggest.click()
    qtbot.waitUntil(factory.waiting.is_set)
    dialog.bar.stop.click()
    qtbot.waitUntil(lambda: not dialog.work.running)
    assert dialog.fields["income"].value == ""
    assert dialog.save.isEnabled()
    assert dialog.names.isEnabled()


@pytest.mark.parametrize(("seed", "kept"), [(1, True), (2, False)])
def test_a_draw_by_chance_is_kept_at_once_and_never_drawn_again(
    qtbot: QtBot, open_window: Open, monkeypatch: pytest.MonkeyPatch, seed: int, kept: bool
) -> None:
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(seed))
    window = open_window()
    dialog = opened(qtbot, window, None)
    sex = dialog.fields["sex"]
    assert not dialog.random.isEnabled()  # a pen name needs a name before anything is drawn for it
    assert not dialog.write.isEnabled()
    QTest.keyClicks(dialog.name, "Clara")
    assert dialog.random.isEnabled()
    dialog.draws["sex"].trigger()
    chance = dialog.chance
    chance.choice.buttons["nothing"].click()
    chance.draw.click()
    assert chance.truth.complaint
    QTest.keyClicks(chance.truth.field, "female")
    chance.draw.click()
    qtbot.waitUntil(lambda: bool(window.vault.pen_names))
    (clara,) = window.vault.pen_names
    assert clara.decoys == (Decoy("sex", None if kept else "male", Chosen.RANDOMIZED, 0.0, 2),)
    qtbot.waitUntil(lambda: not sex.isEnabled())
    assert not dialog.draws["sex"].isEnabled()
    assert sex.value == ("" if kept else "male")
    dialog.suggest.click()
    assert sex.value == ("" if kept else "male")
    dialog.fields["income"].field.clear()
    dialog.save.click()
    qtbot.waitUntil(lambda: len(window.vault.pen_names[0].decoys) > 1)
    assert window.vault.pen_names[0].decoy("sex") == clara.decoys[0]
    dialog.write.click()
    qtbot.waitUntil(lambda: window.page.flow.method == "misleading")
    assert ("sex" in window.page.flow.goal.protect) is not kept


def test_a_draw_starts_from_the_profile_and_without_a_known_group_says_so(
    qtbot: QtBot, open_window: Open
) -> None:
    window = open_window()
    dialog = opened(qtbot, window)
    window.vault.profiles = (Profile("me", (("location", "Xyzzyland"),)),)
    dialog.draws["location"].trigger()
    assert dialog.chance.truth.value == "Xyzzyland"
    dialog.chance.draw.click()
    dialog.chance.reject()  # a draw that has begun counts
    assert dialog.chance.isVisible()
    qtbot.waitUntil(dialog.chance.draw.isEnabled)
    assert "belongs to none" in dialog.chance.truth.complaint
    assert window.vault.pen_names == (CLARA,)
    dialog.chance.reject()


def test_a_drawn_value_may_lie_close_to_the_truth_a_chosen_one_may_not() -> None:
    from penname.desktop.session.known_values import knowledge
    from penname.domain.attributes import shipped_attributes

    attributes = shipped_attributes()
    values, truth = {"age": "36"}, {"age": "34"}
    assert wrong_with("Clara", values, attributes, truth, knowledge())
    assert not wrong_with("Clara", values, attributes, truth, knowledge(), {"age"})
    child = {"age": "16", "relationship": "married"}
    assert wrong_with("Clara", child, attributes, {}, knowledge(), {"age"}).together
    assert not wrong_with("Clara", child, attributes, {}, knowledge(), set(child))
