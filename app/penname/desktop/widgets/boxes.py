"""Layouts in one line: what stands below or beside each other, how far apart, and on which widget."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int | Qt.AlignmentFlag]
Margins = tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)


def vertical(
    *parts: Part,
    on: QWidget | None = None,
    spacing: int | None = None,
    margins: Margins | None = (0, 0, 0, 0),
) -> QVBoxLayout:
    """`parts` below each other, `spacing` pixels apart (None: as the style has it).

    A number is room that stretches by it; with a part it is that part's share of the room left, and an
    alignment is where it stands in its own. `margins` are left, top, right and bottom, None the style's.
    """
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, spacing, margins)


def horizontal(
    *parts: Part,
    on: QWidget | None = None,
    spacing: int | None = None,
    margins: Margins | None = (0, 0, 0, 0),
) -> QHBoxLayout:
    """The same, beside each other from the reading side on."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, spacing, margins)


def _filled(box: Box, parts: tuple[Part, ...], spacing: int | None, margins: Margins | None) -> Box:
    if spacing is not None:
        box.setSpacing(spacing)
    if margins is not None:
        box.setContentsMargins(*margins)
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        one, told = part if isinstance(part, tuple) else (part, 0)
        share, place = (0, told) if isinstance(told, Qt.AlignmentFlag) else (told, Qt.AlignmentFlag(0))
        if isinstance(one, QLayout):
            box.addLayout(one, share)
        else:
            box.addWidget(one, share, place)
    return box
