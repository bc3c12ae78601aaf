"""Lists what Penname brings along and under which licences: NOTICE and resources/licences/.

    python packaging/licences.py          # after a dependency changed; what it writes is committed
    python packaging/licences.py FOLDER   # for a build: what is installed here, with its versions

Python packages are found by following what pyproject.toml requires through the installed metadata, where also
their licences and texts come from. What no metadata knows (Qt, Python, the model, data) is in
licences-by-hand.toml. Versions are left out of what is committed: they are those of whoever installs it.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_ROOT = Path(__file__).resolve().parent.parent
FOLDER = _ROOT / "resources" / "licences"
NOTICE = _ROOT / "NOTICE"
_BY_HAND = Path(__file__).with_name("licences-by-hand.toml")

# What older metadata says in words, as SPDX writes it.
_SPDX = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "LGPL": "LGPL-2.1-or-later",  # python-stdnum, whose texts say which one
}
# Their wheels have no licence's text; licences-by-hand.toml lists them.
_COVERED = {"pyside6-essentials", "shiboken6"}
_TEXT = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)


class Entry(NamedTuple):
    """One component, as components.json lists it."""

    name: str
    licence: str
    text: str
    version: str = ""
    address: str = ""
    note: str = ""
    distribution: str = ""


def main(arguments: list[str]) -> None:
    """Write NOTICE and resources/licences/, or a build's folder, for the packages installed here."""
    if arguments:
        write(Path(arguments[0]), with_versions=True)
        return
    entries = write(FOLDER, with_versions=False)
    NOTICE.write_text(notice(entries), encoding="utf-8")
    print(
        f"{len(entries)} components, {sum(f.stat().st_size for f in FOLDER.iterdir()) // 1024} KiB of texts"
    )


def write(folder: Path, *, with_versions: bool) -> list[Entry]:
    """Fill `folder` with components.json and the texts; the texts of licences-by-hand.toml lie there already.

    Raises ValueError for a package whose licence or text cannot be found: it must be looked up by hand.
    """
    by_hand = tomllib.loads(_BY_HAND.read_text(encoding="utf-8"))["component"]
    entries = [Entry(**entry) for entry in by_hand]
    kept = {entry.text for entry in entries}
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in kept:
            old.unlink()
    if folder != FOLDER:
        for name in kept:
            shutil.copyfile(FOLDER / name, folder / name)
    for package in sorted(required(), key=lambda found: canonicalize_name(found.name)):
        name = canonicalize_name(package.name)
        if name not in _COVERED:
            entries.append(_entry(package))
            (folder / entries[-1].text).write_text(_texts(package), encoding="utf-8")
    if with_versions:
        entries = [
            entry._replace(version=entry.version or distribution(entry.distribution).version)
            if entry.distribution
            else entry
            for entry in entries
        ]
    entries.sort(key=lambda entry: entry.name.casefold())
    write_list(folder, entries)
    return entries


def write_list(folder: Path, entries: list[Entry]) -> None:
    """Write components.json, fields without a value left out."""
    listed = [{key: value for key, value in entry._asdict().items() if value} for entry in entries]
    text = json.dumps(listed, indent=1, ensure_ascii=False) + "\n"
    (folder / "components.json").write_text(text, encoding="utf-8")


def read_list(folder: Path) -> list[Entry]:
    """The entries of a folder's components.json."""
    return [Entry(**entry) for entry in json.loads((folder / "components.json").read_text(encoding="utf-8"))]


def notice(entries: list[Entry]) -> str:
    """The NOTICE file: Penname's own lines, then every component and its licence."""
    lines = [tomllib.loads(_BY_HAND.read_text(encoding="utf-8"))["preamble"].strip(), ""]
    for entry in entries:
        lines.append(f"{entry.name} ({entry.licence})")
        lines += [f"    {line}" for line in (entry.address, entry.note, f"licences/{entry.text}") if line]
    return "\n".join(lines) + "\n"


@cache
def required() -> list[Distribution]:
    """The installed packages that pyproject.toml requires, and what they require, for this system."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, Distribution] = {}
    waiting = [Requirement(line) for line in project["dependencies"]]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found[name] = distribution(requirement.name)
            waiting += [Requirement(line) for line in found[name].requires or ()]
    return list(found.values())


def requirements() -> list[str]:
    """Every line that pyproject.toml or a required package names another one in, also for other systems."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for package in required() for line in package.requires or ())]


def _entry(package: Distribution) -> Entry:
    return Entry(
        name=package.name,
        licence=_licence(package),
        text=f"{canonicalize_name(package.name)}.txt",
        address=next(_addresses(package), ""),
        distribution=package.name,
    )


def _licence(package: Distribution) -> str:
    about = package.metadata
    classifiers = [
        c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or () if c.startswith("License ::")
    ]
    for stated in (about.get("License-Expression"), about.get("License"), *classifiers):
        if stated and "\n" not in stated:
            return _SPDX.get(stated, stated)
    raise ValueError(f"The licence of {package.name} is not in its metadata: add it to {_BY_HAND.name}.")


def _addresses(package: Distribution) -> Iterator[str]:
    stated = (line.split(", ", 1) for line in package.metadata.get_all("Project-URL") or ())
    links = {label.casefold(): address for label, address in stated}
    for label in (
        "homepage",
        "home",
        "source",
        "source code",
        "code",
        "repository",
        "github",
        "documentation",
    ):
        if label in links:
            yield links[label]
    if package.metadata.get("Home-page"):
        yield package.metadata["Home-page"]


def _texts(package: Distribution) -> str:
    """The licence texts in a package's metadata, one below the other."""
    texts = []
    for file in package.files or ():
        if ".dist-info" in file.parts[0] and _TEXT.search(file.name):
            text = file.read_text(encoding="utf-8").strip()
            if text not in texts:
                texts.append(text)
    if not texts:
        raise ValueError(f"{package.name} comes without the text of its licence: add it to {_BY_HAND.name}.")
    return f"\n\n{'-' * 78}\n\n".join(texts) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
