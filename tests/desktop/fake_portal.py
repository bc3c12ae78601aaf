"""A GlobalShortcuts portal on a private bus, for tests: gives every key but one, and presses what it is told.

Commands come on standard input: "press NAME". It prints what it was asked, a line each.
"""

import json
import sys
import threading
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import open_dbus_connection

PATH, NAME = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Desktop"
SHORTCUTS = DBusAddress(PATH, interface="org.freedesktop.portal.GlobalShortcuts")


def say(*what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Portal:
    def __init__(self) -> None:
        self.connection = open_dbus_connection("SESSION")
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))
        self.registered: set[str] = set()
        self.session = ""

    def serve(self) -> None:
        say("ready")
        while True:
            message = self.connection.receive()
            if message.header.message_type is MessageType.method_call:
                self.answer(message)

    def answer(self, message: Message) -> None:
        fields = message.header.fields
        member, sender = fields[HeaderFields.member], fields[HeaderFields.sender]
        if member == "Register":
            self.registered.add(sender)
            say("registered", message.body[0])
            self.connection.send(new_method_return(message))
            return
        if sender not in self.registered:
            error = new_error(
                message, "org.freedesktop.portal.Error.NotAllowed", "s", ("An app id is required",)
            )
            self.connection.send(error)
            return
        options = message.body[-1]
        base = sender[1:].replace(".", "_")
        request = f"{PATH}/request/{base}/{options['handle_token'][1]}"
        self.connection.send(new_method_return(message, "o", (request,)))
        results: dict[str, Any] = {}
        if member == "CreateSession":
            self.session = f"{PATH}/session/{base}/{options['session_handle_token'][1]}"
            results = {"session_handle": ("s", self.session)}
        elif member == "BindShortcuts":
            wanted = message.body[1]
            say("bound", [[name, about["preferred_trigger"][1]] for name, about in wanted])
            given = [
                (name, about) for name, about in wanted if not about["preferred_trigger"][1].endswith("x")
            ]
            results = {"shortcuts": ("a(sa{sv})", given)}
        emitter = DBusAddress(request, interface="org.freedesktop.portal.Request")
        self.connection.send(new_signal(emitter, "Response", "ua{sv}", (0, results)))

    def obey(self) -> None:
        for line in sys.stdin:
            name = line.split()[1]
            body = (self.session, name, 1, {"activation_token": ("s", "token-7")})
            self.connection.send(new_signal(SHORTCUTS, "Activated", "osta{sv}", body))


portal = Portal()
threading.Thread(target=portal.obey, daemon=True).start()
portal.serve()
