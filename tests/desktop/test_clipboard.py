"""What goes over the clipboard arrives byte for byte, also what PySide takes for byte order marks."""

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLineEdit

from penname.desktop.style import theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.original_pane import OriginalPane

ODD = ["\ufeffI live here.", "\ufffeI live here.", "\ufeff\ufeff😀\r\n\u00a0x", "no\ufeffmark", "plain", ""]


@pytest.mark.parametrize("text", ODD)
def test_what_is_put_is_what_others_get(text: str) -> None:
    clipboard.put(text)
    assert QGuiApplication.clipboard().mimeData().data("text/plain").data() == text.encode()
    assert clipboard.text() == text


@pytest.mark.parametrize("text", ODD)
def test_what_others_put_is_pasted_as_it_is(text: str) -> None:
    QGuiApplication.clipboard().setText("before")
    if text:
        carrier = QLineEdit("x" + text)  # hands the text over without Python
        carrier.setSelection(1, len(text.encode("utf-16-le")) // 2)
        carrier.copy()
    else:
        QGuiApplication.clipboard().setMimeData(QMimeData())
    pane = OriginalPane(theme.light())
    pane.set_editable(True)
    pane.paste()
    assert pane.text == text


@pytest.mark.parametrize("text", [text for text in ODD if text])
def test_a_selection_is_copied_as_it_is(text: str) -> None:
    pane = OriginalPane(theme.light())
    pane.show_text(text)
    pane.selectAll()
    pane.copy()
    pane.show_text("")
    pane.set_editable(True)
    pane.moveCursor(QTextCursor.MoveOperation.End)
    pane.paste()
    assert pane.text == text


def test_a_picture_is_no_text() -> None:
    data = QMimeData()
    data.setData("image/png", b"\x89PNG")
    assert clipboard.text_of(data) == ""
