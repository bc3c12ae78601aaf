"""What all posts of a pen name give away together, and which of them did it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QPushButton,
    QWidget,
)

from penname.desktop.pen_names.author_history_bar import AuthorHistoryBar
from penname.desktop.pen_names.author_history_row import AuthorHistoryRow
from penname.desktop.pen_names.author_history_words import headline, places, reservation
from penname.desktop.pen_names.links_label import LinksLabel
from penname.desktop.pen_names.reading_work import AuthorHistoryWork
from penname.desktop.session.known_values import knowledge
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.texts.samples import is_sample
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import foot_of, plain_button
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.text_label import text_label
from penname.domain.errors import Cancelled, PennameError
from penname.domain.pen_names import PenName
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.author_history_report import AuthorHistoryReport, author_history_report

SIZE = (600, 520)


class AuthorHistoryDialog(QDialog):
    """Reads at once; again when the text in front is to be read along or not."""

    def __init__(self, window: Window, pen_name: PenName, parent: QWidget | None = None) -> None:
        super().__init__(parent or window)
        self._window = window
        self._pen_name = pen_name
        published = {post.text.strip() for post in pen_name.posts}
        texts = [text for text in window.page.flow.results if text.strip() and not is_sample(text)]
        self._new = "\n\n".join(text for text in texts if text.strip() not in published)
        self.setWindowTitle(tr("What your posts reveal together"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(*SIZE))
        self.work = AuthorHistoryWork(window.jobs, window.sessions, self)
        self.work.ended.connect(self._ended)
        self.bar = AuthorHistoryBar(self.work, window.attributes)
        explained = text_label(
            tr("Readers see all of them, so the model reads them together, newest first."), "muted"
        )
        self.along = QCheckBox(tr("Include the current text"))
        self.along.setChecked(bool(self._new))
        self.along.setVisible(bool(self._new))
        self.along.toggled.connect(lambda _on: self.read())
        self.headline, self.reservation, self.wrong = (
            text_label(role=role) for role in ("attribute", "muted", "error")
        )
        self.links = LinksLabel(window.vault, window.attributes)
        self._area = scrolled(QWidget())
        self.rows: list[AuthorHistoryRow] = []
        self.again = plain_button(tr("Read again"), self.read)
        close = QPushButton(tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.reject)
        vertical(
            explained,
            self.along,
            self.bar,
            self.wrong,
            self.headline,
            self.reservation,
            (self._area, 1),
            self.links,
            foot_of(self.again, close),
            on=self,
            spacing=12,
            margins=(24, 24, 24, 16),
        )
        self.read()

    def read(self) -> None:
        """Read what is chosen, instead of what is being read."""
        self.work.abandon()
        self._say("")
        self.again.setEnabled(False)
        self._show_rows(None)
        new = self._new if self.along.isChecked() else ""
        if new or self._pen_name.posts:
            self.work.start(new, self._pen_name.posts)
            self.bar.begin()
        else:
            self.bar.hide()
            self._say(tr("Nothing has been published under this name yet, so there is nothing to read."))

    def done(self, result: int) -> None:
        """Close; a reading that is under way is stopped."""
        self.work.abandon()
        super().done(result)

    def _ended(self, reading: AuthorHistoryReading | None, error: PennameError | None) -> None:
        self.again.setEnabled(True)
        if reading is not None:
            self._show_rows(author_history_report(self._pen_name, reading, knowledge()))
        else:
            self._say(tr("Stopped.") if isinstance(error, Cancelled) else str(error))

    def _show_rows(self, report: AuthorHistoryReport | None) -> None:
        list_of_rows = QWidget()
        column = vertical(on=list_of_rows, spacing=8, margins=(0, 0, 12, 0))
        known = {attribute.name: attribute for attribute in self._window.attributes}
        self.rows = []
        for found in report.findings if report else ():
            assert report is not None
            where = places(found, report)
            self.rows.append(AuthorHistoryRow(known[found.attribute], found, where, self._window.theme))
            column.addWidget(self.rows[-1])
        column.addStretch(1)
        self._area.setWidget(list_of_rows)
        model = self._window.model.title if self._window.model else ""
        self.headline.setText(headline(report, model) if report else "")
        self.reservation.setText(reservation(report) if report else "")
        for label in (self.headline, self.reservation):
            label.setVisible(report is not None)
        self.links.look(self._pen_name.name if report else "")

    def _say(self, sentence: str) -> None:
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))
