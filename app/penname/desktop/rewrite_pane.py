"""The pane with a proposed rewrite: its diff, the list of its changes, and the place to change it by hand."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from penname.desktop.theme import Theme
from penname.domain.attributes import Attribute
from penname.domain.changes import Change


class RewritePane(QWidget):
    """A base text and the changes proposed for it; the user keeps, drops and adds changes.

    `changes` is what stands now (what Accept should carry). Its header has the toggle inline / side by side;
    the buttons Accept, Reject, Try again and Copy belong to the window. `actions()` gives the QActions for the
    window's menu: next change, previous change, keep or drop this change, undo typing, edit by hand.
    """

    changes_edited = Signal(tuple)  # all changes that stand, after the user changed them
    side_by_side_toggled = Signal(bool)  # to be remembered in the settings

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes that stand now, in order."""
        raise NotImplementedError

    @property
    def new_text(self) -> str:
        """The base text with the changes that stand."""
        raise NotImplementedError

    def show_rewrite(self, text: str, changes: Sequence[Change]) -> None:
        """Show `changes` of `text`, all of them kept. The same ones again change nothing. No signal."""

    def show_nothing(self, message: str = "") -> None:
        """No rewrite: show `message` instead."""

    def set_editable(self, editable: bool) -> None:
        """Whether changes can be ticked and the new text typed in (not while the model works)."""

    def set_side_by_side(self, side_by_side: bool) -> None:
        """Old and new beside each other, or one text with both."""

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """Names and colours of the attributes that changes serve."""

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
