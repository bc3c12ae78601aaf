"""Past texts: searched by their words, opened again in a tab, removed; off until the user turns it on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QDialog, QLineEdit, QListWidget

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept import vault_dialogs
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.notice import Notice
from penname.desktop.widgets.text_label import text_label

if TYPE_CHECKING:  # the first frame does without its ciphers
    from penname.sessions.vault_service import VaultService

SIZE, LOW = (640, 520), 160  # the latter while nothing is there
TYPING_PAUSE_MS = 250  # after which what was typed is looked for


class HistoryWindow(QDialog):
    """The list shows how each text begins; the search looks at all of it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._found: tuple[Any, ...] = ()
        self._closed = False
        self.setWindowTitle(tr("History"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(SIZE[0], LOW))
        self.on = QCheckBox(tr("Keep texts I close on this computer, encrypted"))
        self.on.setChecked(window.settings.keep_history)
        self.on.toggled.connect(self._turn)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search past texts"))
        self.search.setAccessibleName(tr("Search past texts"))
        self.search.setClearButtonEnabled(True)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_PAUSE_MS)
        self._typing.timeout.connect(self.look)
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Past texts, newest first"))
        self.list.itemActivated.connect(lambda _item: self._open())
        self.list.currentRowChanged.connect(lambda _row: self._offer())
        self.empty = text_label(role="muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.notice = Notice()
        self.open_it = plain_button(tr("Open"), self._open)
        self.open_it.setProperty("primary", True)
        self.open_it.setDefault(True)
        self.remove = plain_button(tr("Remove"), self._remove)
        self.remove_all = plain_button(tr("Remove all…"), self._remove_all)
        foot = horizontal(
            self.open_it, self.remove, self.remove_all, 1, plain_button(tr("Close"), self.reject), spacing=8
        )
        vertical(
            self.on,
            self.search,
            self.notice,
            (self.empty, 1),
            (self.list, 1),
            foot,
            on=self,
            spacing=12,
            margins=(24, 24, 24, 16),
        )
        window.vault.changed.connect(self.look)
        self._show(())
        self.look()
        self.search.setFocus()

    def done(self, result: int) -> None:
        """Close; a search that is still running shows nothing more."""
        self._closed = True
        super().done(result)

    def look(self) -> None:
        """Look for what the search field says."""
        self._typing.stop()
        if self._window.vault.state is VaultClientState.OPEN:
            words = self.search.text()
            self._window.vault.ask(lambda vault: vault.history(words), self._show, self._complain)
        else:
            self._show(())

    def _turn(self, on: bool) -> None:
        self._window.change_settings(keep_history=on)
        self._window.vault.keep_history(on)
        self._show(self._found)

    def _show(self, found: Sequence[Any]) -> None:
        if self._closed:
            return
        self._found = tuple(found)
        self.list.clear()
        for kept in self._found:
            moment = QDateTime.fromSecsSinceEpoch(round(kept.changed))
            when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
            self.list.addItem(tr("{when}  ·  {words}", when=when, words=kept.damage or kept.title))
        if self._found:
            self.list.setCurrentRow(0)
            self.resize(self.size().expandedTo(grown_size(*SIZE)))
        sentence = self._why_empty()
        self.empty.setText(sentence)
        self.empty.setVisible(bool(sentence))
        self.list.setVisible(bool(self._found))
        self._offer()
        if self._window.vault.state in (VaultClientState.LOCKED, VaultClientState.NOTHING):
            locked = self._window.vault.state is VaultClientState.LOCKED
            self.notice.say(
                "",
                tr("Your passphrase opens the history.")
                if locked
                else tr("To keep a history, set a passphrase. Only you will be able to read it."),
                answers={
                    tr("Unlock…") if locked else tr("Set a passphrase…"): lambda: vault_dialogs.keep(
                        self._window
                    )
                },
            )
        elif self.notice.property("kind") != "error":
            self.notice.clear()

    def _why_empty(self) -> str:
        if self._found:
            return ""
        if self.search.text().strip():
            return tr("No past text contains these words.")
        if not self._window.settings.keep_history:
            return tr("History is off. Closed texts are not saved.")
        return tr("Nothing yet. The next text that you close appears here.")

    def _offer(self) -> None:
        for part in (self.search, self.open_it, self.remove, self.remove_all):
            part.setVisible(bool(self._found or self.search.text()))
        chosen = 0 <= self.list.currentRow() < len(self._found)
        whole = chosen and not self._found[self.list.currentRow()].damage
        self.open_it.setEnabled(whole)
        self.remove.setEnabled(chosen)
        self.remove_all.setEnabled(bool(self._found) and not self.search.text().strip())

    def _open(self) -> None:
        kept = self._found[self.list.currentRow()]
        if kept.damage:
            return

        def opened(_none: object) -> None:
            page = self._window.new_text()
            page.flow.reopen(kept.session_id)
            self._window.tabs.setCurrentWidget(page)
            self.accept()

        self._window.vault.ask(lambda vault: vault.take_out(kept.session_id), opened, self._complain)

    def _remove(self) -> None:
        self._remove_these([self._found[self.list.currentRow()].session_id])

    def _remove_all(self) -> None:
        sure = self._window.confirm(
            self,
            tr("Remove all past texts?"),
            tr("They are deleted from this computer for good. Open texts stay."),
            tr("Remove all"),
        )
        if sure:
            self._remove_these([kept.session_id for kept in self._found])

    def _remove_these(self, session_ids: list[str]) -> None:
        def remove(vault: "VaultService") -> None:
            for session_id in session_ids:
                vault.remove_session(session_id)

        self._window.vault.ask(remove, lambda _none: self.look(), self._complain)

    def _complain(self, sentence: str) -> None:
        if self._closed:
            return
        self.notice.say("", sentence, "error", {tr("Dismiss"): self.notice.clear})


def show(window: Window) -> HistoryWindow:
    """Open it."""
    history = HistoryWindow(window)
    history.open()
    return history
