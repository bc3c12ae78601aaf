"""Texts from files and back to them, with the encoding they came in."""

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile

from penname.documents.kinds import KINDS
from penname.domain.errors import BadInput
from penname.sessions.intake import Intake, encode_text, read_text

TEXT_FILES = (*(ending for ending, kind in KINDS.items() if kind.plain), ".text")
DOCUMENT_FILES = tuple(ending for ending, kind in KINDS.items() if not kind.plain)  # read by the child
LARGEST = 20_000_000  # bytes; about 3 million words


def load(path: str, encoding: str | None = None) -> Intake:
    """The text in a file; raises BadInput, or BadEncoding with the encoding it seems to have."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BadInput("This file is larger than 20 MB. Open a part of it.")
        return read_text(Path(path).read_bytes(), encoding)
    except OSError as error:
        raise BadInput(f"This file cannot be opened ({error.strerror or 'unknown reason'}).") from error


def save(path: str, text: str, intake: Intake) -> None:
    """Write `text` whole or not at all, encoded as the text that came in; raises BadInput."""
    write(path, encode_text(intake, text))


def write(path: str, data: bytes) -> None:
    """Write a file whole or not at all; raises BadInput."""
    file = QSaveFile(path)
    if not file.open(QIODevice.OpenModeFlag.WriteOnly) or file.write(data) != len(data) or not file.commit():
        raise BadInput(
            f"The result could not be saved ({file.errorString()}). It is still here; try another folder."
        )
