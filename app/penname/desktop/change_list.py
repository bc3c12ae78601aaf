"""The changes of a rewrite as a list: the keyboard's and the screen reader's way through a diff."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListView, QWidget

from penname.desktop.theme import Theme
from penname.domain.attributes import Attribute


class ChangeList(QListView):
    """One row a change: what it hides, before -> after, and a tick if it is kept. Space toggles, Enter jumps.

    Lives inside `RewritePane`, which keeps it in step; also usable alone.
    """

    toggled = Signal(object)  # the Change to keep, or to leave as it was
    jump_requested = Signal(object)  # the Change to show in the text

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """Names and colours of the attributes that changes serve."""

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
