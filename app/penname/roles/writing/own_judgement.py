"""What a writer that was trained for it says of an edit: would the author post the text with it?

Acceptability as a classification by the model itself (Warstadt et al. 2019, of whole sentences); it learned
from blind readers' judgements of single edits (packaging/writer/judged_edits.py).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from penname.domain.changes import Change, apply_changes

YES, NO = " yes", " no"
_QUESTION = "\nReads on:"
_STOP = 2  # characters, at most, of what mends the end of what is left

Losses = Callable[[Sequence[tuple[str, str]]], Sequence[Sequence[float]]]


def shown_edit(left: str, gone: str, put: str, right: str) -> str:
    """A text with one edit in it, in the notation of wdiff, and the question."""
    came = f"{{+{put}+}}" if put else ""
    return f"{left}[-{gone}-]{came}{right}{_QUESTION}"


def reads_on(edits: Sequence[str], losses: Losses) -> list[float]:
    """How likely the author would post each; `losses` are the writer's (penname.roles.role_model)."""
    return [math.exp(-sum(loss)) for loss in losses([(shown, YES) for shown in edits])]


def standing(
    text: str, going: Mapping[int, Sequence[Change]], losses: Losses, least: float
) -> dict[int, float]:
    """Which of the deletions may be made, by sentence, with how good each is beside the others.

    All are looked at together; as long as one is less good than `least`, the worst is given up, and the
    others are looked at again.
    """
    left = dict(going)
    while left:
        good = _good(text, left, losses)
        worst = min(good, key=good.__getitem__)
        if good[worst] >= least:
            return good
        del left[worst]
    return {}


def _good(text: str, going: Mapping[int, Sequence[Change]], losses: Losses) -> dict[int, float]:
    """Of each sentence the least good of its deletions; sentences that go one after the other are one."""
    placed = sorted(((one, number) for number, some in going.items() for one in some), key=_start)
    runs: list[list[tuple[Change, int]]] = []
    for one, number in placed:
        if runs and not text[runs[-1][-1][0].end : one.start].strip() and not runs[-1][-1][0].after:
            runs[-1].append((one, number))
        else:
            runs.append([(one, number)])
    likely = reads_on([_shown(text, run, placed) for run in runs], losses)
    found: dict[int, float] = {}
    for run, good in zip(runs, likely, strict=True):
        for _one, number in run:
            found[number] = min(good, found.get(number, 1.0))
    return found


def _shown(text: str, run: Sequence[tuple[Change, int]], placed: Iterable[tuple[Change, int]]) -> str:
    """The run as one edit of the text with all the others made."""
    start, end, put = run[0][0].start, run[-1][0].end, run[-1][0].after
    others = [one for one, _ in placed]
    left = apply_changes(text[:start], [one for one in others if one.end <= start])
    right = apply_changes(text[end:], [one.moved(-end) for one in others if one.start >= end])
    gone = text[start:end]
    if not put and right.startswith(" ") and (not left or left[-1].isspace()):
        return shown_edit(left, gone + " ", "", right[1:])
    if put and put.lower() == gone[-len(put) :].lower():  # a capital
        return shown_edit(left, gone[: -len(put)], "", put + right)
    if len(put) <= _STOP:
        return shown_edit(left + put, gone, "", right)
    return shown_edit(left, gone, put, right)


def _start(placed: tuple[Change, int]) -> int:
    return placed[0].start
