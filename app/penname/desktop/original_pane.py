"""The pane with the text as it stands: evidence underlined; the user marks and locks phrases here."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTextEdit, QWidget

from penname.desktop.theme import Theme
from penname.domain.attributes import Attribute


class OriginalPane(QTextEdit):
    """Shows one text. Read-only unless `set_editable(True)` (a new text, before its session exists).

    All offsets are code points of the text given to `show_text`; `text` gives it back exactly as it came, or
    as the user wrote it. Evidence is (start, end, attribute name, tooltip).
    """

    phrase_marked = Signal(str, str)  # phrase, attribute name: "This gives away ..."
    phrase_locked = Signal(str)  # "Never change this"
    file_dropped = Signal(str)  # path of a .txt or .md file
    text_edited = Signal()  # the user typed; only while editable. Read `text` when it is needed

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    @property
    def text(self) -> str:
        """The text, byte for byte."""
        raise NotImplementedError

    def show_text(self, text: str) -> None:
        """Show `text` without evidence; no signal."""

    def set_editable(self, editable: bool) -> None:
        """Let the user type and paste, or only read, mark and copy."""

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """The attributes phrases can be marked for, and whose colours evidence takes."""

    def mark_evidence(self, evidence: Sequence[tuple[int, int, str, str]]) -> None:
        """Underline these spans, replacing all marks before."""

    def jump_to_evidence(self, attribute: str) -> None:
        """Show the first evidence of an attribute and put the cursor there."""

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""

    def set_text_zoom(self, steps: int) -> None:
        """Grow (or shrink) the text by `steps` pixels against the theme's body size."""
