"""The window fetches a model for real: through the download child, from a hub on this computer."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_models import MACHINE
from desktop.scripted_sessions import ScriptedSessions
from models.hub_server import REPO, Fault, File, Hub, serving
from models.tiny_gguf import write_model
from penname import locations
from penname.desktop.app import make_window
from penname.desktop.model_window import models_window
from penname.desktop.models.model_rows import ModelAction
from penname.models import library
from penname.sessions import model_service
from penname.settings import Settings, save_settings

FILE = "tiny.gguf"
LISTED = f"""
[[model]]
name = "tiny"
title = "Tiny model"
family = "Tiny"
repo = "{REPO}"
file = "{FILE}"
size = 400_000
parameters = 0.1
memory = 900_000_000
pack = "default"
context = 4096
languages = ["en"]
licence = "MIT"
licence_link = "https://example.org/licence"
summary = "A test."
"""


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv("HOME", str(tmp_path))  # no models of other programs
    monkeypatch.setattr(model_service, "probe_hardware", lambda: MACHINE)
    tensors = {"token_embd.weight": np.random.default_rng(3).normal(size=(100, 1000))}
    path = write_model(tmp_path / "made.gguf", tensors, tokenizer__chat_template="{{ x }}")
    with serving({FILE: File(path.read_bytes(), faults=[Fault(pause=0.05)])}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        lists = locations.config_dir() / "models"
        lists.mkdir()
        (lists / "mine.toml").write_text(LISTED, encoding="utf-8")
        yield hub


def test_it_arrives_after_a_rest_byte_for_byte(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions, hub: Hub
) -> None:
    save_settings(Settings(network_told=True))
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.show()
    shown = models_window.show(window)
    qtbot.waitUntil(lambda: "tiny" in shown.cards)
    card = shown.cards["tiny"]
    assert card.action is ModelAction.DOWNLOAD
    card.button.click()
    qtbot.waitUntil(lambda: card.bar.value() > 0, timeout=30_000)
    card.button.click()
    qtbot.waitUntil(lambda: card.action is ModelAction.RESUME)
    assert window.model_client.fetching == ()
    assert library.installed_named("tiny") is None
    card.button.click()
    qtbot.waitUntil(lambda: card.action is ModelAction.USE, timeout=30_000)
    fetched = library.installed_named("tiny")
    assert fetched is not None
    assert Path(fetched.path).read_bytes() == hub.files[FILE].content
    assert len(hub.ranges(FILE)) == 2
    assert hub.ranges(FILE)[1].startswith("bytes=")  # it went on with what was there
    assert window.tools.model.findData("tiny") >= 0
    window.close()
