"""The profile's list of names and words that are always hidden from chatbots."""

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout

from penname.desktop.pen_names.profile_dialog import USUAL_NAME
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button
from penname.domain.profile import Profile

SIZE = (420, 420)


class TermsDialog(QDialog):
    """One name or term a line. Nothing is kept before Save."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        held = window.keeper.profiles
        self._profile = held[0] if held else Profile(USUAL_NAME)
        self.setWindowTitle(tr("Always hidden words"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        explained = QLabel(
            tr(
                "Names and words of your life that no chatbot is to read: people, your street, your "
                "employer. One a line; capitals do not matter. They are kept in your profile, encrypted."
            ),
            wordWrap=True,
        )
        self.field = QPlainTextEdit("\n".join(self._profile.terms))
        self.field.setAccessibleName(tr("Always hidden words, one a line"))
        self.field.setTabChangesFocus(True)
        self.wrong = QLabel(wordWrap=True)
        self.wrong.setProperty("role", "error")
        self.wrong.hide()
        self.save = QPushButton(tr("Save"))
        self.save.setProperty("primary", True)
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(plain_button(tr("Cancel"), self.reject))
        foot.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for part in (explained, self.field, self.wrong):
            layout.addWidget(part, 1 if part is self.field else 0)
        layout.addLayout(foot)

    def _save(self) -> None:
        lines = (" ".join(line.split()) for line in self.field.toPlainText().splitlines())
        terms = tuple(dict.fromkeys(filter(None, lines)))
        self.save.setEnabled(False)
        changed = msgspec.structs.replace(self._profile, terms=terms)
        self._window.keeper.save_profile(changed, self.accept, self._failed)

    def _failed(self, sentence: str) -> None:
        self.save.setEnabled(True)
        self.wrong.setText(sentence)
        self.wrong.show()
