"""Single edits that blind readers judged, as the writer learns to judge its own: does the text read on?

A text in which words went or others took their place, shown as `wdiff` and `git diff --word-diff` do, and
behind it whether the author would post it so:

    I'm a nurse on nights[-, in Leeds,-] and cannot sleep. Any tips?
    Reads on: yes

Read as they are, without the chat's template. People whom the probes are calibrated on are not learned from.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from penname.roles.writing.own_judgement import NO, YES, shown_edit


class JudgedEdit(NamedTuple):
    """What a reader was shown, and whether it was `good`; texts of one `record` stay together."""

    record: str
    shown: str
    good: bool

    @property
    def answer(self) -> str:
        """What the model shall say."""
        return YES if self.good else NO


def read_judged_edits(paths: Iterable[Path]) -> Iterator[JudgedEdit]:
    """The edits of files like gaps.jsonl, openings.jsonl and substitutes.jsonl.

    Raises OSError, KeyError or json.JSONDecodeError (a ValueError).
    """
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if "gone" in one:
                shown = shown_edit(one["left"], one["gone"], "", one["right"])
                yield JudgedEdit(one["record"], shown, bool(one["good"]))
                continue
            text = one["text"]
            for other in one["substitutes"]:
                start, end = other["start"], other["end"]
                shown = shown_edit(text[:start], text[start:end], other["put"], text[end:])
                yield JudgedEdit(one["record"], shown, bool(other["good"]))


def parted(
    edits: Iterable[JudgedEdit], held_out: Collection[str]
) -> tuple[list[JudgedEdit], list[JudgedEdit]]:
    """Those to learn from, and those of the records that are held out."""
    learned, held = list[JudgedEdit](), list[JudgedEdit]()
    for edit in edits:
        (held if edit.record in held_out else learned).append(edit)
    return learned, held
