"""The About window: everything that comes along, with its licence in full."""

import pytest
from pytestqt.qtbot import QtBot

from penname import __version__, locations
from penname.desktop.main.about_window import AboutWindow, show
from penname.desktop.main.main_window import MainWindow
from penname.desktop.texts import clipboard
from penname.licences import components


@pytest.fixture
def about(qtbot: QtBot, window: MainWindow) -> AboutWindow:
    return show(window)


def test_it_names_the_version_and_every_component_with_its_licence(about: AboutWindow) -> None:
    assert __version__ in about.versions
    assert about.names.count() == len(components()) + 1
    assert about.text.toPlainText() == locations.resource("licences/apache-2.0.txt").read_text(
        encoding="utf-8"
    )
    for row, component in enumerate(components(), 1):
        about.names.setCurrentRow(row)
        assert component.licence in about.facts.text()
        assert len(about.text.toPlainText()) > 100
        assert component.name in about.text.accessibleName()


def test_an_address_is_copied(about: AboutWindow) -> None:
    row, component = next((row, one) for row, one in enumerate(components(), 1) if one.address)
    assert not about.copy.isVisibleTo(about)
    about.names.setCurrentRow(row)
    about.copy.click()
    assert clipboard.text() == component.address


def test_an_incomplete_installation_says_so(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise FileNotFoundError(name)

    monkeypatch.setattr(locations, "resource", missing)
    about = show(window)
    assert about.names.count() == 1
    assert "install Penname again" in about.text.toPlainText()
