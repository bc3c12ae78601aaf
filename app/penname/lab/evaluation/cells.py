"""Figures as the report's tables show them."""

from collections.abc import Iterable, Sequence

from penname.lab.evaluation.figures import Group
from penname.lab.evaluation.measures import Interval, PairedDifference


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def listed(lines: Sequence[str]) -> str:
    """A Markdown list."""
    return "\n".join(f"* {line}" for line in lines)


def with_interval(interval: Interval) -> str:
    """A figure and its interval."""
    if interval.value is None:
        return "-"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.3f}"
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def p_value(difference: PairedDifference) -> str:
    """The p value of no difference."""
    return number(difference.p, 3)


def before_and_after(group: Group) -> str:
    """Both figures of a group."""
    return f"{number(group.before, 3)} to {number(group.after, 3)}"


def number(value: float | None, digits: int) -> str:
    """A figure, or a dash for none."""
    return "-" if value is None else f"{value:.{digits}f}"
