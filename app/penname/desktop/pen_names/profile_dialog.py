"""The profile: what is true of the author, each value covered until it is asked for."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept import vault_dialogs
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.form_dialog import FormDialog
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.profile import Profile, make_profile

USUAL_NAME = "me"


class ProfileDialog(FormDialog):
    """One field an attribute; what is no value is said where it stands, and nothing is saved before."""

    def __init__(self, window: Window, profile: Profile, attributes: Sequence[Attribute]) -> None:
        super().__init__(
            window,
            tr("Profile"),
            tr(
                "Your details. Penname compares an attacker's guesses with them, and never suggests anything "
                "close to the truth. Saved encrypted on this computer. You can leave fields blank."
            ),
            tr("Save"),
            tr("Cancel"),
        )
        self._window = window
        self._profile = profile
        self._attributes = tuple(attributes)
        values = dict(profile.values)
        self.fields: dict[str, ValueField] = {}
        rows = QWidget()
        column = vertical(on=rows, spacing=12)
        for attribute in self._attributes:
            field = ValueField(attribute.label, secret=True)
            field.offer(attribute.options)
            field.show_value(values.get(attribute.name, ""))
            field.left.connect(lambda attribute=attribute: self._check(attribute))
            self.fields[attribute.name] = field
            column.addWidget(field)
        column.addStretch(1)
        self._area = scrolled(rows)
        self.fill(460, 640, self._area)
        next(iter(self.fields.values())).field.setFocus()

    def submit(self) -> None:
        """Keep the values, if all of them are some."""
        wrong = [attribute for attribute in self._attributes if not self._check(attribute)]
        if wrong:
            field = self.fields[wrong[0].name]
            self._area.ensureWidgetVisible(field)
            field.field.setFocus()
            return
        values = {name: field.value for name, field in self.fields.items()}
        profile = make_profile(self._profile.name, values, self._attributes, self._profile.terms)
        self.ok.setEnabled(False)
        self._window.vault.change(lambda vault: vault.save_profile(profile), self._saved, self.complain)

    def _check(self, attribute: Attribute) -> bool:
        """Say what is wrong with one value; whether nothing is."""
        field, said = self.fields[attribute.name], ""
        if field.value.strip():
            try:
                attribute.normalize(field.value)
            except BadInput as error:
                said = str(error)
        field.complain(said)
        return not said

    def _saved(self) -> None:
        self._window.status.tell(tr("Your profile is saved. New texts use it"))
        self.accept()


def usual_profile(window: Window) -> Profile:
    """The one that is kept, or an empty one."""
    return window.vault.profiles[0] if window.vault.profiles else Profile(USUAL_NAME)


def show(window: Window) -> ProfileDialog | None:
    """Open the profile; where nothing is kept yet, first the way to keep it."""
    if window.vault.state is not VaultClientState.OPEN:
        vault_dialogs.keep(window)
        return None
    dialog = ProfileDialog(window, usual_profile(window), window.attributes)
    dialog.open()
    return dialog
