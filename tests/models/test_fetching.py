"""What comes of a hub and a store that misbehave: a verified file, or a sentence and what may be kept.

All cases are fetched by one process at the same time, since starting one takes longer than all of them.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

import penname
from models import fetch_all
from models.hub_server import COMMIT, REPO, Fault, File, Hub, breaking, serving
from penname.models.download_messages import Checking, Order, Patience, Refused, Report, Verified, Waiting
from penname.models.partial_file import Note

CONTENT = random.Random(5).randbytes(300_000)
OTHER = random.Random(6).randbytes(300_000)
QUICK = Patience(
    connect=10.0,  # all begin at the same time
    silence=1.0,
    slowest=50_000,
    attempts=3,
    first_pause=0.01,
    longest_pause=0.05,
    longest_asked=2.0,
)
DISABLED = "Access to this resource is disabled."
TOKEN = "hf_a-token-that-nobody-else-may-see"


@dataclass
class Case:
    """A file on the hub, what is on the disk before, and what the order says."""

    file: File
    before: bytes = b""
    note: Note | None = None
    token: str | None = None
    sha256: str | None = None
    size: int = 0
    attempts: int = 3
    target: str | None = None


def _file(**changes: object) -> File:
    return File(CONTENT, **changes)  # type: ignore[arg-type]


MANY = 20  # attempts, so that a busy machine does not make a case fail
HALF = CONTENT[:150_000]
RIGHT = Note(File(CONTENT).sha256, len(CONTENT), '"content-1"')


def answers(status: int, name: str = "X-Error-Code", value: str = "") -> File:
    """The hub answers so, once."""
    return _file(hub_faults=[Fault(status=status, headers={name: value} if value else {})])


def store(*faults: Fault, **changes: object) -> Case:
    """The store misbehaves."""
    return Case(_file(faults=list(faults), **changes))


GOOD: dict[str, Case] = {
    "whole": Case(_file()),
    "pinned": Case(_file(), sha256=RIGHT.sha256, size=len(CONTENT)),
    "breaks-off": Case(_file(faults=breaking(1, 300_000, 6))),
    "breaks-off-at-once": store(Fault(cut=0), Fault(cut=1)),
    "half-is-there": Case(_file(), before=HALF, note=RIGHT),
    "half-is-there-and-no-etag": Case(_file(), before=HALF, note=Note(RIGHT.sha256, RIGHT.size)),
    "all-is-there": Case(_file(), before=CONTENT, note=RIGHT),
    "half-of-something-else": Case(_file(), before=OTHER[:150_000], note=Note("0" * 64, 300_000)),
    "half-without-a-note": Case(_file(), before=OTHER[:150_000]),
    "half-that-a-power-cut-damaged": Case(_file(), before=bytes(150_000), note=RIGHT),
    "more-than-all": Case(_file(), before=CONTENT + b"more", note=RIGHT),
    "changed-on-the-server": Case(_file(etag='"content-2"'), before=HALF, note=RIGHT),
    "no-ranges": store(Fault(cut=100_000), Fault(no_ranges=True)),
    "another-part": store(Fault(cut=100_000), Fault(wrong_part=True)),
    "busy": Case(answers(503)),
    "busy-store": Case(_file(faults=[Fault(status=502), Fault(status=500)])),
    "too-many": Case(answers(429, "Retry-After", "1")),
    "too-many-at-the-store": store(Fault(status=429)),
    "address-expired": store(Fault(cut=100_000), Fault(status=403)),
    "silent-once": store(Fault(silent=2.0)),
    "drips-once": store(Fault(cut=90_000), Fault(drip=0.02)),
    "hub-drips-once": Case(_file(hub_faults=[Fault(drip=0.05)])),
    "packed": store(Fault(headers={"Content-Encoding": "gzip"})),
    "another-content-then-right": store(Fault(content=OTHER, cut=100_000)),
    "gated-with-token": Case(_file(token=TOKEN), token=TOKEN),
}

# What is left of the file (None: some of its beginning), and what the sentence says.
BAD: dict[str, tuple[Case, bytes | None, str]] = {
    "another-content": (store(*[Fault(content=OTHER)] * 9), b"", "checksum"),
    "shorter-than-stated": (Case(_file(stated_size=400_000)), b"", "several times"),
    "longer-than-stated": (Case(_file(stated_size=200_000)), b"", "several times"),
    "longer-and-no-ranges": (store(*[Fault(no_ranges=True)] * 9, stated_size=200_000), b"", "checksum"),
    "catalog-knows-another": (Case(_file(), sha256="1" * 64), b"", "not the one"),
    "unauthorized": (Case(_file(token=TOKEN)), b"", "accept them"),
    "not-let-in": (Case(_file(token=TOKEN), token="hf_other"), b"", "not been let in"),
    "token-expired": (Case(answers(401), token="hf_old"), b"", "does not accept your access token"),
    "forbidden": (Case(answers(403)), b"", "403"),
    "gone": (Case(answers(404, value="EntryNotFound")), b"", "no such file"),
    "repository-gone": (Case(answers(404, value="RepoNotFound")), b"", "does not know"),
    "taken-down": (Case(answers(403, "X-Error-Message", DISABLED)), b"", "taken"),
    "store-says-gone": (store(Fault(cut=100_000), Fault(status=404)), None, "404"),
    "always-busy": (store(Fault(cut=70_000), *[Fault(status=503)] * 9), None, "is kept"),
    "always-breaks-off": (store(*[Fault(cut=1000)] * 30), None, "several times"),
    "asks-to-wait-an-hour": (Case(answers(429, "Retry-After", "3600")), b"", "60 minutes"),
    "silent-for-ever": (store(*[Fault(silent=2.0)] * 9), b"", "several times"),
    "drips-for-ever": (store(*[Fault(drip=0.05)] * 9), None, "almost nothing"),
    "disk-full": (Case(_file(), target="/dev/full"), b"", "No space"),
    "no-room": (Case(_file(stated_size=10**16)), b"", "enough room"),
}
ASKING = ("unauthorized", "not-let-in", "token-expired", "forbidden", "repository-gone")

Fetched = Callable[[str], tuple[Path, list[Report], Hub]]


@pytest.fixture(scope="module")
def fetched(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Fetched]:
    """By the name of a case: where its file is, what was reported, and the hub."""
    folder = tmp_path_factory.mktemp("fetched")
    cases = {**GOOD, **{name: case for name, (case, _, _) in BAD.items()}}
    for case in GOOD.values():
        case.attempts = MANY
    orders = [_order(folder, name, case) for name, case in cases.items()]
    with serving({name: case.file for name, case in cases.items()}) as hub:
        environment = {
            **os.environ,
            "HF_ENDPOINT": hub.endpoint,
            "HOME": str(folder),
            "PYTHONPATH": str(Path(penname.__file__).parent.parent),
            "HF_TOKEN": "hf_of-the-environment",
            "HF_HUB_DISABLE_XET": "1",
        }
        done = subprocess.run(
            [sys.executable, fetch_all.__file__],
            input=msgspec.json.encode(orders),
            stdout=subprocess.PIPE,
            env=environment,
            check=True,
            timeout=120,
        )
        reports = dict(zip(cases, msgspec.json.decode(done.stdout, type=list[list[Report]]), strict=True))
        yield lambda name: (folder / name, reports[name], hub)


def _order(folder: Path, name: str, case: Case) -> Order:
    target = folder / name
    if case.target is not None:
        target.symlink_to(case.target)
    elif case.before:
        target.write_bytes(case.before)
    if case.note is not None:
        target.with_name(f"{name}.json").write_bytes(msgspec.json.encode(case.note))
    patience = msgspec.structs.replace(QUICK, attempts=case.attempts)
    return Order(REPO, name, "main", str(target), "Tiny model", case.size, case.sha256, case.token, patience)


@pytest.mark.parametrize("name", GOOD)
def test_it_ends_in_the_whole_file(name: str, fetched: Fetched) -> None:
    path, reports, _ = fetched(name)
    assert reports[-1] == Verified(File(CONTENT).sha256, len(CONTENT), COMMIT)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize("name", BAD)
def test_it_ends_in_a_sentence(name: str, fetched: Fetched) -> None:
    path, reports, _ = fetched(name)
    case, kept, words = BAD[name]
    assert isinstance(reports[-1], Refused)
    assert words in reports[-1].sentence
    assert reports[-1].sentence.endswith(".")
    if case.target is None:
        left = path.read_bytes()
        assert (CONTENT.startswith(left) and left) if kept is None else left == kept
    assert reports[-1].needs_token is (name in ASKING)
    assert reports[-1].disk_full is (name in ("disk-full", "no-room"))


def test_only_what_is_missing_is_asked_for(fetched: Fetched) -> None:
    for name in ("half-is-there", "half-is-there-and-no-etag"):
        _, reports, hub = fetched(name)
        assert hub.ranges(name)[0] == "bytes=150000-"
        assert any(isinstance(report, Checking) for report in reports)
    assert fetched("all-is-there")[2].ranges("all-is-there") == []
    _, _, hub = fetched("breaks-off")
    begins = [int(wanted.removeprefix("bytes=").rstrip("-")) for wanted in hub.ranges("breaks-off")]
    assert begins == sorted(begins)
    assert len(set(begins)) > 4


def test_a_break_is_told_and_waited_for(fetched: Fetched) -> None:
    for name in ("breaks-off", "busy", "silent-once", "hub-drips-once"):
        assert any(isinstance(report, Waiting) for report in fetched(name)[1]), name
    waits = [report.seconds for report in fetched("too-many")[1] if isinstance(report, Waiting)]
    assert waits[0] == 1.0


def test_the_token_reaches_the_hub_alone(fetched: Fetched) -> None:
    _, reports, hub = fetched("gated-with-token")
    assert [headers.get("authorization") for headers in hub.sent("HEAD", "gated-with-token")][:1] == [
        f"Bearer {TOKEN}"
    ]
    for method, name, headers in hub.asked:
        if method == "GET" or name not in ("gated-with-token", "not-let-in", "token-expired"):
            assert "authorization" not in headers
    assert TOKEN not in repr(reports)


def test_nothing_tells_who_asks(fetched: Fetched) -> None:
    _, _, hub = fetched("whole")
    for method in ("HEAD", "GET"):
        for headers in hub.sent(method, "whole"):
            assert headers["user-agent"] == "hf_hub"
            assert "cookie" not in headers
