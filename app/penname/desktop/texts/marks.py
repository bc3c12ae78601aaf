"""Marks on a text: evidence, and what a diff adds, removes or drops. Plain values with a style each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class MarkStyle(StrEnum):
    """How a mark is drawn; styles differ in more than colour."""

    EVIDENCE = "evidence"  # underlined and tinted, with an initial
    REMOVED = "removed"  # struck through
    ADDED = "added"  # bold
    DROPPED = "dropped"  # in a dotted outline
    LOCKED = "locked"  # between brackets: no rewrite may touch it


@dataclass(frozen=True)
class TextMark:
    """[start, end) of the shown text in code points; `key` is what it stands for, `label` its tooltip.

    `colour` and `initial` are evidence's; `level` stacks the underlines where evidence overlaps. A mark that
    `continues` the one before is no stop of its own on the keyboard's way.
    """

    start: int
    end: int
    style: MarkStyle
    key: object
    label: str = ""
    colour: str = ""
    initial: str = ""
    level: int = 0
    continues: bool = False


def stacked(marks: Sequence[TextMark]) -> tuple[TextMark, ...]:
    """`marks` in order, each on the lowest level that no overlapping earlier mark has taken."""
    placed: list[TextMark] = []
    running: list[TextMark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        running = [other for other in running if other.end > mark.start]
        taken = {other.level for other in running}
        level = next(level for level in range(len(taken) + 1) if level not in taken)
        placed.append(replace(mark, level=level))
        running.append(placed[-1])
    return tuple(placed)


def initials(names: Sequence[str]) -> dict[str, str]:
    """The shortest beginning of each name that no other name shares, at least one letter."""
    result: dict[str, str] = {}
    for name in names:
        others = [other.casefold() for other in names if other != name]
        length = 1
        while length < len(name) and any(other.startswith(name[:length].casefold()) for other in others):
            length += 1
        result[name] = name[:length].capitalize()
    return result
