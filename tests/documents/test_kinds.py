"""A kind of document is added in one table: it can be opened then, and whatever names kinds names it, too."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from documents import samples
from penname import cli
from penname.documents.formats import _NO_CHAT, FORMATS
from penname.documents.kinds import DOCUMENT_KINDS, KINDS, usual_endings

ROOT = Path(__file__).parents[2]
EVERY = usual_endings(lambda kind: True)
WHOLE = usual_endings(lambda kind: kind.whole)
CHATS = usual_endings(lambda kind: kind.chat)
PARSERS = """
import sys
from penname import cli
from penname.desktop.main import window_documents
cli._parser()
print({"pypdf", "penname.documents.formats", "penname.documents.word"} & set(sys.modules))
"""


def help_of(command: str, argument: str) -> str:
    """What `penname COMMAND --help` says of an argument."""
    (commands,) = (one for one in cli._parser()._actions if isinstance(one, argparse._SubParsersAction))
    (words,) = (one.help for one in commands.choices[command]._actions if one.dest == argument)
    return str(words)


def table_of_the_guide() -> str:
    """The first column of the table under "Documents"."""
    _, _, documents = (ROOT / "docs" / "GUIDE.md").read_text(encoding="utf-8").partition("\n### Documents\n")
    rows = documents.partition("\n### ")[0].splitlines()
    return "\n".join(row.split("|")[1] for row in rows if row.startswith("|"))


def line_of_the_manual() -> str:
    """What the man page says that `penname anonymize --output` takes."""
    page = (ROOT / "packaging" / "linux" / "manual.1.in").read_text(encoding="utf-8")
    (line,) = re.findall(r"^.*rewrite a document \((.*)\).*$", page, re.MULTILINE)
    return str(line)


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        pytest.param(table_of_the_guide(), EVERY, id="docs/GUIDE.md"),
        pytest.param(line_of_the_manual(), EVERY, id="packaging/linux/manual.1.in"),
        pytest.param(help_of("anonymize", "output"), EVERY, id="anonymize --output"),
        pytest.param(help_of("batch", "inputs"), WHOLE, id="batch INPUT"),
        pytest.param(help_of("anonymize", "sender"), CHATS, id="anonymize --sender"),
        pytest.param(_NO_CHAT, CHATS, id="what has no sender"),
    ],
)
def test_every_kind_is_named(words: str, kinds: tuple[str, ...]) -> None:
    assert set(kinds) - set(re.findall(r"\.[a-z]+", words)) == set()


def test_every_kind_has_a_sample() -> None:
    without = {".txt", ".tsv"}  # nothing but its text; read as a .csv is
    assert set(EVERY) == set(samples.all_kinds()) | without


def test_every_kind_can_be_opened() -> None:
    assert set(FORMATS) == set(KINDS)
    for form in FORMATS.values():
        assert (form.part is not None) == (form.kind.chat or form.kind.table)


def test_no_ending_belongs_to_two_kinds() -> None:
    assert len(KINDS) == sum(len(kind.endings) for kind in DOCUMENT_KINDS)


def test_neither_the_window_nor_a_help_text_loads_the_parsers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PARSERS],
        env=os.environ | {"PYTHONPATH": str(ROOT / "app")},
        capture_output=True,
        check=True,
    )
    assert done.stdout.strip() == b"set()"
