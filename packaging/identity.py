"""What Penname is called on every system: read from where it is stated, which is one place for each name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Identity(NamedTuple):
    """Name, version and face of the program, as packages and installers state them."""

    name: str  # of the program and of packages
    title: str  # as people read it
    version: str
    summary: str  # one line
    description: str  # one sentence
    licence: str  # an SPDX expression
    app_id: str  # reverse domain name, for AppStream, macOS and Windows
    publisher: str
    contact: str
    icon: Path  # without its ending
    categories: tuple[str, ...]  # of the freedesktop.org menu specification
    keywords: tuple[str, ...]
    addresses: tuple[tuple[str, str], ...]  # label and URL, as [project.urls] has them

    @property
    def metadata(self) -> str:
        """What the program reads about itself where it was not installed by pip (METADATA, PEP 566)."""
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}"]
        lines += [f"Project-URL: {label}, {url}" for label, url in self.addresses]
        return "\n".join(lines) + "\n"

    def picture(self, size: int) -> Path:
        """The icon as a PNG file of `size` pixels a side."""
        return self.icon.with_name(f"{self.icon.name}-{size}.png")

    def picture_sizes(self) -> list[int]:
        """The sizes there are, in pixels a side, the smallest first."""
        found = self.icon.parent.glob(f"{self.icon.name}-*.png")
        return sorted(int(path.stem.rpartition("-")[2]) for path in found)


def read() -> Identity:
    """Read pyproject.toml, and the version and the id in penname/__init__.py."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, face = table["project"], table["tool"]["penname"]
    source = (ROOT / table["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    (app_id,) = re.findall(r'^APP_ID = "(.+?)"', source, re.MULTILINE)
    return Identity(
        name=project["name"],
        title=face["title"],
        version=version,
        summary=face["summary"],
        description=project["description"],
        licence=project["license"],
        app_id=app_id,
        publisher=face["publisher"],
        contact=face["contact"],
        icon=ROOT / face["icon"],
        categories=tuple(face["categories"]),
        keywords=tuple(face["keywords"]),
        addresses=tuple(project.get("urls", {}).items()),
    )
