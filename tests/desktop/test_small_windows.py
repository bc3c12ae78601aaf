"""The smallest window, large letters and words without end: everything can still be read and pressed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.greeting import greet
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window import models_window
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.shell.status_line import StatusLine, standing_facts
from penname.desktop.style import appearance, theme
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.domain.inferences import Validity
from scripted import TEXT

Until = Callable[[SessionState], None]
ENDLESS = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


@pytest.fixture(params=(1.0, 1.5), ids=("usual letters", "large letters"))
def small(
    request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, window: MainWindow
) -> Iterator[MainWindow]:
    """The window at its smallest for the usual letters, and at 900 x 600 for large ones."""
    usual = theme.light()
    sizes = {name: round(getattr(usual, name) * request.param) for name in ("small", "body", "title")}
    monkeypatch.setattr(appearance, "theme_for", lambda _app: replace(usual, **sizes))
    window.retheme()
    window.resize(*((640, 480) if request.param == 1.0 else (900, 600)))
    yield window
    appearance.apply(qapp, usual)


def to_state(window: MainWindow, until: Until, state: SessionState) -> None:
    window.place_text(TEXT)
    for reached in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(reached)
        if reached is state:
            return
    window.do(Action.RUN)
    until(SessionState.FINISHED)


def place(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


def assert_whole(window: QWidget, parts: list[QWidget]) -> None:
    """Nothing lies over another, or out of the window."""
    seen = [part for part in parts if part.isVisible()]
    places = [place(part, window) for part in seen]
    for number, one in enumerate(places):
        assert window.rect().contains(one), seen[number]
        assert not any(one.intersects(other) for other in places[number + 1 :]), seen[number]


def test_what_opens_from_a_button_is_whole(small: MainWindow, until: Until) -> None:
    small.place_text(TEXT)
    small.do(Action.STEP)
    until(SessionState.LEAKS)
    for button, opened in ((small.page.line.tools, small.tools), (small.page.line.hiding, small.page.hiding)):
        button.click()
        small.tools.advanced.setChecked(True)
        parts: list[QWidget] = [*opened.findChildren(QComboBox), *opened.findChildren(QPushButton)]
        assert len(parts) >= 3
        assert_whole(opened, parts)
        opened.close()


@pytest.mark.parametrize("state", [SessionState.LEAKS, SessionState.REWRITE, SessionState.FINISHED])
def test_the_bars_have_their_places(
    qtbot: QtBot, small: MainWindow, until: Until, state: SessionState
) -> None:
    to_state(small, until, state)
    page = small.page
    parts: list[QWidget] = [page.line, page.document, page.rail, page.bar]
    parts += page.bar.findChildren(QPushButton) + page.line.findChildren(QPushButton)
    buttons = [part for part in parts if isinstance(part, QPushButton) and part.isVisible()]
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))

    def settled() -> None:  # the card is laid out once its words are known to wrap
        assert_whole(small, [*parts[:4], page.card])

    qtbot.waitUntil(settled)
    assert_whole(small, list(buttons))
    assert page.bar.next.button in buttons


@pytest.mark.parametrize("state", [SessionState.LEAKS, SessionState.REWRITE, SessionState.FINISHED])
def test_the_text_has_most_of_the_window(
    qtbot: QtBot, window: MainWindow, until: Until, state: SessionState
) -> None:
    to_state(window, until, state)
    page = window.page
    shown = page.document.text_in_front
    for _ in range(2):
        window.resize(1200, 780)
        qtbot.waitUntil(lambda: shown.width() * shown.height() >= 1200 * 780 / 2)
        assert place(page.rail, window).left() > place(page.document, window).right()
        window.resize(900, 600)
        qtbot.waitUntil(lambda: shown.height() >= 370)
        below = page.rail if page.card.isHidden() else page.card
        assert place(below, window).top() > place(page.document, window).bottom()
        heads = [row.head.height() for row in page.rail.list.shown if row.isVisible()]
        assert below.height() >= max(heads, default=page.rail.title.height())


def test_the_strip_of_one_finding_grows_when_it_is_opened(
    qtbot: QtBot, small: MainWindow, until: Until
) -> None:
    page = small.page
    small.place_text(TEXT)
    qtbot.waitUntil(lambda: page.rail.height() == 0)  # nobody has read it yet
    small.do(Action.STEP)
    until(SessionState.LEAKS)
    head = page.rail.rows[0].head
    qtbot.waitUntil(lambda: 0 <= page.rail.height() - head.height() <= head.height())
    assert not page.rail.list.verticalScrollBar().isVisible()
    assert page.rail.title.text() == "3 clues to hide"
    assert page.rail.rect().contains(page.rail.next.geometry())
    text = page.document.height()
    page.rail.why.click()
    qtbot.waitUntil(lambda: page.rail.height() > 2 * head.height())
    assert page.rail.rows[0].is_open
    page.rail.why.click()
    qtbot.waitUntil(lambda: page.document.height() == text)


def test_the_reasons_of_a_finding_stand_whole_in_the_strip(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.resize(640, 480)
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.page.rail.why.click()
    reasons = [label for label in window.page.rail.rows[0].body.findChildren(QLabel) if label.isVisible()]
    assert len(reasons) >= 4
    view = window.page.rail.list.viewport()
    qtbot.waitUntil(lambda: all(view.rect().contains(place(label, view)) for label in reasons))
    assert window.page.document.text_in_front.height() >= 150


def test_after_an_error_a_small_window_has_the_text_and_every_way_out(
    qtbot: QtBot,
    small: MainWindow,
    until: Until,
    factory: ScriptedSessions,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(models_window, "show", opened.append)
    factory.fail_in = "arbitrator"
    small.resize(640, 480)
    small.place_text(TEXT)
    small.do(Action.STEP)
    until(SessionState.ENGINE_DOWN)
    notice = small.page.notice
    qtbot.waitUntil(notice.more.isVisible)
    entries = {entry.text(): entry for entry in notice.menu.actions()}
    assert set(entries) == {"Choose another model…", "Details"}
    entries["Choose another model…"].trigger()
    assert opened == [small]
    qtbot.waitUntil(lambda: small.page.document.text_in_front.height() >= 160)
    (again,) = notice.buttons
    assert again.text() == "Try again"
    assert_whole(notice, [*notice.findChildren(QLabel), again, notice.more])
    small.resize(1200, 780 * 2)
    qtbot.waitUntil(lambda: not notice.more.isVisible())
    assert [button.text() for button in notice.buttons] == ["Try again", *entries]


def test_the_strip_says_which_finding_it_has_in_the_smallest_window(
    qtbot: QtBot, small: MainWindow, until: Until
) -> None:
    small.resize(640, 480)
    to_state(small, until, SessionState.FINISHED)
    rail = small.page.rail
    qtbot.waitUntil(lambda: small.page.document.text_in_front.height() >= 160)
    for _ in range(2):  # as a mouse would
        rail.next.click()
    assert rail.place.text().endswith("3 of 3")
    parts: list[QWidget] = [rail.title, rail.check, rail.previous, rail.place, rail.next]
    qtbot.waitUntil(lambda: rail.title.height() >= rail.title.heightForWidth(rail.title.width()))
    assert all(part.isVisible() for part in parts)
    assert_whole(rail, parts)


def test_the_first_phrase_that_may_sound_awkward_is_open_at_the_end(
    qtbot: QtBot, small: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.good = {"age": 0.62, "occupation": 0.7}
    to_state(small, until, SessionState.FINISHED)
    page = small.page
    qtbot.waitUntil(lambda: page.rail.check.text() == "2 phrases to check ▸")
    opened = next(row for row in page.rail.rows if row.is_open)
    assert opened.attribute_name == "occupation"
    assert opened.changes.lines[0].doubt.isVisible()
    opened.head.click()  # closed, it stays so
    page.render_state()
    assert not opened.is_open
    small.resize(1600, 780)
    qtbot.waitUntil(page.card.isVisible)
    small.resize(640, 480)
    qtbot.waitUntil(lambda: opened.is_open)


@pytest.mark.parametrize("way", ["", " by the sea"])
@pytest.mark.parametrize(("size", "least"), [((900, 600), 280), ((640, 480), 160)])
def test_no_line_of_the_strip_is_cut_at_the_end(
    qtbot: QtBot,
    window: MainWindow,
    until: Until,
    factory: ScriptedSessions,
    size: tuple[int, int],
    least: int,
    way: str,
) -> None:
    factory.good = {"location": 0.6}
    factory.alternatives = ((" in Lisbon", way, "location", 0.9),) if way else ()
    window.resize(*size)
    to_state(window, until, SessionState.FINISHED)
    row = next(row for row in window.page.rail.rows if row.is_open)
    view = window.page.rail.list.viewport()

    def whole() -> None:
        parts = [*row.body.findChildren(QLabel), *row.body.findChildren(QPushButton)]
        places = [place(part, view) for part in parts if part.isVisible()]
        assert all(view.rect().contains(one) or not view.rect().intersects(one) for one in places)
        assert sum(view.rect().contains(one) for one in places) >= 2

    qtbot.waitUntil(whole)
    assert window.page.document.text_in_front.height() >= least
    (line,) = row.changes.lines
    ways = line.others.stops
    assert len(ways) == bool(way)
    assert all(view.rect().contains(place(one, view)) for one in ways)
    line.ways.click()
    qtbot.waitUntil(whole)


def test_the_finding_that_is_open_at_the_end_stays_so_in_a_narrower_window(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.good = {"age": 0.62}
    window.resize(1200, 780)
    to_state(window, until, SessionState.FINISHED)
    rail = window.page.rail
    rail.select("location")
    window.resize(640, 480)
    qtbot.waitUntil(rail.check.isVisible)
    assert [row.attribute_name for row in rail.rows if row.is_open and row.isVisible()] == ["location"]


@pytest.mark.parametrize("size", [(1200, 780), (900, 600), (640, 480)])
def test_the_first_start_is_whole_in_every_window(
    qtbot: QtBot, small: MainWindow, size: tuple[int, int]
) -> None:
    small.resize(*size)
    greet(small)
    first = small.page.document.first
    qtbot.waitUntil(lambda: small.size().width() == size[0])
    cards = [card for card in first.samples if card.isVisible()]
    assert cards
    qtbot.waitUntil(lambda: first.verticalScrollBar().maximum() == 0)
    labels = [label for label in first.facts.findChildren(QLabel) if label.isVisible()]
    assert len(labels) >= 3
    assert_whole(first, [*labels, *cards])
    small.resize(1200, 1200)
    qtbot.waitUntil(lambda: all(card.said.isVisible() for card in first.samples))


def test_large_letters_leave_the_findings_beside_the_text_from_1100_pixels_on(
    qtbot: QtBot, small: MainWindow, until: Until
) -> None:
    to_state(small, until, SessionState.LEAKS)
    page = small.page
    small.resize(1100, 700)
    qtbot.waitUntil(lambda: place(page.rail, small).left() > place(page.document, small).right())
    qtbot.waitUntil(lambda: all(row.isVisible() for row in page.rail.list.shown))
    assert page.document.text_in_front.width() >= small.width() / 2


def test_the_strip_has_its_line_above_its_finding_and_no_bar_to_scroll(
    qtbot: QtBot, small: MainWindow, until: Until, qapp: QApplication
) -> None:
    page = small.page
    appearance.apply(qapp, theme.sharpened(theme.light()))  # its controls have rims
    small.resize(640, 480)
    to_state(small, until, SessionState.FINISHED)
    qtbot.waitUntil(lambda: page.rail.list.isVisible() and page.rail.list.geometry().top() > 0)
    row = next(row for row in page.rail.rows if row.isVisible())
    qtbot.waitUntil(lambda: page.rail.list.viewport().height() >= row.line_height)
    for part in (page.rail.title, page.rail.check, page.rail.next):
        assert part.geometry().bottom() < page.rail.list.geometry().top() + 1
    assert not page.rail.list.verticalScrollBar().isVisible()
    assert page.rail.title.text().endswith(("copy", "you"))


def test_every_row_can_be_answered(
    qtbot: QtBot, small: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {"occupation": (ENDLESS, "company", Validity.HIGH)}
    small.place_text(f"I work for {ENDLESS}.")
    small.do(Action.STEP)
    until(SessionState.LEAKS)
    viewport = small.page.rail.list.viewport()
    row = small.page.rail.rows[0]
    row.head.click()
    qtbot.waitUntil(row.choice.isVisible)
    for part in (row, *row.choice.buttons.values()):
        assert place(part, row).width() <= viewport.width()
        assert part.mapTo(viewport, QPoint(part.width(), 0)).x() <= viewport.width()


def test_a_text_has_room_in_a_low_window(small: MainWindow, until: Until) -> None:
    to_state(small, until, SessionState.REWRITE)
    shown = small.page.document.text_in_front
    assert shown is small.page.document.rewrite.inline
    assert shown.height() / shown.fontMetrics().height() >= 8


def test_the_line_at_the_bottom_keeps_that_nothing_leaves_this_computer_longest(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(900, 30)
    line.show()
    facts = standing_facts("the model is starting", False)
    line.show_line("Ready", facts)
    assert line.accessibleName().startswith("Ready. Offline, on this computer")
    shown = [label for label in line.findChildren(QLabel) if label.text().startswith("Offline")]
    assert [label.text() for label in shown] == ["  ·  ".join(facts)]
    line.resize(560, 30)
    line.tell("The model is not working. Your text is still here")
    assert shown[0].text() == "Offline, on this computer"
    line.tell("The model is not working. Your text is still here, and so is all that was changed")
    assert shown[0].text() == ""  # both would run into each other
    assert line.line == "  ·  ".join(facts)


def test_what_ends_a_line_stands_at_its_end_or_in_the_next(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    flow = FlowLayout(room)
    first, hidden, last = QPushButton("First"), QPushButton("Hidden"), QPushButton("Last")
    flow.addWidget(first)
    flow.addWidget(hidden)
    flow.add_at_end(last)
    hidden.hide()
    room.resize(400, 100)
    room.show()
    hidden.hide()
    assert last.geometry().right() == room.rect().right()
    assert last.y() == first.y()
    room.resize(max(first.width(), last.width()) + 4, 100)
    assert last.y() > first.geometry().bottom()
    assert last.geometry().right() == room.rect().right()


def test_the_document_begins_right_below_the_line_above_it(window: MainWindow, qtbot: QtBot) -> None:
    """What no longer fits is left out of that line: the row that it would have needed goes along."""
    page = window.page
    page.line.name_tools("A model with a long name")
    for width in range(900, 640, -20):
        window.resize(width, 600)
        qtbot.wait(20)  # the row is left out once all is laid out
        gap = place(page.document, page).top() - page.line.geometry().bottom() - 1
        assert gap == page.layout().spacing(), width
