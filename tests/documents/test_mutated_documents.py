"""Damaged documents of every kind: each is read and written back, or refused with a sentence."""

import random
from collections import Counter

import pytest

from documents import samples
from penname.documents.client import OpenedDocument
from penname.documents.document import AS_IT_IS
from penname.documents.formats import FORMATS
from penname.domain.errors import PennameError

SAMPLE, COUNT, IN_THE_CHILD = 50, 500, 3
KINDS = sorted(samples.all_kinds())
# What makes parsers of such files go wrong: brackets that do not close, signs that begin something, zeros.
ODD = [
    b"<",
    b">",
    b"</w:p>",
    b"<w:p>",
    b"&",
    b"&#x0;",
    b"\0",
    b"\xff\xfe",
    b"--",
    b"\r\n",
    b"]]>",
    b'"',
    b"=?",
    b"9" * 40,
    b"9" * 5_000,
    b"<x>" * 1_000,
    b"[" * 5_000,
    b'{"a":' * 5_000,
    b"{\\b" * 5_000,
    b"\n\nFrom x 10:00\n",
    b",;\t" * 500,
    b'"\n',
    b"\\ud800",
    b"</si><si>",
    b"</v></c><c>",
]


def accident(data: bytes, choice: random.Random) -> bytes:
    """The bytes after one to three accidents."""
    changed = bytearray(data)
    for _ in range(choice.randint(1, 3)):
        at = choice.randrange(max(1, len(changed)))
        match choice.randrange(6):
            case 0 if changed:
                changed[at] ^= 1 << choice.randrange(8)
            case 1:
                changed[at:at] = choice.choice(ODD)
            case 2:
                changed[at : at + choice.randint(1, 64)] = b""
            case 3:
                changed[at : at + 16] = choice.randbytes(16)
            case 4:
                changed[at:at] = changed[: choice.randrange(200)]
            case _:
                del changed[choice.randrange(max(1, len(changed))) :]
    return bytes(changed)


def mutated(kind: str, choice: random.Random) -> bytes:
    """A document after accidents: in the archive itself or, past its checksums, in one of its parts."""
    data = samples.all_kinds()[kind]
    if not data.startswith(b"PK") or choice.random() < 0.3:
        return accident(data, choice)
    parts = dict[str, bytes | str](samples.parts_of(data))
    name = choice.choice(sorted(parts))
    return samples.packed(parts | {name: accident(bytes(parts[name]), choice)})  # type: ignore[arg-type]


def outcome(data: bytes, kind: str) -> str:
    """How far it came; any other error than one of ours fails the test."""
    try:
        form, reading = FORMATS[kind], samples.READINGS.get(kind, AS_IT_IS)
        document = form.open(data, reading)
        list(document.facts)
        if form.kind.rewritten:
            form.open(document.stripped(), reading)
            form.open(document.with_text(document.text.replace("York", 'Leeds & <"I">')), reading)
    except PennameError as error:
        return "refused" if str(error).endswith(".") else f"no sentence: {error}"
    return "read"


def answer(data: bytes, kind: str) -> str:
    """What the child says to it; a crash of the child fails the test."""
    try:
        OpenedDocument(data, kind, samples.READINGS.get(kind, AS_IT_IS))
    except PennameError as error:
        return str(error) if "stopped at this file" in str(error) else "refused"
    return "read"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "count", [SAMPLE, pytest.param(COUNT, marks=pytest.mark.soak("500 mutated documents"))]
)
def test_each_is_read_or_refused_with_a_sentence(kind: str, count: int) -> None:
    choice, seen = random.Random(f"{kind} 7"), Counter[str]()
    for _ in range(count):
        seen[outcome(mutated(kind, choice), kind)] += 1
    assert set(seen) <= {"read", "refused"}
    assert seen["read"] > 0, seen
    assert seen["refused"] > 0 or kind in (".html", ".md", ".eml"), seen  # almost anything is one of these


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "count",
    [IN_THE_CHILD, pytest.param(COUNT, marks=pytest.mark.soak("500 mutated documents, in the child"))],
)
def test_the_child_answers_each_with_a_text_or_a_sentence(kind: str, count: int) -> None:
    choice = random.Random(f"{kind} 11")
    for _ in range(count):
        assert answer(mutated(kind, choice), kind) in ("read", "refused")
