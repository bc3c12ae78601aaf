"""Which part of a file is the text: nothing else of it is ever changed."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QListWidget, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog

WIDTH, HEIGHT = 420, 360


class PartDialog(FormDialog):
    """A list of names, one of which is to be chosen. Calls `chosen` with it; Cancel opens nothing."""

    def __init__(
        self,
        parent: QWidget,
        words: tuple[str, str, str],
        names: Sequence[str],
        chosen: Callable[[str], None],
    ) -> None:
        """`words`: the title, what it is about, and what the list is called."""
        title, explained, called = words
        super().__init__(parent, title, explained, tr("Open"), tr("Cancel"))
        self._names, self._chosen = tuple(names), chosen
        self.list = QListWidget()
        self.list.setAccessibleName(called)
        self.list.addItems([" ".join(name.split()) for name in names])
        self.list.itemActivated.connect(self.submit)
        self.list.itemSelectionChanged.connect(lambda: self.ok.setEnabled(bool(self.list.selectedItems())))
        self.ok.setEnabled(False)  # of a wrong one, another's words would be rewritten
        self.fill(WIDTH, HEIGHT, self.list)
        self.list.setFocus()

    def submit(self) -> None:
        """Open the file with the part that is selected as its text."""
        if self.list.selectedItems():
            self.accept()
            self._chosen(self._names[self.list.currentRow()])
