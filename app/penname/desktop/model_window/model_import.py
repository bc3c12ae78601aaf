"""Taking in a model file of the user's: the button, the copy under way, and what may be dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from penname.desktop.models.model_client import ModelClient
from penname.desktop.models.model_words import size_words
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label

_STEPS = 1000  # of the bar


class ImportBar(QWidget):
    """The button, and in its place how far a copy is."""

    wanted = Signal()

    def __init__(self, model_client: ModelClient) -> None:
        super().__init__()
        self._client = model_client
        self.pick = plain_button(tr("Import a file…"), self.wanted.emit)
        self.hint = text_label(tr("or drop a GGUF file here"), "muted", wraps=False)
        self.status = text_label(role="muted", wraps=False)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.bar.setAccessibleName(tr("How much of the file is copied"))
        self.stop = plain_button(tr("Stop"), model_client.stop_importing)
        horizontal(self.pick, self.hint, self.status, self.bar, self.stop, 1, on=self, spacing=12)
        self.show_inventory()

    def show_inventory(self) -> None:
        """Show whether a file is being taken in, and how far that is."""
        copying = bool(self._client.importing)
        done, size = self._client.copied
        for part in (self.status, self.bar, self.stop):
            part.setVisible(copying)
        for part in (self.pick, self.hint):
            part.setVisible(not copying)
        self.bar.setValue(round(_STEPS * done / size) if size else 0)
        self.status.setText(
            tr("Copying: {done} of {size}", done=size_words(done), size=size_words(size))
            if size
            else tr("Checking the file")
        )


def model_in(dropped: QMimeData) -> str:
    """The path of the one file that was dropped, or "". Whether it is a model is found out by reading it."""
    urls = dropped.urls()
    return urls[0].toLocalFile() if len(urls) == 1 and Path(urls[0].toLocalFile()).is_file() else ""
