"""The Settings window: changes are remembered at once, and what cannot be done here is a sentence."""

import itertools

import pytest
from PySide6.QtWidgets import QCheckBox, QKeySequenceEdit, QLabel
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_models import model
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.hotkeys.source import HotkeySource
from penname.desktop.main import settings_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.privacy_parts import KeptPart
from penname.desktop.main.settings_window import ModelPart
from penname.desktop.model_window import model_roles
from penname.desktop.presence.clipboard_settings import HotkeysPart, add_entries
from penname.desktop.presence.presence import Presence
from penname.desktop.session.view_state import Action
from penname.desktop.shell.keeping import keeping
from penname.desktop.shell.settings_parts import AddedPart, SettingsPage
from penname.settings import load_settings
from scripted import TEXT


def kept_part(window: MainWindow) -> KeptPart:
    return settings_window.show(window, SettingsPage.PRIVACY).findChildren(KeptPart)[0]


def test_the_history_can_be_turned_on_here(qtbot: QtBot, open_window: Open) -> None:
    part = kept_part(open_window())
    before = load_settings()
    assert part.history.isVisible()
    part.history.click()
    after = load_settings()
    assert (before.keep_history, after.keep_history) == (False, True)
    assert before.keep_drafts == after.keep_drafts


def test_every_page_is_shown_by_its_name_in_the_list(window: MainWindow) -> None:
    shown = settings_window.show(window)
    for row, page in enumerate(SettingsPage):
        shown.turn_to(page)
        assert (shown.list.currentRow(), shown.pages.currentIndex()) == (row, row)
        assert shown.list.item(row).text() == shown.pages.currentWidget().accessibleName()


def test_who_reads_and_who_rewrites_is_named(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_roles, "writer_of", lambda _reader: "writer")
    monkeypatch.setattr(model_roles, "installed_named", lambda name: model(name, title="Sentence writer"))
    part = settings_window.show(window, SettingsPage.MODELS).findChildren(ModelPart)[0]
    assert part.model.text() == (
        "Finds what gives you away: Starter model\nRewrites what gives you away: Sentence writer"
    )
    window.change_settings(rewrite_model="starter")
    part.show_model()
    assert part.model.text() == "Finds and rewrites what gives you away: Starter model"


def test_what_others_add_stands_on_the_page_they_name(window: MainWindow) -> None:
    window.more_settings = [AddedPart(SettingsPage.MODELS, lambda: QCheckBox("Something more"))]
    shown = settings_window.show(window, SettingsPage.MODELS)
    (box,) = [box for box in shown.findChildren(QCheckBox) if box.text() == "Something more"]
    assert box.isVisible()
    shown.turn_to(SettingsPage.GENERAL)
    assert not box.isVisible()


@pytest.mark.parametrize(
    ("state", "wanted", "session", "kept", "said"),
    [
        (VaultClientState.OPEN, True, None, True, "are saved on this computer, encrypted"),
        (VaultClientState.OPEN, True, True, True, "are saved on this computer, encrypted"),
        (
            VaultClientState.OPEN,
            True,
            False,
            False,
            "The text in front was begun before that and is not saved",
        ),
        (VaultClientState.OPEN, False, None, False, "Nothing is saved, as you chose"),
        (VaultClientState.OPEN, False, True, True, "is still saved"),
        (VaultClientState.LOCKED, True, None, False, "until you unlock"),
        (VaultClientState.NOTHING, True, False, False, "Nothing is saved yet. Set a passphrase"),
        (VaultClientState.OFF, True, None, False, "Nothing is saved"),
        (VaultClientState.OPENING, True, None, None, "Opening"),
    ],
)
def test_what_kept_means(
    state: VaultClientState, wanted: bool, session: bool | None, kept: bool | None, said: str
) -> None:
    found = keeping(state, wanted, session)
    assert found.kept is kept
    assert said in found.sentence


def test_a_sentence_that_says_not_kept_never_stands_for_a_text_that_is() -> None:
    known = [state for state in VaultClientState if state is not VaultClientState.OPENING]
    for state, wanted, session in itertools.product(known, (True, False), (None, True, False)):
        found = keeping(state, wanted, session)
        if found.kept is False:
            assert "Nothing is saved" in found.sentence or "not saved" in found.sentence
        elif found.sentence.startswith("Nothing is saved"):
            assert "is still saved" in found.sentence


def test_settings_and_status_line_agree(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(unlock=False)
    part = kept_part(window)

    def agree(kept: bool) -> bool:
        said = "nothing is saved" in window.status.line
        return said is not kept and part.sentence.text().startswith("Nothing is saved") is not kept

    assert window.vault.state is VaultClientState.NOTHING
    assert agree(False)
    assert not part.drafts.isVisible()  # no dead box: there is nothing to turn on
    assert part.unlock.text() == "Set a passphrase…"
    window.vault.open(True, "four random words here")
    qtbot.waitUntil(lambda: window.vault.state is VaultClientState.OPEN and not window.vault.jobs.busy)
    qtbot.waitUntil(lambda: agree(True))
    assert not part.unlock.isVisible()
    part.drafts.click()
    assert not load_settings().keep_drafts
    assert agree(False)
    part.drafts.click()
    assert agree(True)
    window.place_text(TEXT)
    window.do(Action.STEP)
    qtbot.waitUntil(lambda: window.page.flow.view is not None and not window.jobs.busy)
    assert agree(True)


def test_a_system_without_hotkeys_says_so_in_a_sentence(window: MainWindow) -> None:
    presence = Presence(window, source=HotkeySource())
    add_entries(presence)
    (part,) = settings_window.show(window, SettingsPage.SHORTCUTS).findChildren(HotkeysPart)
    assert any("cannot set hotkeys on this system" in label.text() for label in part.findChildren(QLabel))
    assert not part.findChildren(QCheckBox)
    assert not part.findChildren(QKeySequenceEdit)
    presence.close()
