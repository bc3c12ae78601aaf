"""What opens from a chip: hide or leave, the true value, covered, and what a reader should infer instead."""

import random
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from penname.desktop.page.attribute_choice import (
    AttributeChoice,
    drawn_target,
    mistakes,
    proposed_targets,
    without_mistakes,
)
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.popover import Popover
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.knowledge import Knowledge

HIDE, LEAVE = "hide", "leave"
WIDTH = 360


class AttributePopover(Popover):
    """Closing it takes over what was chosen; Esc does not. What is no value is said where it stands, and
    keeps it open."""

    chosen = Signal(object)  # AttributeChoice, different from the one it was opened with
    method_wanted = Signal()  # Misleading, which alone knows targets

    def __init__(self, attribute: Attribute, knowledge: Knowledge, parent: QWidget) -> None:
        super().__init__(parent, attribute.label, WIDTH)
        self._attribute = attribute
        self._knowledge = knowledge
        self._random = random.SystemRandom()
        self._before = AttributeChoice(True)
        self._guesses: tuple[str, ...] = ()
        self._dropping = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = text_label(attribute.label, "attribute", wraps=False)
        about = text_label(attribute.description[:1].upper() + attribute.description[1:], "muted")
        self.hiding = SegmentedControl(
            tr("What to do"), ((HIDE, tr("Hide it")), (LEAVE, tr("Leave it readable")))
        )
        self.hiding.buttons[HIDE].setToolTip(tr("No reader should learn this"))
        self.hiding.buttons[LEAVE].setToolTip(tr("This may be read from the text"))
        self.hiding.chosen.connect(self.hiding.show_choice)
        self.truth = ValueField(tr("True value"), secret=True)
        self.truth.offer(attribute.options)
        self.target = ValueField(tr("What a reader should infer instead"))
        self.target.button.setText(tr("Pick one at random"))
        self.target.button.setToolTip(tr("Pick a random value that is not close to the true one"))
        self.target.button.clicked.connect(self._draw)
        self._hint = text_label(tr("Only the method Misleading points readers at another value."), "muted")
        self.use_misleading = QPushButton(tr("Use Misleading"))
        self.use_misleading.clicked.connect(self._want_method)
        self.done = QPushButton(tr("Done"))
        self.done.setProperty("primary", True)
        self.done.setDefault(True)
        self.done.clicked.connect(self.close)
        foot = horizontal(self.use_misleading, 1, self.done)
        head = vertical(name, about, spacing=4)
        self.column.addLayout(head)
        self.column.addWidget(self.hiding, 0, Qt.AlignmentFlag.AlignLeading)
        for part in (self.truth, self.target, self._hint):
            self.column.addWidget(part)
        self.column.addLayout(foot)
        for field in (self.truth, self.target):
            field.edited.connect(self._edited)
            field.left.connect(self._check)

    @property
    def choice(self) -> AttributeChoice:
        """What it says now."""
        return AttributeChoice(
            self.hiding.choice == HIDE, self.truth.value.strip(), self.target.value.strip()
        )

    def open_with(
        self,
        chip: QWidget,
        choice: AttributeChoice,
        misleading: bool,
        drawn: str = "",
        guesses: Sequence[str] = (),
        from_profile: bool = False,
    ) -> None:
        """Open beside `chip`. `drawn` is the target this session drew, `guesses` are the
        attacker's: what is drawn here stays away from them where the true value is unknown. `from_profile`
        says whose the true value is."""
        self._before, self._guesses = choice, tuple(guesses)
        self.hiding.show_choice(HIDE if choice.protect else LEAVE)
        self.truth.show_value(choice.truth)
        self.truth.explain(
            tr("From your profile. Changes here apply to this text only.")
            if from_profile
            else tr("For this text only. No attacker sees it.")
        )
        self.target.show_value(choice.target)
        self.target.field.setPlaceholderText(
            tr("Picked at random: {target}", target=drawn) if drawn else tr("A random value")
        )
        self.target.offer(proposed_targets(self._attribute, choice.truth, self._knowledge))
        self.target.setVisible(misleading)
        self._hint.setVisible(not misleading)
        self.use_misleading.setVisible(not misleading)
        self.open_beside(chip)
        self.hiding.pressed.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._dropping = True
            self.close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self._dropping:
            self._dropping = True
            wrong = mistakes(self._attribute, self.choice, self._knowledge)
            choice = without_mistakes(self.choice, wrong, self._before)
            if choice != self._before:
                self.chosen.emit(choice)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._dropping or self._check():
            super().closeEvent(event)
        else:
            event.ignore()
            wrong = self.truth if self.truth.complaint else self.target
            wrong.field.setFocus()
            wrong.field.selectAll()

    def _check(self) -> bool:
        """Say what is wrong where it is; whether nothing is."""
        wrong = mistakes(self._attribute, self.choice, self._knowledge)
        self.truth.complain(wrong.truth)
        self.target.complain(wrong.target)
        self.target.offer(
            proposed_targets(self._attribute, "" if wrong.truth else self.truth.value, self._knowledge)
        )
        self.fit()
        return not wrong

    def _edited(self) -> None:
        if self.truth.complaint or self.target.complaint:
            self._check()

    def _draw(self) -> None:
        try:
            choice = replace(self.choice, truth="" if self.truth.complaint else self.choice.truth)
            drawn = drawn_target(self._attribute, choice, self._random, self._guesses, self._knowledge)
            self.target.show_value(drawn)
        except BadInput as error:
            self.target.complain(str(error))
        else:
            self._check()
        self.fit()

    def _want_method(self) -> None:
        if self.close():
            self.method_wanted.emit()
