"""From a click, and from the command line, to the engine it is not far."""

import pytest
from pytestqt.qtbot import QtBot

import hops


@pytest.mark.parametrize("chain", [hops.of_the_click, hops.of_the_command])
def test_the_engine_is_at_most_twenty_hops_away(qtbot: QtBot, chain: object) -> None:
    found = chain()  # type: ignore[operator]
    assert found[-1].endswith("LocalEngine.submit")
    assert len(found) <= hops.MOST, "\n".join(found)


def test_a_chain_crosses_the_thread_that_does_the_work(qtbot: QtBot) -> None:
    found = [hop.partition("  ")[2] for hop in hops.of_the_click()]
    assert found[0] == "SessionPage.go_on"
    assert found.index("JobThread.submit") + 1 == found.index("JobThread.run")
    found = [hop.partition("  ")[2] for hop in hops.of_the_command()]
    assert found[0] == "main"
    assert found.index("until_stopped") + 1 == found.index("until_stopped.<locals>.work")
