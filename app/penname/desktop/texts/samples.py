"""The texts that come with Penname, for a first look."""

import tomllib
from dataclasses import dataclass

from penname import locations

FIRST = "lisbon-flat"  # shown at the first start


@dataclass(frozen=True)
class SampleText:
    """A text with its title for the menu."""

    name: str
    title: str
    text: str


def samples() -> tuple[SampleText, ...]:
    """All sample texts; empty when this installation has none."""
    try:
        folder = locations.resource("samples")
    except FileNotFoundError:
        return ()
    found = []
    for path in sorted(folder.glob("*.txt")):
        about = path.with_suffix(".toml")
        title = tomllib.loads(about.read_text(encoding="utf-8")).get("title", "") if about.exists() else ""
        found.append(SampleText(path.stem, title or path.stem, path.read_text(encoding="utf-8")))
    return tuple(found)


def first_sample() -> str:
    """The text of the first start."""
    known = {sample.name: sample.text for sample in samples()}
    return known.get(FIRST) or next(iter(known.values()), "")
