"""The legend: every line, letter and look of words is drawn as in a text, and said."""

from pytestqt.qtbot import QtBot

from penname.desktop.main import legend
from penname.desktop.main.main_window import MainWindow
from penname.desktop.texts.marks import MarkStyle
from penname.domain.inferences import Validity


def test_each_sentence_is_marked_with_what_it_is_about(qtbot: QtBot, window: MainWindow) -> None:
    entry = next(one for one in window.menus.help.actions() if one.text() == "&Lines and letters")
    entry.trigger()
    shown = window.findChild(legend.Legend)
    assert isinstance(shown, legend.Legend)
    qtbot.waitUntil(shown.isVisible)
    words = {shown.text[mark.start : mark.end]: mark for mark in shown.marks}
    assert words["A solid line"].validity is Validity.HIGH
    assert words["A dashed line"].validity is Validity.MEDIUM
    assert words["A dotted line"].validity is Validity.LOW
    assert words["Struck words"].style is MarkStyle.REMOVED
    assert words["Bold words"].style is MarkStyle.ADDED
    drawn = [stroke for _line, _segment, stroke in shown._layer.evidence.strokes()]
    assert {stroke.validity for stroke in drawn} == {Validity.HIGH, Validity.MEDIUM, Validity.LOW}
    assert len({stroke.strength for stroke in drawn}) == 2
    assert "L is for Location" in shown.text
    assert {sign.words for sign in shown._gutter.signs()} == {"L"}
    assert shown.isReadOnly()
