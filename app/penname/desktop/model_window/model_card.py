"""One model in the list: a row of columns with its button, and what opens below it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QProgressBar,
    QToolButton,
    QWidget,
)

from penname.desktop.model_window.columns import Column, FactCell, ModelColumns
from penname.desktop.model_window.model_below import ModelBelow
from penname.desktop.models.model_rows import ModelAction, ModelRow
from penname.desktop.models.model_words import action_words
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.elided_label import ElidedLabel
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.restyle import restyle
from penname.desktop.widgets.text_label import text_label

_STEPS = 1000  # of the bar


class ModelCard(QFrame):
    """Shows a `ModelRow`; made once a model and then kept up to date, so that the keyboard's place stays."""

    asked = Signal(str, object)  # name, ModelAction
    token_given = Signal(str, str)  # name, token

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self.name = name
        self._theme = theme
        self._row: ModelRow | None = None
        self.setProperty("role", "panel")
        self.title = ElidedLabel()
        self.title.setProperty("role", "attribute")
        self.note = text_label(role="muted")
        self.advice = text_label(tr("Recommended"), "advice", wraps=False)
        self.cells = {column: FactCell() for column in Column}
        self.quality = FactCell()  # where its column has no room
        self.fold = QToolButton()
        self.fold.setProperty("role", "close")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._open)
        self.action: ModelAction | None = None  # what the button does
        self.button = plain_button("", lambda: self._ask(self.action))
        self.state = text_label(tr("✓ In use"), "target", wraps=False)
        self.state.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.more = QToolButton()
        self.more.setText("⋯")
        self.more.setProperty("flat", True)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        self.more.setMenu(menu)
        self.entries = {action: menu.addAction("", partial(self._ask, action)) for action in ModelAction}
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        for part in (self.bar, self.more):  # all rows are of one height, all buttons of one width
            kept = part.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            part.setSizePolicy(kept)
        self.below = ModelBelow()
        self.below.asked.connect(self._ask)
        self.below.token.returnPressed.connect(self._give_token)
        self._lay_out()

    def _lay_out(self) -> None:
        name, head = QWidget(), QWidget()
        titled = FlowLayout(head)  # all rows are of one height where the advice has room beside the name
        titled.addWidget(self.title)
        titled.addWidget(self.advice)
        vertical(head, self.note, self.quality, on=name, spacing=2)
        side = QWidget()
        horizontal((self.button, 1), (self.state, 1), self.more, on=side, spacing=4)
        instead = {Column.QUALITY: self.quality}
        self.columns = ModelColumns(self.fold, name, self.cells, side, instead)
        vertical(self.columns, self.bar, self.below, on=self, spacing=4, margins=(0, 10, 0, 0))

    def show_row(self, row: ModelRow) -> None:
        """Show `row`, and keep the keyboard's place where it can stay."""
        if row == self._row:
            return
        self._row = row
        held = self.button.hasFocus() or self.below.holds_focus
        self.title.say(row.title)
        self.advice.setVisible(row.recommended)
        self.note.setText(row.note)
        for column, fact in zip(Column, (row.quality, row.speed, row.memory), strict=True):
            self.cells[column].show_fact(fact, self._theme)
        self.quality.show_fact(row.quality, self._theme, tr("Quality"))
        self.bar.setVisible(row.share is not None)
        self.bar.setValue(round(_STEPS * (row.share or 0)))
        self.bar.setAccessibleName(tr("How much of {model} is here", model=row.title))
        self._offer(row)
        self.below.show_row(row)
        self._open(self.fold.isChecked())
        if held:  # it goes on to what goes on, not to what happens to come next, which Space would press
            (self.button if self.action else self.fold).setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        if theme != self._theme:
            self._theme, self._row = theme, None

    def _offer(self, row: ModelRow) -> None:
        self.action = next(iter(row.actions), None)
        if self.action in (ModelAction.DELETE, ModelAction.TRY, ModelAction.CHECK):
            self.action = None  # nobody deletes, or waits for minutes, by the one large button
        words = action_words(self.action, row) if self.action else ""
        self.button.setText(words)
        self.button.setAccessibleName(f"{words}: {row.title}")
        self.button.setVisible(self.action is not None)
        self.state.setVisible(bool(row.job))
        first = bool(row.question or row.asks_token or (row.recommended and not row.job))
        restyle(self.button, "primary", first)
        folded = {*row.actions, *([ModelAction.COPY_LINK] if row.link else [])} - {self.action}
        for action, entry in self.entries.items():
            entry.setText(action_words(action, row))
            entry.setVisible(action in folded)
        self.more.setVisible(bool(folded))
        self.more.setAccessibleName(tr("More for {model}", model=row.title))
        self.more.setToolTip(tr("More"))
        said = [row.title, tr("In use") if row.job else "", self.advice.text() if row.recommended else ""]
        said.append(row.note)
        for heading, fact in (
            (tr("Quality"), row.quality),
            (tr("Speed"), row.speed),
            (tr("Runs here"), row.memory),
        ):
            said.append(f"{heading}: {fact.words} {fact.note}".strip() if fact.words else "")
        self.setAccessibleName(". ".join(filter(None, (*said, row.question, row.error))))

    def _open(self, opened: bool) -> None:
        words = tr("Hide the details") if opened else tr("Show the details")
        self.fold.setText("▾" if opened else "▸")
        self.fold.setToolTip(words)
        self.fold.setAccessibleName(f"{words}: {self.title.words}")
        self.below.open_details(opened)

    def _ask(self, action: ModelAction | None) -> None:
        if action is ModelAction.GIVE_TOKEN:
            self._give_token()
        elif action is not None:
            self.asked.emit(self.name, action)

    def _give_token(self) -> None:
        if token := self.below.take_token():
            self.token_given.emit(self.name, token)
