"""Words that stand nowhere else go through jobs, crashes and errors; no file, no command line keeps them."""

import base64
import os
import resource
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from end_to_end.broken_room import TEXT, WORDS
from end_to_end.commands import ROOT, Done, Running, penname
from end_to_end.traces import files_that_tell, in_command_lines, ways_to_write

pytestmark = pytest.mark.model
WITHOUT_WRITER = ("--rewrite-model", "starter")  # for jobs that do not get as far


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything a program may write to by itself, in one folder, and cores allowed."""
    home = tmp_path / "home"
    folders = {
        "HOME": home,
        "TMPDIR": home / "tmp",
        "XDG_DATA_HOME": home / "data",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_STATE_HOME": home / "state",
        "XDG_RUNTIME_DIR": home / "run",
    }
    for name, folder in folders.items():
        folder.mkdir(mode=0o700, exist_ok=True)
        monkeypatch.setenv(name, str(folder))
    cache = os.environ["PENNAME_CACHE_DIR"]
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.delenv(f"PENNAME_{kind}_DIR")
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    (home / "penname-cache").symlink_to(cache)
    return home


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Path]:
    """The user's own file, which stands outside of all that."""
    folder = tmp_path / "mine"
    folder.mkdir()
    file = folder / f"{WORDS[2]}.txt"
    file.write_bytes(TEXT.encode())
    yield file
    shutil.rmtree(folder)


def test_a_job_leaves_nothing_behind(home: Path, post: Path) -> None:
    running = Running(("anonymize", "--rounds", "1", str(post)), b"")
    running.wait_until_it_says("judging")
    assert in_command_lines(WORDS, but=running.process.pid) == []
    done = running.done()
    assert done.code == 0, done.said
    assert b"lisbon" not in done.out.lower()  # a rule finds "near Lisbon"
    _nothing_is_left(home, done)


def test_true_values_leave_nothing_behind_and_are_no_part_of_what_is_printed(home: Path, post: Path) -> None:
    true = post.with_name("me.txt")
    true.write_text(f"birthplace = {WORDS[3]}\nlocation = {WORDS[0]}\n", encoding="utf-8")
    options = ("--method", "misleading", "--true-from", str(true), "--rounds", "1", "--json")
    running = Running(("anonymize", *options, str(post)), b"")
    running.wait_until_it_says("rewriting")
    assert in_command_lines(WORDS, but=running.process.pid) == []
    done = running.done()
    assert done.code == 0, done.said
    assert WORDS[3].encode() not in done.out
    _nothing_is_left(home, done)


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGSEGV,
        *(pytest.param(how, marks=pytest.mark.soak(how.name)) for how in (signal.SIGKILL, signal.SIGABRT)),
    ],
    ids=lambda how: how.name,
)
def test_a_dead_host_leaves_nothing_behind(home: Path, post: Path, how: signal.Signals) -> None:
    running = Running(("anonymize", "--rounds", "1", *WITHOUT_WRITER, str(post)), b"")
    running.wait_until_it_says("reading")
    running.kill_host(how)
    done = running.done()
    assert done.code in (0, 1), done.said
    _nothing_is_left(home, done)


def test_a_dead_command_leaves_nothing_behind(home: Path, post: Path) -> None:
    running = Running(("anonymize", "--rounds", "1", *WITHOUT_WRITER, str(post)), b"")
    running.wait_until_it_says("judging")
    os.kill(running.process.pid, signal.SIGABRT)
    done = running.done()
    assert done.code == -signal.SIGABRT
    _nothing_is_left(home, done)


ROOMS = {
    "domain": "penname.domain.changes.apply_changes",
    "engine": "penname.engine.local.LocalEngine.submit",
    "methods": "penname.methods.replay.Replay.once",
    "models": "penname.models.opening.open_model",
    "roles": "penname.roles.attacker.Attacker.attack",
    "sessions": "penname.sessions.driver.SessionDriver.run",
    "settings": "penname.settings.load_attributes",
}


@pytest.mark.parametrize("function", ROOMS.values(), ids=ROOMS.keys())
def test_an_error_in_any_room_leaves_nothing_behind(home: Path, post: Path, function: str) -> None:
    script = str(Path(__file__).with_name("broken_room.py"))
    done = Running(("anonymize", "--rounds", "1", str(post)), b"", program=(script, function)).done()
    assert done.code == 70, done.said
    _nothing_is_left(home, done)


def test_an_error_in_the_host_leaves_nothing_behind(home: Path, post: Path) -> None:
    path = os.pathsep.join(
        str(folder) for folder in (Path(__file__).with_name("broken_host"), ROOT / "tests")
    )
    done = penname("anonymize", "--rounds", "1", str(post), changed={"PYTHONPATH": path})
    assert done.code == 1, done.said
    assert done.out == TEXT.encode()
    _nothing_is_left(home, done)


def test_the_search_finds_what_it_looks_for(home: Path) -> None:
    """The canary's own canary: each way of writing a word is found, wherever it lies."""
    tell = [home / "tmp" / f"{number}" for number, _ in enumerate(ways_to_write(WORDS[1]))]
    for file, written in zip(tell, ways_to_write(WORDS[1]), strict=True):
        file.write_bytes(b"\x00\x01" + written + b"\xff")
    assert sorted(_found(home)) == sorted(tell)
    for file in tell:
        file.unlink()
    named = home / "cache" / f"about-{WORDS[2]}.log"
    named.touch()
    assert _found(home) == [named]
    encoded = base64.b64encode(b"x" + TEXT.encode())
    assert any(written in encoded for written in ways_to_write(WORDS[1]))


def _found(home: Path) -> list[Path]:
    begun = (home / "penname-cache").lstat().st_mtime - 1  # a link of this test's own
    return files_that_tell(home, WORDS, begun)


def _nothing_is_left(home: Path, done: Done) -> None:
    assert _found(home) == []
    assert in_command_lines(WORDS) == []
    assert "Traceback" not in done.said
    assert not any(word in done.said for word in WORDS), done.said
    assert not list(ROOT.glob("core*"))
