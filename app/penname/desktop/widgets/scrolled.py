"""A column that is scrolled up and down, without a frame or ground of its own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(content: QWidget, role: str = "") -> QScrollArea:
    """`content`, as wide as there is room; `role` is what the style sheet knows the area by."""
    area = QScrollArea()
    area.setProperty("role", role)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    for part in (area.viewport(), content):
        part.setAutoFillBackground(False)
    return area
