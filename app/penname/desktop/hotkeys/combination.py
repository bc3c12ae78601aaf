"""A key with its modifiers, from what stands in the settings."""

from typing import NamedTuple

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from penname.desktop.translate import tr
from penname.domain.errors import BadInput

_Key, _Mod = Qt.Key, Qt.KeyboardModifier
_ALONE = range(int(_Key.Key_F1), int(_Key.Key_F35) + 1)


class Combination(NamedTuple):
    """`key` is a `Qt.Key`; Ctrl and the others as they are printed on the keyboard."""

    key: int
    ctrl: bool
    alt: bool
    shift: bool
    meta: bool
    written: str

    @property
    def letter(self) -> str:
        """The letter or digit of the key, "" for keys that have none."""
        return chr(self.key) if ord("0") <= self.key <= ord("9") or ord("A") <= self.key <= ord("Z") else ""

    @property
    def function(self) -> int:
        """The number of a function key, 0 for other keys."""
        return self.key - _ALONE.start + 1 if self.key in _ALONE else 0


def read_combination(written: str) -> Combination:
    """The combination of "Ctrl+Alt+Shift+P"; raises BadInput for what cannot be a hotkey."""
    sequence = QKeySequence(written, QKeySequence.SequenceFormat.PortableText)
    if sequence.count() != 1:
        raise BadInput(
            tr("“{keys}” is not a key with modifiers. Press Ctrl or Alt together with one key.", keys=written)
        )
    pressed: QKeyCombination = sequence[0]  # type: ignore[index]  # the stubs do not know it
    held = pressed.keyboardModifiers()
    ctrl, alt, shift, meta = (
        bool(held & one)
        for one in (_Mod.ControlModifier, _Mod.AltModifier, _Mod.ShiftModifier, _Mod.MetaModifier)
    )
    found = Combination(pressed.key().value, ctrl, alt, shift, meta, sequence.toString())
    if not found.letter and not found.function:
        raise BadInput(
            tr("“{keys}” cannot be a hotkey: use a letter, a digit or a function key.", keys=written)
        )
    if found.letter and not (ctrl or alt or meta):
        raise BadInput(tr("“{keys}” is needed for typing. Add Ctrl or Alt.", keys=written))
    return found
