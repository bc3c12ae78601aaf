"""Attributes of one's own in the settings: added, refused, removed."""

from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.own_attributes_part import OwnAttributesPart
from penname.settings import load_attributes, load_settings


def test_one_is_added_and_removed_for_the_next_start(window: MainWindow) -> None:
    part = OwnAttributesPart(window)
    part.name.setText("Diet")
    part.description.setText("what the author eats")
    part.values.setText("vegan, anything")
    part.more.click()
    (added,) = load_settings().custom_attributes
    assert (added.name, added.options) == ("diet", ("vegan", "anything"))
    assert [one.name for one in load_attributes(load_settings())][-1] == "diet"
    assert part.name.text() == ""
    part.buttons["diet"].click()
    assert load_settings().custom_attributes == ()


def test_what_is_wrong_is_said_and_nothing_is_kept(window: MainWindow) -> None:
    part = OwnAttributesPart(window)
    part.name.setText("Age")
    part.description.setText("years")
    part.more.click()
    assert "“age” already" in part.wrong.text()
    assert not part.wrong.isHidden()
    assert load_settings().custom_attributes == ()
