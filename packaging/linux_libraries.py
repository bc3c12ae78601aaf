"""The shared libraries of a Linux build: put in order, and checked to be all there.

What a file of the build needs must lie in the build, or be one of the system's libraries that the package
depends on (contents.SYSTEM_LIBRARIES). The licences of what comes from the system that built it are added to
the list.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import contents
import licences

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)", re.MULTILINE)
_SEARCHED = re.compile(r"^\s+(?:RPATH|RUNPATH)\s+(\S+)", re.MULTILINE)
# Where PyInstaller puts libraries that are there only because something links them.
_LIBRARY_FOLDERS = ("_internal/lib*.so*", "_internal/PySide6/Qt/lib/*.so*")
_LLAMA = Path("_internal", "llama_cpp", "lib")
_PYTHONS_OWN = ("_internal/libpython3*.so*", "_internal/python3*/lib-dynload/*.so")
# The first release of GCC whose libstdc++ has each version of its symbols.
_GCC = {29: 11, 30: 12, 31: 13, 32: 13, 33: 14, 34: 15}


class Needs(NamedTuple):
    """What the files of a build take from outside it."""

    libraries: frozenset[str]  # by soname
    glibc: tuple[int, ...]  # the newest version asked for
    libstdcxx: int  # the last number of the newest GLIBCXX_3.4.N


def finish(folder: Path, patchelf: Path) -> None:
    """Put the libraries of a fresh build in order; ends the program with a sentence when one is missing."""
    if not any((folder / _LLAMA).glob("libggml-cpu*.so")):  # loaded by name, so nothing else misses it
        sys.exit(
            "llama.cpp has no code for any processor in this build. Was its wheel made by llama_wheel.py?"
        )
    _link_llama(folder / _LLAMA)
    drop_unneeded(folder)
    for library in [path for pattern in _PYTHONS_OWN for path in folder.glob(pattern)]:
        subprocess.run(["strip", "--strip-unneeded", library], check=True)
    search_only_inside(folder, patchelf)
    unknown = sorted(outside(folder).libraries - set(contents.SYSTEM_LIBRARIES) - set(contents.C_LIBRARIES))
    if unknown:
        sys.exit(f"The build needs libraries that nothing provides: {', '.join(unknown)}")
    _add_licences(folder)


def search_only_inside(folder: Path, patchelf: Path) -> None:
    """Take every folder of the builder's out of where libraries look for others.

    Compiled in a temporary folder, llama.cpp names that folder; whoever makes one of that name on another
    computer could have a library of theirs loaded from it.
    """
    for path, searched in searches(folder).items():
        inside = [part for part in searched if part.startswith("$ORIGIN")]
        if inside != searched:
            change = ["--set-rpath", ":".join(inside)] if inside else ["--remove-rpath"]
            subprocess.run([patchelf, *change, path], check=True)


def searches(folder: Path) -> dict[Path, list[str]]:
    """The folders in which the programs and libraries below `folder` look for others, where they name any."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and is_elf(path):
            lines = _SEARCHED.findall(_objdump(path))
            found[path] = [part for line in lines for part in line.split(":")]
    return {path: searched for path, searched in found.items() if searched}


def drop_unneeded(folder: Path) -> None:
    """Remove the libraries that nothing in the build needs any more, such as those of left-out plugins.

    Programs, Python's modules and plugins are taken as needed; what they link, and so on, stays.
    """
    libraries = {path for pattern in _LIBRARY_FOLDERS for path in folder.glob(pattern)}
    elsewhere = (path for path in folder.rglob("*") if path not in libraries)
    waiting = [path for path in elsewhere if path.is_file() and not path.is_symlink() and is_elf(path)]
    waiting += folder.glob("_internal/libpython3*")  # the program loads it by name
    by_name: dict[str, list[Path]] = {}
    for path in libraries:
        by_name.setdefault(path.name, []).append(path)
    stay: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in stay:
            stay.add(path)
            if path.is_symlink():
                waiting.append(path.parent / path.readlink())
            for name in _NEEDED.findall(_objdump(path)):
                waiting += by_name.get(name, [])
    for path in libraries - stay:
        path.unlink()


def outside(folder: Path) -> Needs:
    """What the programs and libraries below `folder` need that does not lie there."""
    inside, needed, glibc, libstdcxx = set(), set(), (2, 17), 0
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or not is_elf(path):
            continue
        inside.add(path.name)
        if path.is_symlink():
            continue
        facts = _objdump(path)
        inside |= set(re.findall(r"^\s+SONAME\s+(\S+)", facts, re.MULTILINE))
        needed |= set(_NEEDED.findall(facts))
        for version in re.findall(r"\bGLIBC_([\d.]+)$", facts, re.MULTILINE):
            glibc = max(glibc, tuple(map(int, version.split("."))))
        libstdcxx = max([libstdcxx, *map(int, re.findall(r"\bGLIBCXX_3\.4\.(\d+)$", facts, re.MULTILINE))])
    return Needs(frozenset(needed - inside), glibc, libstdcxx)


def debian_depends(needs: Needs) -> list[str]:
    """The packages that provide it, as a control file names them."""
    versions = {
        "libc6": ".".join(map(str, needs.glibc)),
        "libstdc++6": str(_GCC.get(needs.libstdcxx, 0) or ""),
    }
    names = {"libc6"} | {
        contents.SYSTEM_LIBRARIES[name] for name in needs.libraries if name in contents.SYSTEM_LIBRARIES
    }
    wanted = [f"{name} (>= {versions[name]})" if versions.get(name) else name for name in sorted(names)]
    return [*wanted, *contents.ALSO_NEEDED]


def is_elf(path: Path) -> bool:
    """Whether a file is a program or library of Linux."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _objdump(path: Path) -> str:
    return subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout


def _link_llama(folder: Path) -> None:
    """One file and one name for each library of llama.cpp, and a link where the bindings use another."""
    for versioned in sorted(folder.glob("lib*.so.*")):
        plain = versioned.with_name(versioned.name.split(".so.")[0] + ".so")
        plain.unlink(missing_ok=True)
        plain.symlink_to(versioned.name)


def _add_licences(folder: Path) -> None:
    """List the system's libraries that PyInstaller copied, with the copyright files of their packages."""
    target = folder / "_internal" / "penname" / "resources" / "licences"
    known = licences.read_list(target)
    found = {}
    for path in sorted((folder / "_internal").glob("lib*.so*")):
        package = _debian_package(path.name)
        if package is not None and not path.is_symlink() and not path.name.startswith("libpython"):
            found[package.split(":")[0]] = package
    for name, package in sorted(found.items()):
        text = Path("/usr/share/doc", name, "copyright")
        version = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True
        ).stdout
        shutil.copyfile(text, target / f"{name}.txt")
        known.append(
            licences.Entry(
                name=f"{name} (Debian)",
                licence="LicenseRef-see-text",
                version=version,
                note="A library of the system on which the package was built.",
                text=f"{name}.txt",
            )
        )
    licences.write_list(target, sorted(known, key=lambda entry: entry.name.casefold()))


@cache
def _debian_package(name: str) -> str | None:
    """The installed package that has a library of this name."""
    for folder in ("/usr/lib", "/lib"):
        search = subprocess.run(
            ["dpkg-query", "--search", f"{folder}/*/{name}"], capture_output=True, text=True
        ).stdout
        if search:
            return search.splitlines()[0].split(": ")[0]
    return None
