"""The window of the models: fetching, pausing, tokens, own files, deleting, and who does what."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_factory import ScriptedFactory
from desktop.scripted_models import ScriptedModels, model
from penname.desktop.app import make_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window import models_window
from penname.desktop.model_window.model_offers import offer_stronger
from penname.desktop.model_window.models_window import ModelsWindow
from penname.desktop.models.model_rows import ModelAction
from penname.desktop.style import appearance, theme
from penname.desktop.texts import clipboard
from penname.domain.errors import ModelFileError
from penname.models.errors import DownloadFailed
from penname.models.library import ModelOrigin
from penname.settings import load_settings


@pytest.fixture
def models() -> ScriptedModels:
    return ScriptedModels()


@pytest.fixture
def main(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedFactory, models: ScriptedModels
) -> Iterator[MainWindow]:
    appearance.apply(qapp, theme.light())
    window = make_window(qapp, factory, models=models)
    window.confirm = lambda *_: True
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    yield window
    models.go_on.set()
    window.close()


@pytest.fixture
def shown(qtbot: QtBot, main: MainWindow) -> ModelsWindow:
    shown = models_window.show(main)
    qtbot.waitUntil(lambda: len(shown.cards) == 5)
    return shown


def press(shown: ModelsWindow, name: str, action: ModelAction) -> None:
    button = shown.cards[name].buttons[action]
    assert button.isVisibleTo(shown)
    button.click()


def begin(qtbot: QtBot, shown: ModelsWindow, name: str) -> None:
    press(shown, name, ModelAction.DOWNLOAD)
    press(shown, name, ModelAction.DOWNLOAD)  # yes to the network
    qtbot.waitUntil(lambda: "500 MB" in shown.cards[name].status.text())


def test_the_network_is_asked_for_once_and_not_used_before(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    press(shown, "small", ModelAction.DOWNLOAD)
    assert "network" in shown.cards["small"].question.text()
    press(shown, "small", ModelAction.CANCEL)
    assert not shown.cards["small"].question.isVisibleTo(shown)
    assert models.downloads == []
    assert "no network" in main.status.line
    begin(qtbot, shown, "small")
    assert load_settings().network_told
    assert "no network" not in main.status.line
    press(shown, "large", ModelAction.DOWNLOAD)
    assert not shown.cards["large"].question.isVisibleTo(shown)
    qtbot.waitUntil(lambda: len(models.downloads) == 2)


def test_a_download_rests_goes_on_arrives_and_is_used(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    begin(qtbot, shown, "small")
    press(shown, "small", ModelAction.PAUSE)
    qtbot.waitUntil(lambda: shown.cards["small"].buttons[ModelAction.RESUME].isVisibleTo(shown))
    assert "no network" in main.status.line
    press(shown, "small", ModelAction.RESUME)
    qtbot.waitUntil(lambda: shown.cards["small"].buttons[ModelAction.PAUSE].isVisibleTo(shown))
    models.go_on.set()
    qtbot.waitUntil(lambda: ModelAction.USE in shown.cards["small"].buttons and not main.notice.isHidden())
    assert "Small" in main.notice.accessibleName()
    assert main.tools.model.findData("small") >= 0
    press(shown, "small", ModelAction.USE)
    qtbot.waitUntil(lambda: main.model is not None and main.model.name == "small")
    assert shown.cards["small"].badge.isVisibleTo(shown)
    assert not shown.cards["starter"].badge.isVisibleTo(shown)
    assert load_settings().model == "small"


def test_a_rest_asked_for_before_anything_began_is_one(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.may_begin.clear()
    press(shown, "small", ModelAction.DOWNLOAD)
    press(shown, "small", ModelAction.DOWNLOAD)
    press(shown, "small", ModelAction.PAUSE)
    models.may_begin.set()
    qtbot.waitUntil(lambda: shown.cards["small"].buttons[ModelAction.RESUME].isVisibleTo(shown))
    assert main.model_client.fetching == ()


def test_cancelling_keeps_nothing_and_closing_keeps_all(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    begin(qtbot, shown, "small")
    press(shown, "small", ModelAction.CANCEL)
    qtbot.waitUntil(lambda: "small" not in main.model_client.transfers and not main.model_client.busy)
    assert models.downloads[0].kept is False
    press(shown, "small", ModelAction.DOWNLOAD)
    qtbot.waitUntil(lambda: len(models.downloads) == 2)
    shown.close()
    assert main.model_client.fetching == ("small",)  # it goes on without its window
    main.close()
    assert models.downloads[1].kept is True


def test_what_failed_is_said_in_its_place_and_goes_on_from_what_is_kept(
    qtbot: QtBot, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.failures = [DownloadFailed("The disk is full.", kept=300)]
    models.inventory = replace(models.inventory, partial={"small": 300_000_000})
    models.go_on.set()
    press(shown, "small", ModelAction.DOWNLOAD)
    press(shown, "small", ModelAction.DOWNLOAD)
    card = shown.cards["small"]
    qtbot.waitUntil(lambda: card.error.text() == "The disk is full.")
    assert "The disk is full." in card.accessibleName()
    qtbot.waitUntil(lambda: card.buttons[ModelAction.RESUME].isVisibleTo(shown))
    press(shown, "small", ModelAction.DISCARD)
    qtbot.waitUntil(lambda: card.buttons[ModelAction.DOWNLOAD].isVisibleTo(shown))
    assert not card.error.isVisibleTo(shown)


def test_a_token_is_asked_for_where_it_is_needed_and_leaves_the_field(
    qtbot: QtBot, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.failures = [DownloadFailed("Accept the terms first.", needs_token=True)]
    models.go_on.set()
    press(shown, "closed", ModelAction.DOWNLOAD)
    press(shown, "closed", ModelAction.DOWNLOAD)
    card = shown.cards["closed"]
    qtbot.waitUntil(lambda: card.token.isVisibleTo(shown))
    press(shown, "closed", ModelAction.GIVE_TOKEN)  # nothing was typed: nothing happens
    assert len(models.downloads) == 1
    card.token.setText(" hf_secret ")
    qtbot.keyClick(card.token, Qt.Key.Key_Return)
    assert card.token.text() == ""
    qtbot.waitUntil(lambda: models.kept_tokens == ["hf_secret"] and models.tokens == [None, "hf_secret"])


def test_a_file_of_the_users_own_is_dropped_in_and_deleted_again(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels, tmp_path: Path
) -> None:
    file = tmp_path / "mine.gguf"
    file.write_bytes(b"GGUF")
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    shown.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, buttons, keys))
    qtbot.waitUntil(lambda: "mine" in shown.cards)
    assert models.took_in == [file]
    delete = shown.cards["mine"].buttons[ModelAction.DELETE]
    qtbot.waitUntil(lambda: delete.isVisibleTo(shown))  # once the list has settled
    press(shown, "mine", ModelAction.DELETE)
    qtbot.waitUntil(lambda: "mine" not in shown.cards)
    assert main.tools.model.findData("mine") < 0


def test_a_file_that_is_no_model_is_refused_in_the_window(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.failures = [ModelFileError("“x.gguf” cannot be used: it is not a GGUF model file.")]
    main.model_client.take_in("/x.gguf")
    qtbot.waitUntil(lambda: not shown.notice.isHidden())
    assert "not a GGUF" in shown.notice.accessibleName()
    assert shown.bar.pick.isVisibleTo(shown)


def test_a_licence_is_copied_and_nothing_is_opened(shown: ModelsWindow) -> None:
    press(shown, "small", ModelAction.COPY_LINK)
    assert clipboard.text() == "https://example.org/small"
    assert "https://example.org/small" in shown.notice.accessibleName()


def test_another_model_rewrites_if_the_user_says_so(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    assert not shown.roles.inside.isVisibleTo(shown)
    assert not shown.roles.rewriting.isEnabled()
    models.inventory = replace(
        models.inventory, installed=(*models.inventory.installed, model("own", ModelOrigin.IMPORTED))
    )
    main.model_client.look()
    qtbot.waitUntil(lambda: shown.roles.rewriting.findData("own") > 0)
    shown.roles.fold.click()
    assert shown.roles.rewriting.findData("starter") < 0  # it rewrites only what it has read itself
    box = shown.roles.rewriting
    box.setCurrentIndex(box.findData("own"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: load_settings().rewrite_model == "own")
    qtbot.waitUntil(lambda: not shown.cards["own"].buttons[ModelAction.DELETE].isVisibleTo(shown))
    assert box.currentData() == "own"


def test_nothing_begins_once_the_window_is_closed(main: MainWindow, models: ScriptedModels) -> None:
    main.close()
    offer_stronger(main)
    main.model_client.download(models.inventory.catalog[0])
    main.model_client.take_in("/x.gguf")
    assert not main.model_client.busy
    assert models.downloads == []


def test_the_keyboard_goes_on_to_what_goes_on(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    card = shown.cards["small"]
    shown.activateWindow()
    card.buttons[ModelAction.DOWNLOAD].setFocus()
    for wanted in (ModelAction.DOWNLOAD, ModelAction.PAUSE, ModelAction.RESUME, ModelAction.PAUSE):
        focused = QApplication.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, Qt.Key.Key_Space)
        qtbot.waitUntil(card.buttons[wanted].hasFocus)


def test_every_control_has_a_name(shown: ModelsWindow) -> None:
    for card in shown.cards.values():
        assert card.accessibleName()
        for button in card.buttons.values():
            assert card.title.text() in button.accessibleName()


def test_the_offer_of_a_stronger_model_can_be_put_away_for_good(qtbot: QtBot, main: MainWindow) -> None:
    offer_stronger(main)
    qtbot.waitUntil(lambda: not main.notice.isHidden())
    for part in ("Large", "8.0 GB"):
        assert part in main.notice.accessibleName()
    main.notice.buttons[-1].click()
    assert main.notice.isHidden()
    assert load_settings().stronger_offered
    offer_stronger(main)
    qtbot.waitUntil(lambda: not main.model_client.busy)
    assert main.notice.isHidden()
