"""What the papers' methods leave to choose: shown for the methods that it means something to."""

from functools import partial

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.choice_box import choice_box
from penname.domain.conditions import CONDITIONS
from penname.domain.goal import Goal
from penname.domain.inferences import CERTAIN
from penname.methods.registry import method_named

MOST_SEED = 2**31 - 1


class MethodSettings(QWidget):
    """The row of IncogniText's Table 2, FgAA's threshold, and the seed.

    `wanted` carries what makes the goal of the text in front another one.
    """

    wanted = Signal(object)  # Callable[[Goal], Goal]

    def __init__(self) -> None:
        super().__init__()
        self.row = choice_box(
            [(str(number), _row_words(number)) for number in CONDITIONS],
            tr("Who is told what (IncogniText, Table 2). Without your true value, 3 stands for 4 to 6"),
        )
        self.certainty = choice_box(
            [(str(number), _certainty_words(number)) for number in range(CERTAIN + 1)],
            tr("How sure the attacker must be of a guess for it to be rewritten"),
        )
        self.seed = QLineEdit()
        self.seed.setValidator(QIntValidator(0, MOST_SEED, self.seed))
        self.seed.setToolTip(tr("For the model's random choices: the same seed repeats them"))
        self.seed.setAccessibleName(tr("Seed of the model's random choices"))
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setSpacing(8)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, box in (
            (tr("Told"), self.row),
            (tr("Certainty"), self.certainty),
            (tr("Seed"), self.seed),
        ):
            box.setMinimumWidth(0)
            self.form.addRow(title, box)
        self.row.activated.connect(lambda _index: self._want(condition=int(self.row.currentData())))
        self.certainty.activated.connect(
            lambda _index: self._want(certainty=int(self.certainty.currentData()))
        )
        self.seed.editingFinished.connect(lambda: self._want(seed=int(self.seed.text())))

    def show_goal(self, goal: Goal, method: str, *, begun: bool, may_change: bool) -> None:
        """Show what is chosen; who is told what is settled once a session has `begun`."""
        self.form.setRowVisible(self.row, method_named(method).misleads)
        self.form.setRowVisible(self.certainty, method_named(method).weighs_certainty)
        _choose(self.row, goal.condition)
        _choose(self.certainty, goal.certainty)
        if not self.seed.hasFocus():
            self.seed.setText(str(goal.seed))
        self.row.setEnabled(may_change and not begun)
        for box in (self.certainty, self.seed):
            box.setEnabled(may_change)

    def _want(self, **changed: int) -> None:
        self.wanted.emit(partial(msgspec.structs.replace, **changed))


def _choose(box: QComboBox, number: int) -> None:
    box.setCurrentIndex(box.findData(str(number)))


def _row_words(number: int) -> str:
    return {
        1: tr("1: no target, all rounds"),
        2: tr("2: no target"),
        3: tr("3: the guess"),
        4: tr("4: the true value"),
        5: tr("5: guess and true value (usual)"),
        6: tr("6: the attacker, too"),
    }[number]


def _certainty_words(number: int) -> str:
    if number == 0:
        return tr("any guess (as in the paper)")
    if number == CERTAIN:
        return tr("5: only what the text says")
    return tr("{number} or more", number=number)
