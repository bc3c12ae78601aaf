"""Documents as LibreOffice shows them, which wrote none of them: the way there and back leaves no trace."""

import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from documents import samples
from penname.documents.client import OpenedDocument
from penname.documents.document import AS_IT_IS

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def picture(folder: Path, data: bytes, kind: str) -> QImage:
    """The first page, or sheet."""
    assert OFFICE is not None
    folder.mkdir()
    source = folder / f"shown{kind}"
    source.write_bytes(data)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [OFFICE, profile, "--headless", "--convert-to", "png", "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    image = QImage(str(source.with_suffix(".png")))
    assert not image.isNull()
    return image


@pytest.mark.soak("one document of each kind, as LibreOffice shows it")
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not on this computer")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", [".docx", ".odt", ".xlsx", ".html", ".csv"])
def test_a_document_looks_the_same_after_the_way_back(tmp_path: Path, kind: str) -> None:
    reading = samples.READINGS.get(kind, AS_IT_IS)
    opened = OpenedDocument(samples.all_kinds()[kind], kind, reading)
    text = opened.contents.text
    away = opened.with_text(text.replace("York", "Leeds").replace("Ann", "Eva"), kind)
    back = OpenedDocument(away, kind, reading).with_text(text, kind)
    first = picture(tmp_path / "first", samples.all_kinds()[kind], kind)
    assert picture(tmp_path / "back", back, kind) == first
    assert picture(tmp_path / "away", away, kind) != first, "else nothing of it can be seen"
