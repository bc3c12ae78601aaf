"""What a JPEG or PNG file says beside its picture: camera, date, place, comments."""

import struct
from collections.abc import Iterator

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_SUFFIXES = (".jpg", ".jpeg", ".png")
_EXIF = b"Exif\0\0"
# APP1 (Exif, XMP), APP13 (Photoshop, IPTC), comment; the others say how to show the picture
_TELLING_SEGMENTS = (0xE1, 0xED, 0xFE)
_SCAN = 0xDA
_TELLING_CHUNKS = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME")
_ORIENTATION, _PLACE = 0x0112, 0x8825  # tags of Exif


def is_picture(name: str) -> bool:
    """Whether a file of this name is looked into."""
    return name.lower().endswith(_SUFFIXES)


def told(data: bytes) -> str:
    """What the file says beside its picture, in words for the user; "" for nothing."""
    if data.startswith(_JPEG):
        segments = [(kind, body) for kind, body, _ in _segments(data) if _is_telling(kind, body)]
        if any(_PLACE in _tags(body[6:]) for kind, body in segments if body.startswith(_EXIF)):
            return "where it was taken, and with what"
        return "camera, date or a comment" if segments else ""
    if data.startswith(_PNG) and any(kind in _TELLING_CHUNKS for kind, _ in _chunks(data)):
        return "program, date or a comment"
    return ""


def stripped(data: bytes) -> bytes:
    """The same picture without it; how it is to be turned stays."""
    if data.startswith(_JPEG):
        kept, behind, turn = [_JPEG], 2, 1
        for kind, body, end in _segments(data):
            behind = end
            if not _is_telling(kind, body):
                kept.append(bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body)
            elif body.startswith(_EXIF):
                turn = _tags(body[6:]).get(_ORIENTATION, turn)
        if turn != 1:
            kept.insert(1, _turned(turn))
        return b"".join(kept) + data[behind:]
    if data.startswith(_PNG):
        return _PNG + b"".join(chunk for kind, chunk in _chunks(data) if kind not in _TELLING_CHUNKS)
    return data


def _is_telling(kind: int, body: bytes) -> bool:
    return kind in _TELLING_SEGMENTS and not (
        body.startswith(_EXIF) and set(_tags(body[6:])) == {_ORIENTATION}
    )


def _segments(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Marker, content and end of each segment before the picture itself; it stops at what is none."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _SCAN:
        (length,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(data):
            return
        yield data[at + 1], data[at + 4 : end], end
        at = end


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and bytes of each chunk; what is no whole chunk comes last, with an empty kind."""
    at = len(_PNG)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 12 + length
        if end > len(data):
            break
        yield data[at + 4 : at + 8], data[at:end]
        at = end
    if at < len(data):
        yield b"", data[at:]


def _tags(tiff: bytes) -> dict[int, int]:
    """The tags of the first directory, with the value of those that hold one short number."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return {}
    (at,) = struct.unpack_from(f"{order}I", tiff, 4)
    if at + 2 > len(tiff):
        return {}
    (count,) = struct.unpack_from(f"{order}H", tiff, at)
    places = range(at + 2, min(at + 2 + 12 * count, len(tiff) - 11), 12)
    entries = (struct.unpack_from(f"{order}HHIH", tiff, place) for place in places)
    return {tag: value for tag, _kind, _count, value in entries}


def _turned(turn: int) -> bytes:
    """An Exif segment that says nothing but how the picture is turned (1 to 8)."""
    entry = struct.pack(">HHIHH", _ORIENTATION, 3, 1, turn, 0)
    body = _EXIF + b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
