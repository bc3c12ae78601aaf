"""The icon's files hold the sizes they say, and the drawing they were made from."""

import struct

import pytest
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

import icons


def _size(png: bytes) -> int:
    image = QImage.fromData(png)
    assert image.width() == image.height()
    return image.width()


@pytest.mark.parametrize("size", icons.PNG_SIZES)
def test_a_picture_is_as_large_as_its_name_says_and_shows_the_drawing(size: int, qapp: object) -> None:
    kept = QImage(str(icons.FOLDER / f"penname-{size}.png"))
    drawn = QImage.fromData(icons.png(QSvgRenderer(str(icons.FOLDER / "penname.svg")), size))
    assert _size((icons.FOLDER / f"penname-{size}.png").read_bytes()) == size
    for x, y in ((1, 1), (size // 2, size // 2), (size // 8, size // 2)):
        one, other = kept.pixelColor(x, y), drawn.pixelColor(x, y)
        assert abs(one.lightness() - other.lightness()) < 16
        assert abs(one.alpha() - other.alpha()) < 16


def test_the_windows_icon_holds_what_its_directory_says(qapp: object) -> None:
    data = (icons.FOLDER / "penname.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    assert (kind, count) == (1, len(icons.ICO_SIZES))
    found = []
    for number in range(count):
        edge, _, _, _, _, depth, length, start = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        found.append(_size(data[start : start + length]))
        assert (edge or 256, depth) == (found[-1], 32)
    assert tuple(found) == icons.ICO_SIZES


def test_the_mac_icon_holds_what_its_kinds_say(qapp: object) -> None:
    data = (icons.FOLDER / "penname.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    place, found = 8, {}
    while place < len(data):
        kind, (length,) = data[place : place + 4], struct.unpack_from(">I", data, place + 4)
        found[kind] = _size(data[place + 8 : place + length])
        place += length
    assert found == icons.ICNS_TYPES
