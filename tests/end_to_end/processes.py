"""Processes, as /proc shows them."""

from pathlib import Path


def descendants(pid: int) -> set[int]:
    """The processes that a process started, and those that they did."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found |= {child, *descendants(child)}
    return found
