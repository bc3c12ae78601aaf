"""Several posts in one text: which of them is looked at, and copied."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.text_label import text_label


class PostsLine(QWidget):
    """Takes no room where the text is one."""

    chosen = Signal(int)  # the number of a post, from 1

    def __init__(self) -> None:
        super().__init__()
        self.box = choice_box((), tr("Go to a post"))
        self.box.activated.connect(lambda row: self.chosen.emit(row + 1))
        row = horizontal(self.box, on=self, spacing=8)
        explained = tr("What one of them tells is hidden in all, in the same words.")
        row.addWidget(text_label(explained, "muted"), 1)
        self.hide()

    def show_flow(self, flow: SessionFlow) -> None:
        """Offer the posts of the text."""
        count = len(flow.results)
        if self.box.count() != count:
            self.box.clear()
            self.box.addItems(
                [tr("Post {number} of {count}", number=n + 1, count=count) for n in range(count)]
            )
            self.box.setMinimumWidth(self.box.sizeHint().width())
        self.box.setCurrentIndex(flow.post - 1)
        self.setVisible(count > 1)
