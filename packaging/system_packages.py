"""What Penname needs from the operating system: tried, then installed by apt where that is allowed."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import NamedTuple


class Need(NamedTuple):
    """One thing to find (a library, program, Python module or font) and the Debian package that has it."""

    kind: str
    name: str
    package: str

    def is_met(self) -> bool:
        """Whether this machine has it, whichever way it came there."""
        if self.kind == "library":
            try:
                ctypes.CDLL(self.name)
            except OSError:
                return False
            return True
        if self.kind == "module":
            return find_spec(self.name) is not None
        if self.kind == "font":
            fonts = subprocess.run(["fc-list"], capture_output=True) if shutil.which("fc-list") else None
            return fonts is not None and bool(fonts.stdout.strip())
        return shutil.which(self.name) is not None


# llama.cpp's threads; whoever has the compiler has it too, whoever has only the kept wheel may not.
_ENGINE = (Need("library", "libgomp.so.1", "libgomp1"),)
_VENV = (Need("module", "ensurepip", f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"),)
_COMPILER = (Need("program", "g++", "build-essential"), Need("program", "make", "build-essential"))
# What Qt's window and input plugins load at run time; its wheel brings everything else.
_WINDOW = (
    Need("library", "libEGL.so.1", "libegl1"),
    Need("library", "libGL.so.1", "libgl1"),
    Need("library", "libdbus-1.so.3", "libdbus-1-3"),
    Need("library", "libfontconfig.so.1", "libfontconfig1"),
    Need("library", "libglib-2.0.so.0", "libglib2.0-0"),
    Need("library", "libwayland-client.so.0", "libwayland-client0"),
    Need("library", "libwayland-cursor.so.0", "libwayland-cursor0"),
    Need("library", "libX11-xcb.so.1", "libx11-xcb1"),
    Need("library", "libxkbcommon.so.0", "libxkbcommon0"),
    Need("library", "libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    Need("library", "libxcb-cursor.so.0", "libxcb-cursor0"),
    Need("library", "libxcb-icccm.so.4", "libxcb-icccm4"),
    Need("library", "libxcb-image.so.0", "libxcb-image0"),
    Need("library", "libxcb-keysyms.so.1", "libxcb-keysyms1"),
    Need("library", "libxcb-randr.so.0", "libxcb-randr0"),
    Need("library", "libxcb-render-util.so.0", "libxcb-render-util0"),
    Need("library", "libxcb-render.so.0", "libxcb-render0"),
    Need("library", "libxcb-shape.so.0", "libxcb-shape0"),
    Need("library", "libxcb-shm.so.0", "libxcb-shm0"),
    Need("library", "libxcb-sync.so.1", "libxcb-sync1"),
    Need("library", "libxcb-xfixes.so.0", "libxcb-xfixes0"),
    Need("library", "libxcb-xkb.so.1", "libxcb-xkb1"),
    Need("program", "fc-list", "fontconfig"),
    Need("font", "any font", "fonts-dejavu-core"),
)
_TESTS = (
    Need("program", "Xvfb", "xvfb"),
    Need("program", "xvfb-run", "xvfb"),
    Need("program", "xauth", "xauth"),
    Need("program", "xdotool", "xdotool"),
    Need("program", "openbox", "openbox"),
    Need("program", "trayer", "trayer"),  # shows tray icons
    Need("program", "xclip", "xclip"),  # another program to copy from and paste into; the next one, too
    Need("program", "xterm", "xterm"),
    Need("program", "gnome-keyring-daemon", "gnome-keyring"),
    Need("program", "dbus-run-session", "dbus"),
    Need("program", "dbus-daemon", "dbus"),
    Need("program", "strace", "strace"),  # shows that a job opens no network socket
    Need("program", "objdump", "binutils"),  # what a build's libraries link; it came with the compiler before
)
# A Wayland session. Not every system has these packages, and the test that wants them skips without.
_WAYLAND_TEST = (
    Need("program", "sway", "sway"),
    Need("program", "wl-copy", "wl-clipboard"),
    Need("program", "wtype", "wtype"),
)


def require_for(purpose: str) -> None:
    """What setting up and the window need, and for "test" an X session and a keyring; see `_require`.

    What the test on Wayland needs is installed, too, where that is possible.
    """
    _require(*_VENV, *_ENGINE, *_WINDOW, *(_TESTS if purpose == "test" else ()))
    if purpose == "test":
        _try_to_have(*_WAYLAND_TEST)


def require_compiler() -> None:
    """What llama.cpp is built with; see `_require`."""
    _require(*_COMPILER)


def _require(*needs: Need) -> None:
    """Install what is missing, or end the program with the line that would."""
    if sys.platform != "linux":
        return  # macOS and Windows bring all of it, but for the compiler, whose absence pip reports itself
    missing = [need for need in needs if not need.is_met()]
    if not missing:
        return
    if shutil.which("apt-get") is None:
        names = ", ".join(f"{need.name} ({need.kind})" for need in missing)
        sys.exit(f"Penname needs these from your system: {names}.\nInstall them, then run make again.")
    install = _install_command(missing)
    prefix = _privilege()
    if prefix is None:
        sys.exit(
            f"Some system packages are missing. Run this, then make again:\n\n    sudo {' '.join(install)}\n"
        )
    if not _installed(install, prefix):
        sys.exit(
            f"apt-get could not install them. Run this line to see why:\n\n    sudo {' '.join(install)}\n"
        )


def _try_to_have(*needs: Need) -> None:
    """Install what is missing where apt may; say which tests will be skipped where it cannot."""
    missing = [need for need in needs if not need.is_met()]
    if sys.platform != "linux" or not missing:
        return
    prefix = _privilege() if shutil.which("apt-get") else None
    if prefix is None or not _installed(_install_command(missing), prefix):
        names = ", ".join(need.name for need in missing)
        print(f"Without {names} the tests on Wayland will be skipped.", flush=True)


def _install_command(missing: list[Need]) -> list[str]:
    packages = sorted({need.package for need in missing})
    return ["apt-get", "install", "--yes", "--no-install-recommends", *packages]


def _installed(install: list[str], prefix: list[str]) -> bool:
    """Run `install` as root; whether it came to its end."""
    print(f"Installing system packages: {' '.join(install[4:])}", flush=True)
    environment = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    # A fresh machine or container has no package lists, or lists too old to fetch from.
    subprocess.run([*environment, "apt-get", "update", "--quiet"], stdin=subprocess.DEVNULL)
    return subprocess.run([*environment, *install], stdin=subprocess.DEVNULL).returncode == 0


def _privilege() -> list[str] | None:
    """How to become root without a question: not needed, by sudo, or (None) not at all."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None
