"""What a file tells beside its text, shown before anything of it is written, and what becomes of that."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QCheckBox, QListWidget, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog
from penname.documents.document import Fact

WIDTH, HEIGHT = 520, 420
_MOST = 200  # characters of a value


class FileFactsDialog(FormDialog):
    """Calls `decided` with True where all of it is to stay out of the result; Cancel opens nothing."""

    def __init__(self, parent: QWidget, facts: Sequence[Fact], decided: Callable[[bool], None]) -> None:
        super().__init__(
            parent,
            tr("What the file tells"),
            tr("This document says more than its text. Whoever gets the file can read this, too:"),
            tr("Open"),
            tr("Cancel"),
        )
        self._decided = decided
        self.list = QListWidget()
        self.list.setAccessibleName(tr("What the file tells"))
        self.list.setWordWrap(True)
        for fact in facts:
            self.list.addItem(f"{_shown(fact.what)}: {_shown(fact.value)}")
        self.leave_out = QCheckBox(tr("Leave all of this out of the result"))
        self.leave_out.setChecked(True)
        self.fill(WIDTH, HEIGHT, self.leave_out, self.list)

    def submit(self) -> None:
        """Open the document so."""
        self.accept()
        self._decided(self.leave_out.isChecked())


def _shown(words: str) -> str:
    """A stranger's words on one line."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
    return plain if len(plain) <= _MOST else plain[: _MOST - 1] + "…"
