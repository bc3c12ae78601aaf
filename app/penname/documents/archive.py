"""Documents that are zip archives (.docx, .odt), read with bounds and written back in the same order."""

import io
import zipfile
import zlib
from collections.abc import Mapping

from penname.documents.document import ENCRYPTED, LIKELY_DAMAGED, Unreadable

_MOST_INSIDE = 256 * 2**20  # bytes, unpacked; a 200-page report with pictures has a tenth
_MOST_PARTS = 10_000
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what office programs use
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # a compound file: .doc, or any format with a password
_LOCKED_OR_OLD = (
    "This file is locked with a password, or of an older kind that Penname does not read. Nothing was "
    "changed. Save it without a password as a {kind} file and try again."
)
_TOO_LARGE = (
    "What is packed into this file is too large for Penname: {size:,} MB unpacked, {most} MB are read at "
    "most. Nothing was changed. Split the document, or take pictures out of it, and try again."
)
_NEVER = (1980, 1, 1, 0, 0, 0)  # the earliest date that an archive can give a part


class Archive:
    """The parts of a zip file by their names. Raises Unreadable for what is damaged, locked or too large."""

    def __init__(self, data: bytes, kind: str) -> None:
        if data.startswith(_OLD_OFFICE):
            raise Unreadable(_LOCKED_OR_OLD.format(kind=kind))
        damaged = LIKELY_DAMAGED.format(kind=kind)
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                self._order = packed.infolist()
                _check(self._order, damaged)
                self.parts = {one.filename: _read(packed, one) for one in self._order}
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError,
                IndexError, KeyError, OverflowError, RuntimeError) as error:  # fmt: skip
            raise Unreadable(damaged) from error

    def with_parts(self, changed: Mapping[str, bytes | None], *, undated: bool = False) -> bytes:
        """The file with some parts changed, or gone where None; `undated`: without dates and owners, too."""
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as packed:
            for one in self._order:
                content = changed.get(one.filename, self.parts[one.filename])
                if content is None:
                    continue
                info = zipfile.ZipInfo(one.filename, _NEVER if undated else one.date_time)
                info.compress_type = one.compress_type
                info.external_attr = 0 if undated else one.external_attr
                info.create_system = 0 if undated else one.create_system
                packed.writestr(info, content)
        return made.getvalue()


def _read(packed: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    """The part, never more of it than the archive says: reading to its end would unpack all that is there."""
    with packed.open(one) as part:
        return part.read(max(1, one.file_size))


def _check(parts: list[zipfile.ZipInfo], damaged: str) -> None:
    if any(one.flag_bits & 1 for one in parts):
        raise Unreadable(ENCRYPTED)
    # two parts of one name: programs disagree about which one counts
    odd = len(parts) > _MOST_PARTS or len({one.filename for one in parts}) < len(parts)
    if odd or any(one.compress_type not in _PACKED for one in parts):
        raise Unreadable(damaged)
    size = sum(one.file_size for one in parts)
    if size > _MOST_INSIDE:
        raise Unreadable(_TOO_LARGE.format(size=size // 10**6, most=_MOST_INSIDE // 10**6))
