"""Which keys an action has: those it comes with, or those the user gave it.

In the settings an action goes by the first key it comes with, which no translation and no new wording
changes: {"Ctrl+N": "Ctrl+J"}, or "" for no key at all.
"""

from collections.abc import Iterable

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from penname.desktop.shell.menu_entries import MenuEntry
from penname.desktop.translate import tr
from penname.domain.errors import BadInput

PORTABLE = QKeySequence.SequenceFormat.PortableText
_HELD = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_ALONE = {int(Qt.Key.Key_Escape), *range(int(Qt.Key.Key_F1), int(Qt.Key.Key_F35) + 1)}


def keys_in_use(usual: tuple[str, ...], chosen: dict[str, str], single_keys: bool) -> tuple[str, ...]:
    """The keys of an action that comes with the keys `usual`."""
    given = chosen.get(usual[0]) if usual else None
    keys = usual if given is None else (given,) if given else ()
    return tuple(key for key in keys if single_keys or not _types(QKeySequence(key, PORTABLE)))


def check_keys(wanted: QKeySequence, owner: MenuEntry, entries: Iterable[MenuEntry]) -> None:
    """Raise BadInput for what `owner` cannot have: keys that type something, or that another entry has."""
    keys = wanted.toString(QKeySequence.SequenceFormat.NativeText)
    if _types(wanted):
        raise BadInput(tr("“{keys}” is needed for typing. Add Ctrl or Alt.", keys=keys))
    for entry in entries:
        if entry.action is not owner.action and wanted in entry.action.shortcuts():
            raise BadInput(
                tr(
                    "“{keys}” belongs to “{title}”. Choose other keys, or change those first.",
                    keys=keys,
                    title=entry.title,
                )
            )


def _types(keys: QKeySequence) -> bool:
    if keys.isEmpty():
        return False
    pressed: QKeyCombination = keys[0]  # type: ignore[index]  # the stubs do not know it
    return not pressed.keyboardModifiers() & _HELD and pressed.key().value not in _ALONE
