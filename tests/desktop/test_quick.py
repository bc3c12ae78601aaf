"""The small window: what it reads, what it makes of it, and what it leaves alone."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from engine.toy_tagger import write_tagger
from penname.desktop.app import make_window
from penname.desktop.background.vault_client import VaultClient, VaultClientState
from penname.desktop.hotkeys.combination import read_combination
from penname.desktop.hotkeys.source import HIDE, RESTORE, HotkeySource, taken_by_another
from penname.desktop.main import settings_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.presence.clipboard_settings import BesidePart, HotkeysPart, add_entries
from penname.desktop.presence.presence import Presence
from penname.desktop.presence.tray import Tray
from penname.desktop.quick import stand_ins
from penname.desktop.quick.clipboard_controller import ClipboardController
from penname.desktop.quick.reading import MOST, read_clipboard
from penname.desktop.shell.settings_parts import SettingsPage
from penname.desktop.style import theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.outbox import Outbox
from penname.domain.errors import BadInput
from penname.engine.tagging.client import missing_packages
from penname.instance import login
from penname.instance.activation import ANONYMIZE, PSEUDONYMIZE, SHOW, Activation
from penname.instance.activation import RESTORE as RESTORE_JOB
from penname.instance.starting import Start
from penname.pseudonyms.models.names_model import NamesModel
from penname.settings import Settings, load_attributes, load_settings
from scripted import REWRITTEN
from scripted import TEXT as TELLING

TEXT = "Dear Ms Kowalski, Anna Kowalski asked for +49 341 2345678. Xaver knows, and xaver calls."


pytestmark = pytest.mark.usefixtures("by_rules_alone")


class Keys(HotkeySource):
    """Takes what it is told to, but for one key that somebody else has."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[str, str] = {}

    def take(self, wanted: Mapping[str, str]) -> None:
        self.taken = dict(wanted)
        for written in wanted.values():
            if written.endswith("X"):
                self.refused.emit(taken_by_another(written))

    def release(self) -> None:
        self.taken = {}


@pytest.fixture(autouse=True, scope="module")
def _lists_are_read() -> None:
    stand_ins.warm_up()


class Lender:
    """What the small window borrows from the large one."""

    def __init__(self, factory: ScriptedSessions) -> None:
        self.theme = theme.light()
        self.settings = Settings(greeted=True)
        self.attributes = load_attributes(self.settings)
        self.sessions = factory
        self.vault = VaultClient(None)
        self.outbox = Outbox()
        self.true_values = ()
        self.model = None
        self.names_model = NamesModel()
        self.complain = pytest.fail

    def change_settings(self, **changes: Any) -> None:
        self.settings = msgspec.structs.replace(self.settings, **changes)


@pytest.fixture
def controller(qapp: QApplication, factory: ScriptedSessions) -> Iterator[ClipboardController]:
    controller = ClipboardController(Lender(factory))  # type: ignore[arg-type]
    yield controller
    factory.go_on.set()
    controller.close()
    assert not controller.jobs.isRunning()


@pytest.fixture
def presence(qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions) -> Iterator[Presence]:
    window = make_window(qapp, factory)
    window.confirm = lambda *_: True
    presence = Presence(window, source=Keys())
    qtbot.addWidget(window)
    presence.start(Start(["penname"]))
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy, timeout=30_000)
    yield presence
    window.leave()
    presence.close()


@pytest.fixture
def start_job(controller: ClipboardController, qtbot: QtBot) -> Callable[[str, str], None]:
    """A job on a text that lies on the clipboard, until nothing is under way."""

    def start(kind: str, text: str) -> None:
        clipboard.put(text)
        controller.start_job(kind)
        qtbot.waitUntil(lambda: controller._task is not None and not controller._task.busy, timeout=20_000)

    return start


StartJob = Callable[[str, str], None]


