"""The style sheet's rules for a widget depend on its properties; Qt looks at them only when asked."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Give `widget` the property `name`, and the look that goes with it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # its rim may take other room
