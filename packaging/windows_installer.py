"""The Windows installer of a build, made with Inno Setup 6. Not run by us yet: no Windows was at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from identity import ROOT, Identity

_SCRIPT = Path(__file__).with_name("windows") / "penname.iss"


def build(folder: Path, target: Path, who: Identity) -> list[Path]:
    """Make the installer in `target` from the build in `folder`; ends the program without Inno Setup."""
    subprocess.run([_compiler(), *definitions(folder, target, who), _SCRIPT], check=True)
    return sorted(target.glob("*.exe"))


def definitions(folder: Path, target: Path, who: Identity) -> list[str]:
    """What the script needs to know, as arguments for Inno Setup's compiler."""
    facts = {
        "Name": who.name,
        "Title": who.title,
        "Version": who.version,
        "Summary": who.summary,
        "AppId": who.app_id,
        "Publisher": who.publisher,
        "Icon": f"{who.icon}.ico",
        "Folder": folder,
        "Root": ROOT,
        "Output": target,
    }
    return [f"/D{name}={value}" for name, value in facts.items()]


def _compiler() -> str:
    usual = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Inno Setup 6", "ISCC.exe")
    found = shutil.which("iscc") or (str(usual) if usual.is_file() else None)
    if found is None:
        sys.exit(
            "The installer needs Inno Setup 6 (jrsoftware.org); the folder is built, the installer is not."
        )
    return found
