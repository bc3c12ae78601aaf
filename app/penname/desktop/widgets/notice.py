"""A sentence in its place: what happened, and what can be done about it. Never a modal box."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.text_label import text_label


class Notice(QFrame):
    """Hidden until `say` is called. Its answers stand beside the words, or, `stacked`, below them."""

    def __init__(self, parent: QWidget | None = None, *, stacked: bool = False) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self._sign = text_label("⚠", "title", wraps=False)
        self._title, self._body = text_label(), text_label()
        for part in (self._sign, self._title):
            part.setProperty("part", "title")
        self._buttons = QWidget()
        self._line = FlowLayout(self._buttons)
        self._words = QWidget()
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._body)
        layout = QVBoxLayout(self) if stacked else QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16 if stacked else 8, 8)
        layout.setSpacing(8 if stacked else 16)
        layout.addWidget(self._sign)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._buttons, 0, Qt.AlignmentFlag(0) if stacked else Qt.AlignmentFlag.AlignVCenter)
        if not stacked:
            layout.addStretch()  # the answers stand beside the words, not at the window's other side
        self._said: tuple[object, ...] = ()
        self.buttons: list[QPushButton] = []
        self.hide()

    def say(
        self,
        title: str,
        body: str = "",
        kind: str = "info",
        answers: dict[str, Callable[[], None]] | None = None,
        quiet: Collection[str] = (),
    ) -> None:
        """Show `title` and `body`; `answers` become buttons, the `quiet` ones links.

        `kind` is "info" or "error"; an error's first sentence is its title.
        """
        if kind == "error" and not title:
            title, stop, body = body.partition(". ")
            title += stop.strip()
        said = (title, body, kind, tuple(answers or ()))
        if said == self._said and not self.isHidden():
            return
        self._said = said
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._body.setText(body)
        self._body.setVisible(bool(body))
        self.setProperty("kind", kind)
        self.setAccessibleName(" ".join(filter(None, (title, body))))
        self._sign.setVisible(kind == "error")
        for part in (self, self._sign, self._title):  # whose colour depends on the kind
            self.style().unpolish(part)
            self.style().polish(part)
        widths = [one.fontMetrics().horizontalAdvance(one.text()) for one in (self._title, self._body)]
        self._words.setMaximumWidth(max(widths) + 16)
        self._line.clear()
        self.buttons = []
        for label, call in (answers or {}).items():
            button = QPushButton(label)
            button.setProperty("role", "link" if label in quiet else "")
            button.clicked.connect(lambda _checked=False, call=call: call())
            self._line.addWidget(button)
            self.buttons.append(button)
        self._buttons.setMinimumWidth(max(0, self._line.width_in_one_line()))
        self._buttons.setVisible(bool(answers))
        self.show()

    def clear(self) -> None:
        """Say nothing."""
        self._said = ()
        self.hide()
