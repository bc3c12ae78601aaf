"""Counts the hops from a click, and from the command line, to the engine:

    PYTHONPATH=app:tests python -m hops

A hop is a function, method, generator or lambda of `app/penname` that is under way when the first request
reaches the engine client's `submit`, which is the last hop. Where one thread handed the work to another, what
was under way in the first one then counts, too, from the slot of the button's click (or from
`penname.__main__.main`) on. What was called on the way and has returned does not count, and neither do
comprehensions, which since Python 3.12 are no frames of their own.

No model runs: the real session service gets an engine that stops the work at its first request. Nothing of
this computer's Penname is touched.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from unittest.mock import patch

import penname
from penname.domain.errors import Cancelled
from penname.engine.requests import Request

MOST = 20
TEXT = "I love my flat in Lisbon. After a night shift on my ward I sleep badly. I am 34."
_OURS = str(Path(penname.__file__).parent)
_COMPREHENSIONS = ("<listcomp>", "<dictcomp>", "<setcomp>")
_PATIENCE_MS = 20_000

Hops = tuple[str, ...]


def hops_under_way(frame: FrameType | None) -> Hops:
    """Our frames from `frame` down to where its thread began, and those of whoever handed the work over."""
    found: list[str] = []
    before: Hops = _HANDED_OVER.get(id(threading.current_thread()), ())
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_OURS) and code.co_name not in _COMPREHENSIONS:
            place = Path(code.co_filename).relative_to(_OURS)
            found.append(f"{place}  {code.co_qualname}")
            before = _HANDED_OVER.get(id(frame.f_locals.get("job")), before)
        frame = frame.f_back
    return (*before, *reversed(found))


_HANDED_OVER: dict[int, Hops] = {}  # by the id of the thread that was started, or of the job submitted
_KEPT: list[object] = []  # those, so that no later one gets the id of one that is gone


class CountingEngine:
    """The engine's client: notes how the first request came, and stops the work there."""

    hops: Hops = ()
    busy = False

    def __init__(self, *_: object) -> None:
        from penname.engine.client import ModelInfo

        self.info = ModelInfo("starter", "Starter model", 8192, "starter", ("en",), 1, False)

    def load(self) -> None:
        """It is there."""

    def submit(self, _request: Request) -> object:
        """Note the way here."""
        if not CountingEngine.hops:
            submit = "engine/local.py  LocalEngine.submit"
            CountingEngine.hops = (*hops_under_way(sys._getframe(1)), submit)
        raise Cancelled

    def count_tokens(self, texts: list[str]) -> list[int]:
        """A token for every four characters."""
        return [len(text) // 4 for text in texts]

    def close(self) -> None:
        """Nothing to give back."""


@contextmanager
def _counting() -> Iterator[None]:
    """With the counting engine, and with handovers noted."""
    from penname.desktop.background.job_thread import Job, JobThread

    start, submit = threading.Thread.start, JobThread.submit

    def noting_start(thread: threading.Thread) -> None:
        _KEPT.append(thread)
        _HANDED_OVER[id(thread)] = hops_under_way(sys._getframe(1))
        start(thread)

    def noting_submit(jobs: JobThread, job: Job) -> Job:
        own = "desktop/background/job_thread.py  JobThread.submit"
        _KEPT.append(job)
        _HANDED_OVER[id(job)] = (*hops_under_way(sys._getframe(1)), own)
        return submit(jobs, job)

    CountingEngine.hops = ()
    _HANDED_OVER.clear()
    _KEPT.clear()
    with ExitStack() as stack:
        stack.enter_context(patch("penname.sessions.loaded_models.LocalEngine", CountingEngine))
        stack.enter_context(patch.object(threading.Thread, "start", noting_start))
        stack.enter_context(patch.object(JobThread, "submit", noting_submit))
        yield


def of_the_click() -> Hops:
    """From the slot of the window's primary button to the engine."""
    from PySide6.QtWidgets import QApplication

    from penname.desktop.app import make_window

    app = QApplication.instance() or QApplication(["penname"])
    assert isinstance(app, QApplication)
    with _counting():
        window = make_window(app)
        window.show()
        _wait(lambda: window.model is not None and not window.jobs.busy)
        window.page.put_text(TEXT)
        _wait(lambda: not window.jobs.busy)
        window.page.bar.next.button.click()
        _wait(lambda: bool(CountingEngine.hops) and not window.jobs.busy)
        window.confirm = lambda *_words: True
        window.close()
    return CountingEngine.hops


def of_the_command() -> Hops:
    """From `penname anonymize FILE` to the engine."""
    from penname.__main__ import main

    with tempfile.TemporaryDirectory() as folder, _counting():
        text = Path(folder, "text.txt")
        text.write_text(TEXT)
        arguments = patch.object(sys, "argv", ["penname", "anonymize", str(text)])
        with arguments, _kept_off(), suppress(SystemExit):
            main()
    return CountingEngine.hops


@contextmanager
def _kept_off() -> Iterator[None]:
    """Without what a command forbids its process for good, and with its words thrown away."""
    forbidding = "penname.engine.confining.confinement.forbid_{}".format
    with ExitStack() as stack:
        stack.enter_context(patch(forbidding("network")))
        stack.enter_context(patch(forbidding("core_dumps")))
        stack.enter_context(patch("penname.cli.anonymize.put"))
        stack.enter_context(patch("penname.cli.anonymize.say"))
        yield


def _wait(condition: Callable[[], bool]) -> None:
    from PySide6.QtCore import QCoreApplication

    for _ in range(_PATIENCE_MS // 10):
        if condition():
            return
        QCoreApplication.processEvents()
        time.sleep(0.01)  # not QTest.qWait, which keeps the interpreter lock from the threads waited for
    raise TimeoutError


def main() -> int:
    """Print both chains; 1 where one is too long."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    with tempfile.TemporaryDirectory() as home:
        for kind in ("CACHE", "CONFIG", "DATA", "RUNTIME", "STATE"):
            os.environ[f"PENNAME_{kind}_DIR"] = str(Path(home) / kind.lower())
        chains = {"A click on the button": of_the_click(), "penname anonymize": of_the_command()}
    for title, hops in chains.items():
        sys.stdout.write(f"{title}: {len(hops)} hops\n")
        sys.stdout.writelines(f"{number:4}  {hop}\n" for number, hop in enumerate(hops, 1))
    return int(max(map(len, chains.values())) > MOST)


if __name__ == "__main__":
    sys.exit(main())
