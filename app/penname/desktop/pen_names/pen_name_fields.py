"""The values of a pen name as fields, two beside each other."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy, QWidget

from penname.desktop.pen_names.pen_name_sheet import Wrong
from penname.desktop.translate import tr
from penname.desktop.widgets.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.pen_names import Chosen, Decoy, PenName


class PenNameFields(QScrollArea):
    """`left` follows the end of typing."""

    left = Signal()

    def __init__(self, attributes: Sequence[Attribute]) -> None:
        super().__init__()
        self.by_attribute = {attribute.name: ValueField(attribute.label) for attribute in attributes}
        rows = QWidget()
        values = QGridLayout(rows)
        values.setContentsMargins(0, 0, 0, 0)
        values.setHorizontalSpacing(16)
        values.setVerticalSpacing(8)
        for number, attribute in enumerate(attributes):
            field = self.by_attribute[attribute.name]
            field.button.hide()
            field.offer(attribute.options)
            field.left.connect(self.left)
            values.addWidget(field, number // 2, number % 2, Qt.AlignmentFlag.AlignTop)
        values.setRowStretch(len(attributes), 1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(rows)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    @property
    def values(self) -> dict[str, str]:
        """What stands in the fields."""
        return {name: field.value for name, field in self.by_attribute.items()}

    def show_pen_name(self, pen_name: PenName) -> None:
        """Show its values; what was drawn by chance stays as it is."""
        for name, field in self.by_attribute.items():
            decoy = pen_name.decoy(name)
            by_chance = decoy is not None and decoy.chosen is Chosen.RANDOMIZED
            field.show_value((decoy.value or "") if decoy else "")
            field.setEnabled(not by_chance)
            field.field.setPlaceholderText(tr("Left as it is") if by_chance else "")
            field.explain(_how_drawn(decoy) if decoy is not None and by_chance else "")
            field.complain("")

    def complain(self, wrong: Wrong) -> None:
        """Say what is wrong with single values, where they stand."""
        for name, field in self.by_attribute.items():
            field.complain(wrong.values.get(name, ""))

    def fill_in(self, values: Mapping[str, str], left_out: Mapping[str, str]) -> None:
        """Put in `values`, and say why others got none."""
        for name, field in self.by_attribute.items():
            if name in values:
                field.show_value(values[name])
            if field.isEnabled():
                field.explain(left_out.get(name, ""))


def _how_drawn(decoy: Decoy) -> str:
    if decoy.value is None:
        return tr("Drawn at random once: your own value won, and texts keep their words about it.")
    return tr("Drawn at random once, and kept for all texts.")
