"""The slider between keeping more and hiding more."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

from penname.desktop.page.tradeoff_slider import TradeoffSlider
from penname.domain.goal import TRADEOFFS


def test_it_stands_where_the_goal_does_and_says_only_what_the_user_wants(qtbot):
    slider = TradeoffSlider()
    qtbot.addWidget(slider)
    moved = []
    slider.wanted.connect(moved.append)
    slider.show_tradeoff(1.0, usable=True)
    assert slider.slider.value() == TRADEOFFS.index(1.0)
    slider.show_tradeoff(3.9, usable=False)
    assert (slider.slider.value(), slider.isEnabled()) == (len(TRADEOFFS) - 1, False)
    assert moved == []
    slider.show_tradeoff(1.0, usable=True)
    slider.slider.setValue(slider.slider.value() + 1)
    assert moved == [2.0]


def test_the_page_takes_it_over_into_the_goal(window):
    window.page.tradeoff.slider.setValue(0)
    assert window.page.flow.goal.tradeoff == TRADEOFFS[0]
    window.page.render_state()
    assert window.page.tradeoff.slider.value() == 0


def handle(slider):
    """Where its handle stands."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider).center()


def test_a_drag_counts_where_it_ends_and_a_key_at_once(qtbot):
    shown = TradeoffSlider()
    qtbot.addWidget(shown)
    moved = []
    shown.wanted.connect(moved.append)
    shown.show_tradeoff(1.0, usable=True)
    shown.resize(500, 60)
    shown.show()
    slider = shown.slider
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=handle(slider))
    for x in range(handle(slider).x(), slider.width(), 20):
        qtbot.mouseMove(slider, QPoint(x, handle(slider).y()))
    shown.show_tradeoff(1.0, usable=True)  # as whatever else happens has it drawn anew
    assert slider.sliderPosition() == len(TRADEOFFS) - 1
    assert moved == []
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width(), handle(slider).y()))
    assert moved == [TRADEOFFS[-1]]
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert moved == [TRADEOFFS[-1], TRADEOFFS[-2], TRADEOFFS[-3]]
