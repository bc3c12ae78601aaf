"""The page for a chatbot, in a tab of its own: first what is sent, then what comes back."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from penname.desktop.chatbot.chatbot_flow import ChatbotFlow
from penname.desktop.chatbot.conversation_bar import ConversationBar
from penname.desktop.chatbot.reply_step import ReplyStep
from penname.desktop.chatbot.send_step import SendStep
from penname.desktop.chatbot.text_pair import NARROW
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown
from penname.desktop.style.theme import Theme
from penname.desktop.texts import text_files
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.notice import Notice
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.domain.errors import BadInput

SEND, RESTORE = _STEPS = ("send", "restore")


class ChatbotPage(QWidget):
    """Two steps, of which one is in front."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.flow = ChatbotFlow(window.vault, window.jobs, window.sessions, window.names_model, self)
        self._names_model = window.settings.names_model
        self.sending = SendStep(self.flow, window.theme)
        self.replying = ReplyStep(self.flow, window.theme)
        self.bar = ConversationBar(window, self.flow)
        self.notice = Notice()
        self.steps = QStackedWidget()
        for step in (self.sending, self.replying):
            self.steps.addWidget(step)
        self.choice = SegmentedControl(tr("Step"), ((SEND, tr("Send text")), (RESTORE, tr("Restore reply"))))
        for button in self.choice.buttons.values():
            button.setToolTip(tr("Ctrl+J goes to the other step"))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click goes on to the text
        head = horizontal(self.choice, spacing=8)
        other = QShortcut(QKeySequence("Ctrl+J"), self)
        other.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        other.activated.connect(lambda: self.go_to(1 - self.steps.currentIndex()))
        head.addStretch(1)
        head.addWidget(self.bar)
        vertical(head, self.notice, (self.steps, 1), on=self, spacing=8, margins=(16, 8, 16, 8))
        self.choice.chosen.connect(self._choose)
        self.flow.failed.connect(self._complain)
        self.flow.changed.connect(self._show_notices)
        self.flow.told.connect(window.status.tell)
        self.sending.copied.connect(
            lambda: window.status.tell(tr("Copied. Paste the chatbot’s reply under Restore reply"))
        )
        self.bar.turned.connect(lambda: self.go_to(1 if self.flow.draft.known.pairs else 0))
        self.sending.pane.file_dropped.connect(self.open_file)
        self.replying.pane.file_dropped.connect(self.open_file)
        window.settings_changed.connect(lambda: self._follow_names_model(window.settings.names_model))
        self._wrong = ""
        self.set_text_zoom(window.settings.text_zoom)
        self.go_to(0)

    def go_to(self, step: int) -> None:
        """Bring a step to the front: 0 sends, 1 restores the reply."""
        self.steps.setCurrentIndex(step)
        self.choice.show_choice(_STEPS[step])
        (self.sending, self.replying)[step].focus_text()

    def put_text(self, text: str) -> None:
        """A text to send."""
        self.flow.set_text(text)
        self.go_to(0)

    def open_file(self, path: str) -> None:
        """Take a text file into the step in front; why not is said where it cannot be read."""
        try:
            text = text_files.load(path).text
        except BadInput as error:
            self._complain(str(error))
        else:
            (self.flow.set_text, self.flow.set_reply)[self.steps.currentIndex()](text)
            self.flow.reply_changed.emit()

    def copy(self) -> None:
        """Copy what the step in front makes."""
        step = (self.sending, self.replying)[self.steps.currentIndex()]
        if step.copy.isEnabled():
            step.copy.click()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self.sending.set_theme(theme)
        self.replying.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow or shrink the texts."""
        self.sending.set_text_zoom(steps)
        self.replying.set_text_zoom(steps)

    def close_work(self) -> None:
        """End the thread; the window is closing."""
        self.flow.work.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bar.kept.setVisible(self.width() >= grown(NARROW))  # the line at the bottom says it, too

    def _choose(self, step: str) -> None:
        button = self.choice.buttons[step]
        by_keys = button.hasFocus()
        self.go_to(_STEPS.index(step))
        if by_keys:  # the arrow keys go on from there
            button.setFocus()

    def _follow_names_model(self, folder: str) -> None:
        if folder != self._names_model:
            self._names_model = folder
            self.flow.look_again()

    def _complain(self, sentence: str) -> None:
        self._wrong = sentence
        self._show_notices()

    def _show_notices(self) -> None:
        hidden = self.flow.hidden
        if self._wrong:
            self.notice.say("", self._wrong, "error", {tr("Hide this"): lambda: self._complain("")})
        elif hidden is not None and self.flow.ready and hidden.sent.notices:
            self.notice.say("", "\n".join(hidden.sent.notices))
        else:
            self.notice.clear()
