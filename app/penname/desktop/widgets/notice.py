"""A sentence in its place: what happened, and what can be done about it. Never a modal box."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from penname.desktop.style.sizes import UNLIMITED
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.restyle import restyle
from penname.desktop.widgets.small_buttons import more_button
from penname.desktop.widgets.text_label import text_label

_SIDE = 16


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
        self._column = vertical(self._title, (self._body, 1), on=self._words, spacing=4)
        self.more, self.menu = more_button(tr("What can be done about it"))
        self._row = layout = QVBoxLayout(self) if stacked else QHBoxLayout(self)
        layout.setContentsMargins(_SIDE, 8, _SIDE if stacked else 8, 8)
        layout.setSpacing(8 if stacked else _SIDE)
        layout.addWidget(self._sign)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._buttons, 0, Qt.AlignmentFlag(0) if stacked else Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignVCenter)
        if not stacked:
            layout.addStretch()
        self._said: tuple[object, ...] = ()
        self._in_a_line = False
        self._wide = [0, 0]  # pixels of title and body, each in one line
        self.buttons: list[QPushButton] = []
        self.hide()

    def say(
        self,
        title: str,
        body: str = "",
        kind: str = "info",
        answers: dict[str, Callable[[], None]] | None = None,
        quiet: Collection[str] = (),
        in_a_line: bool = False,
    ) -> None:
        """Show `title` and `body`; `answers` become buttons, the `quiet` ones links.

        `kind` is "info" or "error"; an error's first sentence is its title. With `in_a_line` the body stands
        beside the title where there is room, and all answers but the first in a menu.
        """
        if kind == "error" and not title:
            title, stop, body = body.partition(". ")
            title += stop.strip()
        said = (title, body, kind, tuple(answers or ()), in_a_line)
        if said == self._said and not self.isHidden():
            return
        self._said = said
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._body.setText(body)
        self.setAccessibleName(" ".join(filter(None, (title, body))))
        self._sign.setVisible(kind == "error")
        for part in (self, self._sign, self._title):
            restyle(part, "kind", kind)
        self._in_a_line = in_a_line
        direction = QBoxLayout.Direction
        self._column.setDirection(direction.LeftToRight if in_a_line else direction.TopToBottom)
        self._wide = [one.fontMetrics().horizontalAdvance(one.text()) for one in (self._title, self._body)]
        # Else the answers stand beside the words, not at the window's other side.
        self._words.setMaximumWidth(UNLIMITED if in_a_line else max(self._wide) + _SIDE)
        margins = self._row.contentsMargins()
        margins.setTop(4 if in_a_line else 8)
        margins.setBottom(margins.top())
        self._row.setContentsMargins(margins)
        self._line.clear()
        self.menu.clear()
        self.buttons = []
        for label, call in (answers or {}).items():
            if in_a_line and self.buttons:
                self.menu.addAction(label).triggered.connect(lambda _checked=False, call=call: call())
                continue
            button = QPushButton(label)
            button.setProperty("role", "link" if label in quiet else "")
            button.clicked.connect(lambda _checked=False, call=call: call())
            self._line.addWidget(button)
            self.buttons.append(button)
        self._buttons.setMinimumWidth(max(0, self._line.width_in_one_line()))
        self._buttons.setVisible(bool(self.buttons))
        self.more.setVisible(bool(self.menu.actions()))
        self._fit()
        self.show()

    def clear(self) -> None:
        """Say nothing."""
        self._said = ()
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """In a line, leave out what would need another one."""
        beside = sum(part.sizeHint().width() + 2 * _SIDE for part in (self._sign, self.more))
        beside += self._buttons.minimumWidth()
        room = self.width() - beside
        title, body = self._wide
        self._title.setWordWrap(not self._in_a_line or title > room)
        self._body.setWordWrap(not self._in_a_line)
        self._body.setVisible(bool(self._body.text()) and (title + body <= room or not self._in_a_line))
