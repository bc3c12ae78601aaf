"""Marks on a text: evidence, stand-ins, what a diff adds, removes or drops. Plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from penname.domain.inferences import Validity


class MarkStyle(StrEnum):
    """How a mark is drawn; styles differ in more than colour."""

    EVIDENCE = "evidence"  # underlined
    REMOVED = "removed"  # struck through
    ADDED = "added"  # bold
    DOUBTED = "doubted"  # bold, on a wave: added, and perhaps no good English
    GONE = "gone"  # struck through: an earlier round removed it
    CAME = "came"  # bold: an earlier round added it
    DROPPED = "dropped"  # in an outline
    LOCKED = "locked"  # between brackets: no rewrite may touch it
    STAND_IN = "stand-in"  # underlined and tinted


@dataclass(frozen=True)
class TextMark:
    """[start, end) of the shown text in code points; `key` is what it stands for, `label` its tooltip.

    `colour` is that of evidence and stand-ins, `initial`, `validity` and `weight` (nats) are evidence's.
    A mark that `continues` the one before is no stop of its own on the keyboard's way.
    """

    start: int
    end: int
    style: MarkStyle
    key: object
    label: str = ""
    colour: str = ""
    initial: str = ""
    validity: Validity | None = None
    continues: bool = False
    weight: float | None = None


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
