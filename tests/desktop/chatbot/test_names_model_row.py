"""A model for names in the settings: tried at once, taken where it works, and used on the chatbot's page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from engine.toy_tagger import write_tagger
from penname.desktop.app import make_window
from penname.desktop.chatbot.names_model_row import NamesModelRow
from penname.desktop.main import settings_window
from penname.desktop.main.main_window import MainWindow
from penname.engine.tagging.client import missing_packages
from penname.settings import load_settings

TEXT = "yesterday i saw qwertina in the street, and it rained"


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions) -> Iterator[MainWindow]:
    window = make_window(qapp, factory)
    window.confirm = lambda *_: True
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy, timeout=30_000)
    yield window
    window.leave()
    window.deleteLater()


def row_in_settings(window: MainWindow) -> NamesModelRow:
    return settings_window.show(window).findChildren(NamesModelRow)[0]


@pytest.mark.skipif(bool(missing_packages()), reason="the packages of penname[ner] are not installed")
def test_a_model_that_works_is_taken_and_looks_for_names(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.chatbot_wanted.emit()
    page = window.chatbot.page
    page.put_text(TEXT)
    qtbot.waitUntil(lambda: page.flow.ready, timeout=20_000)
    assert page.flow.hidden.sent.text == TEXT
    row = row_in_settings(window)
    assert row.remove.isHidden()
    empty = tmp_path / "empty"
    empty.mkdir()
    row.use(str(empty))
    qtbot.waitUntil(lambda: "tokenizer.json" in row.refusal.text())
    assert load_settings().names_model == ""
    write_tagger(tmp_path)
    row.use(str(tmp_path))
    qtbot.waitUntil(lambda: row.chosen.text() == tmp_path.name, timeout=20_000)
    assert load_settings().names_model == str(tmp_path)
    qtbot.waitUntil(lambda: page.flow.ready and page.flow.hidden.sent.text != TEXT, timeout=20_000)
    assert "qwertina" not in page.flow.hidden.sent.text
    row.remove.click()
    assert load_settings().names_model == ""
    qtbot.waitUntil(lambda: page.flow.ready and page.flow.hidden.sent.text == TEXT, timeout=20_000)


def test_without_the_packages_it_says_what_is_missing_and_offers_nothing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penname.engine.tagging.client.PACKAGES", ("no_such_package",))
    row = row_in_settings(window)
    assert row.choose.isHidden()
    assert "no_such_package" in row.words.text()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    packed = NamesModelRow(window)
    assert packed.choose.isHidden()
    assert "This build" in packed.words.text()
    packed.deleteLater()
