"""Several posts of one author in the window: in one tab, rewritten together, copied and saved apart."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from documents import samples
from penname.desktop.main import window_posts
from penname.desktop.main.file_facts_dialog import FileFactsDialog
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState, enabled, primary_label
from penname.desktop.shell import asking
from penname.desktop.texts import clipboard
from penname.documents.word import WordDocument
from penname.domain.pen_names import PenName, Post
from penname.domain.together import joined_posts, posts_apart
from scripted import TEXT

Until = Callable[[SessionState], None]
MONDAY, TUESDAY, FRIDAY = TEXT, "My flat in Lisbon is small.\r\nI like it.", "Nothing to see here."


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("friday.txt", "monday.txt", "tuesday.md")]
    for path, text in zip(paths, (FRIDAY, MONDAY, TUESDAY), strict=True):
        path.write_bytes(text.encode())
    return paths


@pytest.fixture
def opened(window: MainWindow, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """The three of them, opened from the menu."""
    names = [str(path) for path in reversed(files)]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: (names, ""))
    entry(window, "Open se&veral posts…").trigger()
    return window


def entry(window: MainWindow, words: str):
    return next(action for action in window.menus.file.actions() if action.text() == words)


def save_in(window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "folder_to_save_in", lambda _parent: str(folder))
    window.do(Action.SAVE)


def test_they_are_one_text_of_several_posts_and_come_out_with_the_same_words(
    qtbot: QtBot,
    opened: MainWindow,
    until: Until,
    files: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page, flow = opened.page, opened.page.flow
    assert len(opened.pages) == 1
    assert posts_apart(flow.text) == (FRIDAY, MONDAY, TUESDAY)
    assert flow.goal.together
    assert page.posts.isVisible()
    assert page.posts.box.itemText(2) == "Post 3 of 3"
    opened.do(Action.RUN)
    until(SessionState.FINISHED)
    assert flow.view is not None
    assert flow.view.goal.together, "the roles were told that these are posts"
    friday, monday, tuesday = flow.results
    assert friday == FRIDAY
    assert "Lisbon" not in monday + tuesday
    assert tuesday == "My flat is small.\r\nI like it."
    results = tmp_path / "results"
    results.mkdir()
    (results / "monday.txt").write_text("another file")
    save_in(opened, results, monkeypatch)
    qtbot.waitUntil(lambda: page.saved == flow.result)
    saved = {path.name: path.read_bytes().decode() for path in results.iterdir()}
    assert saved == {
        "friday.txt": friday,
        "monday.txt": "another file",
        "monday-2.txt": monday,
        "tuesday.md": tuesday,
    }
    assert [path.read_bytes().decode() for path in files] == [FRIDAY, MONDAY, TUESDAY]
    opened.do(Action.UNDO)
    until(SessionState.LEAKS)
    assert posts_apart(flow.view.original) == (FRIDAY, MONDAY, TUESDAY)


def test_stop_keeps_every_post(
    qtbot: QtBot, opened: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.wait_in = "anonymizer"
    opened.do(Action.RUN)
    qtbot.waitUntil(factory.waiting.is_set, timeout=20_000)
    opened.do(Action.STOP)
    until(SessionState.STOPPED)
    assert opened.page.flow.results == (FRIDAY, MONDAY, TUESDAY)
    factory.wait_in = ""
    opened.do(Action.RUN)
    until(SessionState.FINISHED)
    assert "Lisbon" not in opened.page.flow.result


def test_each_is_copied_for_itself(opened: MainWindow, until: Until) -> None:
    page, flow = opened.page, opened.page.flow
    opened.do(Action.RUN)
    until(SessionState.FINISHED)
    assert primary_label(flow.facts) == "Copy post 1"
    assert Action.SAVE_DECISIONS not in enabled(flow.facts), "the command that repeats them has one text"
    for number, result in enumerate(flow.results, 1):
        assert page.saved is None, "something would be lost"
        page.posts.box.activated.emit(number - 1)
        view = page.document.text_in_front
        assert view.text[view.selected[0] :].startswith(result)
        opened.do(Action.COPY)
        assert clipboard.text() == result
    assert page.saved == flow.result


def test_what_stands_between_them_cannot_be_typed_over(
    qtbot: QtBot, opened: MainWindow, until: Until
) -> None:
    page, flow = opened.page, opened.page.flow
    opened.do(Action.RUN)
    until(SessionState.FINISHED)
    page.show_view(DocumentView.RESULT)
    result, shown = flow.result, page.document.rewrite.new
    shown.setFocus()
    shown.select(len(FRIDAY), len(FRIDAY) + 4)
    qtbot.keyClick(shown, Qt.Key.Key_Delete)
    assert shown.text == result == flow.result
    shown.select(len(FRIDAY), len(FRIDAY))
    qtbot.keyClicks(shown, "!")
    assert flow.results[0] == FRIDAY + "!"
    assert shown.text == flow.result


def test_the_texts_of_all_tabs_are_joined_and_stay(window: MainWindow, until: Until) -> None:
    join = entry(window, "Rewrite the open texts to&gether")
    window.place_text(MONDAY)
    join.trigger()
    assert "at least two" in window.notice.accessibleName()
    window.new_text(TUESDAY)
    join.trigger()
    assert [page.flow.text for page in window.pages] == [MONDAY, TUESDAY, joined_posts((MONDAY, TUESDAY))]
    assert window.page is window.pages[-1]
    assert [page.flow.goal.together for page in window.pages] == [False, False, True]
    window.choose_method("misleading")
    assert window.page.flow.goal.together


def test_a_text_that_takes_their_tab_is_one_text(window: MainWindow) -> None:
    window.place_posts([("", window_posts.Intake("One.")), ("", window_posts.Intake("Two."))])
    window.page.document.original.show_text("")
    window.page.take_text()
    window.place_text("One.\n\n⁂\n\nTwo, of a story.")
    assert not window.page.flow.goal.together
    assert not window.page.posts.isVisible()


def test_a_post_with_their_line_in_it_is_refused_with_a_sentence(
    window: MainWindow, files: list[Path]
) -> None:
    files[0].write_text("One.\n\n⁂\n\nTwo.", encoding="utf-8")
    window_posts.open_posts(window, [str(path) for path in files])
    assert "Take it out" in window.notice.accessibleName()
    assert window.page.flow.text == ""


def test_documents_are_asked_about_and_saved_as_such(
    qtbot: QtBot,
    window: MainWindow,
    files: list[Path],
    tmp_path: Path,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    letter = tmp_path / "letter.docx"
    letter.write_bytes(samples.word())
    window_posts.open_posts(window, [str(letter), str(files[1])])
    found: list[FileFactsDialog] = []

    def there() -> None:
        found[:] = [one for one in window.findChildren(FileFactsDialog) if one.isVisible()]
        assert found

    qtbot.waitUntil(there, timeout=60_000)
    assert window.page.flow.text == ""
    found[0].submit()
    qtbot.waitUntil(lambda: window.page.flow.goal.together, timeout=60_000)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    save_in(window, tmp_path, monkeypatch)
    qtbot.waitUntil(lambda: window.page.saved is not None, timeout=60_000)
    made = WordDocument((tmp_path / "letter-2.docx").read_bytes())
    assert made.text.split() == window.page.flow.results[0].split()
    assert (tmp_path / "monday-2.txt").read_text() == window.page.flow.results[1]


def test_what_an_encoding_lacks_is_saved_as_unicode_if_the_user_says_so(
    qtbot: QtBot, window: MainWindow, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = window.sessions
    assert isinstance(factory, ScriptedSessions)
    find, _word, validity = factory.leaks["location"]
    factory.leaks["location"] = (find, "flat ⌂", validity)
    intake = window_posts.Intake
    window.place_posts([("a.txt", intake(MONDAY, "cp1252")), ("b.txt", intake(FRIDAY))])
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    save_in(window, tmp_path, monkeypatch)
    qtbot.waitUntil(lambda: "cp1252" in window.notice.accessibleName())
    assert not list(tmp_path.glob("*.txt"))
    window.notice.buttons[0].click()
    qtbot.waitUntil(lambda: window.page.saved is not None)
    assert "⌂" in (tmp_path / "a.txt").read_text(encoding="utf-8")


def test_the_posts_of_a_pen_name_are_rewritten_as_its_own(
    qtbot: QtBot, open_window: Callable[..., MainWindow]
) -> None:
    from penname.desktop.pen_names import pen_names_dialog

    window = open_window()
    posts = (Post(MONDAY, told=()), Post(TUESDAY, told=()))
    clara, said = PenName("Clara", posts=posts), []
    window.vault.change(lambda vault: vault.save_pen_name(clara), lambda: None, said.append)
    qtbot.waitUntil(lambda: bool(window.vault.pen_names))
    dialog = pen_names_dialog.show(window)
    assert dialog is not None
    dialog.posts.rewrite.click()
    qtbot.waitUntil(lambda: window.page.flow.goal.together)
    assert window.page.flow.text == joined_posts((MONDAY, TUESDAY))
    assert window.page.flow.method == "misleading"
    assert window.page.flow.goal.pen_name == "", "they are its posts: nothing in them is known already"
    dialog = pen_names_dialog.show(window)
    assert dialog is not None
    dialog.posts.add.click()
    assert [post.text for post in dialog.posts.posts[-2:]] == [MONDAY, TUESDAY], "two posts, not one"
