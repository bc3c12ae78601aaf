"""Hotkeys on macOS by RegisterEventHotKey, the one way that needs no permission to watch the keyboard.

Written against quickmachotkey 2025.7.28; not run so far. A combination that another program has is not
reported by the system: both get it.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from penname.desktop.hotkeys.combination import Combination, read_combination
from penname.desktop.hotkeys.source import HotkeySource
from penname.desktop.translate import tr
from penname.domain.errors import BadInput


class MacHotkeys(HotkeySource):
    """In Qt's words Ctrl is the Command key and Meta the Control key."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._registered: list[Any] = []

    def take(self, wanted: Mapping[str, str]) -> None:
        """Take the combinations of `wanted`, in place of those taken before."""
        self.release()
        for name, written in wanted.items():
            try:
                self._register(name, read_combination(written))
            except BadInput as error:
                self.refused.emit(str(error))
            except ImportError:
                self.refused.emit(
                    tr("This installation of Penname lacks what hotkeys need. Install Penname again.")
                )
                return

    def release(self) -> None:
        """Give all keys back."""
        for registered in self._registered:
            registered.unregister()
        self._registered.clear()

    def _register(self, name: str, combination: Combination) -> None:
        from quickmachotkey import constants, mask, quickHotKey

        key = f"ANSI_{combination.letter}" if combination.letter else f"F{combination.function}"
        number = getattr(constants, f"kVK_{key}", None)
        if number is None:
            raise BadInput(tr("Your keyboard has no key for {keys}.", keys=combination.written))
        held = [
            key
            for key, wanted in (
                (constants.cmdKey, combination.ctrl),
                (constants.optionKey, combination.alt),
                (constants.shiftKey, combination.shift),
                (constants.controlKey, combination.meta),
            )
            if wanted
        ]

        # a function of its own for each: quickmachotkey hangs what it returns on the function
        press = partial(self.pressed.emit, name, "")
        named: Any = lambda: press()  # noqa: E731
        self._registered.append(quickHotKey(virtualKey=number, modifierMask=mask(*held))(named))