def test_the_round_trip(controller: ClipboardController, start_job: StartJob, qtbot: QtBot) -> None:
    start_job(PSEUDONYMIZE, TEXT)
    assert controller.quick._notes.isVisible()  # what stand-ins do not hide, and what cannot be restored
    assert controller.quick._notes.text().count(".") == 2
    qtbot.keyClick(controller.quick, Qt.Key.Key_Return)
    sent = clipboard.text()
    assert not any(word in sent for word in ("Kowalski", "Anna", "2345678"))
    assert "Xaver knows" in sent
    assert not controller.quick.isVisible()
    start_job(RESTORE_JOB, "Of course. " + sent)
    qtbot.keyClick(controller.quick, Qt.Key.Key_Enter)
    assert clipboard.text() == "Of course. " + TEXT
    assert clipboard.is_sensitive(QGuiApplication.clipboard().mimeData())
    controller.outbox.put_back()
    assert clipboard.text() == "Of course. " + sent
    assert not controller.outbox.can_put_back


def test_numbers_are_hidden_before_names_are_looked_for(
    controller: ClipboardController, qtbot: QtBot
) -> None:
    clipboard.put(TEXT)
    seen: list[tuple[bool, str]] = []
    controller.changed.connect(
        lambda: seen.append((controller._task.ready, controller._task.result)) if controller._task else None
    )
    controller.start_job(PSEUDONYMIZE)
    qtbot.waitUntil(lambda: bool(controller._task and controller._task.ready), timeout=20_000)
    first = next(result for ready, result in seen if "2345678" not in result)
    assert "Kowalski" in first
    assert not any(ready for ready, result in seen if "Kowalski" in result)
    number = controller._task.result.partition("+49")[2][:12] if controller._task else ""
    assert number
    assert number in first  # the second step changes no stand-in of the first


@pytest.mark.skipif(bool(missing_packages()), reason="the packages of penname[ner] are not installed")
def test_a_model_for_names_is_made_ready_and_looks(
    controller: ClipboardController, start_job: StartJob, qtbot: QtBot, tmp_path: Path
) -> None:
    write_tagger(tmp_path)
    names = controller._window.names_model
    names.use(str(tmp_path))
    controller.warm_up()
    qtbot.waitUntil(lambda: names._tagger is not None, timeout=30_000)
    start_job(PSEUDONYMIZE, "yesterday i saw qwertina in the street")
    controller.take()
    names.close()
    assert clipboard.text().startswith("yesterday i saw ")
    assert "qwertina" not in clipboard.text()


def test_escape_changes_nothing(controller: ClipboardController, start_job: StartJob, qtbot: QtBot) -> None:
    start_job(PSEUDONYMIZE, TEXT)
    qtbot.keyClick(controller.quick, Qt.Key.Key_Escape)
    assert not controller.quick.isVisible()
    assert clipboard.text() == TEXT
    assert not controller.mapping.pairs
    assert not len(controller.recent)


def test_a_missed_name_is_hidden_wherever_it_stands(
    controller: ClipboardController, start_job: StartJob, qtbot: QtBot
) -> None:
    start_job(PSEUDONYMIZE, TEXT)
    quick, task = controller.quick, controller._task
    assert task
    shown = quick.diff.inline
    start = shown.text.index("Xaver")
    shown.select(start, start + len("Xaver"))
    assert quick.miss.phrase == "Xaver"
    qtbot.keyClick(quick, Qt.Key.Key_Return)  # hides; copying is not what Enter does now
    assert clipboard.text() == TEXT
    qtbot.waitUntil(lambda: task.ready)
    assert "xaver" not in task.result.lower()
    assert not quick.miss.phrase
    quick.miss.follow("Nobody")
    qtbot.keyClick(quick, Qt.Key.Key_Return)
    assert quick.miss.phrase == "Nobody"
    assert quick.miss.answer.text()


