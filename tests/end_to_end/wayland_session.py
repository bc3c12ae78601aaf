"""A Wayland compositor without a screen: sway on its headless backend, and `wtype` for hands."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = ("sway", "wl-copy", "wl-paste", "wtype")
_PATIENCE = 20  # seconds
_NOBODY = "65534"
# A keyboard that stays plugged in. Without it each `wtype` plugs one in and pulls it out again, and with it
# goes the focus of all windows: keys are lost, and no window may read the clipboard.
_KEYBOARD = ("wtype", "-s", str(24 * 3600 * 1000))


def missing_programs() -> list[str]:
    """What of it is not installed."""
    as_root = ("setpriv",) if os.geteuid() == 0 else ()
    return [program for program in (*PROGRAMS, *as_root) if shutil.which(program) is None]


@contextmanager
def wayland_session() -> Iterator[dict[str, str]]:
    """The environment in which programs find the compositor. Raises RuntimeError when it does not start."""
    folder = Path(tempfile.mkdtemp(prefix="wl"))  # a socket's path must be short
    config = folder / "sway"
    config.write_text("xwayland disable\n")
    environment = {
        **os.environ,
        "XDG_RUNTIME_DIR": str(folder),
        "QT_QPA_PLATFORM": "wayland",
        "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman",
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"):
        environment.pop(name, None)
    command = ["sway", "--config", str(config)]
    if os.geteuid() == 0:  # it refuses to run as root
        folder.chmod(0o711)
        os.chown(folder, int(_NOBODY), int(_NOBODY))
        command = ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", *command]
    quiet = subprocess.DEVNULL
    sway = subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        end = time.monotonic() + _PATIENCE
        while not (found := [path for path in folder.glob("wayland-*") if path.is_socket()]):
            if sway.poll() is not None or time.monotonic() > end:
                raise RuntimeError("sway did not start")
            time.sleep(0.05)
        environment["WAYLAND_DISPLAY"] = found[0].name
        keyboard = subprocess.Popen(_KEYBOARD, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield environment
        finally:
            keyboard.kill()
            keyboard.wait()
    finally:
        sway.terminate()
        try:
            sway.wait(10)
        except subprocess.TimeoutExpired:
            sway.kill()
            sway.wait()
        shutil.rmtree(folder, ignore_errors=True)
