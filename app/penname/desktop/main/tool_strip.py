"""The strip at the top: who works how."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from penname.desktop.session.method_words import MethodWords
from penname.desktop.session.view_state import Action, Facts, SessionState, enabled
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.described_choice import describe_entries

MODEL_WIDTH = 220  # pixels, at most; longer titles are cut short
LEAST_WIDTH = 64  # of a choice, in a window too small for all of it
MORE = ""  # stands for no model: opens the list of all
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)


class ToolStrip(QFrame):
    """Method, rounds and model; settings and help."""

    rounds_changed = Signal(int)
    method_chosen = Signal(str)
    model_chosen = Signal(str)
    more_models_requested = Signal()
    settings_requested = Signal()
    help_requested = Signal()

    def __init__(self, methods: Sequence[MethodWords], models: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setProperty("role", "toolbar")
        titles = [(method.name, method.title) for method in methods]
        self.method = choice_box(titles, tr("How the text is rewritten"))
        describe_entries(self.method, {method.name: method.sentence for method in methods})
        self._sentences = {method.name: f"{method.sentence}\n{method.paper}" for method in methods}
        self.method.activated.connect(lambda _index: self.method_chosen.emit(self.method.currentData()))
        self.model = choice_box(models, tr("The model that reads and rewrites"))
        self.model.setMaximumWidth(MODEL_WIDTH)
        self.model.activated.connect(lambda _index: self._choose_model(self.model.currentData()))
        self._model = ""
        self.rounds = choice_box(
            [(str(count), _rounds(count)) for count in ROUNDS], tr("Maximum number of rewrites")
        )
        self.rounds.activated.connect(lambda _index: self.rounds_changed.emit(int(self.rounds.currentData())))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 16, 4)
        layout.setSpacing(8)
        self._name = QLabel(tr("Method"))
        self._name.setBuddy(self.method)
        layout.addWidget(self._name)
        for control in (self.method, self.rounds, self.model):
            control.setMinimumWidth(LEAST_WIDTH)
            layout.addWidget(control)
        layout.insertStretch(3, 1)
        self.settings = QPushButton(tr("Settings"))
        self.settings.clicked.connect(self.settings_requested)
        self.help = QPushButton(tr("Help"))
        self.help.clicked.connect(self.help_requested)
        for button in (self.settings, self.help):
            button.setProperty("flat", True)
            layout.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def _fit(self) -> None:
        """Leave out what stands in the menus, too, where a small window has no room for it."""
        layout = self.layout()
        if layout is None:
            return

        def wide(*parts: QWidget) -> int:
            return sum(part.sizeHint().width() + layout.spacing() for part in parts)

        margins = layout.contentsMargins()
        room = self.width() - margins.left() - margins.right() + layout.spacing()
        in_menus = (self.settings, self.help)
        fits = wide(self.method, self.model, self.rounds, *in_menus) <= room
        for part in in_menus:
            part.setVisible(fits)
        named = wide(self._name, self.method, self.model, self.rounds, *in_menus) <= room
        self._name.setVisible(named)

    def show_facts(self, facts: Facts, rounds: int) -> None:
        """Offer what can be done in this state."""
        settled = facts.state is not SessionState.RUNNING
        self.rounds.setEnabled(Action.CHANGE_GOAL in enabled(facts))
        self.method.setEnabled(settled)
        if self.rounds.findData(str(rounds)) < 0:
            self.rounds.addItem(_rounds(rounds), str(rounds))
        self.rounds.setCurrentIndex(self.rounds.findData(str(rounds)))

    def show_method(self, name: str) -> None:
        """Show the method of the text in front."""
        self.method.setCurrentIndex(self.method.findData(name))
        self.method.setToolTip(self._sentences[name])

    def show_models(self, models: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer (name, title) of the models that are here, `chosen` among them, and the way to others."""
        self._model = chosen
        self.model.clear()
        for name, title in models:
            self.model.addItem(title, name)
        self.model.insertSeparator(self.model.count())
        self.model.addItem(tr("More models…"), MORE)
        self.model.setCurrentIndex(self.model.findData(chosen))
        self._fit()

    def _choose_model(self, name: str) -> None:
        self.model.setCurrentIndex(self.model.findData(self._model))  # until it is in use
        if name == MORE:
            self.more_models_requested.emit()
        elif name != self._model:
            self.model_chosen.emit(name)


def _rounds(count: int) -> str:
    return tr_count("At most {count} round", "At most {count} rounds", count)
