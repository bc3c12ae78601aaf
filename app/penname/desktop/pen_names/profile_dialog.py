"""The profile: what is true of the author, each value covered until it is asked for."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.background.keeper import KeepingState
from penname.desktop.kept import keeping_dialogs
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.profile import Profile, make_profile

USUAL_NAME = "me"
SIZE = (460, 640)


class ProfileDialog(QDialog):
    """One field an attribute; what is no value is said where it stands, and nothing is saved before."""

    def __init__(self, window: Window, profile: Profile, attributes: Sequence[Attribute]) -> None:
        super().__init__(window)
        self._window = window
        self._profile = profile
        self._attributes = tuple(attributes)
        self.setWindowTitle(tr("Profile"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        explained = QLabel(
            tr(
                "What is true of you. Penname holds an attacker's guesses against it, and never points "
                "readers at a value close to it. Kept encrypted on this computer; leave empty what you like."
            ),
            wordWrap=True,
        )
        explained.setProperty("role", "muted")
        values = dict(profile.values)
        self.fields: dict[str, ValueField] = {}
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(12)
        for attribute in self._attributes:
            field = ValueField(attribute.label, secret=True)
            field.offer(attribute.options)
            field.show_value(values.get(attribute.name, ""))
            field.left.connect(lambda attribute=attribute: self._check(attribute))
            self.fields[attribute.name] = field
            column.addWidget(field)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(rows)
        self._area = area
        self.wrong = QLabel(wordWrap=True)
        self.wrong.setProperty("role", "error")
        self.wrong.hide()
        self.save = QPushButton(tr("Save"))
        self.save.setProperty("primary", True)
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        cancel = QPushButton(tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        for part in (explained, area, self.wrong):
            layout.addWidget(part, 1 if part is area else 0)
        layout.addLayout(foot)

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

    def _save(self) -> None:
        wrong = [attribute for attribute in self._attributes if not self._check(attribute)]
        if wrong:
            field = self.fields[wrong[0].name]
            self._area.ensureWidgetVisible(field)
            field.field.setFocus()
            return
        values = {name: field.value for name, field in self.fields.items()}
        profile = make_profile(self._profile.name, values, self._attributes, self._profile.terms)
        self.save.setEnabled(False)
        self._window.keeper.save_profile(profile, self._saved, self._failed)

    def _saved(self) -> None:
        self._window.status.tell(tr("Your profile is saved. New texts begin with it"))
        self.accept()

    def _failed(self, sentence: str) -> None:
        self.save.setEnabled(True)
        self.wrong.setText(sentence)
        self.wrong.show()


def show(window: Window) -> ProfileDialog | None:
    """Open the profile; where nothing is kept yet, first the way to keep it."""
    if window.keeper.state is not KeepingState.OPEN:
        keeping_dialogs.keep(window)
        return None
    held = window.keeper.profiles
    dialog = ProfileDialog(window, held[0] if held else Profile(USUAL_NAME), window.attributes)
    dialog.open()
    return dialog
