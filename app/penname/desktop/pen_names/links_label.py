"""Which other pen names readers can link one to."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from penname.desktop.background.vault_client import VaultClient
from penname.desktop.pen_names.author_history_words import linked
from penname.domain.attributes import Attribute
from penname.sessions.linkable import PenNameLink


class LinksLabel(QLabel):
    """Takes no room where there are none, and while the vault is not open: nobody else knows of them."""

    def __init__(self, vault: VaultClient, attributes: Sequence[Attribute]) -> None:
        super().__init__(wordWrap=True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._vault = vault
        self._attributes = tuple(attributes)
        self._name = ""
        self.hide()

    def look(self, name: str) -> None:
        """Show those of the pen name called `name`; "" shows none."""
        self._name = name
        self.hide()
        if name:
            self._vault.ask(
                lambda vault: vault.links(name),
                lambda found: self._show(name, found),
                self._vault.failed.emit,
            )

    def _show(self, name: str, found: Sequence[PenNameLink]) -> None:
        if isValid(self) and name == self._name:
            self.setText("\n".join(linked(link, self._attributes) for link in found))
            self.setVisible(bool(found))
