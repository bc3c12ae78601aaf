"""Who collects garbage."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from penname.desktop.background.garbage import Collector, collect_due


class Cycle:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.deleteLater()


def test_another_thread_frees_nothing(collector: Collector, qtbot: QtBot) -> None:
    freed_in: list[threading.Thread] = []
    cycle = Cycle()
    weakref.finalize(cycle, lambda: freed_in.append(threading.current_thread()))
    del cycle

    def allocate() -> None:
        assert len([[] for _ in range(20_000)]) == 20_000  # far more than Python's own threshold

    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert not freed_in
    waste = [[] for _ in range(2_000)]  # so that a collection is due
    qtbot.waitUntil(lambda: bool(freed_in), timeout=5_000)
    assert freed_in == [threading.main_thread()]
    assert waste


def test_nothing_is_collected_before_it_is_due() -> None:
    gc.collect()
    before = gc.get_stats()
    collect_due()
    assert gc.get_stats() == before
