"""What both steps of a chatbot's page do alike: panes that follow theme and zoom, and pasting."""

from PySide6.QtWidgets import QWidget

from penname.desktop.chatbot.chatbot_flow import ChatbotFlow
from penname.desktop.style.theme import Theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button


class Step(QWidget):
    """`pane` is written in, `shown` is what is made of it."""

    def __init__(self, flow: ChatbotFlow, pane: OriginalPane, shown: TextView) -> None:
        super().__init__()
        self.flow = flow
        self.pane, self._result = pane, shown
        self.paste = plain_button(tr("Paste"), self._paste)
        self.paste.setProperty("flat", True)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        for view in (self.pane, self._result):
            view.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow or shrink the texts."""
        for view in (self.pane, self._result):
            view.set_text_zoom(steps)

    def focus_text(self) -> None:
        """Put the keyboard into the text."""
        self.pane.setFocus()

    def _paste(self) -> None:
        if clipboard.text():
            self.pane.selectAll()
            self.pane.paste()
        else:
            self.flow.told.emit(tr("There is no text on the clipboard"))
        self.focus_text()
