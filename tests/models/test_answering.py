"""What a server makes of a question for a few words: the words, or a sentence, whatever it does."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import penname
from models import ask_all
from models.hub_server import Fault, File, Hub, impostor, serving
from penname.models.download_messages import Asked, Patience, Question, Refused

QUICK = Patience(connect=8.0, silence=1.5)
IN_ALL = Patience(connect=1.0, silence=1.5)  # seconds for the whole answer, however steadily it comes
VERSION = b"0.9.1\n"

# By the name of the file: the server's fault, and what the answer says.
CASES: dict[str, tuple[Fault, str]] = {
    "right": (Fault(), "0.9.1\n"),
    "a-page": (Fault(content=b"<html>" + b"x" * 100_000), "something other"),
    "other-letters": (Fault(content="０.９".encode()), "something other"),
    "gone": (Fault(status=404), "answer 404"),
    "moved": (Fault(status=302, headers={"Location": "http://127.0.0.1:1/other"}), "answer 302"),
    "busy": (Fault(status=503, headers={"Retry-After": "1"}), "answer 503"),
    "silent": (Fault(silent=20.0), "does not answer"),
    "drips": (Fault(content=b"0" * 60, drip=0.5), "does not answer"),
    "breaks-off": (Fault(cut=2), "broke off"),
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, Asked | Refused], Hub]]:
    """All answers by the name of the case, and the server."""
    files = {name: File(VERSION, faults=[fault]) for name, (fault, _) in CASES.items()}
    with serving(files) as hub, impostor(tmp_path_factory.mktemp("impostor")) as false, _deaf() as nobody:
        addresses = {name: f"http://127.0.0.1:{hub.store_port}/{name}" for name in CASES}
        addresses |= {
            "impostor": f"{false}/version",
            "nobody": nobody,
            "readable": "http://example.com/version",
            "no-address": "https://[::/",
        }
        questions = [
            Question(address, IN_ALL if name == "drips" else QUICK) for name, address in addresses.items()
        ]
        done = subprocess.run(
            [sys.executable, ask_all.__file__],
            input=msgspec.json.encode(questions),
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(penname.__file__).parent.parent)},
            check=True,
            timeout=120,
        )
        answers = msgspec.json.decode(done.stdout, type=list[Asked | Refused])
        yield dict(zip(addresses, answers, strict=True)), hub


class _deaf:  # noqa: N801 (used as a function)
    """The address of a port where nobody listens, kept from others meanwhile."""

    def __enter__(self) -> str:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/version"

    def __exit__(self, *_error: object) -> None:
        self._socket.close()


@pytest.mark.parametrize("name", CASES)
def test_it_ends_in_the_words_or_a_sentence(name: str, asked: tuple[dict[str, Asked | Refused], Hub]) -> None:
    answer, words = asked[0][name], CASES[name][1]
    if name == "right":
        assert answer == Asked(words, "127.0.0.1")
    else:
        assert isinstance(answer, Refused)
        assert words in answer.sentence
        assert answer.sentence.endswith(".")
        assert "/other" not in answer.sentence  # an address that came with the answer


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("impostor", "cannot show"),
        ("nobody", "cannot be reached"),
        ("readable", "https"),
        ("no-address", "https"),
    ],
)
def test_nobody_else_is_believed(
    name: str, words: str, asked: tuple[dict[str, Asked | Refused], Hub]
) -> None:
    answer = asked[0][name]
    assert isinstance(answer, Refused)
    assert words in answer.sentence


def test_nothing_is_sent_but_the_request(asked: tuple[dict[str, Asked | Refused], Hub]) -> None:
    _, hub = asked
    for name in CASES:
        (headers,) = hub.sent("GET", name)  # once: nothing is tried again
        assert set(headers) == {"host", "user-agent", "accept", "accept-encoding", "connection"}
        assert headers["user-agent"] == "penname"