def test_before_copying_it_is_asked_once_for_names_that_were_missed(
    controller: ClipboardController, start_job: StartJob, qtbot: QtBot
) -> None:
    text = TEXT + " We like Lantern, and so do I. Lantern is far."
    start_job(PSEUDONYMIZE, text)
    quick, task = controller.quick, controller._task
    assert task
    qtbot.keyClick(quick, Qt.Key.Key_Return)
    assert clipboard.text() == text
    assert "Lantern" in quick.question.accessibleName()
    qtbot.keyClick(quick.focusWidget(), Qt.Key.Key_Return)  # "Hide it" is in front
    qtbot.waitUntil(lambda: task.ready)
    assert not quick.question.isVisible()
    assert "Lantern" not in task.result
    qtbot.keyClick(quick, Qt.Key.Key_Return)
    assert "Lantern" not in clipboard.text() != text

    start_job(PSEUDONYMIZE, "We like Marble.")
    qtbot.keyClick(quick, Qt.Key.Key_Return)
    assert quick.isVisible()
    quick.question.buttons[1].click()
    assert not quick.isVisible()
    assert clipboard.text() == "We like Marble."


def test_what_is_left_once_is_left_everywhere(
    controller: ClipboardController, start_job: StartJob, qtbot: QtBot
) -> None:
    start_job(PSEUDONYMIZE, TEXT)
    task = controller._task
    assert task
    change = next(change for change in task.review.changes if change.before == "Kowalski")
    task.toggle(change)
    qtbot.waitUntil(lambda: task.ready)
    assert task.result.startswith("Dear Ms Kowalski")
    assert change in task.review.dropped
    task.toggle(change)
    qtbot.waitUntil(lambda: task.ready)
    assert "Kowalski" not in task.result


def test_a_text_is_rewritten_with_the_last_settings(
    controller: ClipboardController, start_job: StartJob, qtbot: QtBot
) -> None:
    controller._window.change_settings(protect=("occupation",))
    start_job(PSEUDONYMIZE, TELLING)
    controller.quick.choice.buttons[ANONYMIZE].click()
    assert controller._window.settings.clipboard_job == ANONYMIZE
    qtbot.waitUntil(lambda: bool(controller._task and controller._task.ready), timeout=20_000)
    assert clipboard.text() == TELLING
    qtbot.keyClick(controller.quick, Qt.Key.Key_Return)
    assert clipboard.text() == TELLING.replace("night shift on my ward", "late shift at work")


def _data(kind: str) -> QMimeData:
    data = QMimeData()
    if kind == "picture":
        data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    elif kind == "files":
        data.setUrls([QUrl.fromLocalFile("/tmp/a.txt")])
        data.setText("/tmp/a.txt")
    elif kind == "spaces":
        data.setText(" \n ")
    elif kind == "too long":
        data.setText("x" * (MOST + 1))
    elif kind == "other":
        data.setData("application/x-thing", b"\0")
    return data


def test_another_way_to_hide_something_can_be_taken(
    controller: ClipboardController, start_job: StartJob, factory: ScriptedSessions
) -> None:
    factory.alternatives = ((" in Lisbon", " by the sea", "location", 0.9),)
    start_job(ANONYMIZE, TELLING)
    task, diff = controller._task, controller.quick.diff
    assert task is not None
    for expected in (REWRITTEN.replace("my flat.", "my flat by the sea."), REWRITTEN):
        (way,) = task.alternatives
        diff.taken.emit(way)
        assert task.result == expected


def test_what_is_no_text_to_work_on_is_left_alone_with_a_sentence(
    controller: ClipboardController, qtbot: QtBot
) -> None:
    board = QGuiApplication.clipboard()
    sentences = set()
    for kind in ("nothing", "picture", "files", "spaces", "too long", "other"):
        board.setMimeData(_data(kind))
        before = board.mimeData().formats()
        controller.start_job(PSEUDONYMIZE)
        qtbot.waitUntil(controller.quick.notice.isVisible)
        sentences.add(controller.quick.notice.accessibleName())
        assert not controller.quick.take_button.isEnabled()
        assert controller.quick.open_button.isVisible() == (kind == "too long")
        qtbot.keyClick(controller.quick, Qt.Key.Key_Escape)
        assert board.mimeData().formats() == before
    assert len(sentences) == 6


