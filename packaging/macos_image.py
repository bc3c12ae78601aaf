"""The macOS disk image of a build, signed and, where there is an identity, notarized.

Not run by us yet: no Mac was at hand.

With `PENNAME_SIGNING_IDENTITY` (a "Developer ID Application" certificate in the keychain) the app is signed
with it, and with `PENNAME_NOTARY_PROFILE` (made by `xcrun notarytool store-credentials`) notarized. Without,
it is signed ad hoc, and whoever downloads it must allow it by hand.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

from identity import Identity

_ENTITLEMENTS = Path(__file__).with_name("macos") / "entitlements.plist"
_AD_HOC = "-"


def build(app: Path, target: Path, who: Identity) -> list[Path]:
    """Make the disk image in `target` from the application bundle. Raises CalledProcessError."""
    identity = os.environ.get("PENNAME_SIGNING_IDENTITY", _AD_HOC)
    # Bundled libraries were signed one by one by PyInstaller; --deep signs them anew, all with one identity.
    command = ["codesign", "--force", "--deep", "--options", "runtime", "--entitlements", _ENTITLEMENTS]
    command += ["--sign", identity, *(["--timestamp"] if identity != _AD_HOC else [])]
    subprocess.run([*command, app], check=True)
    subprocess.run(["codesign", "--verify", "--deep", "--strict", app], check=True)
    image = target / f"{who.name}-{who.version}-macos-{platform.machine()}.dmg"
    stage = app.parent / "image"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    shutil.copytree(app, stage / app.name, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    make = ["hdiutil", "create", "-volname", who.title, "-srcfolder", stage, "-format", "ULFO", "-ov", image]
    subprocess.run(make, check=True)
    profile = os.environ.get("PENNAME_NOTARY_PROFILE")
    if profile and identity != _AD_HOC:
        submit = ["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"]
        subprocess.run(submit, check=True)
        subprocess.run(["xcrun", "stapler", "staple", image], check=True)
    return [image]
