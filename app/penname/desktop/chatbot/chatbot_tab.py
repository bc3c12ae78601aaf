"""The chatbot's page as a tab among the texts: made when first asked for, kept until the window ends."""

from typing import Any

from penname.desktop.session.view_state import Action
from penname.desktop.shell import asking
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr

_OFFERED = frozenset({Action.COPY, Action.CLOSE, Action.OPEN})


class ChatbotTab:
    """While it is in front, Copy and Close mean this page."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.page: Any = None  # ChatbotPage, whose rooms are read only when it is needed
        window.chatbot_wanted.connect(self.show)
        window.tabs.currentChanged.connect(lambda _index: self._follow())

    @property
    def in_front(self) -> bool:
        """Whether it is what the user sees."""
        return self.page is not None and self._window.tabs.currentWidget() is self.page

    def show(self, text: str = "") -> None:
        """Bring it to the front, with `text` to send if there is one."""
        if self.page is None:
            from penname.desktop.chatbot.chatbot_page import ChatbotPage

            self.page = ChatbotPage(self._window)
        self._window.tabs.add_aside(self.page, tr("For a chatbot"), self.close)
        if text:
            self.page.put_text(text)
        self._follow()

    def close(self) -> None:
        """Take the tab away; the conversation goes on when it is shown again."""
        self._window.tabs.remove_aside(self.page)
        self._follow()

    def do(self, action: Action) -> bool:
        """Do what belongs to this page while it is in front; whether it did."""
        if not self.in_front or action not in _OFFERED:
            return False
        match action:
            case Action.CLOSE:
                self.close()
            case Action.OPEN:
                if path := asking.file_to_open(self._window):
                    self.page.open_file(path)
            case _:
                self.page.copy()
        return True

    @property
    def situation(self) -> str:
        """What the status line says, too, while this page is in front, else nothing."""
        if not self.in_front:
            return ""
        return tr("only what you copy leaves Penname")

    def offered(self, actions: frozenset[Action]) -> frozenset[Action]:
        """The window's actions that are on offer, given those of the text."""
        return _OFFERED if self.in_front else actions

    def apply_style(self) -> None:
        """Apply the window's theme and the size of its texts."""
        if self.page is not None:
            self.page.set_theme(self._window.theme)
            self.page.set_text_zoom(self._window.settings.text_zoom)

    def may_end(self) -> bool:
        """Whether closing the window forgets nothing, or may."""
        return self.page is None or self.page.bar.may_leave()

    def end(self) -> None:
        """The window is closing."""
        if self.page is not None:
            self.page.close_work()

    def _follow(self) -> None:
        self._window.spoke.emit()  # the status line speaks of what is in front
