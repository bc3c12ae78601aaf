"""The icon in the tray: what Penname is doing, its last results, hotkeys on or off, open, quit."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from penname.desktop.quick.clipboard_controller import ClipboardController
from penname.desktop.style import appearance
from penname.desktop.translate import tr
from penname.instance.activation import ANONYMIZE, PSEUDONYMIZE, RESTORE

_DOT = {"working": "#E69F00", "paused": "#8A9099"}  # what the icon wears; the tooltip says it in words
_SIZES = (16, 22, 24, 32, 48, 64)
_LOOKING_MS = 10_000  # between two looks for a tray


class Tray(QObject):
    """Shown while there is a tray. Holds no text: what it offers to copy again is the controller's."""

    opened = Signal()
    quit_wanted = Signal()
    job_wanted = Signal(str)
    hotkeys_wanted = Signal(bool)

    def __init__(self, controller: ClipboardController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._icons: dict[str, QIcon] = {}
        self.icon = QSystemTrayIcon(self._icon(""), self)
        self.menu = QMenu()
        self.state = QAction(self.menu)
        self.state.setEnabled(False)
        self.hotkeys = QAction(tr("Hot&keys"), self.menu)
        self.hotkeys.setCheckable(True)
        self.hotkeys.triggered.connect(lambda on: self.hotkeys_wanted.emit(on))
        self.back = self._entry(tr("Put &back what was on the clipboard"), controller.outbox.put_back)
        self.results = QMenu(tr("Recent &results"), self.menu)
        self._fill()
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activate)
        controller.changed.connect(self.refresh)
        self._looking = QTimer(self)
        self._looking.setInterval(_LOOKING_MS)
        self._looking.timeout.connect(self.show)
        self.results.aboutToShow.connect(self._fill_results)
        self.refresh()

    @property
    def is_there(self) -> bool:
        """Whether the user can see the icon, as far as the system tells."""
        return QSystemTrayIcon.isSystemTrayAvailable() and self.icon.isVisible()

    def show(self) -> None:
        """Show the icon, now or as soon as there is a tray: desktops may start one after their programs."""
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._looking.stop()
            self.icon.show()
        else:
            self._looking.start()

    def show_hotkeys(self, on: bool) -> None:
        """Whether the hotkeys work."""
        self.hotkeys.setChecked(on)
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the moment."""
        if self._controller.working:
            words, dot = tr("Working on the clipboard"), "working"
        elif not self.hotkeys.isChecked():
            words, dot = tr("Hotkeys are off"), "paused"
        else:
            words, dot = tr("Ready"), ""
        self.state.setText(words)
        self.icon.setToolTip(tr("Penname: {state}", state=words))
        self.icon.setIcon(self._icon(dot))
        self.back.setEnabled(self._controller.outbox.can_put_back)
        self.results.setEnabled(bool(len(self._controller.recent)))

    def close(self) -> None:
        """Take the icon away."""
        self._looking.stop()
        self.icon.hide()
        self.menu.deleteLater()

    def _fill(self) -> None:
        menu = self.menu
        menu.addAction(self.state)
        menu.addSeparator()
        menu.addAction(
            self._entry(tr("&Hide names on the clipboard"), partial(self.job_wanted.emit, PSEUDONYMIZE))
        )
        menu.addAction(self._entry(tr("Re&write the clipboard"), partial(self.job_wanted.emit, ANONYMIZE)))
        menu.addAction(
            self._entry(tr("&Restore a reply on the clipboard"), partial(self.job_wanted.emit, RESTORE))
        )
        menu.addSeparator()
        menu.addAction(self.back)
        menu.addMenu(self.results)
        menu.addAction(self.hotkeys)
        menu.addSeparator()
        menu.addAction(self._entry(tr("&Open Penname"), self.opened.emit))
        menu.addAction(self._entry(tr("&Quit"), self.quit_wanted.emit))

    def _fill_results(self) -> None:
        self.results.clear()
        for result in self._controller.recent:
            self.results.addAction(self._entry(result.title, partial(self._controller.copy_again, result)))
        self.results.addSeparator()
        self.results.addAction(self._entry(tr("&Forget them"), self._controller.forget_results))

    def _entry(self, words: str, call: Callable[[], object]) -> QAction:
        entry = QAction(words, self.menu)
        entry.triggered.connect(lambda _checked=False: call())
        return entry

    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.opened.emit()

    def _icon(self, dot: str) -> QIcon:
        """The application's icon, with a dot at its corner for what is not as usual."""
        if dot not in self._icons:
            plain, made = appearance.icon(), QIcon()
            for size in _SIZES:
                picture = QPixmap(plain.pixmap(size, size))
                if dot:
                    painter = QPainter(picture)
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    painter.setPen(QColor("#FFFFFF"))
                    painter.setBrush(QColor(_DOT[dot]))
                    across = size * 0.44
                    painter.drawEllipse(QRectF(size - across - 1, size - across - 1, across, across))
                    painter.end()
                made.addPixmap(picture)
            self._icons[dot] = made
        return self._icons[dot]
