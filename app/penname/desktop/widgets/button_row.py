"""Buttons that Enter does not press by itself, and a row of them."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from penname.desktop.widgets.boxes import horizontal


def plain_button(title: str, call: Callable[[], object]) -> QPushButton:
    """A button that does `call`, and is never a dialog's default."""
    button = QPushButton(title)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: call())
    return button


def foot_of(*buttons: QPushButton) -> QHBoxLayout:
    """Buttons at the end of a dialog's last row, the one that goes on last."""
    return horizontal(1, *buttons, spacing=8)


def row_of(*buttons: QPushButton) -> QHBoxLayout:
    """Buttons beside each other, at the beginning of their row."""
    return horizontal(*buttons, 1, spacing=8)
