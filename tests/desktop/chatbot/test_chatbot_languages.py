"""The chatbot's page in a longer language and the smallest window it has to fit: nothing is cut off."""

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from desktop.pseudo_locale import pseudo_locale
from penname.desktop import translate
from penname.desktop.main.main_window import MainWindow
from penname.desktop.style import theme


@pytest.fixture
def long_language() -> Iterator[None]:
    translate.use_catalog(pseudo_locale)
    yield
    translate.use_catalog(None)


def test_it_fits_a_small_window_in_a_long_language(
    qtbot: QtBot, window: MainWindow, long_language: None
) -> None:
    window.chatbot_wanted.emit()
    page = window.chatbot.page
    page.put_text("Dear Mrs Thornbury, we saw Lantern in Leeds.")
    qtbot.waitUntil(lambda: page.flow.ready, timeout=20000)
    window.theme = theme.dark()
    window.chatbot.apply_style()
    window.resize(900, 600)
    QTest.qWait(50)
    for step in (0, 1):
        page.go_to(step)
        assert (window.width(), window.height()) == (900, 600)
        for button in page.findChildren(QAbstractButton):
            if button.isVisible() and button.text():
                words = button.fontMetrics().horizontalAdvance(button.text())
                assert button.width() >= words, button.text()
