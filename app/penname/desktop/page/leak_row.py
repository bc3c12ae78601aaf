"""One row of what an attacker reads."""

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from penname.desktop.page.leak_view import LeakView, verdict_explained
from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.wrapping import wrapping


class LeakRow(QFrame):
    """An attribute with its verdict, guesses, certainty and reasoning, and the user's word on it."""

    overruled = Signal(str, bool)  # attribute name, act on it
    jump_requested = Signal(str)  # attribute name

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view: LeakView | None = None
        self._attribute = _label("attribute")
        self._verdict = _label("")
        self._certainty = _label("muted")
        self._guesses = _label("guesses", wrap=True)
        self._guesses.setTextFormat(Qt.TextFormat.RichText)
        self._target = _label("target", wrap=True)
        self._reasoning = _label("muted", wrap=True)
        self._notes = _label("muted", wrap=True)
        self.protect = _choice(tr("Rewrite"), tr("Rewrite the words that give this away"))
        self.leave = _choice(tr("Leave"), tr("Leave these words readable as they are"))
        self.protect.clicked.connect(lambda: self._say(True))
        self.leave.clicked.connect(lambda: self._say(False))
        self._answers = QWidget()
        answers = QHBoxLayout(self._answers)
        answers.setContentsMargins(0, 0, 0, 0)
        answers.setSpacing(8)
        answers.addWidget(self.protect)
        answers.addWidget(self.leave)
        head = FlowLayout()
        head.addWidget(self._attribute)
        head.addWidget(self._verdict)
        head.add_at_end(self._answers)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 12)
        layout.setSpacing(4)
        layout.addLayout(head)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._guesses, 1)
        line.addWidget(self._certainty, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addLayout(line)
        layout.addWidget(self._target)
        layout.addWidget(self._reasoning)
        layout.addWidget(self._notes)

    @property
    def attribute_name(self) -> str:
        """The attribute that is shown, or "" before any was."""
        return self._view.attribute.name if self._view else ""

    def show_leak(self, view: LeakView) -> None:
        """Show another row's content."""
        if view == self._view:
            return
        self._view = view
        shape = VERDICT_SHAPES[view.validity] if view.validity else "…"
        colour = self._theme.verdict(view.validity) if view.validity else self._theme.muted
        self._attribute.setText(view.attribute.label)
        self._attribute.setToolTip(view.attribute.description)
        self._verdict.setText(f"{shape} {view.verdict}")
        self._verdict.setVisible(bool(view.verdict))
        self._verdict.setStyleSheet(f"color: {colour}; font-weight: 600;")
        self._verdict.setToolTip(verdict_explained(view.validity))
        best, *others = (escape(wrapping(guess)) for guess in dict.fromkeys(view.guesses or ("",)))
        self._guesses.setText("  ·  ".join((f"<b>{best}</b>", *others)))
        self._guesses.setToolTip(tr("The attacker's guesses, the best one first"))
        self._guesses.setVisible(bool(view.guesses))
        dots = "●" * view.certainty + "○" * (5 - view.certainty)
        self._certainty.setText(tr("certainty {dots}", dots=dots))
        self._certainty.setToolTip(
            tr("How certain the attacker is: {certainty} of 5", certainty=view.certainty)
        )
        self._certainty.setAccessibleName(self._certainty.toolTip())
        self._certainty.setVisible(bool(view.guesses))
        self._target.setText(
            tr("A reader should infer: {target}", target=wrapping(view.target)) if view.target else ""
        )
        self._target.setVisible(bool(view.target))
        self._reasoning.setText(wrapping(view.reasoning))
        self._notes.setText(tr("Why not: {notes}", notes=wrapping(view.notes)) if view.notes else "")
        self._notes.setVisible(bool(view.notes) and not view.supported)
        self.protect.setChecked(view.acts)
        self.leave.setChecked(not view.acts)
        self._answers.setVisible(view.can_overrule)
        self.setAccessibleName(view.spoken)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        view, self._view = self._view, None
        if view:
            self.show_leak(view)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._view is None:
            return
        painter = QPainter(self)
        colour = QColor(self._theme.stroke(self._view.attribute.colour))
        x = self.width() - 3 if self.isRightToLeft() else 0
        painter.fillRect(x, 14, 3, self.height() - 28, colour)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._view and event.button() == Qt.MouseButton.LeftButton:
            self.jump_requested.emit(self._view.attribute.name)
        super().mouseReleaseEvent(event)

    def _say(self, execute: bool) -> None:
        if self._view is None:
            return
        self.protect.setChecked(self._view.acts)  # what stands is shown by whoever hears of it
        self.leave.setChecked(not self._view.acts)
        if execute != self._view.acts:
            self.overruled.emit(self._view.attribute.name, execute)


def _label(role: str, wrap: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)  # what a model wrote is never markup
    label.setProperty("role", role)
    label.setWordWrap(wrap)
    return label


def _choice(text: str, explained: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "choice")
    button.setCheckable(True)
    button.setToolTip(explained)
    return button
