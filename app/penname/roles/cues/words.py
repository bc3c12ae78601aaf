"""Word lists that ship with Penname, read once."""

from functools import cache

from penname import locations


@cache
def lines(name: str) -> frozenset[str]:
    """The entries of a list with one per line; lines that begin with # are remarks."""
    text = locations.resource(f"cues/{name}").read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def tokens(name: str) -> frozenset[str]:
    """The entries of a list with many a line."""
    return frozenset(word for line in lines(name) for word in line.split())
