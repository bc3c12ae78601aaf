"""The document child, for real: what it is started with, what it may not do, and what it answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import penname
from documents import samples
from penname.documents.client import OpenedDocument
from penname.documents.document import AS_IT_IS, ReadingOptions
from penname.documents.kinds import KINDS, check_target, kind_of
from penname.documents.messages import BadMessage, Contents, Read, decode, encode
from penname.documents.word import WordDocument
from penname.domain.errors import BadEncoding, BadInput
from penname.engine.confining import landlock
from penname.engine.refusals import Refusals

_CONFINED = """
import json, msgspec
from penname.engine.host.hardening import harden_process
_, outgoing = harden_process()
from penname.engine.confining import sandbox
import os
os.write(outgoing, json.dumps(msgspec.to_builtins(sandbox.enter_for_documents())).encode())
"""


@pytest.mark.skipif(sys.platform != "linux" or landlock.version() < 3, reason="this kernel has no Landlock")
def test_it_may_do_nothing_but_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", _CONFINED],
        capture_output=True,
        check=True,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join((str(Path(penname.__file__).parent.parent), *sys.path))},
    )
    refusals = Refusals(**json.loads(done.stdout))
    assert refusals.reading
    assert refusals.writing
    assert refusals.connections
    assert refusals.memory_images


@pytest.mark.parametrize("kind", sorted(samples.all_kinds()))
def test_it_reads_strips_and_writes_each_kind(kind: str) -> None:
    reading = samples.READINGS.get(kind, AS_IT_IS)
    opened = OpenedDocument(samples.all_kinds()[kind], kind, reading)
    text = opened.contents.text
    assert "Ann" in text or kind == ".json"
    assert bool(opened.contents.facts) == (kind not in samples.TELL_NOTHING)
    assert opened.with_text("Only text.", ".txt") == b"Only text."
    if KINDS[kind].rewritten:
        stripped = opened.stripped()
        assert stripped.contents.facts == ()
        new = stripped.contents.text.replace("Ann", "Eva")
        assert OpenedDocument(stripped.with_text(new, kind), kind, reading).contents.text == new
    else:
        made = opened.with_text(text.replace("Ann", "Eva"), ".docx")
        assert WordDocument(made).text == text.replace("Ann", "Eva").rstrip("\n")


def test_a_text_in_another_encoding_names_it() -> None:
    with pytest.raises(BadEncoding) as caught:
        OpenedDocument("Köln, schön und grün".encode("cp1252"), ".md")
    assert caught.value.detected == "cp1252"
    assert OpenedDocument("Köln".encode("cp1252"), ".md", ReadingOptions("cp1252")).contents.text == "Köln"


def test_the_end_of_a_name_says_the_kind() -> None:
    assert kind_of("A.Letter.DOCX") == ".docx"
    with pytest.raises(BadInput, match=r"does not read \.doc files"):
        kind_of("letter.doc")
    assert check_target(".pdf", "x.docx") == ".docx"
    assert check_target(".htm", "x.html") == ".html"
    for kind, name in ((".pdf", "x.pdf"), (".docx", "x.odt"), (".eml", "x")):
        with pytest.raises(BadInput, match="cannot be written as"):
            check_target(kind, name)


def test_messages_are_decoded_strictly() -> None:
    message, data = decode(encode(Read(".docx"), b"file"), Read)
    assert (message, data) == (Read(".docx"), b"file")
    for wrong in (b"", b"\0\0", b"\xff\xff\xff\xff{}", encode(Contents("x"))):
        with pytest.raises(BadMessage):
            decode(wrong, Read)
