"""Whose messages of a chat are the text: nobody else's are ever changed."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QListWidget, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog

WIDTH, HEIGHT = 420, 360


class SenderDialog(FormDialog):
    """Calls `chosen` with the name; Cancel opens nothing."""

    def __init__(self, parent: QWidget, senders: Sequence[str], chosen: Callable[[str], None]) -> None:
        super().__init__(
            parent,
            tr("Who are you in this chat?"),
            tr("Only what this sender wrote is opened and can be changed. What others wrote stays as it is."),
            tr("Open"),
            tr("Cancel"),
        )
        self._senders, self._chosen = tuple(senders), chosen
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Senders"))
        self.list.addItems([" ".join(sender.split()) for sender in senders])
        self.list.itemActivated.connect(self.submit)
        self.list.itemSelectionChanged.connect(lambda: self.ok.setEnabled(bool(self.list.selectedItems())))
        self.ok.setEnabled(False)  # a wrong one would have another's words rewritten
        self.fill(WIDTH, HEIGHT, self.list)
        self.list.setFocus()

    def submit(self) -> None:
        """Open the chat as the one that is selected."""
        if self.list.selectedItems():
            self.accept()
            self._chosen(self._senders[self.list.currentRow()])
