"""Shows the progress of reading a pen name's texts, with a button that stops it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page.activity_bar import ActivityBar
from penname.desktop.pen_names.reading_work import ReadingWork
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.domain.attributes import Attribute


class AuthorHistoryBar(QWidget):
    """Shown only while `work` runs."""

    def __init__(self, work: ReadingWork, attributes: tuple[Attribute, ...]) -> None:
        super().__init__()
        self._activity = ActivityBar(attributes)
        self.stop = QPushButton(tr("Stop"))
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(work.stop)
        horizontal((self._activity, 1), (self.stop, Qt.AlignmentFlag.AlignBottom), on=self, spacing=16)
        work.spoke.connect(self._show)
        work.ended.connect(self._finish)
        self.hide()

    def begin(self) -> None:
        """Show that work was started."""
        self._show(Progress())
        self.show()

    def _finish(self, _reading: object, _error: object) -> None:
        self.hide()

    def _show(self, progress: Progress) -> None:
        self._activity.show_progress(progress, None)
