"""A newer Penname is told of in one sentence, only where the user wants it to be asked."""

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from penname.desktop.main import privacy_parts, settings_window, version_watch
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.version_watch import VersionWatch
from penname.domain.errors import Cancelled
from penname.releases import update_check, versions
from penname.releases.update_check import KnownVersions, NewestUnknown, UpdateCheck
from penname.releases.versions import Version
from penname.settings import load_settings


class Scripted(UpdateCheck):
    """Answers with `newest` when it is let to; else it fails."""

    def __init__(self, newest: str = "") -> None:
        super().__init__()
        self.newest = newest
        self.asked = 0
        self.go_on = threading.Event()
        self.go_on.set()

    def run(self) -> Version:
        self.asked += 1
        update_check._keep(KnownVersions(asked=time.time(), newest=self.newest))
        assert self.go_on.wait(20)
        if self._cancelled:
            raise Cancelled
        if not self.newest:
            raise NewestUnknown("Nobody answers.")
        return Version((0, 9))

    def cancel(self) -> None:
        self._cancelled = True
        self.go_on.set()


@pytest.fixture(autouse=True)
def stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """This is Penname 0.8, whose build states an address."""
    monkeypatch.setattr(versions, "__version__", "0.8.0")
    monkeypatch.setattr(version_watch, "stated_address", lambda: "https://penname.example/newest")
    monkeypatch.setattr(privacy_parts, "stated_address", lambda: "https://penname.example/newest")


@pytest.fixture
def answer() -> Scripted:
    return Scripted("0.9")


@pytest.fixture
def watch(window: MainWindow, answer: Scripted) -> Iterator[VersionWatch]:
    window.notice.clear()
    watch = VersionWatch(window, lambda: answer)
    yield watch
    watch.close()


def done(qtbot: QtBot, watch: VersionWatch) -> None:
    qtbot.waitUntil(lambda: watch._jobs is None or not watch._jobs.busy)


def test_nothing_is_asked_or_said_until_it_is_turned_on(
    qtbot: QtBot, window: MainWindow, watch: VersionWatch, answer: Scripted
) -> None:
    update_check._keep(KnownVersions(newest="0.9"))
    watch.look()
    done(qtbot, watch)
    assert (answer.asked, window.notice.isHidden()) == (0, True)
    shown = settings_window.show(window)
    (box,) = [box for box in shown.findChildren(QCheckBox) if "new version" in box.text()]
    told = " ".join(label.text() for label in shown.findChildren(QLabel))
    assert "penname.example then sees your IP address, and that Penname checks" in told
    box.click()
    assert load_settings().check_version
    done(qtbot, watch)
    assert answer.asked == 1


def test_a_newer_one_is_told_of_once_a_day_until_it_is_put_away(
    qtbot: QtBot, window: MainWindow, watch: VersionWatch, answer: Scripted
) -> None:
    window.change_settings(check_version=True)
    done(qtbot, watch)
    assert window.notice.isVisible()
    assert window.notice.accessibleName() == "Penname 0.9 is available; you have 0.8."
    watch.look()
    done(qtbot, watch)
    assert answer.asked == 1
    (hide,) = window.notice.buttons
    hide.click()
    assert window.notice.isHidden()
    watch.look()
    assert window.notice.isHidden()


def test_what_is_said_in_the_window_is_not_talked_over(
    qtbot: QtBot, window: MainWindow, watch: VersionWatch
) -> None:
    window.complain("The disk is full.")
    window.change_settings(check_version=True)
    done(qtbot, watch)
    assert window.notice.accessibleName() == "The disk is full."


def test_the_status_line_says_that_the_network_is_used(
    qtbot: QtBot, window: MainWindow, watch: VersionWatch, answer: Scripted
) -> None:
    answer.go_on.clear()
    window.change_settings(check_version=True)
    assert "Offline" not in window.status.line
    answer.go_on.set()
    done(qtbot, watch)
    assert "Offline" in window.status.line


def test_a_failure_interrupts_nobody(
    qtbot: QtBot, window: MainWindow, watch: VersionWatch, answer: Scripted
) -> None:
    answer.newest = ""
    window.change_settings(check_version=True)
    done(qtbot, watch)
    assert window.notice.isHidden()
    assert "Nobody answers." in window.notices


def test_closing_ends_a_question(window: MainWindow, watch: VersionWatch, answer: Scripted) -> None:
    answer.go_on.clear()
    window.change_settings(check_version=True)
    watch.close()
    assert watch._jobs is not None
    assert not watch._jobs.isRunning()


def test_a_build_without_an_address_says_so_and_asks_nothing(
    qtbot: QtBot,
    window: MainWindow,
    watch: VersionWatch,
    answer: Scripted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (version_watch, privacy_parts):
        monkeypatch.setattr(module, "stated_address", lambda: "")
    window.change_settings(check_version=True)
    done(qtbot, watch)
    assert answer.asked == 0
    shown = settings_window.show(window)
    assert not [box for box in shown.findChildren(QCheckBox) if "new version" in box.text()]
    assert any("cannot check for updates" in label.text() for label in shown.findChildren(QLabel))
