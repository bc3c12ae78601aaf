"""Keeps texts that wait for their first run: they are open texts, too, and come back after a kill."""

from PySide6.QtCore import QObject, QTimer

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.session_flow import TYPING_PAUSE_MS, SessionFlow
from penname.desktop.shell.window import Window
from penname.desktop.texts.samples import is_sample
from penname.domain.events import Started


class WaitingTexts(QObject):
    """Writes what is new of these texts to the vault after a pause, and removes what is there no more.

    Each is the beginning of a session of its own, `flow.kept_as`. With its first run the session has it.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._kept: dict[str, Started | None] = {}  # as the vault has them, or is about to
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._keep_after_pause)
        window.page_changed.connect(self._changed)
        window.settings_changed.connect(self.keep)
        window.vault.changed.connect(self.keep)

    def keep(self) -> None:
        """Let the vault have the texts as they stand, in its own thread."""
        self._pause.stop()
        if self._window.vault.state is not VaultClientState.OPEN:
            self._kept.clear()
            return
        for name, text in self.all().items():
            if text != self._kept.get(name):
                self._kept[name] = text
                self._window.vault.keep_text(name, text)

    def all(self) -> dict[str, Started | None]:
        """The texts that are to be kept, by name; None for those that were, and are no more."""
        wanted = [page.flow for page in self._window.pages if self._window.settings.keep_drafts]
        return dict.fromkeys(self._kept) | {flow.kept_as: _text(flow) for flow in wanted if _waits(flow)}

    def reopen(self, name: str, text: Started) -> SessionPage:
        """A tab for a text that the vault has."""
        self._kept[name] = text
        page = self._window.new_text(text.text, goal=text.goal, method=text.method)
        page.flow.kept_as = name
        return page

    def _keep_after_pause(self) -> None:
        if any(page.being_written for page in self._window.pages):
            self._pause.start()
        else:
            self.keep()

    def _changed(self, page: SessionPage) -> None:
        if page.flow.view is None and page.flow.work.running:
            self.keep()  # until the model is there, the session does not have it
        else:
            self._pause.start()


def _waits(flow: SessionFlow) -> bool:
    return flow.view is None and bool(flow.text.strip()) and not is_sample(flow.text)


def _text(flow: SessionFlow) -> Started:
    whole = flow.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # no half characters
    return Started(whole, flow.goal, flow.method, "")
