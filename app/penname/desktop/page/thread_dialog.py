"""In reply to…: the post that a text answers and the day it is published, which readers see beside it."""

import msgspec
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget

from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.form_dialog import FormDialog
from penname.domain.errors import BadInput
from penname.domain.thread import make_thread


class ThreadDialog(FormDialog):
    """Both may be empty. What was read without them is read again with them."""

    def __init__(self, parent: QWidget, flow: SessionFlow) -> None:
        super().__init__(
            parent,
            tr("In reply to"),
            tr(
                "Readers also see what your text answers, and “yes, ten years” tells more below “any "
                "nurses here?”. The model reads it beside your text and never changes it. It is kept only "
                "where your text is."
            ),
            tr("Use"),
            tr("Cancel"),
        )
        self._flow = flow
        thread = flow.goal.thread
        self.post = QPlainTextEdit(thread.post)
        self.post.setPlaceholderText(tr("The question or post that you answer"))
        self.post.setAccessibleName(tr("The question or post that you answer"))
        self.post.setTabChangesFocus(True)
        self.date = QLineEdit(thread.date)
        self.date.setPlaceholderText("2026-11-21")
        label = QLabel(tr("&Day of publishing, if it is not today"))
        label.setBuddy(self.date)
        day = QWidget()
        vertical(label, self.date, on=day)
        self.fill(460, 420, day, self.post)
        self.post.setFocus()

    def submit(self) -> None:
        """Let the text be read so."""
        try:
            thread = make_thread(self.post.toPlainText(), self.date.text())
        except BadInput as error:
            self.complain(str(error))
            return
        if not self._flow.can(Action.CHANGE_GOAL):
            self.complain(tr("The model is at work. Wait until it has finished, or stop it."))
            return
        self._flow.change_goal(msgspec.structs.replace(self._flow.goal, thread=thread))
        self.accept()
