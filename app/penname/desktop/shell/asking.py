"""Short questions to the user: which file, and whether something may really be done."""

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from penname.desktop.translate import tr


def file_to_open(parent: QWidget) -> str:
    """The path the user picks, or ""."""
    kinds = tr("Texts (*.txt *.md);;All files (*)")
    return QFileDialog.getOpenFileName(parent, tr("Open a text"), "", kinds)[0]


def file_to_save(parent: QWidget) -> str:
    """The path the user picks, or ""."""
    return QFileDialog.getSaveFileName(parent, tr("Save the result"), "", tr("Texts (*.txt *.md)"))[0]


def confirm(parent: QWidget, question: str, explained: str, yes: str) -> bool:
    """Ask once before something that cannot be undone."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Penname", question, parent=parent)
    box.setInformativeText(explained)
    agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
    box.exec()
    return box.clickedButton() is agree
