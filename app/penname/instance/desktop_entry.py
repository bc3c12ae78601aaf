"""What tells a Linux desktop of Penname: the desktop entry that goes by its id."""

import os
from collections.abc import Sequence
from pathlib import Path

from penname import APP_ID
from penname.instance.command import window_command
from penname.instance.starting import OPEN_FILE

_ENTRY = """\
[Desktop Entry]
Type=Application
Name=Penname
Comment=Shows what a text gives away about its author, and rewrites it
Exec={command}
{types}Icon={icon}
Categories=Utility;TextTools;
Keywords=privacy;anonymize;pseudonym;
StartupWMClass={id}
StartupNotify=true
"""
_OURS = "X-Penname-Written=true\n"  # by Penname itself, which may do so again


def entry(*options: str, types: Sequence[str] = (), extra: str = "") -> str:
    """A desktop entry that starts this very Penname, with `options`; it is offered for files of these MIME
    `types`, too.
    """
    from penname.locations import resource

    command = " ".join(_quoted(part) for part in (*window_command(), *options))
    offered = ""
    if types:
        command += f" {OPEN_FILE} %f"
        offered = f"MimeType={';'.join(types)};\n"
    icon = resource("icons/penname-128.png")
    return _ENTRY.format(command=command, types=offered, icon=icon, id=APP_ID) + extra


def install_entry(types: Sequence[str]) -> None:
    """See that the user's desktop knows Penname by its id and starts this very one, for files of these MIME
    `types`, too.

    An entry that a package installed, or the user wrote, is left alone. Raises OSError.
    """
    name = f"{APP_ID}.desktop"
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    system = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    if any((Path(folder) / "applications" / name).exists() for folder in system if folder):
        return
    path, wanted = home / "applications" / name, entry(types=types, extra=_OURS)
    if path.exists():
        written = path.read_text(encoding="utf-8", errors="replace")
        if _OURS not in written or written == wanted:
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(wanted, encoding="utf-8")  # anew where Penname was moved since


def _quoted(part: str) -> str:
    """An argument as the desktop entry specification quotes it."""
    part = part.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`").replace("$", "\\$")
    part = part.replace("\\", "\\\\").replace("%", "%%")
    return f'"{part}"'
