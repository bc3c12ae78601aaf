"""The thread itself: one job at a time, answers in the window's thread, stops that are heard, a clean end."""

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from penname import locations
from penname.desktop.background.job_thread import Job, JobThread
from penname.domain.errors import BadInput, Cancelled, EngineError, PennameError


class Work:
    """Something that runs until it is cancelled or let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.cancelled = threading.Event()

    def __call__(self) -> str:
        self.begun.set()
        if self.cancelled.wait(5):
            raise Cancelled
        return "done"

    def cancel(self) -> None:
        self.cancelled.set()


@pytest.fixture
def thread() -> Iterator[JobThread]:
    jobs = JobThread()
    jobs.start()
    yield jobs
    jobs.close(lambda: None)
    assert not jobs.isRunning()


def test_answers_come_in_order_and_in_the_thread_of_the_window(qtbot: QtBot, thread: JobThread) -> None:
    told: list[tuple[int, bool]] = []
    main = threading.get_ident()
    for number in range(5):
        job = Job(lambda number=number: (number, threading.get_ident() != main))
        thread.submit(
            job.success(lambda result: told.append((result[0], result[1] and threading.get_ident() == main)))
        )
    qtbot.waitUntil(lambda: len(told) == 5)
    assert told == [(number, True) for number in range(5)]
    assert not thread.busy


def test_an_error_goes_to_failure(qtbot: QtBot, thread: JobThread) -> None:
    def work() -> None:
        raise BadInput("No text.")

    errors: list[PennameError] = []
    thread.submit(Job(work).failure(errors.append))
    qtbot.waitUntil(lambda: bool(errors))
    assert str(errors[0]) == "No text."


def test_a_bug_becomes_a_sentence_and_its_message_is_not_logged(qtbot: QtBot, thread: JobThread) -> None:
    def work() -> None:
        raise KeyError("the user's own words")

    errors: list[PennameError] = []
    thread.submit(Job(work).failure(errors.append))
    qtbot.waitUntil(lambda: bool(errors))
    assert isinstance(errors[0], EngineError)
    assert "kept" in str(errors[0])
    log = locations.state_dir() / "crashes.log"
    assert str(log) in str(errors[0])
    assert "KeyError" in log.read_text(encoding="utf-8")
    assert "own words" not in log.read_text(encoding="utf-8") + str(errors[0])


def test_stop_reaches_what_runs_and_drops_what_waits_of_the_same_owner(
    qtbot: QtBot, thread: JobThread
) -> None:
    one, other, work = object(), object(), Work()
    told: list[str] = []
    thread.submit(Job(work, one, work).failure(lambda error: told.append(type(error).__name__)))
    thread.submit(Job(lambda: "late", one).failure(lambda error: told.append("dropped")))
    thread.submit(Job(lambda: "kept", other).success(told.append))
    qtbot.waitUntil(work.begun.is_set)
    thread.stop(one)
    qtbot.waitUntil(lambda: len(told) == 3)
    assert sorted(told) == ["Cancelled", "dropped", "kept"]


def test_stop_of_another_owner_leaves_it_running(qtbot: QtBot, thread: JobThread) -> None:
    work = Work()
    thread.submit(Job(work, "one", work))
    qtbot.waitUntil(work.begun.is_set)
    thread.stop("other")
    assert not work.cancelled.is_set()
    thread.stop("one")
    assert work.cancelled.is_set()


def test_a_stop_before_the_task_could_hear_it_is_repeated(qtbot: QtBot, thread: JobThread) -> None:
    go_on, stopped, work = threading.Event(), [], Work()

    def deaf_at_first() -> str:
        work.begun.set()
        go_on.wait(5)
        work.cancelled.clear()  # what a driver does when it begins
        thread.check_stop()
        return work()

    thread.submit(Job(deaf_at_first, "one", work).failure(stopped.append))
    qtbot.waitUntil(work.begun.is_set)
    thread.stop("one")
    go_on.set()
    qtbot.waitUntil(lambda: bool(stopped))
    assert isinstance(stopped[0], Cancelled)


def test_closing_kills_what_does_not_listen_and_joins() -> None:
    jobs = JobThread()
    jobs.start()
    begun, killed = threading.Event(), threading.Event()

    def deaf() -> None:
        begun.set()
        killed.wait(10)

    jobs.submit(Job(deaf))
    assert begun.wait(5)
    jobs.close(killed.set)
    assert killed.is_set()
    assert not jobs.isRunning()


def test_after_closing_jobs_fail_as_cancelled(qtbot: QtBot) -> None:
    jobs = JobThread()
    jobs.start()
    jobs.close(lambda: None)
    errors: list[PennameError] = []
    jobs.submit(Job(lambda: "never").failure(errors.append))
    assert isinstance(errors[0], Cancelled)


def test_what_gives_way_is_stopped_by_any_other_job_and_by_none_of_its_kind(
    qtbot: QtBot, thread: JobThread
) -> None:
    work, ended = Work(), list[object]()
    thread.submit(Job(work, None, work, gives_way=True).failure(ended.append))
    work.begun.wait(5)
    thread.submit(Job(lambda: "waits", gives_way=True).success(ended.append).failure(ended.append))
    assert not work.cancelled.is_set()
    thread.submit(Job(lambda: "wanted").success(ended.append))
    qtbot.waitUntil(lambda: len(ended) == 3)
    assert work.cancelled.is_set()
    assert [type(one) for one in ended[:2]] == [Cancelled, Cancelled]
    assert ended[2] == "wanted"


def test_with_nothing_else_to_do_it_comes_to_its_end(qtbot: QtBot, thread: JobThread) -> None:
    ended: list[object] = []
    thread.submit(Job(lambda: "wanted").success(ended.append))
    thread.submit(Job(lambda: "beside", gives_way=True).success(ended.append))
    qtbot.waitUntil(lambda: len(ended) == 2)
    assert ended == ["wanted", "beside"]
