"""Reads a model's file as a whole, when asked to, and compares its hash with the one that is known of it."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from penname.domain.errors import Cancelled, ModelFileError
from penname.models.catalog import entry_named
from penname.models.checking import check_model_file
from penname.models.fingerprints import remember_file, what_changed
from penname.models.hashing import sha256_of
from penname.models.opening import changed, located
from penname.models.starter import starter_files

_OLLAMA_BLOB = re.compile(r"sha256-([0-9a-f]{64})")  # Ollama names files by their content


class VerifiedFile(msgspec.Struct, frozen=True):
    """A model's file that was read as a whole.

    `compared` is False where nobody stated a SHA-256 to compare with; such a file is used as it is now.
    `sentence` has places for `title` and `sha256`.
    """

    title: str
    sha256: str
    compared: bool

    @property
    def sentence(self) -> str:
        """What came of it, in English."""
        if self.compared:
            return "The file of “{title}” is whole: its SHA-256 is the one it should have ({sha256})."
        return (
            "The file of “{title}” is used as it is now. There is no SHA-256 here to compare its own with; "
            "its maker may state one. It is {sha256}."
        )


def verify_model(name_or_path: str, stopped: Callable[[], bool] = lambda: False) -> VerifiedFile:
    """Hash the file of this model, or at this path, and compare; takes seconds a gigabyte.

    `stopped` is asked between pieces. Raises ModelFileError when the file is not the one that was taken in,
    when it cannot be read and when there is none; and Cancelled.
    """
    entry = entry_named(name_or_path)
    shipped = starter_files(entry).hashes if entry and entry.repo is None else ()
    path, model = located(name_or_path)

    def go_on(_piece: bytes) -> None:
        if stopped():
            raise Cancelled("The check was stopped.")

    title = model.title if model else path.stem
    blob = _OLLAMA_BLOB.fullmatch(path.name)
    expected = blob[1] if blob else model.sha256 if model else None
    check_model_file(path, title)
    try:
        if any(sha256_of(Path(part), go_on) != right for part, right in shipped[1:]):
            raise changed(title, path, model, "contents")
        sha256 = sha256_of(path, go_on)
        what = "contents" if expected and sha256 != expected else ""
        if model and not expected:
            what = what_changed(path)  # of the user's own file nothing else is known
        if what:
            raise changed(title, path, model, what)
        remember_file(path, model.sha256 if model else None)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise ModelFileError(f"The file of “{title}” could not be checked ({reason}). Try again.") from error
    return VerifiedFile(title, sha256, expected is not None)
