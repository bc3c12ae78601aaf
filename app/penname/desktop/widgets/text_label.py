"""Labels: what a model, an author or a file says is shown as it is, never as markup."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


def text_label(text: str = "", role: str = "", wraps: bool = True) -> QLabel:
    """A label; `role` is what the style sheet knows it by."""
    label = QLabel(text, wordWrap=wraps)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        label.setProperty("role", role)
    return label
