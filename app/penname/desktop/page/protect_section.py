"""The chips with what they open, filled from the flow."""

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from penname.desktop.page.attribute_choice import AttributeChoice, choice_of, with_choice
from penname.desktop.page.attribute_popover import AttributePopover
from penname.desktop.page.protect_bar import Chip, ProtectBar
from penname.desktop.session.known_values import knowledge
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action
from penname.desktop.style.theme import Theme
from penname.domain.attributes import Attribute
from penname.domain.goal import Goal


class ProtectSection(ProtectBar):
    """`wanted` carries the goal as the user wants it now."""

    wanted = Signal(object)  # Goal
    misleading_wanted = Signal()

    def __init__(self, flow: SessionFlow, attributes: Sequence[Attribute], theme: Theme) -> None:
        super().__init__(attributes, theme)
        self._flow = flow
        self.popover: AttributePopover | None = None
        self.changed.connect(self._protect)
        for chip in self.chips:
            chip.opened.connect(lambda chip=chip: self._open(chip))

    def show_flow(self, usable: bool) -> None:
        """Show what is to be hidden, and towards what."""
        goal = self._flow.goal
        self.show_protected(goal.protect)
        targets = dict(goal.targets) if self._flow.misleads else {}
        for chip in self.chips:
            chip.show_target(targets.get(chip.attribute.name, ""))
        self.setEnabled(usable)

    def _protect(self, names: frozenset[str]) -> None:
        self.wanted.emit(msgspec.structs.replace(self._flow.goal, protect=names))

    def _open(self, chip: Chip) -> None:
        attribute = chip.attribute
        popover = AttributePopover(attribute, knowledge(), self)
        self.popover = popover
        popover.destroyed.connect(lambda: self._closed(popover))
        popover.chosen.connect(lambda choice: self._choose(attribute, choice))
        popover.method_wanted.connect(self.misleading_wanted)
        popover.open_with(
            chip,
            choice_of(self._flow.goal, attribute),
            misleading=self._flow.misleads,
            drawn=dict(self._flow.targets).get(attribute.name, ""),
            guesses=self._guesses(attribute.name),
            from_profile=attribute.name in dict(self._flow.profile),
        )

    def _guesses(self, name: str) -> tuple[str, ...]:
        read = self._flow.view.inferences if self._flow.view else ()
        return next((one.guesses for one in read if one.attribute == name), ())

    def _closed(self, popover: QWidget) -> None:
        if self.popover is popover:
            self.popover = None

    def _choose(self, attribute: Attribute, choice: AttributeChoice) -> None:
        if self._flow.can(Action.CHANGE_GOAL):
            goal: Goal = with_choice(self._flow.goal, attribute, choice)
            self.wanted.emit(goal)
