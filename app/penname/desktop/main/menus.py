"""The menus: every action with its words, its shortcut and its place."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from penname.desktop.main.shortcuts import keys_in_use
from penname.desktop.session.view_state import Action
from penname.desktop.translate import tr

KEYS: dict[Action, tuple[str, ...]] = {
    Action.RUN: ("F5",),
    Action.STEP: ("Ctrl+Shift+Return",),
    Action.STOP: ("Esc",),
    Action.ACCEPT: ("Ctrl+Shift+A",),
    Action.REJECT: ("Ctrl+Shift+R",),
    Action.TRY_AGAIN: ("Ctrl+Shift+T",),
    Action.OTHER_ATTEMPT: ("Ctrl+Shift+O",),
    Action.FINISH: ("Ctrl+Shift+F",),
    Action.UNDO: ("Ctrl+Z",),
    Action.REDO: ("Ctrl+Shift+Z", "Ctrl+Y"),
    Action.GO_BACK: ("Alt+Left",),
    Action.COPY: ("Ctrl+Shift+C",),
    Action.SAVE: ("Ctrl+S",),
    Action.SAVE_DECISIONS: (),
    Action.OPEN: ("Ctrl+O",),
    Action.EDIT_AS_NEW: ("Ctrl+E",),
    Action.DETAILS: ("Ctrl+I",),
    Action.CLOSE: ("Ctrl+W",),
}


def words(action: Action) -> str:
    """What an action is called in the menu."""
    return {
        Action.RUN: tr("&Run to the end"),
        Action.STEP: tr("One &step"),
        Action.STOP: tr("S&top"),
        Action.ACCEPT: tr("&Accept the rewrite"),
        Action.REJECT: tr("&Discard the rewrite"),
        Action.TRY_AGAIN: tr("Tr&y another"),
        Action.OTHER_ATTEMPT: tr("The &other attempt"),
        Action.FINISH: tr("&Finish here"),
        Action.UNDO: tr("&Undo"),
        Action.REDO: tr("&Redo"),
        Action.GO_BACK: tr("Go &back one round"),
        Action.COPY: tr("&Copy result"),
        Action.SAVE: tr("&Save result as…"),
        Action.SAVE_DECISIONS: tr("Save d&ecisions…"),
        Action.OPEN: tr("&Open…"),
        Action.EDIT_AS_NEW: tr("&Edit as new text"),
        Action.DETAILS: tr("&Details"),
        Action.CLOSE: tr("C&lose text"),
    }[action]


class Menus:
    """Builds the menu bar once; `offer` then enables what a state offers."""

    def __init__(
        self, owner: QWidget, bar: QMenuBar, do: Callable[[Action], None], go_on: Callable[[], None]
    ) -> None:
        self._owner = owner
        self.usual: dict[QAction, tuple[str, ...]] = {}  # the keys that entries come with
        self.actions: dict[Action, QAction] = {}
        for action, keys in KEYS.items():
            entry = self.plain(words(action), keys, partial(do, action))
            self.actions[action] = entry
        self.next = self.plain(tr("Next step"), ("Ctrl+Return", "Ctrl+Enter"), go_on)
        self.next.setAutoRepeat(False)  # a long press is one step
        self.file = bar.addMenu(tr("&File"))
        self.edit = bar.addMenu(tr("&Edit"))
        self.work = bar.addMenu(tr("&Work"))
        self.hide = bar.addMenu(tr("&Hide"))
        self.view = bar.addMenu(tr("&View"))
        self.help = bar.addMenu(tr("Hel&p"))
        self.work.addAction(self.next)
        self._put(self.work, (Action.RUN, Action.STEP, Action.STOP, None, Action.ACCEPT, Action.REJECT))
        self._put(self.work, (Action.TRY_AGAIN, Action.OTHER_ATTEMPT, Action.FINISH, None, Action.GO_BACK))
        self.work.addSeparator()
        self.methods = self.work.addMenu(tr("&Method"))
        self._put(self.edit, (Action.UNDO, Action.REDO, None, Action.COPY, Action.EDIT_AS_NEW))

    def plain(self, text: str, keys: Sequence[str], call: Callable[[], object]) -> QAction:
        """An entry that is no `Action`: it is always on offer unless its owner disables it."""
        entry = QAction(text, self._owner)
        self.usual[entry] = tuple(keys)
        entry.setShortcuts([QKeySequence(key) for key in keys])
        entry.triggered.connect(lambda _checked=False: call())
        self._owner.addAction(entry)
        return entry

    def use_keys(self, chosen: dict[str, str], single_keys: bool) -> None:
        """Give the entries the keys that the user chose, as the settings hold them."""
        for entry, usual in self.usual.items():
            entry.setShortcuts([QKeySequence(key) for key in keys_in_use(usual, chosen, single_keys)])

    @property
    def offered(self) -> frozenset[Action]:
        """The actions that are enabled."""
        return frozenset(action for action, entry in self.actions.items() if entry.isEnabled())

    def offer(self, actions: frozenset[Action], next_step: str) -> None:
        """Enable these actions, disable the others. `next_step` is what the one button
        says, "" for nothing.
        """
        self.next.setText(next_step or tr("Next step"))
        self.next.setEnabled(bool(next_step))
        for action, entry in self.actions.items():
            entry.setEnabled(action in actions)

    def _put(self, menu: QMenu, actions: Sequence[Action | None]) -> None:
        for action in actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(self.actions[action])
