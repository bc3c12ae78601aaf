"""Hotkeys on Windows by RegisterHotKey: no permission, no keyboard hook.

Written against Microsoft's documentation of RegisterHotKey and Qt's of native event filters; not run so far.
"""

import ctypes
import sys
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractNativeEventFilter, QCoreApplication, QObject

from penname.desktop.hotkeys.combination import Combination, read_combination
from penname.desktop.hotkeys.source import HotkeySource, taken_by_another
from penname.desktop.translate import tr
from penname.domain.errors import BadInput

_WM_HOTKEY = 0x0312
_ALT, _CONTROL, _SHIFT, _WIN, _NO_REPEAT = 0x1, 0x2, 0x4, 0x8, 0x4000
_VK_F1 = 0x70
_ALREADY_REGISTERED = 1409  # ERROR_HOTKEY_ALREADY_REGISTERED


class WindowsHotkeys(HotkeySource):
    """The keys arrive in the queue of the window's thread, where Qt shows them to native event filters."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: dict[int, str] = {}
        self._filter = _Filter(self._press)
        application = QCoreApplication.instance()
        if application is not None:
            application.installNativeEventFilter(self._filter)

    def take(self, wanted: Mapping[str, str]) -> None:
        """Take the combinations of `wanted`, in place of those taken before."""
        self.release()
        for number, (name, written) in enumerate(wanted.items(), 1):
            try:
                combination = read_combination(written)
            except BadInput as error:
                self.refused.emit(str(error))
                continue
            error_code = _register(number, combination)
            if not error_code:
                self._names[number] = name
            elif error_code == _ALREADY_REGISTERED:
                self.refused.emit(taken_by_another(written))
            else:
                self.refused.emit(
                    tr(
                        "Windows refused the hotkey {keys} ({code}). Choose another one in Settings.",
                        keys=written,
                        code=error_code,
                    )
                )

    def release(self) -> None:
        """Give all keys back."""
        for number in self._names:
            _user32().UnregisterHotKey(None, number)
        self._names.clear()

    def _press(self, number: int) -> None:
        if number in self._names:
            self.pressed.emit(self._names[number], "")


class _Filter(QAbstractNativeEventFilter):
    def __init__(self, press: Any) -> None:
        super().__init__()
        self._press = press

    def nativeEventFilter(self, kind: Any, message: Any) -> tuple[bool, int]:
        """Qt gives the address of a MSG; (True, 0) says that it was dealt with."""
        if sys.platform == "win32" and bytes(kind) == b"windows_dispatcher_MSG":
            from ctypes import wintypes

            found = wintypes.MSG.from_address(int(message))
            if found.message == _WM_HOTKEY and not found.hWnd:
                self._press(int(found.wParam))
                return True, 0
        return False, 0


def _register(number: int, combination: Combination) -> int:
    """Take a combination; 0, or the error of the system."""
    held = _NO_REPEAT
    held |= _CONTROL if combination.ctrl else 0
    held |= _ALT if combination.alt else 0
    held |= _SHIFT if combination.shift else 0
    held |= _WIN if combination.meta else 0
    # the virtual key codes of letters and digits are their characters
    key = ord(combination.letter) if combination.letter else _VK_F1 + combination.function - 1
    if _user32().RegisterHotKey(None, number, held, key):
        return 0
    return int(getattr(ctypes, "get_last_error")()) or -1  # noqa: B009 (only Windows has it)


def _user32() -> Any:
    return getattr(ctypes, "WinDLL")("user32", use_last_error=True)  # noqa: B009 (only Windows has it)
