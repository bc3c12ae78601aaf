"""Renders the application icon in all sizes that systems ask for, from resources/icons/penname.svg.

    python packaging/icons.py        # after the drawing changed; what it writes is committed

Linux takes the PNG files, Windows penname.ico, macOS penname.icns. Both containers hold PNG pictures, which
every system still supported reads (ICO: since Windows Vista; ICNS: since Mac OS X 10.7).
"""

import os
import struct
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).parent.parent / "resources" / "icons"
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


def main() -> None:
    """Write all files anew."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    drawing = QSvgRenderer(str(FOLDER / "penname.svg"), application)
    pictures = {size: png(drawing, size) for size in sorted({*PNG_SIZES, *ICO_SIZES, *ICNS_TYPES.values()})}
    for size in PNG_SIZES:
        (FOLDER / f"penname-{size}.png").write_bytes(pictures[size])
    (FOLDER / "penname.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
    (FOLDER / "penname.icns").write_bytes(icns({kind: pictures[size] for kind, size in ICNS_TYPES.items()}))


def png(drawing: QSvgRenderer, size: int) -> bytes:
    """The drawing as a PNG file of `size` x `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows icon file of PNG files, by their size in pixels (at most 256)."""
    start = 6 + 16 * len(pictures)
    entries, body = b"", b""
    for size, data in pictures.items():
        edge = size % 256  # 256 is written as 0
        entries += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(data), start + len(body))
        body += data
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + body


def icns(pictures: Mapping[bytes, bytes]) -> bytes:
    """A macOS icon file of PNG files, by their four-letter kind."""
    body = b"".join(kind + struct.pack(">I", 8 + len(data)) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    main()
