"""Stopping: what runs is stopped, what would begin is, too, until it is allowed again."""

import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.errors import Cancelled


def test_a_raised_flag_stops_what_runs_and_what_comes_until_it_is_cleared() -> None:
    stopped: list[str] = []
    cancellation = Cancellation()
    cancellation.check()
    cancellation.stopping_with(lambda: stopped.append("first"))
    assert stopped == []
    cancellation.raise_flag()
    assert stopped == ["first"]
    with pytest.raises(Cancelled, match="Nothing is lost"):
        cancellation.check()
    cancellation.stopping_with(lambda: stopped.append("second"))  # begins too late
    assert stopped == ["first", "second"]
    cancellation.clear()
    cancellation.check()
    cancellation.stopping_with(lambda: stopped.append("third"))
    assert stopped == ["first", "second"]


def test_what_has_ended_is_not_stopped() -> None:
    stopped: list[str] = []
    cancellation = Cancellation()
    cancellation.stopping_with(lambda: stopped.append("ended"))
    cancellation.stopping_with(None)
    cancellation.raise_flag()
    cancellation.stopping_with(None)
    assert stopped == []


def test_a_stop_may_ask_whether_the_flag_is_up() -> None:
    """It is called without the lock: whoever stops something may look at the flag, or clear it."""
    cancellation = Cancellation()
    cancellation.stopping_with(cancellation.clear)
    cancellation.raise_flag()
    cancellation.check()
