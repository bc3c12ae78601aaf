"""The rail of findings: what it says in each state, its keys, its changes, and that nothing jumps."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.odd_texts import ATTRIBUTES
from desktop.scripted_sessions import ScriptedSessions
from desktop.test_evidence_view import colours_in
from penname.desktop.findings.change_lines import AT_ONCE, KEEP, UNDO, ChangeLine, ChangeLines
from penname.desktop.findings.finding_head import FindingHead
from penname.desktop.findings.finding_list import FindingList
from penname.desktop.findings.finding_row import HIDE, LEAVE, FindingRow
from penname.desktop.findings.finding_view import ChangeView, FindingView, finding_views, missing, unclaimed
from penname.desktop.findings.rail import FindingsRail
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState
from penname.desktop.style import theme
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.weights import PhraseWeight
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]
NAMES = ("age", "sex", "location", "education", "occupation", "income")
CITY = Change(0, 6, "Lisbon", "the city", ("location", "sex"))
JOB = Change(10, 15, "nurse", "", ("occupation",))
HAND = Change(20, 20, "", "maybe ", (), ChangeOrigin.HAND)


def read(*names: str) -> tuple[Inference, ...]:
    return tuple(Inference(name, f"why {name}", (f"{name} one", "two", "three"), 4) for name in names)


def views(
    *names: str, validity: dict[str, Validity] | None = None, checking: bool = False, changes: tuple = ()
) -> tuple[FindingView, ...]:
    given = dict.fromkeys(names, Validity.HIGH) if validity is None else validity
    verdicts = tuple(Verdict(name, given[name], notes="a note") for name in names if name in given)
    acts = [verdict.attribute for verdict in verdicts if verdict.executed]
    return finding_views(ATTRIBUTES, read(*names), verdicts, acts, True, checking, changes=changes)


def offered(*changes: Change, back: Change | None = None) -> tuple[ChangeView, ...]:
    return tuple(ChangeView(place, change, change != back) for place, change in enumerate(changes))


@pytest.fixture
def listed(qtbot: QtBot) -> FindingList:
    """A list that is shown, as low as three rows."""
    listed = FindingList(ATTRIBUTES, theme.light())
    qtbot.addWidget(listed)
    listed.resize(360, 180)
    with qtbot.waitExposed(listed):
        listed.show()
    listed.activateWindow()
    return listed


def row(listed: FindingList, name: str) -> FindingRow:
    return next(row for row in listed.rows if row.attribute_name == name)


def press(key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget(), key)


def top(listed: FindingList, name: str) -> int:
    return row(listed, name).mapTo(listed.viewport(), QPoint(0, 0)).y()


def open_rows(listed: FindingList) -> list[str]:
    return [row.attribute_name for row in listed.rows if row.body.isVisible()]


def test_one_is_open_at_a_time_and_its_evidence_is_asked_for(listed: FindingList, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    listed.selected.connect(lambda name: told.append(("selected", name)))
    listed.jump_requested.connect(lambda name: told.append(("jump", name)))
    listed.show_findings(views(*NAMES))
    assert len({row.head.height() for row in listed.rows if row.isVisible()}) == 1
    qtbot.mouseClick(row(listed, "age").head, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(row(listed, "sex").head, Qt.MouseButton.LeftButton)
    assert open_rows(listed) == ["sex"]
    qtbot.mouseClick(row(listed, "sex").head, Qt.MouseButton.LeftButton)
    assert open_rows(listed) == []
    assert told == [
        ("selected", "age"),
        ("jump", "age"),
        ("selected", "sex"),
        ("jump", "sex"),
        ("selected", ""),
    ]


def test_a_finding_that_is_gone_is_no_longer_selected(listed: FindingList) -> None:
    told: list[str] = []
    listed.selected.connect(told.append)
    listed.show_findings(views("age", "sex"))
    listed.select("age")
    listed.show_findings(views("sex"))
    assert told == ["age", ""]


def test_the_keyboard_goes_through_findings_and_their_changes(listed: FindingList) -> None:
    toggled: list[tuple[int, bool]] = []
    chosen: list[int] = []
    listed.change_toggled.connect(lambda place, kept: toggled.append((place, kept)))
    listed.change_chosen.connect(chosen.append)
    changes = offered(CITY, JOB, HAND)
    found = views("location", "occupation", changes=changes)
    listed.show_findings(found, unclaimed(changes, found), editable=True)
    row(listed, "location").head.setFocus()
    QTest.keyClick(row(listed, "location").head, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert open_rows(listed) == []  # the window has its own use for it
    press(Qt.Key.Key_Return)
    assert open_rows(listed) == ["location"]
    press(Qt.Key.Key_J)  # to its change
    press(Qt.Key.Key_Y)  # which stands already
    press(Qt.Key.Key_N)
    assert toggled == [(0, False)]
    press(Qt.Key.Key_Down)
    assert row(listed, "occupation").head.hasFocus()
    press(Qt.Key.Key_Down)
    assert listed.others.lines[0].choice.buttons[KEEP].hasFocus()
    press(Qt.Key.Key_N)
    assert toggled == [(0, False), (2, False)]
    assert chosen == [0, 2]
    press(Qt.Key.Key_K)
    press(Qt.Key.Key_Space)
    assert open_rows(listed) == ["occupation"]
    press(Qt.Key.Key_Up)
    assert row(listed, "location").head.hasFocus()


def test_the_keyboard_goes_on_where_a_change_was_taken_back(listed: FindingList) -> None:
    for back in (None, CITY):
        changes = offered(CITY, JOB, back=back)
        listed.show_findings(views("location", "occupation", changes=changes), editable=True)
        listed.select("location")
        if back is None:
            row(listed, "location").changes.lines[0].choice.buttons[UNDO].setFocus()
    press(Qt.Key.Key_J)
    assert row(listed, "occupation").head.hasFocus()


def test_a_change_is_named_as_shared_and_told_in_words(listed: FindingList) -> None:
    changes = offered(CITY, JOB, back=JOB)
    listed.show_findings(views("location", "occupation", changes=changes), editable=True)
    listed.select("location")
    line = row(listed, "location").changes.lines[0]
    assert line.choice.buttons[KEEP].accessibleName() == "Keep: Location, Sex: “Lisbon” becomes “the city”"
    assert line.choice.buttons[UNDO].accessibleName() == "Undo: Location, Sex: “Lisbon” stays as it was"
    assert line._shared.text() == "Also hides: Sex"
    assert line.choice.buttons[KEEP].isChecked()
    assert row(listed, "occupation").head.accessibleName().endswith("Plain to see. Undone.")
    listed.select("occupation")
    line = row(listed, "occupation").changes.lines[0]
    assert line.choice.buttons[UNDO].isChecked()
    assert not line._shared.isVisible()


def test_what_a_change_does_is_seen_without_colours(qtbot: QtBot) -> None:
    lines = ChangeLines(theme.light(), {})
    qtbot.addWidget(lines)
    said = []
    for back in (None, CITY, JOB, HAND):
        lines.show_changes(offered(CITY, JOB, HAND, back=back), "", True)
        said.append([re.sub(" style='[^']*'", "", line._words.text()) for line in lines.lines])
    assert said[0] == [
        "<s>Lisbon</s> → <b>the city</b>",
        "<s>nurse</s> <span>removed</span>",
        "+ <b>maybe</b>",
    ]
    assert said[1][0] == "Lisbon <span>as it was</span>"
    assert said[2][1] == "nurse <span>as it was</span>"
    assert said[3][2] == "maybe <span>not added</span>"
    assert theme.light().removed in lines.lines[0]._words.text()
    lines.set_theme(theme.dark())
    assert theme.dark().removed in lines.lines[0]._words.text()


def test_words_of_a_text_are_never_markup(qtbot: QtBot) -> None:
    lines = ChangeLines(theme.light(), {})
    qtbot.addWidget(lines)
    lines.show_changes(offered(Change(0, 3, "<i>", "<img src=x>")), "", True)
    assert "&lt;img src=x&gt;" in lines.lines[0]._words.text()


def test_what_a_choice_shows_waits_for_who_hears_of_it(listed: FindingList, qtbot: QtBot) -> None:
    told: list[tuple[str, bool]] = []
    listed.overruled.connect(lambda name, acts: told.append((name, acts)))
    listed.show_findings(views("age"))
    listed.select("age")
    choice = row(listed, "age").choice
    for part in choice.buttons.values():
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton)
    assert told == [("age", False)]
    assert choice.buttons[HIDE].isChecked()
    assert not choice.buttons[LEAVE].isChecked()


def test_while_nothing_can_be_changed_no_key_changes_it(listed: FindingList) -> None:
    told: list[int] = []
    listed.change_toggled.connect(lambda place, _kept: told.append(place))
    listed.show_findings(views("location", changes=offered(CITY)))
    listed.select("location")
    row(listed, "location").changes.lines[0].choose(False)
    assert told == []


def test_open_findings_say_all_there_is(listed: FindingList) -> None:
    listed.show_findings(views("age", validity={"age": Validity.MEDIUM}))
    listed.select("age")
    said = {label.text() for label in row(listed, "age").body.findChildren(type(listed.missing))}
    assert {
        "certainty ●●●●○",
        "Guesses: age one  ·  two  ·  three",
        "why age",
        "Second look: The text contains a strong hint (validity: medium). a note",
    } <= said
    assert row(listed, "age")._certainty.accessibleName() == "How certain the attacker is: 4 of 5"


def test_an_open_finding_says_which_words_it_rests_on(listed: FindingList) -> None:
    def said(**weights: float) -> str:
        weighed = PhrasesWeighed(
            tuple(PhraseWeight("age", phrase, weight) for phrase, weight in weights.items()), ()
        )
        judged = (Verdict("age", Validity.HIGH),)
        listed.show_findings(finding_views(ATTRIBUTES, read("age"), judged, ["age"], True, weighed=weighed))
        listed.select("age")
        rests = row(listed, "age")._rests
        return rests.text() if not rests.isHidden() else ""

    assert said() == ""
    assert said(thirty=0.5, class_=2.0, born=0.1) == (
        "It rests most on “class_”, “thirty”: without that it would be much less likely."
    )
    assert said(thirty=0.5) == "It rests most on “thirty”: without that it would be a little less likely."
    assert said(thirt=0.5, thirty=0.5).startswith("It rests most on “thirty”:")
    assert said(thirty=0.1, born=-1.0) == (
        "It rests on no single phrase: without any one of them the guess would be about as likely."
    )


def test_what_nothing_supports_is_below_a_fold(listed: FindingList) -> None:
    weak = {"age": Validity.LOW, "sex": Validity.HIGH, "location": Validity.INVALID}
    found = views("age", "sex", "location", validity=weak)
    listed.show_findings(found, (), missing(ATTRIBUTES, found))
    assert [row.attribute_name for row in listed.rows if row.isVisible()] == ["sex"]
    assert listed.unsupported.text() == "▸ 2 mere guesses"
    assert listed.missing.text().startswith("Nothing found on: Birthplace, Education")
    listed.select("age")  # as when its evidence is clicked
    assert listed.unsupported.isChecked()
    assert open_rows(listed) == ["age"]
    assert row(listed, "age").y() > listed.unsupported.y() > row(listed, "sex").y()


def test_what_is_no_longer_found_is_below_a_fold_until_it_is_taken_back(listed: FindingList) -> None:
    def show(back: Change | None) -> None:
        verdicts = [Verdict(name, Validity.HIGH) for name in ("location", "occupation")]
        found = finding_views(
            ATTRIBUTES,
            read("location", "occupation"),
            verdicts,
            (),
            False,
            changes=offered(CITY, JOB, back=back),
            hidden=["location", "occupation"],
        )
        listed.show_findings(found, editable=True)

    show(None)
    assert listed.shown == ()
    assert listed.gone.text() == "▸ 2 clues no longer found"
    show(JOB)  # the order of the rows is the same
    show(CITY)
    assert [row.attribute_name for row in listed.shown] == ["location"]
    assert listed.gone.text() == "▸ 1 clue no longer found"
    assert row(listed, "location").y() < listed.gone.y()
    listed.select("occupation")  # as when its words are clicked
    assert open_rows(listed) == ["occupation"]
    assert row(listed, "occupation").y() > listed.gone.y()


def test_what_is_gone_has_its_colour_only_while_it_is_open(listed: FindingList) -> None:
    found = finding_views(
        ATTRIBUTES, read("age", "location"), (), ("age",), False, looks_twice=False, hidden=["location"]
    )
    listed.show_findings(found)
    listed.gone.setChecked(True)

    def coloured(name: str) -> bool:
        seen = colours_in(row(listed, name).head.grab().toImage())
        return max(QColor(colour).saturation() for colour in seen) > 100

    assert coloured("age")
    assert not coloured("location")
    listed.select("location")
    assert coloured("location")


@pytest.mark.parametrize("name", NAMES)
def test_no_row_above_the_one_that_is_opened_is_cut(listed: FindingList, name: str) -> None:
    def cut() -> list[str]:
        if listed.verticalScrollBar().value() == listed.verticalScrollBar().maximum():
            return []  # there is nothing below to scroll to
        tops = {row.attribute_name: (top(listed, row.attribute_name), row.height()) for row in listed.rows}
        return [one for one, (y, height) in tops.items() if one != name and y < 0 < y + height]

    listed.show_findings(views(*NAMES))
    listed.select(name)
    assert cut() == []
    assert 0 <= top(listed, name) <= listed.viewport().height() - row(listed, name).head.height()
    for height in (120, 300):
        listed.resize(360, height)
        QApplication.processEvents()
        assert cut() == []


def test_findings_that_come_in_move_nothing(listed: FindingList, qtbot: QtBot) -> None:
    listed.show_findings(views(*NAMES[:4], validity={}, checking=True))
    kept = list(listed.rows)
    listed.select("education")
    row(listed, "education").why.click()  # or the list would end before it can be scrolled to its place
    listed.settle()
    row(listed, "education").head.setFocus()
    bar = listed.verticalScrollBar()
    bar.setValue(bar.value() + top(listed, "education") - 45)
    judged = {"age": Validity.LOW, "sex": Validity.INVALID}
    listed.show_findings(views(*NAMES, validity=judged, checking=True))
    assert listed.rows[:4] == kept  # in the order in which they came, whatever is said of them
    assert top(listed, "education") == 45
    judged |= dict.fromkeys(NAMES[2:], Validity.HIGH)
    listed.show_findings(views(*NAMES, validity=judged))
    qtbot.wait(20)
    assert [row.attribute_name for row in listed.rows] == [*NAMES[2:], *NAMES[:2]]
    assert row(listed, "education") is kept[3]
    assert row(listed, "education").head.hasFocus()
    assert open_rows(listed) == ["education"]
    assert top(listed, "education") == 45


def test_what_the_model_writes_is_followed_at_the_end_only(listed: FindingList) -> None:
    found = views(*NAMES, validity={}, checking=True)
    bar = listed.verticalScrollBar()
    listed.show_findings(found[:3], live="words")
    listed.show_findings(found, live="words " * 40)
    assert bar.value() == bar.maximum() > 0
    listed.show_findings(found, live="words " * 80)
    assert bar.value() == bar.maximum()
    bar.setValue(0)
    listed.show_findings(found, live="words " * 120)
    assert bar.value() == 0
    listed.show_findings(found)
    assert not listed.live.isVisible()


def test_many_changes_are_listed_when_they_are_asked_for(listed: FindingList) -> None:
    many = tuple(Change(place, place + 1, "x", "y", ("age",)) for place in range(0, 4 * AT_ONCE, 2))
    found = views("age", changes=offered(*many))
    listed.show_findings(found, editable=True)
    listed.select("age")
    lines = row(listed, "age").changes.lines
    assert len(lines) == AT_ONCE
    listed.show_change(len(many) - 1)
    assert [line.index for line in lines] == list(range(len(many)))
    assert lines[-1].mapTo(listed.viewport(), QPoint(0, 0)).y() < listed.viewport().height()


def test_lines_are_used_again(qtbot: QtBot) -> None:
    lines = ChangeLines(theme.light(), {})
    qtbot.addWidget(lines)
    lines.show_changes(offered(CITY, JOB), "location", True)
    first: list[ChangeLine] = list(lines.lines)
    lines.show_changes(offered(CITY, JOB, back=CITY), "location", True)
    assert lines.lines == first
    assert not first[0].choice.buttons[KEEP].isChecked()
    lines.show_changes(offered(JOB), "location", True)
    assert [line.index for line in lines.lines] == [0]


def test_a_strip_has_one_finding_and_steps_through_all(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    rail = window.page.rail
    whole = rail.list.height()
    jumps: list[str] = []
    rail.jump_requested.connect(jumps.append)
    rail.set_folded(True)
    assert rail.place.text() == "Clue 1 of 3"
    assert [row.attribute_name for row in rail.rows][:3] == [row.attribute_name for row in rail.list.shown]
    assert not rail.previous.isEnabled()
    for button in (rail.next, rail.next):
        button.click()
    assert rail.place.text() == "Clue 3 of 3"
    assert not rail.next.isEnabled()
    seen = [row.attribute_name for row in rail.rows if row.isVisible()]
    assert seen == [jumps[-1]]
    assert rail.list.height() < 2 * rail.rows[0].head.height()
    rail.previous.click()
    here = next(row for row in rail.rows if row.isVisible())
    here.head.click()
    assert here.body.isVisible()
    here.head.setFocus()
    press(Qt.Key.Key_K)
    assert rail.place.text() == "Clue 1 of 3"
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.isVisible()
    rail.set_folded(False)
    QApplication.processEvents()
    assert rail.list.height() == whole
    assert [row.body.isVisible() for row in rail.rows].count(True) == 1


def test_in_a_strip_one_change_has_one_choice_and_several_have_one_for_all(listed: FindingList) -> None:
    toggled: list[tuple[int, bool]] = []
    listed.change_toggled.connect(lambda place, kept: toggled.append((place, kept)))
    changes = offered(CITY, JOB, Change(30, 34, "ward", "work", ("occupation",)))
    listed.show_findings(views("location", "occupation", changes=changes), editable=True)
    listed.set_folded(True)
    seen: dict[str, list[str]] = {}
    for place, name in ((1, "occupation"), (0, "location")):
        listed.show_change(place, opens=True)
        here = row(listed, name)
        choices = [here.together, *(line.choice for line in here.changes.lines)]
        seen[name] = [one.buttons[UNDO].text() for one in choices if one.isVisible()]
    assert seen == {"occupation": ["Undo all", "Undo", "Undo"], "location": ["Undo"]}
    together = row(listed, "location").together
    assert together.buttons[UNDO].accessibleName() == "Undo: Location, Sex: “Lisbon” stays as it was"
    together.buttons[UNDO].click()
    assert toggled == [(0, False)]
    row(listed, "location").head.setFocus()
    press(Qt.Key.Key_J)
    assert row(listed, "occupation").head.hasFocus()  # what is not seen is no stop
    listed.set_folded(False)
    listed.select("location")
    assert not together.isVisible()
    assert row(listed, "location").changes.lines[0].choice.isVisible()


def test_what_is_counted_is_named(listed: FindingList) -> None:
    weak = {"age": Validity.HIGH, "sex": Validity.MEDIUM, "location": Validity.LOW}
    listed.show_findings(views("age", "sex", "location", validity=weak))
    assert listed.place_words() == "Clue 1 of 2"
    listed.select("location")
    assert listed.place_words() == "Mere guess 1 of 1"
    listed.show_findings(views("age", "sex", "location", validity=weak, checking=True))
    assert listed.place_words() == "Guess 3 of 3"
    listed.show_findings(())
    assert listed.place_words() == ""


def test_a_verdict_is_written_alike_whatever_it_says(
    listed: FindingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    fonts: dict[str, str] = {}

    def note(
        _head: FindingHead, _painter: object, _place: object, words: str, font: QFont, _ink: str
    ) -> None:
        fonts[words] = font.key()

    monkeypatch.setattr(FindingHead, "_paint_words", note)
    given = {"age": Validity.HIGH, "sex": Validity.MEDIUM}
    listed.resize(360, 300)
    listed.show_findings(views("age", "sex", validity=given))
    listed.grab()
    said = {"● Plain to see", "◐ Likely"}
    assert said <= set(fonts)
    assert len({fonts[words] for words in said}) == 1
    assert fonts["● Plain to see"] != fonts["Age"]


def test_the_line_at_the_top_counts_what_becomes_of_all(window: MainWindow, until: Until) -> None:
    """Numbers that stand beside each other say what they count: guesses, clues, and those of them hidden."""
    rail = window.page.rail
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert rail.body.text().startswith("3 of 4 guesses hold up. Each is made less specific")
    window.page.flow.overrule("age", False)
    assert rail.title.text() == "2 of 3 clues to hide"
    assert window.page.bar.next.button.text() == "Hide 2 clues"
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert rail.title.text() == "2 changes hide 2 of 3 clues"


def test_what_the_line_at_the_top_says(window: MainWindow, until: Until, factory: ScriptedSessions) -> None:
    rail = window.page.rail
    assert not rail.list.isVisible()
    window.place_text(TEXT)
    said = []
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED):
        window.do(Action.STEP)
        until(state)
        said.append(rail.title.text())
    assert said[:2] == ["3 clues to hide", "3 changes hide 3 clues"]
    assert said[2:] == ["The Starter model found nothing more", ""]  # at the end the card says it


def test_while_the_model_reads_its_clues_are_counted(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.wait_in = "arbitrator"
    window.place_text(TEXT)
    window.do(Action.STEP)
    qtbot.waitUntil(factory.waiting.is_set)
    rail = window.page.rail
    qtbot.waitUntil(lambda: rail.title.text() == "4 guesses being checked")
    assert [row.isVisible() for row in rail.rows] == [True] * 4
    factory.go_on.set()
    until(SessionState.LEAKS)


def test_single_changes_are_taken_back_and_kept_again(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    rail, flow = window.page.rail, window.page.flow
    rail.select("location")
    here = next(row for row in rail.rows if row.attribute_name == "location")
    [line] = here.changes.lines
    qtbot.waitUntil(line.choice.buttons[UNDO].isVisible)
    qtbot.mouseClick(line.choice.buttons[UNDO], Qt.MouseButton.LeftButton)
    assert "flat in Lisbon" in flow.result
    assert line.choice.buttons[UNDO].isChecked()
    assert line.choice.buttons[UNDO].hasFocus()
    qtbot.waitUntil(lambda: flow.edited is None and not window.jobs.busy)  # the session has kept it
    assert here.changes.lines == [line]
    assert len(flow.offered) == 3
    qtbot.keyClick(line.choice.buttons[UNDO], Qt.Key.Key_Y)
    assert flow.result == REWRITTEN
    assert line.choice.buttons[KEEP].isChecked()


def test_a_key_takes_back_and_keeps_all_changes_of_a_finding(window: MainWindow, until: Until) -> None:
    window.activateWindow()
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    head = next(row.head for row in window.page.rail.rows if row.attribute_name == "location")
    head.setFocus()
    press(Qt.Key.Key_N)
    assert "flat in Lisbon" in window.page.flow.result
    press(Qt.Key.Key_Y)
    assert window.page.flow.result == REWRITTEN
    window.change_settings(single_keys=False)
    press(Qt.Key.Key_N)
    press(Qt.Key.Key_J)
    assert window.page.flow.result == REWRITTEN
    assert head.hasFocus()
    press(Qt.Key.Key_Down)
    assert not head.hasFocus()


def test_what_the_user_typed_stands_among_the_others(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    window.page.document.rewrite.typed.emit(0, 1, "We")
    [line] = window.page.rail.list.others.lines
    assert line.isVisible()
    assert line.choice.buttons[UNDO].accessibleName() == "Undo: Your own edit: “I” stays as it was"
    line.choice.buttons[UNDO].click()
    assert window.page.flow.result == REWRITTEN
    assert not window.page.rail.list.others.isVisible()


def test_a_click_on_evidence_opens_its_finding(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.page.document.original.evidence_chosen.emit("occupation")
    assert [row.attribute_name for row in window.page.rail.rows if row.body.isVisible()] == ["occupation"]


def test_opening_a_finding_shows_its_evidence(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    next(row for row in window.page.rail.rows if row.attribute_name == "location").head.click()
    start, end = window.page.document.original.selected
    assert TEXT[start:end] == "flat in Lisbon"


def test_a_change_is_shown_in_the_text_and_one_in_the_text_in_the_rail(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    page = window.page
    by_name = {row.attribute_name: row for row in page.rail.rows}
    age = next(change for change in page.flow.offered if "age" in change.attributes)
    page.document.rewrite.chosen.emit(age)
    assert by_name["age"].is_open
    assert page.document.original.selected_attribute == "age"
    line = by_name["age"].changes.lines[0]
    qtbot.waitUntil(line.choice.buttons[UNDO].isVisible)
    page.show_view(DocumentView.RESULT)
    qtbot.mouseClick(line.choice.buttons[UNDO], Qt.MouseButton.LeftButton)
    assert "I am 34." in page.flow.result
    assert page.document.front is DocumentView.RESULT
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert page.document.front is DocumentView.CHANGES
    inline = page.document.rewrite.inline
    assert inline.text[inline.selected[0] :].startswith("34")


def test_a_click_beside_the_evidence_closes_its_finding(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.page.rail.select("location")
    assert any(row.is_open for row in window.page.rail.rows)
    window.page.document.original.attribute_clicked.emit("")
    assert not any(row.is_open for row in window.page.rail.rows)


@pytest.mark.parametrize("width", [300, 380])
@pytest.mark.parametrize("scheme", [theme.light, theme.dark])
def test_nothing_is_wider_than_the_rail(qtbot: QtBot, width: int, scheme: Callable[[], theme.Theme]) -> None:
    rail = FindingsRail(ATTRIBUTES, scheme())
    qtbot.addWidget(rail)
    rail.resize(width, 500)
    long = Change(0, 60, "Donaudampfschifffahrtsgesellschaft" * 2, "a company", ("occupation",))
    rail.list.show_findings(views("occupation", changes=offered(long)), editable=True)
    rail.list.select("occupation")
    rail.set_folded(False)
    with qtbot.waitExposed(rail):
        rail.show()
    view = rail.list.viewport()
    line = rail.rows[0].changes.lines[0]
    for part in (rail.rows[0], line, line.choice):
        assert part.mapTo(view, QPoint(part.width(), 0)).x() <= view.width()


def heads(window: MainWindow) -> dict[str, tuple[str, str]]:
    """What is true of each clue, also of one that is no longer found, and what becomes of it."""
    window.page.rail.list.gone.setChecked(True)
    seen = {row.attribute_name for row in window.page.rail.list.shown}
    known = [row._view for row in window.page.rail.rows]
    return {
        view.attribute.name: (view.verdict, view.standing) for view in known if view.attribute.name in seen
    }


def test_what_is_said_of_a_clue_is_true_in_every_state(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {
        "age": ("34", "34 or so", Validity.HIGH),  # rewritten, and still read
        "location": ("flat in Lisbon", "flat in Lisbon", Validity.HIGH),  # not rewritten at all
        "occupation": ("night shift on my ward", "late shift at work", Validity.MEDIUM),
    }
    window.place_text(TEXT)
    window.tools.rounds_changed.emit(1)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert heads(window) == {
        "age": ("Plain to see", ""),
        "location": ("Plain to see", ""),
        "occupation": ("Likely", ""),
    }
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert heads(window) == {
        "age": ("Changed", ""),
        "location": ("Not changed", "Your turn"),
        "occupation": ("Changed", ""),
    }
    window.page.rail.change_toggled.emit(0, False)
    until(SessionState.REWRITE)
    assert heads(window)["occupation"] == ("Likely", "Undone")
    window.page.rail.change_toggled.emit(0, True)
    until(SessionState.REWRITE)
    window.do(Action.ACCEPT)
    until(SessionState.LEAKS)
    now = {
        "age": ("Still plain to see", "Your turn"),
        "location": ("Not changed", "Your turn"),
        "occupation": ("No longer found", ""),
    }
    assert heads(window) == now
    assert window.page.rail.title.text().startswith("2 clues")
    window.do(Action.STEP)
    until(SessionState.FINISHED)
    assert heads(window) == now | {"occupation": ("No longer found", "")}


def test_one_change_is_undone_at_the_end_and_can_be_kept_again(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    rail, flow = window.page.rail, window.page.flow
    assert heads(window)["location"] == ("No longer found", "")
    place = next(n for n, change in enumerate(flow.offered) if "location" in change.attributes)
    rail.change_toggled.emit(place, False)
    until(SessionState.STOPPED)
    assert "flat in Lisbon" in flow.result
    assert heads(window)["location"] == ("Plain to see", "Undone")
    assert heads(window)["age"] == ("No longer found", "")
    place = next(n for n, change in enumerate(flow.offered) if "location" in change.attributes)
    rail.change_toggled.emit(place, True)
    qt_settled(window)
    assert flow.result == REWRITTEN
    assert heads(window)["location"] == ("No longer found", "")


def qt_settled(window: MainWindow) -> None:
    """What was typed is in the session."""
    for _ in range(200):
        QTest.qWait(20)
        if window.page.flow.edited is None and not window.jobs.busy:
            return
    raise AssertionError("the session does not keep what was typed")
