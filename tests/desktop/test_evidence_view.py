"""Evidence as it is seen: one line under each segment, signs beside the lines, a card under the pointer."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from desktop.odd_texts import ATTRIBUTES
from penname.desktop.style import theme
from penname.desktop.style.colours import READABLE, VISIBLE, contrast
from penname.desktop.texts.evidence_gutter import EvidenceGutter, Sign
from penname.desktop.texts.evidence_layer import DASHES, Stroke
from penname.desktop.texts.marks import MarkStyle, TextMark
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.texts.segments import Evidence
from penname.domain.inferences import Validity
from penname.domain.weights import MUCH, SOME, Strength

TEXT = (
    "We took my aunt's old flat in Lisbon two winters.\nMy husband says we should leave the window open,\n"
    "but the tram line is in the bedroom until midnight.\nI am 34 and sleep badly 😀 after a night shift."
)
HIGH, MEDIUM, LOW, INVALID = Validity.HIGH, Validity.MEDIUM, Validity.LOW, Validity.INVALID
FOUND = (
    ("my aunt's old flat in Lisbon", "location", HIGH, "Lisbon, Portugal"),
    ("aunt's", "sex", LOW, "female"),
    ("old flat", "income", MEDIUM, "<b>low</b>"),
    ("My husband", "relationship", HIGH, "married"),
    ("husband says", "sex", MEDIUM, "female"),
    ("tram line", "location", MEDIUM, "Lisbon, Portugal"),
    ("34", "age", HIGH, "34"),
    ("sleep badly", "education", INVALID, "none"),
    ("night shift", "occupation", MEDIUM, "nurse"),
)
EVIDENCE = tuple(
    Evidence(TEXT.index(words), TEXT.index(words) + len(words), name, validity, guess)
    for words, name, validity, guess in FOUND
)
COLOURS = {attribute.name: attribute.colour for attribute in ATTRIBUTES}
LOOKS = (theme.light(), theme.dark(), theme.sharpened(theme.light()), theme.sharpened(theme.dark()))
THEMES = pytest.mark.parametrize("chosen", LOOKS, ids=["light", "dark", "sharp-light", "sharp-dark"])


@pytest.fixture
def pane(qtbot: QtBot) -> OriginalPane:
    pane = OriginalPane(theme.light())
    qtbot.addWidget(pane)
    pane.set_attributes(ATTRIBUTES)
    pane.resize(640, 300)
    pane.show_text(TEXT)
    pane.mark_evidence(EVIDENCE)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def strokes(pane: OriginalPane) -> dict[str, Stroke]:
    """How each segment is drawn, by its words."""
    told = pane._layer.evidence.strokes()
    return {TEXT[segment.start : segment.end]: stroke for _, segment, stroke in told}


def gutter(pane: OriginalPane) -> EvidenceGutter:
    return pane.findChild(EvidenceGutter)


def sign(pane: OriginalPane, words: str) -> Sign:
    return next(one for one in gutter(pane).signs() if one.words == words)


def click(qtbot: QtBot, pane: OriginalPane, words: str) -> None:
    place = sign(pane, words).place.center().toPoint()
    qtbot.mouseClick(gutter(pane), Qt.MouseButton.LeftButton, pos=place)


def colours_in(image: QImage) -> set[str]:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(x, y).name().upper() for x, y in points}


@THEMES
def test_at_rest_all_lines_are_neutral_and_their_form_is_the_verdict(
    pane: OriginalPane, chosen: theme.Theme
) -> None:
    pane.set_theme(chosen)
    drawn = strokes(pane)
    assert {stroke.colour for stroke in drawn.values()} == {chosen.muted}
    assert not any(stroke.tint for stroke in drawn.values())
    assert drawn["aunt's"].validity is HIGH  # the strongest of what is read from it
    assert drawn["tram line"].validity is MEDIUM
    assert "sleep badly" not in drawn
    assert len(set(DASHES.values())) == 3
    seen = colours_in(pane.viewport().grab().toImage())
    assert chosen.muted in seen
    assert not seen & {chosen.tint(colour) for colour in COLOURS.values()}


def test_no_line_has_a_second_one_under_it(pane: OriginalPane) -> None:
    feet: dict[float, list[tuple[float, float]]] = {}
    for shown, _, _ in pane._layer.evidence.strokes():
        feet.setdefault(shown.words.top(), []).append((shown.words.left(), shown.words.right()))
        assert shown.words.top() < shown.foot < shown.words.bottom()
    for spans in feet.values():
        spans.sort()
        assert all(left[1] <= right[0] + 0.01 for left, right in pairwise(spans))


def test_solid_dashed_and_dotted_lines_cover_less_and_less(pane: OriginalPane, qtbot: QtBot) -> None:
    covered = []
    words = TEXT.index("midnight")
    for validity in (HIGH, MEDIUM, LOW):
        pane.mark_evidence([Evidence(words, words + 8, "age", validity)])
        pane.select_attribute("")
        assert bool(strokes(pane)) is (validity is not LOW)  # a guess is shown where it is asked for
        pane.select_attribute("age")
        image = pane.viewport().grab().toImage()
        ((shown, _, stroke),) = pane._layer.evidence.strokes()
        row = [
            image.pixelColor(x, round(shown.foot)).name().upper()
            for x in range(int(shown.words.left()) + 1, int(shown.words.right()) - 2)
        ]
        covered.append(row.count(stroke.colour) / len(row))
    assert covered[0] == 1
    assert covered[0] > covered[1] > covered[2] > 0.2


def weighed(**weights: float) -> list[Evidence]:
    """The evidence, with the weights of some attributes' phrases."""
    return [one._replace(weight=weights.get(one.attribute)) for one in EVIDENCE]


