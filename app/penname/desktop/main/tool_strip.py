"""The strip at the top: who works how, and the three buttons."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from penname.desktop.session.method_words import MethodWords
from penname.desktop.session.view_state import (
    Action,
    Facts,
    SessionState,
    enabled,
    primary,
    run_explained,
    step_explained,
)
from penname.desktop.translate import tr
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.described_choice import describe_entries

MODEL_WIDTH = 220  # pixels, at most; longer titles are cut short
LEAST_WIDTH = 64  # of a choice, in a window too small for all of it
MORE = ""  # stands for no model: opens the list of all
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)


class ToolStrip(QFrame):
    """Method, model and rounds; Run, Step and Stop; settings and help."""

    asked = Signal(object)  # Action
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
            [(str(count), str(count)) for count in ROUNDS], tr("Maximum number of rewrites")
        )
        self.rounds.activated.connect(lambda _index: self.rounds_changed.emit(int(self.rounds.currentText())))
        self.buttons: dict[Action, QPushButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 4)
        layout.setSpacing(8)
        self._names: list[QLabel] = []
        for label, control in (
            (tr("Method"), self.method),
            (tr("Model"), self.model),
            (tr("Rounds"), self.rounds),
        ):
            name = QLabel(label)
            name.setBuddy(control)
            self._names.append(name)
            control.setMinimumWidth(LEAST_WIDTH)
            layout.addWidget(name)
            layout.addWidget(control)
        layout.addStretch(1)
        for action, label in ((Action.RUN, tr("Run")), (Action.STEP, tr("Step")), (Action.STOP, tr("Stop"))):
            button = self.buttons[action] = QPushButton(label)
            button.setProperty("role", "job")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the cursor in the text
            button.clicked.connect(lambda _checked=False, action=action: self.asked.emit(action))
            layout.addWidget(button)
        self.buttons[Action.STOP].setToolTip(tr("Stop the model. Everything so far is kept"))
        layout.addStretch(1)
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
        """Leave out what a small window has no room for: names first, then what stands in the menus, too."""
        layout = self.layout()
        if layout is None:
            return

        def wide(*parts: QWidget) -> int:
            return sum(part.sizeHint().width() + layout.spacing() for part in parts)

        margins = layout.contentsMargins()
        room = self.width() - margins.left() - margins.right() + layout.spacing()
        room -= wide(self.method, self.model, self.rounds, *self.buttons.values())
        in_menus = (self.settings, self.help)
        for part in in_menus:
            part.setVisible(wide(*in_menus) <= room)
        for name in self._names:
            name.setVisible(wide(*in_menus, *self._names) <= room)

    def show_facts(self, facts: Facts, rounds: int) -> None:
        """Offer what can be done in this state."""
        actions, first = enabled(facts), primary(facts)
        self.buttons[Action.RUN].setToolTip(run_explained(facts))
        self.buttons[Action.STEP].setToolTip(step_explained(facts))
        focused = next((button for button in self.buttons.values() if button.hasFocus()), None)
        for action, button in self.buttons.items():
            button.setEnabled(action in actions)
            accented = action is first and action is not Action.STEP
            if bool(button.property("primary")) != accented:
                button.setProperty("primary", accented)
                button.style().unpolish(button)
                button.style().polish(button)
        if focused and not focused.isEnabled():
            rest = [button for button in self.buttons.values() if button.isEnabled()]
            if rest:
                rest[0].setFocus()
            elif (landed := QApplication.focusWidget()) is not None:
                landed.clearFocus()  # it went on to what happens to come next, which Space would press
        settled = facts.state is not SessionState.RUNNING
        self.rounds.setEnabled(Action.CHANGE_GOAL in actions)
        self.method.setEnabled(settled)
        if self.rounds.findText(str(rounds)) < 0:
            self.rounds.addItem(str(rounds))
        self.rounds.setCurrentText(str(rounds))

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
