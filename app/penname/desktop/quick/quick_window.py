"""The small window: what was on the clipboard and what becomes of it. Enter takes it, Esc changes nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from penname.desktop.changes.diff_texts import DiffTexts
from penname.desktop.chatbot.missed_bar import MissedBar
from penname.desktop.chatbot.missed_question import MissedQuestion
from penname.desktop.quick.rewrite_task import RewriteTask
from penname.desktop.quick.stand_in_task import StandInTask
from penname.desktop.quick.task import QuickTask
from penname.desktop.style.sizes import grown_size
from penname.desktop.style.theme import Theme
from penname.desktop.style.window_style import window_stylesheet
from penname.desktop.texts.marks import MarkStyle
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.notice import Notice
from penname.desktop.widgets.restyle import restyle
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.text_label import text_label
from penname.instance.activation import ANONYMIZE, PSEUDONYMIZE, RESTORE
from penname.pseudonyms.entities import Kind

_SIZE = (620, 460)
_BESIDE = 12  # pixels between the pointer and the window


class QuickWindow(QWidget):
    """Shows a `QuickTask` and passes on what the user wants."""

    taken = Signal()  # the result is wanted on the clipboard
    left = Signal()  # closed without it
    job_chosen = Signal(str)  # ANONYMIZE or PSEUDONYMIZE instead
    opened = Signal()  # the text is wanted in the large window
    activated = Signal()  # it has the keyboard

    def __init__(self, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.Dialog | Qt.WindowType.WindowStaysOnTopHint)
        self.setWindowTitle(tr("Penname"))
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._task: QuickTask | None = None
        self._following = False
        self._hides_names = False  # what may be missed then
        self._title = text_label(role="heading", wraps=False)
        self._headline = text_label(role="muted", wraps=False)
        self.choice = SegmentedControl(
            tr("What to do"), ((PSEUDONYMIZE, tr("&Stand-ins")), (ANONYMIZE, tr("&Rewrite")))
        )
        self.choice.chosen.connect(self.job_chosen)
        self.notice = Notice()
        self.diff = DiffTexts(theme)
        self.diff.inline.setAccessibleName(tr("What was on the clipboard, and what it becomes"))
        self.miss = MissedBar()
        self.question = MissedQuestion()
        self._notes = text_label(role="muted")
        self.take_button = plain_button(tr("Copy result"), self._take)
        self.take_button.setToolTip(tr("Enter"))
        self.leave_button = plain_button(tr("Leave unchanged"), self.leave)
        self.leave_button.setToolTip(tr("Esc"))
        self.open_button = plain_button(tr("&Open in Penname"), self.opened.emit)
        self.open_button.setProperty("flat", True)
        self._lay_out()
        self.diff.toggled.connect(lambda change: self._task.toggle(change) if self._task else None)
        self.diff.taken.connect(lambda change: self._task.take(change) if self._task else None)
        self.diff.writes = False
        self.diff.inline.selectionChanged.connect(self._picked)
        self.miss.wanted.connect(self._hide)
        self.question.hide_wanted.connect(self._hide_all)
        self.question.copy_wanted.connect(self._take)
        self.miss.filled_changed.connect(lambda _filled: self._show_primary())
        self.set_theme(theme)
        self.resize(grown_size(*_SIZE))
        self.setMinimumSize(grown_size(500, 340))

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        self.setStyleSheet(window_stylesheet(theme))
        for view in self.diff.views:
            view.set_theme(theme)

    def begin(self, kind: str) -> None:
        """Get ready for something new: nothing of the text before is left."""
        self.show_task(None)
        hides = kind != RESTORE
        self._title.setText(tr("On the clipboard") if hides else tr("A reply on the clipboard"))
        self.choice.setVisible(hides)
        if hides:
            self.choice.show_choice(kind)
        self._hides_names = kind == PSEUDONYMIZE
        self.miss.setVisible(self._hides_names)
        self.miss.field.clear()
        self.question.begin_anew()
        self._headline.setText(tr("Reading the clipboard"))
        self.diff.inline.setFocus()  # else an early Enter presses the button that a complaint left it on

    def show_task(self, task: QuickTask | None) -> None:
        """Show `task` from now on; None shows nothing."""
        if self._task is not None:
            self._task.changed.disconnect(self._show)
        self._task = task
        self.notice.clear()
        self._notes.clear()
        self._headline.clear()
        self.open_button.setVisible(task is not None)
        if task is not None:
            task.changed.connect(self._show)
            self.diff.show_review(task.review, task.labels, afresh=True)
            self._show()
        else:
            self.diff.inline.show_text("")
        self._show_primary()

    def complain(self, sentence: str, openable: bool) -> None:
        """Say why there is nothing to be done here; `openable` when the large window can help."""
        self._headline.clear()
        self.notice.say("", sentence, "error")
        self._hides_names = False
        self.miss.hide()
        self.open_button.setVisible(openable)
        self._show_primary()
        self.leave_button.setFocus()

    def leave(self) -> None:
        """Close; the clipboard stays as it is."""
        self.hide()
        self.left.emit()

    def place(self) -> None:
        """Move beside the pointer, all of it on the pointer's screen."""
        pointer = QCursor.pos()
        screen = QGuiApplication.screenAt(pointer) or self.screen()
        room = screen.availableGeometry()
        size = self.frameGeometry().size().expandedTo(self.size())
        x = min(pointer.x() + _BESIDE, room.right() - size.width())
        y = min(pointer.y() + _BESIDE, room.bottom() - size.height() - 2 * _BESIDE)
        self.move(max(room.left(), x), max(room.top(), y))

    def _show(self) -> None:
        task = self._task
        if task is None:
            return
        if task.error:
            self.notice.say("", task.error, "error")
        elif isinstance(task, RewriteTask) and task.question:
            answers = {
                tr("Rewrite it anyway"): task.go_on_anyway,
                tr("Leave it readable"): task.leave_topic,
            }
            self.notice.say("", task.question, "info", answers)
        else:
            self.notice.clear()
        self._headline.setText(task.busy + "…" if task.busy else task.headline)
        self._notes.setText("\n".join(task.notes))
        self.diff.set_editable(not isinstance(task, RewriteTask) or task.ready)
        self._following = True
        self.diff.alternatives = task.alternatives
        self.diff.show_review(task.review, task.labels, afresh=False)
        self._following = False
        missed = task.missed if isinstance(task, StandInTask) else ()
        self.miss.suggest(missed)
        self.question.follow(missed)
        self._show_primary()

    def _show_primary(self) -> None:
        """The button that Enter presses: what was picked is hidden before anything is copied."""
        hides = bool(self.miss.phrase) and not self.miss.isHidden()
        asks = not self.question.isHidden()
        self.miss.setVisible(self._hides_names and not asks)
        self._notes.setVisible(not asks)
        self.take_button.setEnabled(bool(self._task and self._task.ready))
        restyle(self.take_button, "primary", not hides and not asks)
        restyle(self.miss.hide_words, "primary", hides)

    def _picked(self) -> None:
        """Words of the text that stand as they were are offered to be hidden."""
        if self._following:  # the text changed under the selection
            return
        view = self.diff.inline
        start, end = view.selected
        changed = any(
            mark.start < end and start < mark.end
            for mark in view.marks
            if mark.style in (MarkStyle.REMOVED, MarkStyle.ADDED)
        )
        words = view.text[start:end]
        if (
            isinstance(self._task, StandInTask)
            and words.strip()
            and not changed
            and "\n" not in words.strip()
        ):
            self.miss.follow(words)

    def _hide(self, phrase: str, kind: Kind) -> None:
        if isinstance(self._task, StandInTask):
            view = self.diff.inline
            view.select(view.selected[0], view.selected[0])
            found = self._task.hide(phrase, kind)
            if phrase == self.miss.phrase:
                self.miss.done(found)

    def _hide_all(self, phrases: Sequence[str]) -> None:
        for phrase in phrases:
            self._hide(phrase, self.miss.chosen_kind)
        self.diff.inline.setFocus()
        self._show_primary()

    def _take(self) -> None:
        """Copy, unless there are words to be asked about first."""
        task = self._task
        if task is None or not task.ready:
            return
        if isinstance(task, StandInTask) and self.question.holds_up(task.missed):
            self._show_primary()
        else:
            self.taken.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        focused = self.focusWidget()
        if self.miss.phrase and not self.miss.isHidden():
            self.miss.submit()
        elif isinstance(focused, QPushButton) and focused is not self.take_button:
            focused.click()
        else:
            self._take()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # accepted, Qt would destroy the window and have to make it anew for the next key
        self.leave()

    def _lay_out(self) -> None:
        top = horizontal(self._title, self.choice, 1, self._headline, spacing=8)
        buttons = horizontal(self.open_button, 1, self.leave_button, self.take_button, spacing=8)
        vertical(
            top,
            self.notice,
            (self.diff, 1),
            self.miss,
            self._notes,
            self.question,
            buttons,
            on=self,
            spacing=8,
            margins=(16, 12, 16, 16),
        )