@pytest.mark.parametrize("chosen", LOOKS[:3], ids=["light", "dark", "sharp-light"])
def test_what_much_rests_on_has_a_thicker_line_on_a_darker_ground(
    pane: OriginalPane, chosen: theme.Theme
) -> None:
    pane.set_theme(chosen)
    pane.mark_evidence(weighed(age=MUCH, occupation=SOME, relationship=SOME - 0.01))
    drawn = strokes(pane)
    words = {"34": Strength.MUCH, "night shift": Strength.SOME, "My ": Strength.NONE}
    assert {phrase: drawn[phrase].strength for phrase in words} == words
    assert [drawn[phrase].tint for phrase in words] == [
        chosen.weight_tint(Strength.MUCH),
        chosen.weight_tint(Strength.SOME),
        "",
    ]
    assert drawn["tram line"].strength is Strength.NONE, "nobody weighed it"
    image = pane.viewport().grab().toImage()
    thick = {
        phrase: sum(
            image.pixelColor(int(shown.words.center().x()), round(shown.foot) + y).name().upper()
            == stroke.colour
            for y in range(6)
        )
        for shown, segment, stroke in pane._layer.evidence.strokes()
        if (phrase := TEXT[segment.start : segment.end]) in ("34", "My ")
    }
    assert thick == {"34": 4, "My ": 2}


def test_selected_it_keeps_the_thickness_and_takes_its_colour(pane: OriginalPane) -> None:
    pane.mark_evidence(weighed(age=MUCH, occupation=MUCH))
    pane.select_attribute("age")
    drawn = strokes(pane)
    assert (drawn["34"].strength, drawn["34"].tint) == (Strength.MUCH, theme.light().tint(COLOURS["age"]))
    assert (drawn["night shift"].strength, drawn["night shift"].tint) == (Strength.MUCH, "")
    assert drawn["night shift"].colour == theme.light().faded


