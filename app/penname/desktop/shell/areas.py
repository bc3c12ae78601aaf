"""F6 goes round the areas of the window, so that nobody has to press Tab through a whole one to leave it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class Areas:
    """`find` names the areas in their order; what is hidden or has nothing to use is passed over.

    An area that was left is entered again at the control that had the keyboard there.
    """

    def __init__(self, find: Callable[[], Sequence[QWidget]]) -> None:
        self._find = find
        self._left_at: dict[QWidget, QWidget] = {}

    def go(self, forward: bool) -> None:
        """Give the keyboard to the next area, or to the one before."""
        self._left_at = {area: at for area, at in self._left_at.items() if isValid(area) and isValid(at)}
        areas = list(self._find())
        focused = QApplication.focusWidget()
        here = next((place for place, area in enumerate(areas) if _holds(area, focused)), None)
        if here is None:
            order = areas if forward else areas[::-1]
        else:
            if focused is not None:
                self._left_at[areas[here]] = focused
            order = areas[here + 1 :] + areas[:here]
            order = order if forward else order[::-1]
        for area in order:
            target = self._entrance(area)
            if target is not None:
                reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
                target.setFocus(reason)
                return

    def _entrance(self, area: QWidget) -> QWidget | None:
        before = self._left_at.get(area)
        if before is not None and _usable(before) and _holds(area, before):
            return before
        part = area.nextInFocusChain()
        while part is not None and part is not area:
            if _usable(part) and _holds(area, part):
                return part
            part = part.nextInFocusChain()
        return area if _usable(area) else None


def _holds(area: QWidget, part: QWidget | None) -> bool:
    return part is not None and (part is area or area.isAncestorOf(part))


def _usable(part: QWidget) -> bool:
    return part.isVisible() and part.isEnabled() and bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus)
