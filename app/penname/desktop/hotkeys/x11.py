"""Hotkeys by a grab on the X server's root window, over a connection of their own."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import xcffib
import xcffib.xproto
from PySide6.QtCore import QObject, QSocketNotifier

from penname.desktop.hotkeys.combination import Combination, read_combination
from penname.desktop.hotkeys.source import HotkeySource, taken_by_another
from penname.desktop.shell.raising import startup_id
from penname.desktop.translate import tr
from penname.domain.errors import BadInput

_ALT, _META, _NUM_LOCK = (
    (0xFFE9, 0xFFE7),
    (0xFFEB, 0xFFEC),
    (0xFF7F,),
)  # keysyms: Alt_L Meta_L; Super; Num_Lock
_F1 = 0xFFBE
_Mask = xcffib.xproto.ModMask


class X11Hotkeys(HotkeySource):
    """Each combination is grabbed with and without Caps Lock and Num Lock, which X counts as modifiers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._connection: Any = None  # xcffib.Connection
        self._notifier: QSocketNotifier | None = None
        self._wanted: dict[str, str] = {}
        self._grabbed: dict[tuple[int, int], str] = {}  # (keycode, modifiers) -> name
        self._lying: list[tuple[int | None, int]] = []  # where the wanted keys were when they were grabbed

    def take(self, wanted: Mapping[str, str]) -> None:
        """Take the combinations of `wanted`, in place of those taken before."""
        self.release()
        self._wanted = dict(wanted)
        try:
            self._connection = xcffib.connect()
        except xcffib.ConnectionException:
            self.refused.emit(tr("The X server does not let Penname use hotkeys."))
            return
        self._notifier = QSocketNotifier(
            self._connection.get_file_descriptor(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._read)
        try:
            self._lying = self._where_keys_lie(self._connection)
        except xcffib.XcffibException:
            self._lying = []
        self._grab_all()

    def release(self) -> None:
        """Give all keys back."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
        if self._connection is not None:
            self._connection.disconnect()  # the server drops a client's grabs with it
            self._connection = None
        self._grabbed.clear()

    def _grab_all(self) -> None:
        for name, written in self._wanted.items():
            try:
                combination = read_combination(written)
                self._grab(name, combination)
            except BadInput as error:
                self.refused.emit(str(error))
            except xcffib.xproto.AccessError:
                self.refused.emit(taken_by_another(written))
            except xcffib.XcffibException:
                self.refused.emit(tr("The X server does not let Penname use hotkeys."))
        self._read()  # what came in while replies were waited for

    def _grab(self, name: str, combination: Combination) -> None:
        assert self._connection is not None
        core = self._connection.core
        root = self._connection.get_setup().roots[self._connection.pref_screen].root
        keyboard = _Keyboard(self._connection)
        keycode = keyboard.keycode(combination)
        if keycode is None:
            raise BadInput(tr("Your keyboard has no key for {keys}.", keys=combination.written))
        held = keyboard.modifiers(combination)
        done: list[int] = []
        try:
            for locks in keyboard.locks:
                mode = xcffib.xproto.GrabMode.Async
                core.GrabKeyChecked(True, root, held | locks, keycode, mode, mode).check()
                done.append(held | locks)
        except xcffib.XcffibException:
            for modifiers in done:  # half of the combinations would be worse than none
                core.UngrabKeyChecked(keycode, root, modifiers).check()
            raise
        self._grabbed[keycode, held] = name

    def _read(self) -> None:
        connection = self._connection
        mapped = False
        try:
            while connection is not None and connection is self._connection:
                event = connection.poll_for_event()
                if isinstance(event, xcffib.xproto.KeyPressEvent):
                    self._press(event)
                elif isinstance(event, xcffib.xproto.MappingNotifyEvent):
                    mapped = True
                elif event is None and mapped:
                    mapped = False
                    # Also told when another keyboard is typed on. A press on the way would be lost with the
                    # connection, so it is given up only where the keys lie elsewhere now.
                    if self._where_keys_lie(connection) != self._lying:
                        self.take(self._wanted)
                elif event is None:
                    return
        except xcffib.XcffibException:
            self.release()

    def _where_keys_lie(self, connection: Any) -> list[tuple[int | None, int]]:
        """Key and modifiers of each wanted combination, on the keyboard as it is now."""
        keyboard = _Keyboard(connection)
        lie = []
        for written in self._wanted.values():
            with contextlib.suppress(BadInput):
                combination = read_combination(written)
                lie.append((keyboard.keycode(combination), keyboard.modifiers(combination)))
        return lie

    def _press(self, event: "xcffib.xproto.KeyPressEvent") -> None:
        for (keycode, held), name in self._grabbed.items():
            if event.detail == keycode and event.state & held == held:
                self.pressed.emit(name, startup_id(event.time))
                return


class _Keyboard:
    """Which key and which modifier bits mean what, on the keyboard at hand."""

    def __init__(self, connection: Any) -> None:
        setup = connection.get_setup()
        self._first = setup.min_keycode
        keys = connection.core.GetKeyboardMapping(self._first, setup.max_keycode - self._first + 1).reply()
        self._width = keys.keysyms_per_keycode
        self._keysyms = list(keys.keysyms)
        bits = connection.core.GetModifierMapping().reply()
        self._modifier_keys = list(bits.keycodes)
        self._modifier_width = bits.keycodes_per_modifier

    def keycode(self, combination: Combination) -> int | None:
        """The key that has the letter, on its first level if there is one such."""
        letter = combination.letter
        wanted = ord(letter.lower()) if letter else _F1 + combination.function - 1
        for column in range(self._width):
            for row in range(len(self._keysyms) // self._width):
                if self._keysyms[row * self._width + column] == wanted:
                    return self._first + row
        return None

    def modifiers(self, combination: Combination) -> int:
        """The bits that are set while the combination's modifiers are held."""
        held = _Mask.Control if combination.ctrl else 0
        held |= _Mask.Shift if combination.shift else 0
        held |= self._bit(_ALT) or _Mask._1 if combination.alt else 0
        held |= self._bit(_META) or _Mask._4 if combination.meta else 0
        return int(held)

    @property
    def locks(self) -> Iterator[int]:
        """All four ways in which Caps Lock and Num Lock may be on."""
        number = self._bit(_NUM_LOCK) or _Mask._2
        for caps in (0, _Mask.Lock):
            for num in (0, number):
                yield int(caps | num)

    def _bit(self, keysyms: tuple[int, ...]) -> int:
        for place, keycode in enumerate(self._modifier_keys):
            row = (keycode - self._first) * self._width
            if keycode and any(keysym in self._keysyms[row : row + self._width] for keysym in keysyms):
                return 1 << (place // self._modifier_width)
        return 0
