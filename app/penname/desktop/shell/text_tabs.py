"""The texts being worked on, each in a tab; with one text there is nothing to see of tabs."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from penname.desktop.page.session_page import SessionPage
from penname.desktop.translate import tr
from penname.desktop.widgets.small_buttons import close_button


class TextTabs(QTabWidget):
    """Tabs are numbered, never named after a text or a file: the screen may be seen by others."""

    close_requested = Signal(object)  # SessionPage

    def __init__(self) -> None:
        super().__init__()
        self._texts = 0
        self._last: SessionPage | None = None  # the text last in front
        self.currentChanged.connect(lambda _index: self._remember())
        self.setDocumentMode(True)
        self.setTabBarAutoHide(True)
        self.tabBar().setAccessibleName(tr("Texts"))
        self.setMovable(True)
        self.setFocusProxy(None)  # type: ignore[arg-type]  # else Tab is caught by the hidden tab bar
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def page(self) -> SessionPage:
        """The text in front; behind a tab that is no text, the one that was in front last."""
        page = self.currentWidget()
        if isinstance(page, SessionPage):
            return page
        pages = self.pages
        return self._last if self._last in pages and self._last is not None else pages[-1]

    @property
    def pages(self) -> list[SessionPage]:
        """All texts."""
        return [page for page in map(self.widget, range(self.count())) if isinstance(page, SessionPage)]

    def add_page(self, page: SessionPage) -> None:
        """Add a text and bring it to the front."""
        self._texts += 1
        name = tr("Text {number}", number=self._texts)
        self._add(page, name, lambda: self.close_requested.emit(page))

    def add_aside(self, page: QWidget, name: str, close: Callable[[], object]) -> None:
        """Bring a page that is no text to the front, in a tab called `name`."""
        if self.indexOf(page) < 0:
            self._add(page, name, close)
        self.setCurrentWidget(page)

    def remove_aside(self, page: QWidget) -> None:
        """Take such a page out, and bring the text last in front back."""
        before = self.page
        self.removeTab(self.indexOf(page))
        self.setCurrentWidget(before)

    def remove_page(self, page: SessionPage) -> None:
        """Take a text out; what works on it has been told to stop, and may still have to answer."""
        self.removeTab(self.indexOf(page))
        if page.flow.work.running:
            page.flow.work.ended.connect(page.deleteLater)
        else:
            page.deleteLater()

    def _add(self, page: QWidget, name: str, call: Callable[[], object]) -> None:
        index = self.addTab(page, name)
        close = close_button(tr("Close {text}", text=name), call)
        self.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.setCurrentIndex(index)

    def _remember(self) -> None:
        page = self.currentWidget()
        if isinstance(page, SessionPage):
            self._last = page
