"""Buttons that Enter does not press by itself, and a row of them."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton


def plain_button(title: str, call: Callable[[], object]) -> QPushButton:
    """A button that does `call`, and is never a dialog's default."""
    button = QPushButton(title)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: call())
    return button


def foot_of(*buttons: QPushButton) -> QHBoxLayout:
    """Buttons at the end of a dialog's last row, the one that goes on last."""
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


def row_of(*buttons: QPushButton) -> QHBoxLayout:
    """Buttons beside each other, at the beginning of their row."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
