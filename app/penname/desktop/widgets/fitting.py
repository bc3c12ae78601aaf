"""Windows as high as their words need."""

from PySide6.QtWidgets import QWidget


def fit_words(window: QWidget) -> None:
    """Grow until every line is seen at this width: Qt expects wrapped words to take fewer lines."""
    layout = window.layout()
    if layout is not None:
        layout.activate()
        window.resize(window.width(), max(window.height(), layout.totalHeightForWidth(window.width())))
