"""Who rewrites a text and how: behind one quiet button, since it is chosen seldom."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from penname.desktop.main.method_settings import MethodSettings
from penname.desktop.session.view_state import Action, Facts, SessionState, enabled
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.popover import Popover
from penname.desktop.widgets.small_buttons import FoldButton
from penname.desktop.widgets.text_label import text_label
from penname.domain.goal import Goal
from penname.methods.registry import RATIONAL, Method

WIDTH = 380
MORE = ""  # stands for no model: opens the list of all
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)


class ToolsPopover(Popover):
    """Model and rounds; folded, the method and what it leaves to choose."""

    rounds_changed = Signal(int)
    method_chosen = Signal(str)
    model_chosen = Signal(str)
    more_models_requested = Signal()

    def __init__(self, parent: QWidget, methods: Sequence[Method], models: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent, tr("Model and method"), WIDTH)
        self._methods = {method.name: method for method in methods}
        self.method = choice_box(
            [(method.name, tr(method.title)) for method in methods], tr("How the text is rewritten")
        )
        for number, method in enumerate(methods):
            self.method.setItemData(number, tr(method.sentence), Qt.ItemDataRole.ToolTipRole)
        self.method.activated.connect(lambda _index: self.method_chosen.emit(self.method.currentData()))
        self.model = choice_box(models, tr("The model that reads and rewrites"))
        self.model.activated.connect(lambda _index: self._choose_model(self.model.currentData()))
        self._model = ""
        self.rounds = choice_box(
            [(str(count), _rounds(count)) for count in ROUNDS], tr("Maximum number of rewrites")
        )
        self.rounds.activated.connect(lambda _index: self.rounds_changed.emit(int(self.rounds.currentData())))
        self._sentence = text_label(role="muted")
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: tuple[tuple[str, QComboBox], ...] = (
            (tr("Model"), self.model),
            (tr("Rounds"), self.rounds),
        )
        for title, box in rows:
            box.setMinimumWidth(0)
            form.addRow(title, box)
        self.column.addLayout(form)
        self.settings = MethodSettings()
        self.method.setMinimumWidth(0)
        self.settings.form.insertRow(0, tr("Method"), self.method)
        self.settings.form.insertRow(1, "", self._sentence)
        self.advanced = FoldButton(tr("Advanced"))
        self.advanced.toggled.connect(self._unfold)
        self.column.addWidget(self.advanced, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.settings)
        self._unfold(False)

    @property
    def words(self) -> str:
        """What stands on the button: the model, and the method where it is not the usual one."""
        model, method = self.model.currentText() or tr("Model"), str(self.method.currentData())
        if method == RATIONAL.name:
            return model
        return tr("{model}, {method}", model=model, method=tr(self._methods[method].title))

    def show_facts(self, facts: Facts, goal: Goal, method: str) -> None:
        """Offer what can be done in this state."""
        rounds, may_change = goal.rounds, Action.CHANGE_GOAL in enabled(facts)
        self.settings.show_goal(goal, method, begun=facts.session, may_change=may_change)
        self.rounds.setEnabled(may_change)
        self.method.setEnabled(facts.state is not SessionState.RUNNING)
        if self.rounds.findData(str(rounds)) < 0:
            self.rounds.addItem(_rounds(rounds), str(rounds))
        self.rounds.setCurrentIndex(self.rounds.findData(str(rounds)))

    def show_method(self, name: str) -> None:
        """Show the method of the text in front."""
        method = self._methods[name]
        if name != RATIONAL.name:
            self.advanced.setChecked(True)
        self.method.setCurrentIndex(self.method.findData(name))
        self._sentence.setText(tr(method.sentence))
        self._sentence.setToolTip(tr(method.paper))

    def show_models(self, models: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer (name, title) of the models that are here, `chosen` among them, and the way to others."""
        self._model = chosen
        self.model.clear()
        for name, title in models:
            self.model.addItem(title, name)
        self.model.insertSeparator(self.model.count())
        self.model.addItem(tr("More models…"), MORE)
        self.model.setCurrentIndex(self.model.findData(chosen))

    def _unfold(self, opened: bool) -> None:
        self.settings.setVisible(opened)
        self.fit()

    def _choose_model(self, name: str) -> None:
        self.model.setCurrentIndex(self.model.findData(self._model))  # until it is in use
        if name == MORE:
            self.close()
            self.more_models_requested.emit()
        elif name != self._model:
            self.model_chosen.emit(name)


def _rounds(count: int) -> str:
    return tr_count("At most {count} round", "At most {count} rounds", count)
