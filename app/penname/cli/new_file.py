"""A file that a command makes: it must not exist, and where it cannot be written nothing is left of it."""

import contextlib
import os
from pathlib import Path

from penname.domain.errors import BadInput

_EXISTS = "{file} is there already, and Penname overwrites no document. Give {option} another name."
_NO_FOLDER = "{file} cannot be written: there is no folder {folder} that Penname may write into."


class NewFile:
    """The file that `option` names; what is `private` is readable for its owner alone."""

    def __init__(self, path: str, option: str, *, private: bool = False) -> None:
        """Raises BadInput where no such file can be made, before any work is done for it."""
        self.path = Path(path)
        self._option = option
        self._mode = 0o600 if private else 0o666
        self._check()

    def write(self, data: bytes) -> None:
        """Make the file; raises BadInput."""
        self._check()
        try:
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, self._mode)
            with open(descriptor, "wb") as file:
                try:
                    file.write(data)
                    file.flush()
                except OSError:
                    with contextlib.suppress(OSError):
                        self.path.unlink()
                    raise
        except OSError as error:
            raise BadInput(f"{self.path} cannot be written: {error.strerror or 'unknown reason'}.") from error

    def _check(self) -> None:
        if os.path.lexists(self.path):
            raise BadInput(_EXISTS.format(file=self.path, option=self._option))
        folder = self.path.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise BadInput(_NO_FOLDER.format(file=self.path, folder=folder))
