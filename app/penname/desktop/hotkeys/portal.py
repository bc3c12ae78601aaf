"""Hotkeys on Wayland: the desktop's GlobalShortcuts portal, which asks the user and may choose other keys.

Everything goes over one D-Bus connection in a thread of its own. Since xdg-desktop-portal 1.21 an application
outside of a sandbox has to say who it is first, on that connection, with an id whose desktop file exists.
"""

import contextlib
import itertools
import os
import threading
from collections.abc import Mapping
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, Message, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg
from PySide6.QtCore import QObject

from penname import APP_ID
from penname.desktop.hotkeys.combination import Combination, read_combination
from penname.desktop.hotkeys.source import HIDE, HotkeySource
from penname.desktop.translate import tr
from penname.documents.kinds import MIME_TYPES
from penname.domain.errors import BadInput
from penname.instance.desktop_entry import install_entry

_BUS, _PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_SHORTCUTS = DBusAddress(_PATH, _BUS, "org.freedesktop.portal.GlobalShortcuts")
_REGISTRY = DBusAddress(_PATH, _BUS, "org.freedesktop.host.portal.Registry")
_ANSWER = 5.0  # seconds for a call; the user's own answer may take as long as it likes


class PortalHotkeys(HotkeySource):
    """The signals come from the thread; Qt hands them over."""

    asks = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._portal: _Portal | None = None

    def take(self, wanted: Mapping[str, str]) -> None:
        """Take the combinations of `wanted`, in place of those taken before."""
        self.release()
        self._portal = _Portal(self, dict(wanted))
        threading.Thread(target=self._portal.run, name="shortcuts portal", daemon=True).start()

    def release(self) -> None:
        """Give all keys back."""
        if self._portal is not None:
            self._portal.close()
            self._portal = None


class _Portal:
    """One session with the portal."""

    def __init__(self, source: HotkeySource, wanted: dict[str, str]) -> None:
        self._source = source
        self._wanted = wanted
        self._connection: DBusConnection | None = None
        self._closed = False
        self._numbers = itertools.count(1)

    def close(self) -> None:
        """End the session, from another thread: the portal forgets it with the connection."""
        self._closed = True
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(2)

    def run(self) -> None:
        """Bind the shortcuts and listen until `close`."""
        try:
            self._connection = open_dbus_connection("SESSION")
            self._register()
            session = self._create_session()
            self._bind(session)
            self._listen(session)
        except _Refused as refusal:
            self._complain(str(refusal))
        except DBusErrorResponse as error:
            self._complain(
                tr(
                    "Your desktop offers no hotkeys to programs ({reason}). Bind “penname clipboard "
                    "pseudonymize” to a key in its settings.",
                    reason=error.name.rpartition(".")[2],
                )
            )
        except (OSError, KeyError, EOFError, TimeoutError):
            self._complain(
                tr(
                    "Your desktop's hotkey service does not answer. Bind “penname clipboard pseudonymize” to "
                    "a key in the desktop's settings."
                )
            )
        finally:
            if self._connection is not None:
                self._connection.close()

    def _complain(self, sentence: str) -> None:
        if not self._closed:
            self._source.refused.emit(sentence)

    def _call(self, address: DBusAddress, method: str, signature: str, body: tuple[Any, ...]) -> Any:
        assert self._connection is not None
        call = new_method_call(address, method, signature, body)
        return unwrap_msg(self._connection.send_and_get_reply(call, timeout=_ANSWER))

    def _register(self) -> None:
        install_entry(MIME_TYPES)
        with contextlib.suppress(DBusErrorResponse):  # older portals know no registry and need none
            self._call(_REGISTRY, "Register", "sa{sv}", (APP_ID, {}))

    def _create_session(self) -> str:
        token = f"penname{os.getpid()}"
        options = {"session_handle_token": ("s", token)}
        results = self._ask("CreateSession", "a{sv}", (), options)
        handle: str = results["session_handle"][1]
        return handle

    def _bind(self, session: str) -> None:
        shortcuts = []
        for name, written in self._wanted.items():
            try:
                trigger = _trigger(read_combination(written))
            except BadInput as error:
                self._complain(str(error))
                continue
            says = tr("Hide names on the clipboard") if name == HIDE else tr("Restore a chatbot's reply")
            shortcuts.append((name, {"description": ("s", says), "preferred_trigger": ("s", trigger)}))
        bound = self._ask("BindShortcuts", "oa(sa{sv})sa{sv}", (session, shortcuts, ""), {})
        given = {one[0] for one in bound.get("shortcuts", ("", []))[1]}
        for name, written in self._wanted.items():
            if name not in given:
                self._complain(
                    tr(
                        "Your desktop gave Penname no key for {keys}. Choose one in its settings.",
                        keys=written,
                    )
                )

    def _ask(self, method: str, signature: str, body: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Call a method whose answer comes as a signal, perhaps after the user was asked. Raises _Refused."""
        connection = self._connection
        assert connection is not None
        token = f"penname{next(self._numbers)}"
        sender = str(connection.unique_name)[1:].replace(".", "_")
        rule = MatchRule(
            type="signal",
            interface="org.freedesktop.portal.Request",
            member="Response",
            path=f"{_PATH}/request/{sender}/{token}",
        )
        connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_ANSWER)
        with connection.filter(rule) as answers:
            self._call(_SHORTCUTS, method, signature, (*body, {**options, "handle_token": ("s", token)}))
            code, results = connection.recv_until_filtered(answers).body
        if code != 0:
            raise _Refused(
                tr(
                    "Penname was given no hotkeys. You can change that in your desktop's settings "
                    "or in Penname's."
                )
            )
        return results

    def _listen(self, session: str) -> None:
        connection = self._connection
        assert connection is not None
        rule = MatchRule(type="signal", interface=_SHORTCUTS.interface, member="Activated", path=_PATH)
        connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=_ANSWER)
        while True:
            message = connection.receive()
            if rule.matches(message):
                self._press(session, message)

    def _press(self, session: str, message: Message) -> None:
        handle, name, _time, options = message.body
        if handle == session and name in self._wanted:
            token = options.get("activation_token", ("s", ""))[1]
            self._source.pressed.emit(name, str(token))


class _Refused(Exception):
    """The user, or the desktop for them, said no; the message is a sentence."""


def _trigger(combination: Combination) -> str:
    """As the shortcuts specification writes it: modifiers in capitals, then the name of the keysym."""
    held = [
        name
        for name, wanted in (
            ("CTRL", combination.ctrl),
            ("ALT", combination.alt),
            ("SHIFT", combination.shift),
            ("LOGO", combination.meta),
        )
        if wanted
    ]
    key = combination.letter.lower() if combination.letter else f"F{combination.function}"
    return "+".join([*held, key])
