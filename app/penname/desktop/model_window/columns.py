"""The columns of the list of models: the same places in every row and above them."""

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from penname.desktop.models.model_rows import ModelFact
from penname.desktop.models.model_words import FIT_SHAPES
from penname.desktop.style.sizes import grown
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.text_label import text_label
from penname.domain.inferences import Validity
from penname.models.fit import FitLevel

_EDGE, _GAP = 8, 12  # beside and between the columns
_RIM = 1  # of a row
_FOLD, _SIDE = 24, 204  # widths before and behind the columns


class Column(StrEnum):
    """What is told of each model."""

    QUALITY = "quality"
    SPEED = "speed"
    MEMORY = "memory"


_WIDTHS = {Column.QUALITY: 154, Column.SPEED: 108, Column.MEMORY: 128}
_ROOM = {Column.QUALITY: 800, Column.SPEED: 660, Column.MEMORY: 560}  # width of a row that has it, too


class ModelColumns(QWidget):
    """A line of columns between a `first` widget, which takes the room that is left, and a `side`.

    What is `instead` of a column is shown where that one has no room.
    """

    def __init__(
        self,
        fold: QWidget,
        first: QWidget,
        columns: Mapping[Column, QWidget],
        side: QWidget,
        instead: Mapping[Column, QWidget] | None = None,
    ) -> None:
        super().__init__()
        self._columns, self._instead = columns, instead or {}
        layout = horizontal(on=self, spacing=_GAP, margins=(_EDGE, 0, _EDGE, 0))
        fold.setFixedWidth(grown(_FOLD))
        side.setFixedWidth(grown(_SIDE))
        layout.addWidget(fold)
        layout.addWidget(first, 1)
        for column, widget in columns.items():
            widget.setFixedWidth(grown(_WIDTHS[column]))
            layout.addWidget(widget)
        layout.addWidget(side)

    def fit(self, width: int, timed: bool) -> None:
        """Show the columns for which a row of this width has room, the speed once models are `timed`. The
        details have all.
        """
        for column, widget in self._columns.items():
            room = width >= grown(_ROOM[column])
            widget.setVisible(room and (timed or column is not Column.SPEED))
            if column in self._instead:
                self._instead[column].setVisible(not room)


class FactCell(QWidget):
    """Two lines: the words, with a shape where they speak against the model, and a note."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.note = text_label(wraps=False), text_label(role="muted", wraps=False)
        layout = vertical(1, on=self, spacing=2)
        for label in (self.words, self.note):
            layout.addWidget(label, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addStretch(1)

    def show_fact(self, fact: ModelFact, theme: Theme, name: str = "") -> None:
        """Show it in the colour of its level, after its `name` where no column has one."""
        words = " ".join(filter(None, (FIT_SHAPES.get(fact.level, ""), fact.words)))
        self.words.setText(tr("{name}: {words}", name=name, words=words) if name else words)
        self.words.setStyleSheet(f"color: {level_colour(fact.level, theme)};")
        self.note.setText(fact.note)
        self.note.setVisible(bool(fact.note))  # words alone stand in the middle


def level_colour(level: FitLevel, theme: Theme) -> str:
    """That of the words: what speaks against a model has one. Nothing is green but the recommendation."""
    against = {FitLevel.TIGHTLY: Validity.MEDIUM, FitLevel.TOO_BIG: Validity.HIGH}
    return theme.verdict(against[level]) if level in against else theme.text


def column_heads(title: str) -> ModelColumns:
    """The line above the first section: its title, and the columns' names."""
    fits = tr("Runs here")
    names = {Column.QUALITY: tr("Quality"), Column.SPEED: tr("Speed"), Column.MEMORY: fits}
    heads: dict[Column, QWidget] = {
        column: text_label(name, "heading", wraps=False) for column, name in names.items()
    }
    line = ModelColumns(QWidget(), text_label(title, "heading", wraps=False), heads, QWidget())
    line.setContentsMargins(_RIM, 0, _RIM, 0)
    return line


def section_title(title: str) -> QLabel:
    """The line above another section; it begins where the names do."""
    label = text_label(title, "heading", wraps=False)
    label.setContentsMargins(_RIM + _EDGE + grown(_FOLD) + _GAP, 0, 0, 0)
    return label
