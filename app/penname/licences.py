"""What Penname contains that others made: their names, versions, licences and where each licence's text lies.

`resources/licences/components.json` is written by packaging/licences.py; a packaged build brings one of its
own, with what lies in that build.
"""

import importlib.metadata
from pathlib import Path

import msgspec

from penname import locations


class Component(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of somebody else's work."""

    name: str
    version: str = ""  # empty where it is not known
    licence: str  # an SPDX expression
    address: str = ""  # of its home page
    note: str = ""  # one sentence, where there is something to say
    distribution: str = ""  # the Python package it comes with, which knows its version
    text: str  # the file with the licence's text, in resources/licences

    @property
    def path(self) -> Path:
        """The file with the licence's text. Raises FileNotFoundError when the installation is incomplete."""
        return locations.resource(f"licences/{self.text}")


def components() -> tuple[Component, ...]:
    """Everything that comes along, by name, with the versions that are installed.

    Raises FileNotFoundError when the installation is incomplete.
    """
    listed = locations.resource("licences/components.json").read_bytes()
    known = msgspec.json.decode(listed, type=tuple[Component, ...])
    return tuple(
        component if component.version else msgspec.structs.replace(component, version=_installed(component))
        for component in known
    )


def _installed(component: Component) -> str:
    try:
        return importlib.metadata.version(component.distribution) if component.distribution else ""
    except importlib.metadata.PackageNotFoundError:
        return ""
