"""Attributes of one's own, in the settings: what there is, and one more."""

from PySide6.QtWidgets import QLineEdit, QPushButton

from penname.desktop.shell.settings_parts import SettingsPart
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.own_attributes import own_attribute
from penname.settings import load_attributes

EXAMPLE = 300  # pixels of width: what a field should hold is read to its end


class OwnAttributesPart(SettingsPart):
    """What is added or removed counts from the next start on: open texts keep their attributes."""

    def __init__(self, window: Window) -> None:
        super().__init__(tr("Custom details"))
        self._window = window
        self.say(
            tr(
                "Other things a text may reveal, such as your health. Larger models look for them; with the "
                "bundled ones only rules do. Takes effect after a restart."
            )
        )
        self.name, self.description, self.values = QLineEdit(), QLineEdit(), QLineEdit()
        self.name.setPlaceholderText(tr("Health"))
        self.description.setPlaceholderText(tr("illnesses and conditions of the author"))
        self.values.setPlaceholderText(tr("Any, or a comma-separated list"))
        self.buttons: dict[str, QPushButton] = {}
        for one in window.settings.custom_attributes:
            self._add_line(one)
        for title, field in (
            (tr("Name"), self.name),
            (tr("What it is"), self.description),
            (tr("Values"), self.values),
        ):
            field.setAccessibleName(title)
            field.setMinimumWidth(grown(EXAMPLE))
            self.add_row(title, field)
        self.more = plain_button(tr("Add"), self._append)
        self.add(row_of(self.more))
        self.wrong = self.say(role="error")

    def _append(self) -> None:
        settings = self._window.settings
        taken = [attribute.name for attribute in load_attributes(settings)]
        try:
            added = own_attribute(
                self.name.text(), self.description.text(), self.values.text().split(","), taken
            )
        except BadInput as error:
            self.wrong.setText(str(error))
            self.wrong.show()
            return
        self._window.change_settings(custom_attributes=(*settings.custom_attributes, added))
        self.wrong.hide()
        for field in (self.name, self.description, self.values):
            field.clear()
        self._add_line(added)
        self.name.setFocus()

    def _add_line(self, attribute: Attribute) -> None:
        button = plain_button(tr("Remove"), lambda: self._remove(attribute.name))
        button.setAccessibleName(tr("Remove {label}", label=attribute.label))
        self.buttons[attribute.name] = button
        values = ", ".join(attribute.options)
        said = tr("{label}: {what}", label=attribute.label, what=attribute.description)
        line = horizontal((text_label(f"{said} ({values})" if values else said), 1), button)
        self.add(line)

    def _remove(self, name: str) -> None:
        left = tuple(one for one in self._window.settings.custom_attributes if one.name != name)
        self._window.change_settings(custom_attributes=left)
        self.buttons[name].setEnabled(False)
        self.buttons[name].setText(tr("Removed"))
