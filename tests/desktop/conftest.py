"""A window on a scripted session factory."""

import gc
import os
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.background.garbage import collect_due
from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import SessionState
from penname.desktop.style import appearance, theme
from penname.pseudonyms.labelling.labeller import LabellerResult
from penname.sessions.vault_service import VaultService
from penname.vault import passphrase
from penname.vault.sealing import ScryptCost
from vault.vaults import PASSPHRASE

Open = Callable[..., MainWindow]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: QApplication) -> Iterator[None]:
    """Even a text document alone needs the application, whichever test comes first. Garbage is collected as
    in the program, in this thread.
    """
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def _garbage_is_collected_here() -> Iterator[None]:
    """Closed windows go at once: the next test would give each of their widgets its style again."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    collect_due()


@pytest.fixture
def factory() -> ScriptedSessions:
    return ScriptedSessions()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions) -> Iterator[MainWindow]:
    """The whole window, shown, with its model loaded; what it asks before closing is answered with yes."""
    appearance.apply(qapp, theme.light())
    window = make_window(qapp, factory)
    window.confirm = lambda *_: True
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    yield window
    factory.go_on.set()
    window.close()
    assert not window.jobs.isRunning()


@pytest.fixture
def until(qtbot: QtBot, window: MainWindow) -> Callable[[SessionState], None]:
    """Wait until the text in front is in a state and nothing is under way."""

    def wait(state: SessionState) -> None:
        def there() -> None:
            assert window.page.flow.state is state
            assert state is SessionState.RUNNING or not window.jobs.busy

        qtbot.waitUntil(there, timeout=20_000)  # at first the list of places is read

    return wait


@pytest.fixture
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions, cheap_scrypt: None
) -> Iterator[Open]:
    """Opens a window that keeps what it is told to, unlocked where it can be."""
    windows: list[MainWindow] = []

    def open_it(unlock: bool = True, on_notice: Callable[[str], None] = lambda _said: None) -> MainWindow:
        window = make_window(qapp, factory, lambda: VaultService(on_notice))
        windows.append(window)
        window.confirm = lambda *_words: True
        qtbot.addWidget(window)
        window.show()
        settled = (VaultClientState.LOCKED, VaultClientState.NOTHING)
        qtbot.waitUntil(lambda: window.vault.state in settled and window.model is not None)
        if unlock:
            window.vault.open(True, PASSPHRASE)
            qtbot.waitUntil(lambda: window.vault.state is VaultClientState.OPEN)
            qtbot.waitUntil(lambda: not window.jobs.busy and not window.vault.jobs.busy)
        return window

    yield open_it
    factory.go_on.set()
    for window in windows:
        window.close()
        assert not window.jobs.isRunning()
        assert not window.vault.jobs.isRunning()


@pytest.fixture
def by_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the labeller finds changes with each training; here a name must be missed to be asked about."""
    monkeypatch.setattr(
        "penname.pseudonyms.detect.label", lambda _text, found: LabellerResult((), tuple(found))
    )
