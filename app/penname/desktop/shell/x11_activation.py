"""Asks the X window manager to activate a window as a task bar would: those requests are not second-guessed.

Qt asks as an application does, with the time of the last event it saw itself; after a key press that another
connection caught, that is too old, and window managers then only let the task bar blink (EWMH,
_NET_ACTIVE_WINDOW and its source indication).
"""

import struct
from typing import Any

import xcffib
import xcffib.xproto

_PAGER = 2
_CLIENT_MESSAGE = 33


def activate(window: int, time: int) -> None:
    """Activate the window of this X id, because of what the user did at `time` (0: not known)."""
    try:
        connection: Any = xcffib.connect()
    except xcffib.ConnectionException:
        return
    try:
        name = "_NET_ACTIVE_WINDOW"
        atom = connection.core.InternAtom(False, len(name), name).reply().atom
        root = connection.get_setup().roots[connection.pref_screen].root
        message = struct.pack("=BBHII5I", _CLIENT_MESSAGE, 32, 0, window, atom, _PAGER, time, 0, 0, 0)
        masks = xcffib.xproto.EventMask
        connection.core.SendEvent(False, root, masks.SubstructureRedirect | masks.SubstructureNotify, message)
        connection.flush()
        connection.core.GetInputFocus().reply()  # sent before the connection goes
    except xcffib.XcffibException:
        pass  # the window stays where it is
    finally:
        connection.disconnect()
