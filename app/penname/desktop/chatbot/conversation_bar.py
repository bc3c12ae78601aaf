"""Which conversation this is, whether it is kept, and what can be done with it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from penname.desktop.chatbot.chatbot_flow import ChatbotFlow
from penname.desktop.chatbot.terms_dialog import TermsDialog
from penname.desktop.kept import vault_dialogs
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.small_buttons import more_button
from penname.desktop.widgets.text_label import text_label

_NEW = ""
LEAST_WIDTH = 120  # of the conversations' names, in a small window


class ConversationBar(QWidget):
    """A box with the conversations, and a menu for the rest."""

    turned = Signal()  # to another conversation

    def __init__(self, window: Window, flow: ChatbotFlow) -> None:
        super().__init__()
        self._window, self._flow = window, flow
        self.box = choice_box([(_NEW, tr("New conversation"))], tr("The conversation with a chatbot"))
        self.box.setMinimumWidth(LEAST_WIDTH)
        self.box.activated.connect(lambda _index: self._turn())
        self.kept = text_label(role="muted", wraps=False)
        self.more, self.menu = more_button(tr("More about this conversation"))
        self.begin = self._entry(tr("&New conversation"), self._begin_anew)
        self.rename = self._entry(tr("&Rename…"), self._rename)
        self.ask = self._entry(tr("Ask the &model for names"), self._ask)
        self.ask.setToolTip(tr("It takes longer and may be wrong: check the list"))
        self.visible = self._entry(tr("&Placeholders, such as [PERSON_1]"), lambda: None)
        self.visible.setCheckable(True)
        self.visible.triggered.connect(flow.set_visible)
        self.persistent = self._entry(tr("Same stand-ins in &every conversation"), lambda: None)
        self.persistent.setCheckable(True)
        self.persistent.toggled.connect(flow.set_persistent)
        self.terms = self._entry(tr("Words to &always hide…"), self._edit_terms)
        self.menu.addSeparator()
        self.forget = self._entry(tr("&Forget this conversation…"), self._forget)
        self.forget_all = self._entry(tr("Forget &all conversations…"), self._forget_all)
        horizontal(self.kept, self.box, self.more, on=self, spacing=8)
        flow.changed.connect(self.render_state)
        self.render_state()

    def render_state(self) -> None:
        """Show the flow as it stands."""
        flow = self._flow
        entries = [(_NEW, tr("New conversation"))]
        entries += [(one.name, one.name) for one in flow.vault.conversations]
        name = flow.conversation.name if flow.conversation else _NEW
        if name and name not in dict(entries):
            entries.insert(1, (name, name))
        if entries != [(self.box.itemData(i), self.box.itemText(i)) for i in range(self.box.count())]:
            self.box.clear()
            for key, title in entries:
                self.box.addItem(title, key)
        self.box.setCurrentIndex(self.box.findData(name))
        self.kept.setText(tr("kept, encrypted") if flow.is_kept else tr("not kept"))
        self.kept.setToolTip(
            tr("Once you copy, the stand-ins are kept on this computer, encrypted.")
            if flow.is_kept
            else tr("Closing Penname forgets the stand-ins; replies can then no longer be restored.")
        )
        self.ask.setText(tr("Stop the &model") if flow.asking.running else tr("Ask the &model for names"))
        self.ask.setEnabled(flow.asking.running or bool(flow.draft.text.strip()))
        self.visible.setChecked(flow.draft.visible)
        self.visible.setEnabled(not flow.draft.known.pairs)
        self.persistent.blockSignals(True)
        self.persistent.setChecked(flow.persistent)
        self.persistent.blockSignals(False)
        self.persistent.setEnabled(flow.is_kept and not flow.draft.visible)
        for entry in (self.rename, self.forget):
            entry.setEnabled(flow.conversation is not None)
        self.forget_all.setEnabled(bool(flow.vault.conversations or flow.vault.persistent.pairs))

    def _entry(self, title: str, call: object) -> QAction:
        entry = self.menu.addAction(title)
        entry.triggered.connect(call)
        return entry

    def _ask(self) -> None:
        if self._flow.asking.running:
            self._flow.asking.stop()
        else:
            self._flow.asking.start(self._flow.draft.text)
            self._flow.told.emit(tr("The model looks for names"))

    def may_leave(self) -> bool:
        """Ask once where leaving would forget who stands for whom."""
        if self._flow.is_kept or not self._flow.draft.known.pairs:
            return True
        return self._window.confirm(
            self,
            tr("Leave this conversation?"),
            tr("It is not kept: its replies can no longer be restored."),
            tr("Leave"),
        )

    def _turn(self) -> None:
        name = self.box.currentData()
        here = self._flow.conversation.name if self._flow.conversation else _NEW
        kept = {one.name: one for one in self._flow.vault.conversations}
        if name != here and self.may_leave():
            if name in kept:
                self._flow.turn_to(kept[name])
            else:
                self._flow.begin_anew()
            self.turned.emit()
        self.render_state()

    def _begin_anew(self) -> None:
        if self.may_leave():
            self._flow.begin_anew()
            self.turned.emit()

    def _rename(self) -> None:
        if self._flow.conversation is None:
            return
        before = self._flow.conversation.name
        words = tr("The conversation's name")
        name, wanted = QInputDialog.getText(self, tr("Rename"), words, QLineEdit.EchoMode.Normal, before)
        if wanted and name != before:
            self._flow.rename(name)

    def _edit_terms(self) -> None:
        if not self._flow.is_kept:
            vault_dialogs.keep(self._window)
            return
        self.dialog = TermsDialog(self._window)
        self.dialog.open()

    def _forget(self) -> None:
        sure = self._window.confirm(
            self,
            tr("Forget this conversation?"),
            tr("Its stand-ins are deleted for good; its replies can no longer be restored."),
            tr("Forget"),
        )
        if sure:
            self._flow.forget()
            self.turned.emit()

    def _forget_all(self) -> None:
        sure = self._window.confirm(
            self,
            tr("Forget all conversations?"),
            tr("Their stand-ins are deleted for good, and so are those shared by every conversation."),
            tr("Forget all"),
        )
        if sure:
            self._flow.forget_all()
            self.turned.emit()
