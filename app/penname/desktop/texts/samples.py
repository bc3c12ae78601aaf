"""The texts that come with Penname, for a first look."""

import tomllib
from dataclasses import dataclass
from textwrap import shorten

from penname import locations

OFFERED = ("lisbon-flat", "night-shift", "walking-boots")  # in an empty text
BEGINNING = 90  # characters at most


@dataclass(frozen=True)
class SampleText:
    """A text with its title for the menu."""

    name: str
    title: str
    text: str

    @property
    def beginning(self) -> str:
        """The first words."""
        return shorten(self.text.strip().splitlines()[0], BEGINNING, placeholder="\u00a0…")


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


def offered_samples() -> tuple[SampleText, ...]:
    """Those that an empty text offers."""
    known = {sample.name: sample for sample in samples()}
    return tuple(known[name] for name in OFFERED if name in known)


def is_sample(text: str) -> bool:
    """Whether `text` is one of them, word for word: nothing is lost with it."""
    return any(text == sample.text for sample in samples())
