"""The bar that finds words in a text: as they are typed, onwards and back, round its end."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from penname.desktop.texts.finding import find_all, place_after
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.small_buttons import close_button, sign_button
from penname.desktop.widgets.text_label import text_label

LOOK_AGAIN_MS = 150  # after the text changed


class FindBar(QFrame):
    """Looks in the one of `texts` that has the keyboard, else in the first; hidden until opened."""

    def __init__(self, texts: Sequence[TextView], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.setProperty("role", "find")
        self._view: TextView | None = None
        self._spans: tuple[tuple[int, int], ...] = ()
        self._at = 0
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in the text"))
        self.field.setAccessibleName(tr("Find in the text"))
        self.field.setMinimumWidth(200)
        self.field.installEventFilter(self)
        self.field.textEdited.connect(lambda _text: self._look(jump=True))
        self.count = text_label(role="muted", wraps=False)
        self.back = sign_button("↑", tr("Previous match (Shift+F3)"), lambda: self.step(forward=False))
        self.on = sign_button("↓", tr("Next match (F3)"), lambda: self.step(forward=True))
        self.case = sign_button(tr("Match case"), tr("Distinguish upper and lower case"))
        self.case.setCheckable(True)
        self.case.toggled.connect(lambda _on: self._look(jump=True))
        done = close_button(tr("Close the find bar (Esc)"), self.close_bar)
        horizontal(
            self.field,
            self.back,
            self.on,
            self.case,
            self.count,
            1,
            done,
            on=self,
            spacing=4,
            margins=(8, 4, 8, 4),
        )
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(LOOK_AGAIN_MS)
        self._again.timeout.connect(lambda: self._look(jump=False))
        self.hide()

    def open_bar(self) -> None:
        """Look from now on in the text that has the keyboard, for what is selected in it if that is short."""
        view = self._look_in(next((text for text in self._texts if text.hasFocus()), self._view))
        start, end = view.selected
        selected = view.text[start:end]
        if selected.strip() and "\n" not in selected and len(selected) <= 100:
            self.field.setText(selected)
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self._look(jump=True)

    def follow(self) -> None:
        """Another text may be seen now: look in that one."""
        if not self.isHidden():
            self._look_in(self._view)
            self._look(jump=False)

    def step(self, forward: bool) -> None:
        """Go to the next match, or the one before, round the end of the text; opens a closed bar."""
        if self.isHidden():
            self.open_bar()
        elif self._spans:
            self._at = (self._at + (1 if forward else -1)) % len(self._spans)
            self._show(jump=True)

    def close_bar(self) -> None:
        """Stop finding, and give the keyboard back to the text: at what was found last."""
        view = self._view
        self._leave()
        self.hide()
        if view is not None:
            view.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            escape = event.key() == Qt.Key.Key_Escape
            if escape and event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # else it would stop the model
                return True
            if escape and event.type() == QEvent.Type.KeyPress:
                self.close_bar()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.type() == QEvent.Type.KeyPress:
                self.step(forward=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                return True
        return super().eventFilter(watched, event)

    def _look_in(self, view: TextView | None) -> TextView:
        """Look in this text, or in the first that is seen where this one is not."""
        if view is None or not view.isVisible():
            view = next((text for text in self._texts if text.isVisible()), self._texts[0])
        if self._view is not view:
            self._leave()
            self._view = view
            view.text_changed.connect(self._again.start)
        return view

    def _look(self, jump: bool) -> None:
        if self._view is None or self.isHidden():
            return
        here = self._view.selected[0]
        self._spans = find_all(self._view.text, self.field.text(), self.case.isChecked())
        self._at = place_after(self._spans, here)
        self._show(jump)

    def _show(self, jump: bool) -> None:
        assert self._view is not None
        self._view.show_found(self._spans)
        if jump and self._spans:
            self._view.select(*self._spans[self._at])
        if self._spans:
            words = tr("{number} of {count}", number=self._at + 1, count=len(self._spans))
        else:
            words = tr("Not found") if self.field.text().strip() else ""
        self.count.setText(words)
        self.field.setAccessibleDescription(words)
        for button in (self.back, self.on):
            button.setEnabled(bool(self._spans))

    def _leave(self) -> None:
        if self._view is not None:
            self._view.text_changed.disconnect(self._again.start)
            self._view.show_found(())
        self._view = None
