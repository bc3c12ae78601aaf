"""The settings in four pages; each takes effect at once."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QListWidget,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.chatbot.names_model_row import NamesModelRow
from penname.desktop.main.own_attributes_part import OwnAttributesPart
from penname.desktop.main.privacy_parts import KeptPart, versions_part
from penname.desktop.main.tools_popover import ROUNDS
from penname.desktop.model_window import models_window
from penname.desktop.model_window.model_roles import jobs_of, title_of
from penname.desktop.shell.settings_parts import SettingsPage, SettingsPart, page_title
from penname.desktop.shell.window import LEAST_ZOOM, MOST_ZOOM, Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.scrolled import scrolled

SIZE = (720, 520)


class SettingsWindow(QDialog):
    """A list of pages, and the page that was chosen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(*SIZE))
        self.list = QListWidget()
        self.list.setSpacing(2)
        self.list.setAccessibleName(tr("Pages of the settings"))
        self.pages = QStackedWidget()
        self._columns = {page: self._add_page(page) for page in SettingsPage}
        self._put(SettingsPage.GENERAL, _text_part(window), _start_part(window), OwnAttributesPart(window))
        self._put(SettingsPage.PRIVACY, KeptPart(window), versions_part(window))
        self._put(SettingsPage.MODELS, ModelPart(window), self._names_part(window))
        for part in window.more_settings:
            self._put(part.page, part.make())
        for column in self._columns.values():
            column.addStretch(1)
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 24)
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.list.setCurrentRow(0)
        middle = horizontal(self.list, (self.pages, 1), spacing=16)
        foot = horizontal(1, plain_button(tr("Close"), self.accept))
        vertical((middle, 1), foot, on=self, spacing=16, margins=(16, 16, 16, 16))
        self.list.setFocus()

    def turn_to(self, page: SettingsPage) -> None:
        """Show a page."""
        self.list.setCurrentRow(list(SettingsPage).index(page))

    def _add_page(self, page: SettingsPage) -> QVBoxLayout:
        inside = QWidget()
        column = vertical(on=inside, spacing=24, margins=(16, 12, 16, 12))
        area = scrolled(inside, "panel")
        area.setAccessibleName(page_title(page))
        self.pages.addWidget(area)
        self.list.addItem(page_title(page))
        return column

    def _put(self, page: SettingsPage, *parts: QWidget) -> None:
        for part in parts:
            self._columns[page].addWidget(part)

    def _names_part(self, window: Window) -> SettingsPart:
        part = SettingsPart(tr("Names in texts for chatbots"))
        names = NamesModelRow(window)
        self.finished.connect(names.end)
        part.add(names)
        return part


class ModelPart(SettingsPart):
    """Which models work, and the way to the others."""

    def __init__(self, window: Window) -> None:
        super().__init__(tr("Models in use"))
        self._window = window
        self.model = self.say(" ", role="")
        self.add(row_of(plain_button(tr("Models…"), lambda: models_window.show(window))))
        window.model_changed.connect(self.show_model)
        self.show_model()

    def show_model(self) -> None:
        """Name them, each with what it does."""
        loaded = self._window.model
        if loaded is None:
            self.model.setText(tr("No model is loaded."))
            return
        settings = self._window.settings
        lines = []
        for name, job in jobs_of(settings).items():
            title = loaded.title if name == settings.model else title_of(name)
            lines.append(tr("{job}: {model}", job=job, model=title))
        self.model.setText("\n".join(lines))


def show(window: Window, page: SettingsPage = SettingsPage.GENERAL) -> SettingsWindow:
    """Open the settings."""
    shown = SettingsWindow(window)
    shown.turn_to(page)
    shown.open()
    return shown


def _text_part(window: Window) -> SettingsPart:
    part = SettingsPart(tr("Texts"))
    steps = range(LEAST_ZOOM, MOST_ZOOM + 1)
    sizes = [(str(step), f"{step:+d}" if step else tr("Normal")) for step in steps]
    zoom = choice_box(sizes, tr("Text size"))
    zoom.setCurrentIndex(zoom.findData(str(window.settings.text_zoom)))
    zoom.activated.connect(lambda _index: window.change_settings(text_zoom=int(zoom.currentData())))
    rounds = choice_box([(str(count), str(count)) for count in ROUNDS], tr("Maximum number of rewrites"))
    rounds.setCurrentText(str(window.settings.rounds))
    rounds.activated.connect(lambda _index: window.change_settings(rounds=int(rounds.currentData())))
    part.add_row(tr("Text size"), zoom)
    part.add_row(tr("Rounds for a new text"), rounds)
    return part


def _start_part(window: Window) -> SettingsPart:
    part = SettingsPart(tr("Start"))
    greeting = QCheckBox(tr("Show the introduction at the next start"))
    greeting.setChecked(not window.settings.greeted)
    greeting.toggled.connect(lambda on: window.change_settings(greeted=not on))
    part.add(greeting)
    return part
