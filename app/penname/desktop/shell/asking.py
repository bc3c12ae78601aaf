"""Short questions to the user: which file, and whether something may really be done."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from penname.desktop.texts.text_files import DOCUMENT_FILES
from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog
from penname.desktop.widgets.text_label import text_label
from penname.documents.kinds import usual_endings

WIDTH = 420


def file_to_open(parent: QWidget) -> str:
    """The path the user picks, or ""."""
    return QFileDialog.getOpenFileName(parent, tr("Open a text"), "", _kinds())[0]


def files_to_open(parent: QWidget) -> list[str]:
    """The paths the user picks, by their names."""
    return sorted(QFileDialog.getOpenFileNames(parent, tr("Open several posts"), "", _kinds())[0])


def folder_to_save_in(parent: QWidget) -> str:
    """The folder the user picks, or ""."""
    return QFileDialog.getExistingDirectory(parent, tr("Save each post in this folder"))


def file_to_save(parent: QWidget) -> str:
    """The path the user picks, or ""."""
    return QFileDialog.getSaveFileName(parent, tr("Save the result"), "", tr("Texts (*.txt *.md)"))[0]


def document_to_save(parent: QWidget, kinds: Sequence[str]) -> str:
    """The path the user picks for a document of one of `kinds`, or ""."""
    shown = ";;".join(tr("{kind} files (*{kind})", kind=kind) for kind in kinds)
    return QFileDialog.getSaveFileName(parent, tr("Save the result"), "", shown)[0]


def _kinds() -> str:
    texts = usual_endings(lambda kind: kind.plain)
    every = " ".join(f"*{ending}" for ending in (*texts, *DOCUMENT_FILES))
    return tr("Texts and documents ({kinds});;All files (*)", kinds=every)


class _Question(FormDialog):
    """Enter and Esc both leave everything as it is: `yes` has to be meant."""

    def __init__(self, parent: QWidget, question: str, explained: str, yes: str) -> None:
        super().__init__(parent, "Penname", question, yes, tr("Cancel"))
        self.explained.setProperty("role", "body")
        why = text_label(explained, "muted")
        self.fill(WIDTH, 0, why)
        self.ok.setProperty("primary", False)
        self.ok.setAutoDefault(False)
        self.leave.setDefault(True)
        self.leave.setFocus()

    def submit(self) -> None:
        """It may be done."""
        self.accept()


def confirm(parent: QWidget, question: str, explained: str, yes: str) -> bool:
    """Ask once before something that cannot be undone."""
    return _Question(parent, question, explained, yes).exec() == QDialog.DialogCode.Accepted