def test_the_card_explains_the_weight_and_begins_with_the_heaviest(pane: OriginalPane) -> None:
    pane.mark_evidence(weighed(sex=MUCH, relationship=0.0))
    box = pane.box_of("sex")
    assert box is not None
    marks = [
        mark for mark in pane._layer.marks if TEXT[mark.start : mark.end] in ("My husband", "husband says")
    ]
    said = pane.tooltip_of(marks)
    assert said.index("Sex") < said.index("Relationship")
    assert said.count("Without these words this guess would be much less likely.") == 1
    assert said.count("Without these words this guess would be about as likely.") == 1
    pane.mark_evidence(EVIDENCE)
    assert "Without these words" not in pane.tooltip_of(list(pane._layer.marks))


def test_the_keyboard_and_screen_readers_come_to_the_heaviest_first(pane: OriginalPane) -> None:
    tram = TEXT.index("tram line")
    evidence = [one._replace(weight=MUCH if one.start == tram else 0.1) for one in EVIDENCE]
    pane.mark_evidence(evidence)
    pane.jump_to_evidence("location")
    assert pane.selected == (tram, tram + len("tram line"))
    pane.jump_to_evidence("location")
    assert pane.selected[0] == TEXT.index("my aunt's")
    assert pane.accessibleDescription().split("“")[1].startswith("tram line")
    told = next(mark.label for mark in pane._layer.marks if mark.start == tram)
    assert told.endswith("Lisbon, Portugal. Without these words this guess would be much less likely.")


