"""A window on a scripted workbench."""

import os
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_bench import ScriptedBench
from penname.desktop import appearance, theme
from penname.desktop.app import make_window
from penname.desktop.main_window import MainWindow
from penname.desktop.view_state import State

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: QApplication) -> None:
    """Even a text document alone needs the application, whichever test comes first."""


@pytest.fixture
def bench() -> ScriptedBench:
    return ScriptedBench()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, bench: ScriptedBench) -> Iterator[MainWindow]:
    """The whole window, shown, with its model loaded; what it asks before closing is answered with yes."""
    appearance.apply(qapp, theme.light())
    window = make_window(qapp, bench)
    window.confirm = lambda *_: True
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy)
    yield window
    bench.go_on.set()
    window.close()
    assert not window.jobs.isRunning()


@pytest.fixture
def until(qtbot: QtBot, window: MainWindow) -> Callable[[State], None]:
    """Wait until the text in front is in a state and nothing is under way."""

    def wait(state: State) -> None:
        def there() -> None:
            assert window.page.flow.state is state
            assert state is State.RUNNING or not window.jobs.busy

        qtbot.waitUntil(there, timeout=5000)

    return wait
