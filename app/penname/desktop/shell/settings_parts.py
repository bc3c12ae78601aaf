"""The pages of the settings; whoever has something to set puts a part into one of them."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from PySide6.QtWidgets import QLabel, QLayout, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.text_label import text_label


class SettingsPage(StrEnum):
    """The pages, in their order."""

    GENERAL = "general"
    PRIVACY = "privacy"
    MODELS = "models"
    SHORTCUTS = "shortcuts"


class AddedPart(NamedTuple):
    """A part that a module above the window's puts at the end of a page."""

    page: SettingsPage
    make: Callable[[], QWidget]


def page_title(page: SettingsPage) -> str:
    """What a page is called."""
    return {
        SettingsPage.GENERAL: tr("General"),
        SettingsPage.PRIVACY: tr("Privacy"),
        SettingsPage.MODELS: tr("Models"),
        SettingsPage.SHORTCUTS: tr("Shortcuts"),
    }[page]


class SettingsPart(QWidget):
    """A heading, and below it what can be set."""

    def __init__(self, title: str) -> None:
        super().__init__()
        heading = text_label(title, "heading")
        self._column = vertical(heading, on=self, spacing=8)

    def add(self, part: QWidget | QLayout) -> None:
        """Put something into a line of its own."""
        if isinstance(part, QWidget):
            self._column.addWidget(part)
        else:
            self._column.addLayout(part)

    def add_row(self, name: str, control: QWidget) -> None:
        """A control with its name before it, or above it where there is little room."""
        label = QLabel(name)
        label.setBuddy(control)
        row = FlowLayout()
        row.addWidget(label)
        row.add_at_end(control)
        self._column.addLayout(row)

    def say(self, sentence: str = "", role: str = "muted") -> QLabel:
        """A sentence that explains, or that says why something cannot be done here."""
        label = text_label(sentence, role)
        label.setVisible(bool(sentence))
        self._column.addWidget(label)
        return label
