"""What was published under a pen name: a list to add to and to take from."""

from collections.abc import Callable
from datetime import date

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QPushButton, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import row_of
from penname.desktop.widgets.text_label import text_label
from penname.domain.pen_names import Post

TITLE = 40  # characters of a post without a title that are shown


class PostsList(QWidget):
    """`posts_in_front` gives new posts, with what is known to be told by each."""

    history_wanted = Signal()  # what all of them give away together
    rewrite_wanted = Signal()  # all of them, in one go

    def __init__(self, posts_in_front: Callable[[], tuple[Post, ...]]) -> None:
        super().__init__()
        self._posts_in_front = posts_in_front
        self.posts: tuple[Post, ...] = ()
        heading = text_label(tr("Published under this name"), "heading", wraps=False)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Published under this name"))
        self.add = QPushButton(tr("Add the current text"))
        self.add.clicked.connect(self._add)
        self.drop = QPushButton(tr("Remove post"))
        self.drop.clicked.connect(self._drop)
        self.list.currentRowChanged.connect(lambda _row: self._offer())
        self.history = QPushButton(tr("What your posts reveal together…"))
        self.history.clicked.connect(self.history_wanted)
        self.rewrite = QPushButton(tr("Rewrite these together"))
        self.rewrite.setToolTip(tr("Open all of them in one tab, where what one tells is hidden in each"))
        self.rewrite.clicked.connect(self.rewrite_wanted)
        for button in (self.add, self.drop, self.history, self.rewrite):
            button.setAutoDefault(False)
        row = row_of(self.add, self.drop, self.rewrite)
        top = horizontal((heading, 1), self.history)
        vertical(top, self.list, row, on=self, spacing=8)

    def show_posts(self, posts: tuple[Post, ...]) -> None:
        """Show these, as they came."""
        self.posts = posts
        self.list.clear()
        for post in posts:
            words = post.title or " ".join(post.text.split())
            words = words if len(words) <= TITLE else words[: TITLE - 1].rstrip() + "…"
            self.list.addItem(" · ".join(filter(None, (post.date, words))))
        self._offer()

    def _offer(self) -> None:
        text = bool(self._posts_in_front())
        self.add.setEnabled(text)
        self.rewrite.setEnabled(len(self.posts) > 1)
        self.drop.setEnabled(self.list.currentRow() >= 0)
        self.history.setEnabled(text or bool(self.posts))

    def _add(self) -> None:
        today = date.today().isoformat()
        new = (msgspec.structs.replace(post, date=today) for post in self._posts_in_front())
        self.show_posts((*self.posts, *new))

    def _drop(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.show_posts(self.posts[:row] + self.posts[row + 1 :])
