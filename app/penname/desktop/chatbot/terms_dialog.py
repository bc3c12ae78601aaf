"""The profile's list of names and words that are always hidden from chatbots."""

import msgspec
from PySide6.QtWidgets import QPlainTextEdit

from penname.desktop.pen_names.profile_dialog import usual_profile
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog


class TermsDialog(FormDialog):
    """One name or term a line. Nothing is kept before Save."""

    def __init__(self, window: Window) -> None:
        super().__init__(
            window,
            tr("Words to always hide"),
            tr(
                "Names and words from your life that no chatbot should read: people, your street, your "
                "employer. One per line; capitals do not matter. They are kept in your profile, encrypted."
            ),
            tr("Save"),
            tr("Cancel"),
        )
        self._window = window
        self._profile = usual_profile(window)
        self.field = QPlainTextEdit("\n".join(self._profile.terms))
        self.field.setAccessibleName(tr("Words to always hide, one per line"))
        self.field.setTabChangesFocus(True)
        self.fill(420, 420, self.field)
        self.field.setFocus()

    def submit(self) -> None:
        """Keep the words of the field."""
        lines = (" ".join(line.split()) for line in self.field.toPlainText().splitlines())
        terms = tuple(dict.fromkeys(filter(None, lines)))
        self.ok.setEnabled(False)
        changed = msgspec.structs.replace(self._profile, terms=terms)
        self._window.vault.change(lambda vault: vault.save_profile(changed), self.accept, self.complain)