def test_what_is_copied_after_a_complaint_is_read_at_once(
    controller: ClipboardController, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setMimeData(_data("nothing"))
    controller.start_job(PSEUDONYMIZE)
    qtbot.waitUntil(controller.quick.notice.isVisible)
    clipboard.put(TEXT)
    qtbot.waitUntil(lambda: controller._task is not None and controller._task.ready, timeout=20_000)
    assert not controller.quick.notice.isVisible()
    qtbot.keyClick(controller.quick, Qt.Key.Key_Return)
    assert "Kowalski" not in clipboard.text()
    clipboard.put("Something else")  # of no concern to a window that has gone
    assert controller._found.text == TEXT


def test_a_text_that_did_not_come_is_asked_for_again_once_the_keyboard_is_back(
    controller: ClipboardController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard.put(TEXT)
    with monkeypatch.context() as silence:
        silence.setattr(clipboard, "text_of", lambda data: "")
        controller.start_job(PSEUDONYMIZE)
        qtbot.waitUntil(controller.quick.notice.isVisible)
        assert "does not answer" in controller.quick.notice.accessibleName()
    controller.quick.activated.emit()
    qtbot.waitUntil(lambda: controller._task is not None and controller._task.ready, timeout=20_000)


def test_enter_before_the_text_is_there_leaves_the_window_open(
    controller: ClipboardController, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setMimeData(_data("nothing"))
    controller.start_job(PSEUDONYMIZE)
    qtbot.waitUntil(controller.quick.notice.isVisible)
    assert controller.quick.leave_button.hasFocus()
    qtbot.keyClick(controller.quick, Qt.Key.Key_Escape)
    clipboard.put(TEXT)
    controller.start_job(PSEUDONYMIZE)
    assert controller._task is None
    qtbot.keyClick(controller.quick, Qt.Key.Key_Return)
    assert controller.quick.isVisible()


def test_what_a_password_manager_put_there_is_not_looked_at(qtbot: QtBot) -> None:
    class Board:
        def mimeData(self) -> QMimeData:
            data = QMimeData()
            data.setText("hunter2")
            data.setData("x-kde-passwordManagerHint", b"secret")
            return data

        def ownsClipboard(self) -> bool:
            return False

    found = read_clipboard(Board())  # type: ignore[arg-type]
    assert found.complaint
    assert not found.text


def test_without_stand_ins_there_is_nothing_to_restore(
    controller: ClipboardController, start_job: StartJob
) -> None:
    start_job(RESTORE_JOB, "A reply.")
    assert controller.quick.notice.isVisible()
    assert not controller.quick.take_button.isEnabled()


def test_a_result_is_taken_away_after_a_while_but_nothing_else(
    controller: ClipboardController, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = controller.outbox
    owns = [True]  # this platform never owns its clipboard
    monkeypatch.setattr(Outbox, "_owns", lambda _outbox: owns[0])
    outbox.put("result", {}, False, 60)
    assert outbox._clearing.isActive()
    owns[0] = False
    clipboard.put("another program's")
    outbox._clearing.timeout.emit()
    assert clipboard.text() == "another program's"
    owns[0] = True
    outbox.put("result", {}, False, 60)
    outbox._clearing.timeout.emit()
    assert clipboard.text() == ""


def test_what_is_copied_last_stays_as_long_as_it_was_put_for(controller: ClipboardController) -> None:
    """Both windows put their results through one outbox: the time of an earlier one is over."""
    controller._window.outbox.put("the main window's result", {}, False, 60)
    controller.outbox.put("the small window's", {}, False, 0)
    assert not controller._window.outbox._clearing.isActive()
    assert clipboard.text() == "the small window's"


@pytest.mark.parametrize("written", ["", "P", "Shift+P", "Ctrl+Alt", "Ctrl+A, Ctrl+B", "Ctrl+Alt+Space"])
def test_what_cannot_be_a_hotkey(written: str) -> None:
    with pytest.raises(BadInput):
        read_combination(written)


def test_results_stay_in_memory_and_menus_hold_no_word_of_them(
    controller: ClipboardController, start_job: StartJob
) -> None:
    start_job(PSEUDONYMIZE, TEXT)
    controller.take()
    (result,) = controller.recent
    surrogates = [pair.surrogate for pair in controller.mapping.pairs]
    assert not any(word in result.title for word in (*surrogates, "Kowalski", "Xaver"))
    clipboard.put("other")
    controller.copy_again(result)
    assert clipboard.text() == result.text
    controller.forget_results()
    assert not len(controller.recent)
    assert controller.mapping.pairs  # the reply is still to come
    controller._window.vault.state = VaultClientState.NOTHING  # as after "Forget everything"
    controller._window.vault.changed.emit()
    assert not controller.mapping.pairs
    assert not controller.outbox.can_put_back


def test_stand_ins_outlive_the_program_where_there_is_a_vault(
    open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = open_window()
    sent, later = ClipboardController(window), ClipboardController(window)
    clipboard.put(TEXT)
    sent.start_job(PSEUDONYMIZE)
    qtbot.waitUntil(lambda: bool(sent._task and sent._task.ready), timeout=20_000)
    sent.take()
    qtbot.waitUntil(lambda: bool(later.mapping.pairs))
    assert later.mapping == sent.mapping
    window.vault.change(lambda vault: vault.forget_conversations(), lambda: None, pytest.fail)
    qtbot.waitUntil(lambda: not sent.mapping.pairs)
    assert not later.mapping.pairs
    for controller in (sent, later):
        controller.close()


def test_keys_menus_settings_and_later_starts(
    presence: Presence, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One window for all of it: opening one takes longer than these tests."""
    keys, window = presence.source, presence.window
    assert isinstance(keys, Keys)
    qtbot.waitUntil(lambda: bool(keys.taken))
    assert keys.taken == {HIDE: "Ctrl+Alt+Shift+P", RESTORE: "Ctrl+Alt+Shift+R"}
    clipboard.put("Nothing here.")
    keys.pressed.emit(RESTORE, "")
    assert presence.controller._kind == RESTORE_JOB
    keys.pressed.emit(HIDE, "")
    assert presence.controller._kind == PSEUDONYMIZE
    assert presence.controller.quick.isVisible()
    window.change_settings(clipboard_job=ANONYMIZE)
    keys.pressed.emit(HIDE, "")
    assert presence.controller._kind == ANONYMIZE
    presence.tray.hotkeys.trigger()
    assert not keys.taken
    assert load_settings().hotkeys is False
    presence.tray.hotkeys.trigger()
    assert keys.taken

    add_entries(presence)
    entry = next(one for one in window.actions() if "Restore a reply" in one.text().replace("&", ""))
    entry.trigger()
    assert presence.controller._kind == RESTORE_JOB

    told: list[bool] = []
    monkeypatch.setattr(login, "start_at_login", told.append)
    monkeypatch.setattr(login, "starts_at_login", lambda: False)
    dialog = settings_window.show(window, SettingsPage.SHORTCUTS)
    (part,) = dialog.findChildren(HotkeysPart)
    (beside,) = dialog.findChildren(BesidePart)
    assert part.isVisible()
    part.hide_key.setKeySequence("Ctrl+Alt+X")
    part.hide_key.editingFinished.emit()
    assert load_settings().hotkey_hide == "Ctrl+Alt+X"
    assert "Ctrl+Alt+X" in part.refusal.text()
    for unusable in ("X", "Ctrl+Alt+Shift+R", "Ctrl+Alt+Space"):
        part.hide_key.setKeySequence(unusable)
        part.hide_key.editingFinished.emit()
        assert load_settings().hotkey_hide == "Ctrl+Alt+X"
        assert part.hide_key.keySequence().toString() == "Ctrl+Alt+X"
    beside.login.setChecked(True)
    assert told == [True]
    assert not beside.tray.isVisibleTo(beside)  # there is no tray here
    assert any("no tray" in label.text() for label in beside.findChildren(QLabel))
    dialog.accept()

    window.showMinimized()
    presence.grant(Activation(SHOW))
    assert not window.isMinimized()

    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    window.change_settings(stay_in_tray=True)
    assert not presence.stays()  # there is no tray here
    monkeypatch.setattr(Tray, "is_there", property(lambda _tray: True))
    window.close()
    assert not window.isVisible()
    assert not ended
    presence.tray.opened.emit()
    assert window.isVisible()
    presence.tray.quit_wanted.emit()
    assert ended
