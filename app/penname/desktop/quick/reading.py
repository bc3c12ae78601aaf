"""What is on the clipboard, or why Penname leaves it alone."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QClipboard

from penname.desktop.texts import clipboard
from penname.desktop.translate import tr

MOST = 100_000  # characters; a longer text belongs into the large window
_SILENT = 2.0  # seconds after which an owner that gives nothing is no longer taken for an empty clipboard
# Forms of a text that are kept to be put back. What else a clipboard holds is made from them.
_KEPT = ("text/plain", "text/html", "text/rtf", "application/rtf", "text/markdown")
_LARGEST = 8_000_000  # bytes of one form


@dataclass(frozen=True)
class ClipboardContent:
    """A text with all its clipboard formats; or a sentence that says why there is none to work on."""

    text: str = ""
    complaint: str = ""
    forms: Mapping[str, bytes] = field(default_factory=dict)
    too_long: bool = False


def read_clipboard(board: QClipboard) -> ClipboardContent:
    """Read the clipboard. May wait for the program that owns it."""
    started = time.monotonic()
    data = board.mimeData()
    formats = data.formats() if data is not None else []
    if not formats:
        if time.monotonic() - started > _SILENT:
            return _silence()
        return ClipboardContent(
            complaint=tr(
                "The clipboard is empty, or the program that you copied from has closed. Copy a text, then "
                "press the key."
            )
        )
    return _found(data, board.ownsClipboard())


def _found(data: QMimeData, own: bool) -> ClipboardContent:
    if not own and clipboard.is_sensitive(data):
        return ClipboardContent(
            complaint=tr(
                "A password manager put this on the clipboard and asks others not to look. Penname did not."
            )
        )
    if any(url.isLocalFile() for url in data.urls()):
        return ClipboardContent(
            complaint=tr("The clipboard holds files. Penname works on texts only; nothing was changed.")
        )
    text = clipboard.text_of(data)
    if not text and data.hasText():
        return _silence()  # a text was offered and did not come: the keyboard went elsewhere meanwhile
    if not text:
        what = tr("a picture") if data.hasImage() else tr("something other than text")
        return ClipboardContent(
            complaint=tr(
                "The clipboard holds {what}. Penname works on texts only; nothing was changed.", what=what
            )
        )
    if not text.strip():
        return ClipboardContent(
            complaint=tr("The text on the clipboard holds nothing but spaces. Nothing was changed.")
        )
    if len(text) > MOST:
        return ClipboardContent(
            text,
            tr(
                "This text has {count} characters, and the small window takes {most} at most. The clipboard "
                "is unchanged. Open the text in Penname, or copy less of it.",
                count=f"{len(text):,}",
                most=f"{MOST:,}",
            ),
            too_long=True,
        )
    forms = {}
    for form in _KEPT:
        if data.hasFormat(form):
            kept = bytes(data.data(form).data())
            if len(kept) <= _LARGEST:
                forms[form] = kept
    return ClipboardContent(text, forms=forms)


def _silence() -> ClipboardContent:
    return ClipboardContent(
        complaint=tr("The program that you copied from does not answer. Copy the text once more.")
    )
