"""The slider between keeping more and hiding more."""

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
