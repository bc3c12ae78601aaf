"""The clipboard's text, unchanged by the way through Python.

PySide turns a `str` into a QString by way of UTF-16 and takes U+FEFF or U+FFFE at its beginning for a byte
order mark: the first is lost, the second swaps the bytes of all that follows.
"""

import sys
from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from penname.desktop.texts.offsets import units

# By these, clipboard managers and histories know what they are not to keep.
_HINT = "x-kde-passwordManagerHint"
_SECRET = b"secret"
_WINDOWS = 'application/x-qt-windows-mime;value="{name}"'
_WINDOWS_HINTS = (
    ("ExcludeClipboardContentFromMonitorProcessing", b"\1\0\0\0"),
    ("CanIncludeInClipboardHistory", b"\0\0\0\0"),
    ("CanUploadToCloudClipboard", b"\0\0\0\0"),
)
_MARKS = ("\ufeff", "\ufffe")
_GUARD = "x"  # stands before a mark while PySide converts


def text_of(data: QMimeData) -> str:
    """The plain text in `data`, "" if it holds none."""
    if not data.hasText():
        return ""
    try:
        return bytes(data.data("text/plain").data()).decode("utf-8") or data.text()
    except UnicodeDecodeError:
        return data.text()


def text() -> str:
    """The plain text on the clipboard, "" if it holds none."""
    data = QGuiApplication.clipboard().mimeData()
    return text_of(data) if data is not None else ""  # None where it was cleared


def put(words: str) -> None:
    """Put `words` on the clipboard."""
    if words.startswith(_MARKS):
        # A line edit hands its selection to the clipboard inside Qt, where no mark is looked for.
        carrier = QLineEdit()
        carrier.setMaxLength(len(words) * 2 + 2)
        carrier.setText(_GUARD + words)
        carrier.setSelection(1, units(words))
        carrier.copy()
    else:
        QGuiApplication.clipboard().setText(words)


def carrying(words: str) -> QMimeData:
    """`words` for a drag, or for a copy that Qt puts on the clipboard itself."""
    data = QMimeData()
    if words.startswith(_MARKS):
        data.setData("text/plain", QByteArray(words.encode("utf-8")))
    else:
        data.setText(words)
    return data


def is_sensitive(data: QMimeData) -> bool:
    """Whether whoever put this on the clipboard asks others not to look or to keep it."""
    if bytes(data.data(_HINT).data()).strip() == _SECRET:
        return True
    return any(data.hasFormat(_WINDOWS.format(name=name)) for name, _ in _WINDOWS_HINTS[:1])


def put_forms(forms: Mapping[str, bytes], sensitive: bool = False) -> None:
    """Put a text on the clipboard in all these forms (MIME type -> bytes); `sensitive` asks histories and
    monitors to leave it out."""
    data = QMimeData()
    for form, content in forms.items():
        data.setData(form, QByteArray(content))
    if sensitive:
        data.setData(_HINT, QByteArray(_SECRET))
        if sys.platform == "win32":
            for name, content in _WINDOWS_HINTS:
                data.setData(_WINDOWS.format(name=name), QByteArray(content))
    QGuiApplication.clipboard().setMimeData(data)
