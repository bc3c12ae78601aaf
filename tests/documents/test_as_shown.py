"""Documents as LibreOffice shows them, which wrote none of them: the way there and back leaves no trace.

Each is printed as it was, with stand-ins, and after the way back; poppler turns the pages into pictures.
"""

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

from documents import real_files, samples
from documents.real_files import Trip
from penname.documents.client import OpenedDocument
from penname.documents.document import AS_IT_IS
from penname.documents.kinds import WORD

SHOWN = (".docx", ".odt", ".xlsx", ".html", ".csv", ".pdf", ".rtf")
_OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
_DOTS = 72  # an inch, as many as there are points
_MARGIN = 4  # points around a word for what overhangs: lines below it, accents, its last letter's slant
_WORD = re.compile(r'<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)</word>')
pytestmark = [
    pytest.mark.soak("each document as LibreOffice shows it, three times"),
    pytest.mark.skipif(
        not (_OFFICE and shutil.which("pdftoppm")), reason="LibreOffice or poppler is not on this computer"
    ),
    pytest.mark.timeout(1800),
]


class Word(NamedTuple):
    """A word on a page and the box that it stands in, in points."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


class Page(NamedTuple):
    """A page in shades of grey, row by row, and its words."""

    rows: list[bytes]
    words: frozenset[Word]


class Shown(NamedTuple):
    """A document as printed: the names of its fonts, and its pages."""

    fonts: frozenset[str]
    pages: list[Page]


def shown(folder: Path, data: bytes, kind: str) -> Shown:
    """A document as LibreOffice prints it, under the same name each time: of a table it is on the page."""
    assert _OFFICE is not None
    folder.mkdir()
    source = folder / f"document{kind}"
    source.write_bytes(data)
    profile = f"-env:UserInstallation={(folder.parent / 'profile').as_uri()}"
    said([_OFFICE, profile, "--headless", "--convert-to", "pdf", "--outdir", folder, source])
    return printed(source.with_suffix(".pdf"))


def printed(file: Path) -> Shown:
    """What is on the pages of a PDF."""
    lines = said(["pdffonts", file]).decode().splitlines()[2:]
    fonts = frozenset(line.split()[0].rpartition("+")[2] for line in lines)
    said(["pdftoppm", "-gray", "-r", _DOTS, file, file.with_suffix("")])
    pictures = sorted(file.parent.glob(f"{file.stem}-*.pgm"))
    texts = said(["pdftotext", "-bbox", file, "-"]).decode().split("<page ")[1:]
    return Shown(fonts, [Page(rows(*both), words(both[1])) for both in zip(pictures, texts, strict=True)])


def rows(picture: Path, _text: str) -> list[bytes]:
    """The rows of a picture in the format PGM."""
    _, size, _, pixels = picture.read_bytes().split(b"\n", 3)
    width = int(size.split()[0])
    return [pixels[at : at + width] for at in range(0, len(pixels), width)]


def words(text: str) -> frozenset[Word]:
    return frozenset(Word(*map(float, match[:4]), unescape(match[4])) for match in _WORD.findall(text))


def said(command: list[object]) -> bytes:
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, timeout=600).stdout


def unexplained(before: Page, after: Page) -> list[tuple[int, int]]:
    """Where two pictures differ (column, row) without a word of either that the other has not there."""
    boxes = before.words ^ after.words
    found = []
    for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        if old == new:
            continue
        beside = [box for box in boxes if box.top - _MARGIN <= y <= box.bottom + _MARGIN]
        for x, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other and not any(box.left - _MARGIN <= x <= box.right + _MARGIN for box in beside):
                found.append((x, y))
    return found


def check(folder: Path, trip: Trip) -> None:
    first = shown(folder / "shown-first", trip.first, trip.written)
    away = shown(folder / "shown-away", trip.away, trip.written)
    back = shown(folder / "shown-back", trip.back, trip.written)
    both = zip(first.pages, back.pages, strict=True)
    differing = [number for number, (before, after) in enumerate(both, 1) if before != after]
    assert not differing, "pages that differ after the way back"
    assert back.fonts == first.fonts
    assert away.fonts == first.fonts
    assert away.pages != first.pages, "else nothing of it can be seen"
    for before, after in zip(first.pages, away.pages, strict=True):
        assert unexplained(before, after) == []


@pytest.mark.parametrize("kind", [".docx", ".xlsx", ".html", ".csv"])
def test_a_document_with_everything_in_it(tmp_path: Path, kind: str) -> None:
    reading = samples.READINGS.get(kind, AS_IT_IS)
    first = samples.all_kinds()[kind]
    opened = OpenedDocument(first, kind, reading)
    text = opened.contents.text
    away = opened.with_text(text.replace("York", "Leeds").replace("Ann", "Eva"), kind)
    check(tmp_path, Trip(first, away, OpenedDocument(away, kind, reading).with_text(text, kind), kind))


@pytest.mark.parametrize("name", [name for name in real_files.NAMES if name.endswith(SHOWN)])
def test_a_document_that_others_made(tmp_path: Path, name: str) -> None:
    kind, trip = Path(name).suffix, real_files.there_and_back(tmp_path, name)
    if kind != trip.written:  # only the text goes on, into a new document
        opened = OpenedDocument(trip.first, kind)
        trip = trip._replace(first=opened.with_text(opened.contents.text, WORD))
    check(tmp_path, trip)
