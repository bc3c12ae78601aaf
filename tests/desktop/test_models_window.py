"""The window of the models: fetching, pausing, tokens, own files, deleting, and who does what."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.scripted_models import ScriptedModels, model
from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window import models_window
from penname.desktop.model_window.columns import Column, level_colour
from penname.desktop.model_window.model_offers import offer_stronger
from penname.desktop.model_window.models_window import ModelsWindow
from penname.desktop.models.model_rows import ModelAction
from penname.desktop.style import appearance, theme
from penname.desktop.texts import clipboard
from penname.domain.errors import ModelFileError
from penname.models.errors import DownloadFailed
from penname.models.fit import FitLevel
from penname.models.library import ModelOrigin
from penname.settings import load_settings


@pytest.fixture
def models() -> ScriptedModels:
    return ScriptedModels()


@pytest.fixture
def main(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions, models: ScriptedModels
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
    shown.more.setChecked(True)
    return shown


def test_what_is_here_recommended_or_under_way_is_in_sight_and_the_rest_is_folded(
    qtbot: QtBot, shown: ModelsWindow
) -> None:
    def seen() -> list[str]:
        return [name for name, card in shown.cards.items() if card.isVisibleTo(shown)]

    assert seen() == ["starter", "large", "small", "closed", "huge"]
    begin(qtbot, shown, "small")
    shown.more.click()
    assert seen() == ["starter", "large", "small"]
    assert shown.more.text() == "▸ 2 more models"


def offers(shown: ModelsWindow, name: str, action: ModelAction) -> bool:
    """Whether the row offers this: by its button, in its menu, or below it."""
    card = shown.cards[name]
    below = card.below.buttons.get(action)
    return (
        (card.action is action and card.button.isVisibleTo(shown))
        or (card.entries[action].isVisible() and card.more.isVisibleTo(shown))
        or (below is not None and below.isVisibleTo(shown))
    )


def press(shown: ModelsWindow, name: str, action: ModelAction) -> None:
    assert offers(shown, name, action)
    card = shown.cards[name]
    if card.action is action:
        card.button.click()
    else:
        card.entries[action].trigger()


def begin(qtbot: QtBot, shown: ModelsWindow, name: str) -> None:
    press(shown, name, ModelAction.DOWNLOAD)
    press(shown, name, ModelAction.DOWNLOAD)  # yes to the network
    qtbot.waitUntil(lambda: "500 MB" in shown.cards[name].note.text())


def test_the_network_is_asked_for_once_and_not_used_before(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    press(shown, "small", ModelAction.DOWNLOAD)
    assert "network" in shown.cards["small"].below.question.text()
    shown.cards["small"].below.buttons[ModelAction.CANCEL].click()
    assert not shown.cards["small"].below.isVisibleTo(shown)
    assert models.downloads == []
    assert "Offline" in main.status.line
    begin(qtbot, shown, "small")
    assert load_settings().network_told
    assert "Offline" not in main.status.line
    press(shown, "large", ModelAction.DOWNLOAD)
    assert not shown.cards["large"].below.question.isVisibleTo(shown)
    qtbot.waitUntil(lambda: len(models.downloads) == 2)


def test_a_download_rests_goes_on_arrives_and_is_used(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    begin(qtbot, shown, "small")
    press(shown, "small", ModelAction.PAUSE)
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.RESUME))
    assert "Offline" in main.status.line
    press(shown, "small", ModelAction.RESUME)
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.PAUSE))
    models.go_on.set()
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.USE) and not main.notice.isHidden())
    assert "Small" in main.notice.accessibleName()
    assert main.tools.model.findData("small") >= 0
    press(shown, "small", ModelAction.USE)
    qtbot.waitUntil(lambda: main.model is not None and main.model.name == "small")
    assert shown.cards["small"].state.isVisibleTo(shown)
    assert not shown.cards["starter"].state.isVisibleTo(shown)
    assert load_settings().model == "small"


def test_a_rest_asked_for_before_anything_began_is_one(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.may_begin.clear()
    press(shown, "small", ModelAction.DOWNLOAD)
    press(shown, "small", ModelAction.DOWNLOAD)
    press(shown, "small", ModelAction.PAUSE)
    models.may_begin.set()
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.RESUME))
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
    qtbot.waitUntil(lambda: card.below.error.text() == "The disk is full.")
    assert "The disk is full." in card.accessibleName()
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.RESUME))
    press(shown, "small", ModelAction.DISCARD)
    qtbot.waitUntil(lambda: offers(shown, "small", ModelAction.DOWNLOAD))
    assert not card.below.error.isVisibleTo(shown)


def test_a_token_is_asked_for_where_it_is_needed_and_leaves_the_field(
    qtbot: QtBot, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.failures = [DownloadFailed("Accept the terms first.", needs_token=True)]
    models.go_on.set()
    press(shown, "closed", ModelAction.DOWNLOAD)
    press(shown, "closed", ModelAction.DOWNLOAD)
    card = shown.cards["closed"]
    qtbot.waitUntil(lambda: card.below.token.isVisibleTo(shown))
    press(shown, "closed", ModelAction.GIVE_TOKEN)  # nothing was typed: nothing happens
    assert len(models.downloads) == 1
    card.below.token.setText(" hf_secret ")
    qtbot.keyClick(card.below.token, Qt.Key.Key_Return)
    assert card.below.token.text() == ""
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
    assert models.imported == [file]
    qtbot.waitUntil(lambda: offers(shown, "mine", ModelAction.DELETE))  # once the list has settled
    press(shown, "mine", ModelAction.DELETE)
    qtbot.waitUntil(lambda: "mine" not in shown.cards)
    assert main.tools.model.findData("mine") < 0


def test_a_file_that_is_no_model_is_refused_in_the_window(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    models.failures = [ModelFileError("“x.gguf” cannot be used: it is not a GGUF model file.")]
    main.model_client.import_file("/x.gguf")
    qtbot.waitUntil(lambda: not shown.notice.isHidden())
    assert "not a GGUF" in shown.notice.accessibleName()
    assert shown.bar.pick.isVisibleTo(shown)


def test_a_model_is_tried_on_the_samples_and_its_figures_stay_in_the_list(
    qtbot: QtBot, shown: ModelsWindow, models: ScriptedModels
) -> None:
    press(shown, "starter", ModelAction.TRY)
    card = shown.cards["starter"]
    qtbot.waitUntil(lambda: card.note.text() == "Rewriting sample 4 of 10")
    assert card.bar.isVisibleTo(shown)
    assert not offers(shown, "starter", ModelAction.TRY)
    press(shown, "starter", ModelAction.STOP_TRYING)
    qtbot.waitUntil(lambda: offers(shown, "starter", ModelAction.TRY))
    assert models.trials[0].is_closed
    assert not card.bar.isVisibleTo(shown)
    assert "hidden" not in card.accessibleName()
    models.go_on.set()
    press(shown, "starter", ModelAction.TRY)
    qtbot.waitUntil(lambda: "17 of 22 hidden" in card.accessibleName())
    card.fold.click()
    said = " ".join(label.text() for label in card.below.details.findChildren(QLabel))
    assert "17 of 22 clues are hidden from the starter model; 71 % of the words are left" in said


def test_a_models_file_is_checked_as_a_whole(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    press(shown, "starter", ModelAction.CHECK)
    assert "Reading the whole file" in shown.notice.accessibleName()
    models.go_on.set()
    qtbot.waitUntil(lambda: "“starter” is whole" in shown.notice.accessibleName())
    models.failures = [ModelFileError("The file of “Starter model” is not the one that came with Penname.")]
    press(shown, "starter", ModelAction.CHECK)
    qtbot.waitUntil(lambda: "not the one that came" in shown.notice.accessibleName())
    models.go_on.clear()
    press(shown, "starter", ModelAction.CHECK)
    qtbot.waitUntil(lambda: models.checks_begun == 3)
    main.close()
    assert models.checks_stopped == 1


def test_closing_ends_a_trial(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    press(shown, "starter", ModelAction.TRY)
    qtbot.waitUntil(lambda: "sample 4" in shown.cards["starter"].note.text())
    main.close()
    assert models.trials[0].is_closed


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
    main.model_client.refresh()
    qtbot.waitUntil(lambda: shown.roles.rewriting.findData("own") > 0)
    shown.roles.fold.click()
    assert shown.roles.rewriting.findData("starter") < 0  # it rewrites only what it has read itself
    box = shown.roles.rewriting
    box.setCurrentIndex(box.findData("own"))
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: load_settings().rewrite_model == "own")
    qtbot.waitUntil(lambda: not offers(shown, "own", ModelAction.DELETE))
    assert box.currentData() == "own"


def test_nothing_begins_once_the_window_is_closed(main: MainWindow, models: ScriptedModels) -> None:
    main.close()
    offer_stronger(main, main.page)
    main.model_client.download(models.inventory.catalog[0])
    main.model_client.import_file("/x.gguf")
    assert not main.model_client.busy
    assert models.downloads == []


def test_the_keyboard_goes_on_to_what_goes_on(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    card = shown.cards["small"]
    shown.activateWindow()
    card.button.setFocus()
    for wanted in (ModelAction.DOWNLOAD, ModelAction.PAUSE, ModelAction.RESUME, ModelAction.PAUSE):
        focused = QApplication.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda wanted=wanted: card.action is wanted and card.button.hasFocus())  # type: ignore[misc]


def test_the_keyboard_leaves_a_button_that_is_gone_for_one_that_harms_nobody(
    qtbot: QtBot, main: MainWindow, shown: ModelsWindow, models: ScriptedModels
) -> None:
    here = model("own", ModelOrigin.IMPORTED)
    models.inventory = replace(models.inventory, installed=(*models.inventory.installed, here))
    main.model_client.refresh()
    qtbot.waitUntil(lambda: "own" in shown.cards)
    card = shown.cards["own"]
    shown.activateWindow()
    card.button.setFocus()
    qtbot.keyClick(card.button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: card.state.isVisibleTo(shown))
    assert card.fold.hasFocus()


def test_every_control_has_a_name(shown: ModelsWindow) -> None:
    for card in shown.cards.values():
        assert card.accessibleName()
        for control in (card.button, card.fold, card.more):
            assert card.title.words in control.accessibleName()


def test_the_details_open_below_the_row(shown: ModelsWindow, qtbot: QtBot) -> None:
    card = shown.cards["large"]
    low = card.sizeHint().height()
    qtbot.waitUntil(lambda: len({one.height() for one in shown.cards.values()}) == 1)
    card.fold.click()
    said = " ".join(label.text() for label in card.below.details.findChildren(QLabel))
    for part in ("Apache-2.0", "somebody/large", "large.gguf", "8,000,000,000 bytes", "Not tried by us"):
        assert part in said
    card.below.copy.click()
    assert "large.gguf" in clipboard.text()
    card.fold.click()
    assert card.sizeHint().height() == low


def test_one_row_is_recommended(shown: ModelsWindow) -> None:
    advised = [name for name, card in shown.cards.items() if card.advice.isVisibleTo(shown)]
    assert advised == ["large"]


def test_how_good_a_model_is_can_be_read_at_every_width(shown: ModelsWindow, qtbot: QtBot) -> None:
    card = shown.cards["large"]
    for width, column in ((1000, True), (640, False)):
        shown.resize(width, 640)
        cell, other = card.cells[Column.QUALITY], card.quality
        seen, hidden = (cell, other) if column else (other, cell)
        qtbot.waitUntil(seen.isVisible)
        assert not hidden.isVisible()
        assert seen.words.text() == ("Fair" if column else "Quality: Fair")
        assert seen.note.text() == "Estimated from size"
        for words in (seen.words, seen.note, card.advice):
            qtbot.waitUntil(lambda words=words: words.width() >= words.sizeHint().width())
            assert words.mapTo(card, words.rect().bottomRight()).x() < card.columns.width()


def test_only_what_speaks_against_a_model_has_a_colour() -> None:
    for colours in (theme.light(), theme.dark()):
        shown = {level: level_colour(level, colours) for level in FitLevel}
        assert colours.added not in shown.values()
        assert shown[FitLevel.WELL] == colours.text
        assert len({shown[FitLevel.WELL], shown[FitLevel.TIGHTLY], shown[FitLevel.TOO_BIG]}) == 3


@pytest.mark.parametrize("width", [480, 640, 960])
def test_what_does_not_fit_is_left_out_and_nothing_is_cut_off(
    qtbot: QtBot, shown: ModelsWindow, width: int
) -> None:
    shown.resize(width, 480)
    viewport = shown.area.viewport()
    qtbot.waitUntil(lambda: shown.cards["small"].width() <= viewport.width())
    button = shown.cards["small"].button
    assert button.width() >= button.sizeHint().width()
    assert shown.cards["small"].cells[Column.QUALITY].isVisibleTo(shown) == (width == 960)


def test_the_offer_of_a_stronger_model_can_be_put_away_for_good(qtbot: QtBot, main: MainWindow) -> None:
    bar = main.page.bar
    offer_stronger(main, main.page)
    qtbot.waitUntil(lambda: "larger model" in bar.look.text())
    assert "8.0 GB" in bar.look.text()
    bar.look.setText("")
    bar.put_away.click()
    assert load_settings().stronger_offered
    offer_stronger(main, main.page)
    qtbot.waitUntil(lambda: not main.model_client.busy)
    assert not bar.look.text()
