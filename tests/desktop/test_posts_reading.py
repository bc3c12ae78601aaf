"""The reading of a pen name's posts, which goes on alone when its dialog has gone."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from penname.desktop.pen_names.reading_work import PostsReading
from penname.domain.pen_names import PenName, Post


def test_a_post_kept_late_is_not_taken_for_one_of_the_next_reading(
    qtbot: QtBot, open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    kept: list[Callable[[], None]] = []
    monkeypatch.setattr(window.vault, "change", lambda _change, done, _failed: kept.append(done))
    reading = PostsReading(window)
    ends: list[object] = []
    reading.ended.connect(lambda _none, error: ends.append(error))
    posts = PenName("Clara", (), (Post("One.", "", ""),))
    reading.start(posts)
    qtbot.waitUntil(lambda: len(kept) == 1)
    reading.start(posts)
    qtbot.waitUntil(lambda: len(kept) == 2)
    kept[0]()
    assert not ends  # the second is not through
    kept[1]()
    assert ends == [None]
    kept[1]()
    assert ends == [None]