def test_a_selected_phrase_is_whole_with_a_line_below_it_until_the_user_scrolls(pane: OriginalPane) -> None:
    bar, line = pane.verticalScrollBar(), pane.fontMetrics().height()

    def resize(height: int) -> None:
        pane.resize(300, height + pane.height() - pane.viewport().height())
        QApplication.processEvents()

    def whole() -> bool:
        box = pane.box_of("relationship")
        room = pane.viewport().height() - line + 2
        return box is not None and box.top() >= 0 and box.bottom() <= room

    resize(200)  # the width first: it says how the lines break
    box = pane.box_of("relationship")
    assert box is not None
    foot = box.bottom()  # whatever the font: no line below the phrase
    resize(foot)
    assert not whole()
    pane.jump_to_evidence("relationship")
    assert whole()
    first = bar.value()
    resize(foot - line // 2)  # as when its finding is opened below
    assert whole()
    assert bar.value() > first
    bar.setValue(bar.maximum())
    resize(foot)
    assert bar.value() == bar.maximum()


@THEMES
def test_what_is_selected_takes_its_colour_and_all_else_fades(
    pane: OriginalPane, chosen: theme.Theme
) -> None:
    pane.set_theme(chosen)
    pane.select_attribute("sex")
    tint = chosen.tint(COLOURS["sex"])
    drawn = strokes(pane)
    own = {words: stroke for words, stroke in drawn.items() if stroke.tint}
    assert own == {
        "aunt's": Stroke(chosen.stroke(COLOURS["sex"], tint), LOW, tint),  # as well as sex is supported
        "husband": Stroke(chosen.stroke(COLOURS["sex"], tint), MEDIUM, tint),
        " says": Stroke(chosen.stroke(COLOURS["sex"], tint), MEDIUM, tint),
    }
    assert {stroke.colour for words, stroke in drawn.items() if words not in own} == {chosen.faded}
    assert contrast(own["aunt's"].colour, tint) >= VISIBLE
    assert contrast(chosen.text, tint) >= READABLE
    assert tint in colours_in(pane.viewport().grab().toImage())
    pane.select_attribute("")
    assert {stroke.colour for stroke in strokes(pane).values()} == {chosen.muted}


def test_the_phrase_under_the_pointer_takes_its_colour_and_nothing_fades(
    pane: OriginalPane, qtbot: QtBot
) -> None:
    box = pane.box_of("relationship")
    assert box is not None
    qtbot.mouseMove(pane.viewport(), QPoint(box.left() + 4, box.center().y()))
    drawn = strokes(pane)
    assert {words for words, stroke in drawn.items() if stroke.tint} == {"My ", "husband"}
    assert drawn["tram line"].colour == theme.light().muted
    qtbot.mouseMove(pane.viewport(), pane.viewport().rect().bottomRight() - QPoint(3, 3))
    assert not any(stroke.tint for stroke in strokes(pane).values())


def test_a_phrase_that_is_reached_is_selected_and_a_click_beside_ends_that(
    pane: OriginalPane, qtbot: QtBot
) -> None:
    qtbot.keyClick(pane, Qt.Key.Key_F8)
    assert pane.selected_attribute == "location"
    told: list[str] = []
    pane.attribute_clicked.connect(told.append)
    qtbot.mouseClick(
        pane.viewport(),
        Qt.MouseButton.LeftButton,
        pos=pane.viewport().rect().bottomRight() - QPoint(3, 3),
    )
    assert pane.selected_attribute == ""
    assert told == [""]


def test_enter_goes_round_the_phrases_of_the_selected_attribute(pane: OriginalPane, qtbot: QtBot) -> None:
    qtbot.keyClick(pane, Qt.Key.Key_Return)
    assert pane.selected == (0, 0)  # nothing is selected
    pane.select_attribute("sex")
    walked = []
    for _ in range(3):
        qtbot.keyClick(pane, Qt.Key.Key_Return)
        walked.append(TEXT[slice(*pane.selected)])
    assert walked == ["aunt's", "husband says", "aunt's"]
    qtbot.keyClick(pane, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)  # the window's own
    assert TEXT[slice(*pane.selected)] == "aunt's"
    pane.jump_to_evidence("education")  # though it is not underlined
    assert TEXT[slice(*pane.selected)] == "sleep badly"


def test_evidence_goes_with_its_text(pane: OriginalPane) -> None:
    pane.select_attribute("sex")
    assert pane.accessibleDescription()
    pane.show_text("Another text.")
    assert pane.marks == ()
    assert pane.selected_attribute == ""
    assert pane.accessibleDescription() == ""
    assert pane.viewportMargins().right() > 0  # lines break as before
    assert not gutter(pane).isVisible()


def test_beside_each_line_stand_two_signs_at_most(pane: OriginalPane) -> None:
    beside: dict[float, list[str]] = {}
    for one in gutter(pane).signs():
        beside.setdefault(one.place.top(), []).append(one.words)
    assert [beside[top] for top in sorted(beside)] == [["L", "I"], ["R", "S"], ["L"], ["A", "O"]]
    pane.select_attribute("sex")  # and its sign is always in sight
    assert [one.words for one in gutter(pane).signs()][:3] == ["S", "L", "+1"]


@pytest.mark.parametrize(("width", "body"), [(640, 15), (300, 15), (640, 30)])
def test_signs_stand_level_with_their_words_and_inside_the_gutter(
    pane: OriginalPane, width: int, body: int
) -> None:
    pane.resize(width, 260)
    pane.set_theme(replace(theme.light(), small=body - 2, body=body))
    bar = pane.verticalScrollBar()
    for value in {0, bar.maximum() // 2, bar.maximum()}:
        bar.setValue(value)
        column = gutter(pane)
        text = pane.viewport().geometry()
        assert column.geometry().left() == text.right() + 1
        assert (column.y(), column.height()) == (text.y(), text.height())
        lines = {round(shown.words.center().y() - value) for shown, _, _ in pane._layer.evidence.strokes()}
        signs = list(column.signs())
        assert signs
        assert {round(one.place.center().y()) for one in signs} <= lines
        assert all(one.place.left() >= 0 and one.place.right() <= column.width() for one in signs)


def test_signs_follow_the_zoom(pane: OriginalPane) -> None:
    before = sign(pane, "L").place, pane.viewportMargins().right()
    pane.set_text_zoom(8)
    after = sign(pane, "L").place, pane.viewportMargins().right()
    assert after[0].height() > before[0].height()
    assert after[1] > before[1]


def test_the_wheel_over_the_gutter_scrolls_the_text(pane: OriginalPane) -> None:
    pane.resize(300, 100)
    here = QPointF(5, 5)
    turned = QWheelEvent(
        here,
        gutter(pane).mapToGlobal(here),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(gutter(pane), turned)
    assert pane.verticalScrollBar().value() > 0


def test_the_line_on_top_stays_there_when_the_gutter_comes(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.show_text("\n".join(f"line {number} of a text that is long enough" for number in range(200)))
    pane.scroll_to(pane.text.index("line 100"))
    pane.mark_evidence([Evidence(0, 4, "age", HIGH)])
    assert pane.viewportMargins().right() > 0
    assert pane.text[pane.top_line()[0] :].startswith("line 100")


def test_a_click_on_a_sign_selects_its_attribute_and_another_ends_that(
    pane: OriginalPane, qtbot: QtBot
) -> None:
    told: list[str] = []
    pane.attribute_clicked.connect(told.append)
    click(qtbot, pane, "R")
    assert pane.selected_attribute == "relationship"
    click(qtbot, pane, "R")
    assert pane.selected_attribute == ""
    assert told == ["relationship", ""]


def test_behind_the_number_stands_a_menu_of_all_on_the_line(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.select_attribute("sex")  # a guess there
    click(qtbot, pane, "+1")
    menu = pane.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == ["Sex", "Location", "Income"]
    menu.actions()[1].trigger()
    menu.close()
    assert pane.selected_attribute == "location"


@THEMES
def test_the_letters_of_signs_can_be_read(pane: OriginalPane, chosen: theme.Theme) -> None:
    pane.set_theme(chosen)
    for selected in ("", "sex"):
        pane.select_attribute(selected)
        column = gutter(pane)
        pairs = [column._colours(one) for one in column.signs()]
        assert all(contrast(ink, fill or chosen.surface) >= READABLE for fill, ink in pairs)
        seen = colours_in(column.grab().toImage())
        assert {fill for fill, _ in pairs if fill} <= seen


@THEMES
def test_the_sign_of_the_selected_finding_stands_out(pane: OriginalPane, chosen: theme.Theme) -> None:
    pane.set_theme(chosen)
    pane.select_attribute("sex")
    fills = {one.words: gutter(pane)._colours(one)[0] for one in gutter(pane).signs()}
    others = {fill for words, fill in fills.items() if words != "S"}
    assert fills["S"] not in others
    pane.select_attribute("")
    resting = {one.words: gutter(pane)._colours(one)[0] for one in gutter(pane).signs()}
    assert (fills["S"] == resting["S"]) is not chosen.sharp
    assert not chosen.sharp or resting["L"] == fills["L"]


@THEMES
def test_the_sign_of_what_is_gone_stands_back_until_it_is_selected(
    pane: OriginalPane, chosen: theme.Theme
) -> None:
    pane.set_theme(chosen)
    pane.select_attribute("")
    resting = gutter(pane)._colours(sign(pane, "L"))[0]
    pane.settle(frozenset({"location"}))
    assert gutter(pane)._colours(sign(pane, "L"))[0] == chosen.tint(chosen.muted) != resting
    pane.select_attribute("location")
    assert gutter(pane)._colours(sign(pane, "L"))[0] != chosen.tint(chosen.muted)


def test_the_card_names_attribute_verdict_and_guess_as_plain_words(pane: OriginalPane) -> None:
    box = pane.box_of("income")
    assert box is not None
    card = pane.tooltip_of(pane.marks_at(box.center()))
    assert card.index("Location") < card.index("Income")  # the better supported first
    assert "Plain to see" in card
    assert "Likely" in card
    assert "Lisbon, Portugal" in card
    assert "&lt;b&gt;low&lt;/b&gt;" in card
    assert "Sex" not in card
    assert pane.tooltip_of(()) == ""


def test_a_sign_has_a_card_too(pane: OriginalPane, qtbot: QtBot) -> None:
    place = sign(pane, "R").place.center().toPoint()
    gutter(pane).event(QHelpEvent(QHelpEvent.Type.ToolTip, place, gutter(pane).mapToGlobal(place)))
    assert "Relationship" in QToolTip.text()
    assert "married" in QToolTip.text()
    QToolTip.hideText()


def test_a_number_says_what_it_counts_and_signs_stand_in_the_order_of_the_text(pane: OriginalPane) -> None:
    pane.select_attribute("sex")  # a guess there
    place = sign(pane, "+1").place.center().toPoint()
    gutter(pane).event(QHelpEvent(QHelpEvent.Type.ToolTip, place, gutter(pane).mapToGlobal(place)))
    assert "1 more clue on this line. Click to choose one" in QToolTip.text()
    QToolTip.hideText()
    pane.mark_evidence([Evidence(0, 2, "income", MEDIUM), Evidence(3, 7, "age", HIGH)])
    assert [one.words for one in gutter(pane).signs()] == ["I", "A"]
    assert "+1" in gutter(pane).accessibleName()


def test_a_screen_reader_is_told_of_all_evidence(pane: OriginalPane) -> None:
    words = pane.accessibleDescription()
    assert words.startswith("8 places give something away: ")
    assert "“34”, Age. Plain to see: 34" in words
    assert "sleep badly" not in words
    pane.mark_evidence([Evidence(0, 2, "sex", LOW)] * 30)
    assert pane.accessibleDescription().endswith("and 10 more")


def test_locked_words_are_framed_and_not_underlined(pane: OriginalPane) -> None:
    start = TEXT.index("winters")
    pane.mark_evidence((), [(start, start + 7)])
    assert strokes(pane) == {}
    assert not gutter(pane).isVisible()
    box = pane.box_of(pane.marks[0].key)
    assert box is not None
    image = pane.viewport().grab().toImage()
    between = {
        image.pixelColor(x, y).name().upper()
        for x in range(box.left() + 8, box.right() - 8)
        for y in range(box.center().y() + box.height() // 3, box.bottom() + 2)
    }
    assert theme.light().muted not in between


@pytest.mark.parametrize("style", ["removed", "added", "dropped", "locked"])
def test_no_mark_of_a_diff_and_no_lock_draws_a_line_where_evidence_has_its_own(
    pane: OriginalPane, style: str
) -> None:
    start = TEXT.index("winters")
    pane.mark_evidence([Evidence(start, start + 7, "age", HIGH)])
    ((shown, _, _),) = pane._layer.evidence.strokes()
    pane.set_marks([TextMark(start, start + 7, MarkStyle(style), "key")])
    image = pane.viewport().grab().toImage()
    inside = range(round(shown.words.left()) + 8, round(shown.words.right()) - 8)
    for y in (round(shown.foot), round(shown.foot) + 1):
        assert len({image.pixel(x, y) for x in inside}) == 1
        assert image.pixelColor(inside[0], y).name().upper() != theme.light().muted


def test_the_signs_are_painted_anew_when_the_text_scrolls(pane: OriginalPane, qtbot: QtBot) -> None:
    pane.resize(300, 120)
    QApplication.processEvents()
    painted: list[QEvent] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(event)
            return False

    watch = Watch()
    gutter(pane).installEventFilter(watch)
    pane.verticalScrollBar().setValue(40)
    qtbot.waitUntil(lambda: bool(painted), timeout=2000)


def test_only_what_is_seen_of_a_long_text_is_measured(pane: OriginalPane) -> None:
    words = "word " * 20_000
    pane.show_text(words)
    pane.mark_evidence([Evidence(start, start + 9, "age", HIGH) for start in range(0, len(words), 500)])
    assert len(pane.marks) == 200
    assert 0 < len(list(pane._layer.evidence.strokes())) < 10
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum() // 2)
    assert 0 < len(list(gutter(pane).signs())) < 10
