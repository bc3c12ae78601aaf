"""A hub on this computer that speaks the protocol of the Hugging Face hub, and misbehaves as it is told.

The hub answers HEAD with where a file lies (another port, as in life another host), how large it is and its
SHA-256. The store hands out ranges.
"""

import hashlib
import random
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

REPO, COMMIT = "somebody/Tiny-GGUF", "0123456789abcdef0123456789abcdef01234567"


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


@dataclass
class File:
    """One file; `hub_faults` and `faults` are used up one an answer, and what comes after them is right."""

    content: bytes
    hub_faults: list[Fault] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    stated_size: int | None = None
    stated_sha256: str | None = None
    token: str | None = None
    etag: str = '"content-1"'
    arrived: threading.Event = field(default_factory=threading.Event)  # a third of it was sent

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass
class Hub:
    """Files by name; `asked` is what was requested: method, name, headers."""

    files: dict[str, File]
    hub_port: int = 0
    store_port: int = 0
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.hub_port}"

    def ranges(self, name: str) -> list[str]:
        """What the store was asked for, in turn."""
        return [
            headers.get("range", "")
            for method, asked, headers in self.asked
            if (method, asked) == ("GET", name)
        ]

    def sent(self, method: str, name: str) -> list[dict[str, str]]:
        """The headers of what was requested."""
        return [headers for asked, what, headers in self.asked if (asked, what) == (method, name)]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Any

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def _file(self) -> tuple[str, File | None, dict[str, str]]:
        name = self.path.partition("?")[0].rpartition("/")[2]
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.hub.asked.append((self.command, name, headers))
        return name, self.server.hub.files.get(name), headers

    def _empty(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": "0", **headers}.items():
            self.send_header(name, value)
        self.end_headers()


class _HubHandler(_Handler):
    def do_HEAD(self) -> None:
        name, file, headers = self._file()
        if file is None or not self.path.startswith(f"/{REPO}/resolve/"):
            self._empty(404, {"X-Error-Code": "EntryNotFound"})
            return
        fault = file.hub_faults.pop(0) if file.hub_faults else Fault()
        if fault.drip is not None:
            _drip(self.connection, fault.drip)
        elif fault.status is not None:
            self._empty(fault.status, fault.headers)
        elif file.token is not None and headers.get("authorization") != f"Bearer {file.token}":
            self._empty(403 if "authorization" in headers else 401, {"X-Error-Code": "GatedRepo"})
        else:
            self._empty(
                302,
                {
                    "Location": f"http://127.0.0.1:{self.server.hub.store_port}/{name}?signature=secret",
                    "X-Repo-Commit": COMMIT,
                    "X-Linked-Etag": f'"{file.stated_sha256 or file.sha256}"',
                    "X-Linked-Size": str(file.stated_size or len(file.content)),
                },
            )


class _StoreHandler(_Handler):
    def do_GET(self) -> None:
        _, file, headers = self._file()
        assert file is not None
        fault = file.faults.pop(0) if file.faults else Fault()
        self.close_connection = True
        if fault.silent is not None:
            time.sleep(fault.silent)
        if fault.status is not None:
            self._empty(fault.status, fault.headers)
            return
        content = file.content if fault.content is None else fault.content
        begin, status = 0, 200
        wanted = headers.get("range", "")
        if wanted and headers.get("if-range") in (None, file.etag) and not fault.no_ranges:
            begin, status = int(wanted.removeprefix("bytes=").rstrip("-")), 206
        if begin >= len(content):
            self._empty(416, {"Content-Range": f"bytes */{len(content)}"})
            return
        if fault.wrong_part:
            begin = max(0, begin - 7)
        answer = {"Content-Length": str(len(content) - begin), "ETag": file.etag, **fault.headers}
        if status == 206:
            answer["Content-Range"] = f"bytes {begin}-{len(content) - 1}/{len(content)}"
        self.send_response(status)
        for name, value in answer.items():
            self.send_header(name, value)
        self.end_headers()
        self._send(content[begin:], fault, file)

    def _send(self, body: bytes, fault: Fault, file: File) -> None:
        if fault.drip is not None:
            _drip(self.connection, fault.drip, body)
            return
        body = body if fault.cut is None else body[: fault.cut]
        try:
            for place in range(0, len(body), 4096):
                self.wfile.write(body[place : place + 4096])
                if place > len(file.content) // 3:
                    file.arrived.set()
                if fault.pause is not None:
                    time.sleep(fault.pause)
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _drip(connection: socket.socket, seconds: float, body: bytes = b"H" * 1000) -> None:
    try:
        for place in range(len(body)):
            connection.sendall(body[place : place + 1])
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
def serving(files: dict[str, File], hub_port: int = 0, store_port: int = 0) -> Iterator[Hub]:
    """A hub and its store, on these ports or on free ones."""
    hub = Hub(files)
    handlers = ((hub_port, _HubHandler), (store_port, _StoreHandler))
    servers = [_Server(("127.0.0.1", port), handler) for port, handler in handlers]
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


@contextmanager
def impostor(folder: Path) -> Iterator[str]:
    """An address where somebody answers whom nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    both = folder / "impostor.pem"
    both.write_bytes(
        certificate.public_bytes(Encoding.PEM)
        + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    server = _Server(("127.0.0.1", 0), _HubHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"https://localhost:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def breaking(seed: int, size: int, times: int) -> list[Fault]:
    """Connections that break off after a random number of bytes."""
    choice = random.Random(seed)
    return [Fault(cut=choice.randrange(size // times)) for _ in range(times)]
