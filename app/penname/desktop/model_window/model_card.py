"""One model in the list: what it is, whether it fits, what can be done with it, and how that goes."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.models.model_rows import ModelAction, ModelRow
from penname.desktop.models.model_words import FIT_SHAPES, action_words
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button
from penname.domain.inferences import Validity
from penname.models.fit import FitLevel

_STEPS = 1000  # of the bar
_AT_THE_SIDE = tuple(action for action in ModelAction if action is not ModelAction.COPY_LINK)


class ModelCard(QFrame):
    """Shows a `ModelRow`; made once a model and then kept up to date, so that the keyboard's place stays."""

    asked = Signal(str, object)  # name, ModelAction
    token_given = Signal(str, str)  # name, token

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._theme = theme
        self._row: ModelRow | None = None
        self.setProperty("role", "panel")
        self.title, self.badge = QLabel(), QLabel(tr("In use"))
        self.title.setProperty("role", "attribute")
        self.badge.setProperty("role", "target")
        self.sentence, self.facts, self.fit = _words(""), _words("muted"), _words("")
        self.status, self.error, self.question = _words("muted"), _words("error"), _words("")
        self.licence = QLabel()
        self.licence.setProperty("role", "muted")
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(tr("Your Hugging Face token, hf_…"))
        self.token.setAccessibleName(tr("Your Hugging Face token"))
        self.token.returnPressed.connect(self._give_token)
        self.buttons = {action: plain_button("", partial(self._ask, action)) for action in ModelAction}
        self.buttons[ModelAction.COPY_LINK].setProperty("flat", True)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title)
        head.addWidget(self.badge)
        head.addStretch(1)
        terms = QHBoxLayout()
        terms.setSpacing(8)
        terms.addWidget(self.licence)
        terms.addWidget(self.buttons[ModelAction.COPY_LINK])
        terms.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addLayout(head)
        for part in (self.sentence, self.facts, self.fit):
            column.addWidget(part)
        column.addLayout(terms)
        for below in (self.question, self.error, self.token, self.status, self.bar):
            column.addWidget(below)
        side = QVBoxLayout()
        side.setSpacing(8)
        for action in _AT_THE_SIDE:
            side.addWidget(self.buttons[action])
        side.addStretch(1)
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setHorizontalSpacing(24)
        layout.addLayout(column, 0, 0)
        layout.addLayout(side, 0, 1)
        layout.setColumnStretch(0, 1)

    def show_row(self, row: ModelRow) -> None:
        """Show `row`, and keep the keyboard's place where it can stay."""
        if row == self._row:
            return
        self._row = row
        focused = next((action for action, button in self.buttons.items() if button.hasFocus()), None)
        self.title.setText(row.title)
        self.badge.setVisible(row.in_use)
        for label, text in (
            (self.sentence, row.sentence),
            (self.facts, row.facts),
            (self.question, row.question),
            (self.error, row.error),
            (self.status, row.status),
        ):
            _say(label, text)
        _say(self.fit, f"{FIT_SHAPES[row.fit_level]}  {row.fit}" if row.fit else "")
        self.fit.setStyleSheet(f"color: {self._colour(row.fit_level)}; background: transparent;")
        _say(self.licence, tr("Licence: {licence}", licence=row.licence) if row.licence else "")
        self.bar.setVisible(row.share is not None)
        self.bar.setValue(round(_STEPS * (row.share or 0)))
        self.bar.setAccessibleName(tr("How much of {model} is here", model=row.title))
        self.token.setVisible(row.asks_token)
        offered = {*row.actions, *([ModelAction.COPY_LINK] if row.link else [])}
        for action, button in self.buttons.items():
            words = action_words(action, row)
            button.setText(words)
            button.setAccessibleName(f"{words}: {row.title}")
            button.setVisible(action in offered)
        self._accent(row)
        self.buttons[ModelAction.COPY_LINK].setToolTip(row.link)
        said = (row.title, tr("In use") if row.in_use else "", row.sentence, row.facts, row.fit, row.status)
        self.setAccessibleName(". ".join(filter(None, (*said, row.question, row.error))))
        if focused is not None and focused not in offered:
            self.focus_first(row.actions)  # not what happens to come next, which Space would press

    def focus_first(self, actions: tuple[ModelAction, ...]) -> None:
        """Put the keyboard on the first thing to do here."""
        if actions:
            self.buttons[actions[0]].setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        if theme != self._theme:
            self._theme, self._row = theme, None

    def _colour(self, level: FitLevel) -> str:
        verdicts = {FitLevel.TIGHTLY: Validity.MEDIUM, FitLevel.TOO_BIG: Validity.HIGH}
        if level is FitLevel.WELL:
            return self._theme.added
        return self._theme.verdict(verdicts.get(level, Validity.NOT_JUDGED))

    def _accent(self, row: ModelRow) -> None:
        for action in (ModelAction.DOWNLOAD, ModelAction.GIVE_TOKEN):
            button = self.buttons[action]
            wanted = bool(row.question or row.asks_token) and action in row.actions
            if bool(button.property("primary")) != wanted:
                button.setProperty("primary", wanted)
                button.style().unpolish(button)
                button.style().polish(button)

    def _ask(self, action: ModelAction) -> None:
        if action is ModelAction.GIVE_TOKEN:
            self._give_token()
        else:
            self.asked.emit(self.name, action)

    def _give_token(self) -> None:
        token = self.token.text().strip()
        if token:
            self.token.clear()  # it stands nowhere on the screen or in a widget any longer than needed
            self.token_given.emit(self.name, token)
        else:
            self.token.setFocus()


def _words(role: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
