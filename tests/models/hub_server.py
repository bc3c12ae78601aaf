"""A hub on this computer that speaks the protocol of the Hugging Face hub, and misbehaves as it is told.

The hub answers HEAD with where a file lies (another port, as in life another host), how large it is and its
SHA-256. The store hands out ranges.
"""

import hashlib
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

REPO, FILE, COMMIT = "somebody/Tiny-GGUF", "tiny.gguf", "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Fault:
    """What goes wrong with one answer of the store (or of the hub, for a `status`)."""

    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None  # bytes after which the connection breaks off
    content: bytes | None = None  # another file
    no_ranges: bool = False  # the whole file whatever was asked for
    wrong_part: bool = False
    drip: float | None = None  # seconds between single bytes
    silent: float | None = None  # seconds before anything is answered
    pause: float | None = None  # seconds between pieces of 4096 bytes
    redirect: str | None = None


@dataclass
class Hub:
    """`faults` are used up one an answer; what comes after them is right. `asked` is what was requested."""

    content: bytes
    hub_port: int = 0
    store_port: int = 0
    hub_faults: list[Fault] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    stated_size: int | None = None
    stated_sha256: str | None = None
    token: str | None = None
    etag: str = '"content-1"'
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    arrived: threading.Event = field(default_factory=threading.Event)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.hub_port}"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def ranges(self) -> list[str]:
        """What the store was asked for, in turn."""
        return [headers.get("range", "") for method, _, headers in self.asked if method == "GET"]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Any

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def _note(self) -> dict[str, str]:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.hub.asked.append((self.command, self.path, headers))
        return headers

    def _empty(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()


class _HubHandler(_Handler):
    def do_HEAD(self) -> None:
        hub: Hub = self.server.hub
        headers = self._note()
        fault = hub.hub_faults.pop(0) if hub.hub_faults else Fault()
        if fault.silent is not None:
            time.sleep(fault.silent)
        if fault.drip is not None:
            _drip(self.connection, fault.drip)
            return
        if fault.status is not None:
            self._empty(fault.status, fault.headers)
            return
        if hub.token is not None and headers.get("authorization") != f"Bearer {hub.token}":
            known = "authorization" in headers
            self._empty(403 if known else 401, {"X-Error-Code": "GatedRepo"})
            return
        if FILE not in self.path or REPO not in self.path:
            self._empty(404, {"X-Error-Code": "EntryNotFound"})
            return
        self._empty(
            302,
            {
                "Location": f"http://127.0.0.1:{hub.store_port}/{hub.sha256}?signature=secret",
                "X-Repo-Commit": COMMIT,
                "X-Linked-Etag": f'"{hub.stated_sha256 or hub.sha256}"',
                "X-Linked-Size": str(hub.stated_size or len(hub.content)),
            },
        )


class _StoreHandler(_Handler):
    def do_GET(self) -> None:
        hub: Hub = self.server.hub
        headers = self._note()
        fault = hub.faults.pop(0) if hub.faults else Fault()
        self.close_connection = True
        if fault.silent is not None:
            time.sleep(fault.silent)
        if fault.status is not None or fault.redirect is not None:
            more = {"Location": fault.redirect} if fault.redirect else {}
            self._empty(fault.status or 302, {**fault.headers, **more})
            return
        content = hub.content if fault.content is None else fault.content
        begin, status = 0, 200
        wanted = headers.get("range", "")
        same = headers.get("if-range") in (None, hub.etag)
        if wanted and same and not fault.no_ranges:
            begin, status = int(wanted.removeprefix("bytes=").rstrip("-")), 206
        if begin >= len(content) and status == 206:
            self._empty(416, {"Content-Range": f"bytes */{len(content)}"})
            return
        if fault.wrong_part:
            begin = max(0, begin - 7)
        body = content[begin:]
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", hub.etag)
        for name, value in fault.headers.items():
            self.send_header(name, value)
        if status == 206:
            self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        self._send(body if fault.cut is None else body[: fault.cut], fault, hub)

    def _send(self, body: bytes, fault: Fault, hub: Hub) -> None:
        if fault.drip is not None:
            _drip(self.connection, fault.drip)
            return
        try:
            for place in range(0, len(body), 4096):
                self.wfile.write(body[place : place + 4096])
                if place > len(hub.content) // 3:
                    hub.arrived.set()
                if fault.pause is not None:
                    time.sleep(fault.pause)
            if fault.cut is not None:
                self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _drip(connection: socket.socket, seconds: float) -> None:
    try:
        while True:
            connection.sendall(b"H")
            time.sleep(seconds)
    except OSError:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


@contextmanager
def serving(content: bytes) -> Iterator[Hub]:
    """A hub and its store for one file."""
    hub = Hub(content)
    servers = [_Server(("127.0.0.1", 0), handler) for handler in (_HubHandler, _StoreHandler)]
    hub.hub_port, hub.store_port = (server.server_address[1] for server in servers)
    for server in servers:
        server.hub = hub  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield hub
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def breaking(seed: int, size: int, times: int) -> list[Fault]:
    """Connections that break off after a random number of bytes."""
    choice = random.Random(seed)
    return [Fault(cut=choice.randrange(size // times)) for _ in range(times)]
