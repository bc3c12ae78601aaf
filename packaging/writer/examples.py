"""Examples for the writer, made from records and their rewrites by hand.

What goes in is the whole text, once, with the sentences to write numbered between bars and what tells marked
in brackets; out come these sentences alone, each after one word that says what became of it:

    Hide: location, occupation
    Text: Quick one. |1 I drive the [208] in [Leeds].| It is fun. |2 [Thirty-one years] of it.|

    1 vaguer I drive a bus.
    2 cut

Marks are noisy on purpose, as those of a reader are: evidence that was labelled, one in ten left out, edges
moved by a word, most of the words the writer changed, and some that need no change (answered with `keep`).
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from penname.domain.tokens import occurrences, words
from starter.records import Leak, Record
from writer.alignment import Unit, align
from writer.rewrites import Rewrite

Span = tuple[int, int]

_WORD = re.compile(r"[\w'’\-]+")
_DROPPED, _MOVED = 0.1, 0.3  # shares of labelled evidence that is not marked, and marked a word shorter
_CHANGED = 0.75  # share of the words a writer changed that are marked
_NEEDLESS = 1.0  # marks a text, on the mean, that need no change
_RECAST = 0.5  # share of kept words below which a sentence is said again in other words


class Became(StrEnum):
    """What became of a sentence."""

    KEEP = "keep"
    CUT = "cut"
    VAGUER = "vaguer"
    RECAST = "recast"


class Example(NamedTuple):
    """`prompt` and `answer` as the model sees them; `copied` are the marked sentences as they stood."""

    prompt: str
    answer: str
    copied: tuple[str, ...]


def examples(record: Record, rewrite: Rewrite, chance: random.Random) -> Iterator[Example]:
    """One example for each version of the rewrite."""
    attributes = sorted({leak.attribute for leak in record.leaks})
    yield _example(record, rewrite.all, attributes, f"Hide: {', '.join(attributes)}", chance)
    if rewrite.some and rewrite.some != record.text:
        some = list(rewrite.some_attributes)
        yield _example(record, rewrite.some, some, f"Hide: {', '.join(some)}", chance)
    if rewrite.mislead:
        targets = ", ".join(f"{name} -> {value}" for name, value in rewrite.targets.items())
        yield _example(record, rewrite.mislead, list(rewrite.targets), f"Mislead: {targets}", chance)


def became(old: str, new: str) -> Became:
    """What became of a sentence that is now `new`."""
    if new.strip() == old.strip():
        return Became.KEEP
    if not new.strip():
        return Became.CUT
    before, after = words(old.lower()), words(new.lower())
    kept = sum(
        block.size for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    )
    return Became.VAGUER if kept >= _RECAST * max(len(before), len(after)) else Became.RECAST


def _example(
    record: Record, version: str, attributes: Sequence[str], task: str, chance: random.Random
) -> Example:
    units = align(record.text, version)
    leaks = [leak for leak in record.leaks if leak.attribute in attributes]
    marks = _joined([*_evidence(record.text, leaks, chance), *_changed(record.text, units, chance)])
    marks = _joined([*marks, *_needless(record.text, chance)])
    shown, answers, copied = "", [], []
    for unit in units:
        old = record.text[unit.start : unit.end]
        inside = [(max(start, unit.start), min(end, unit.end)) for start, end in marks]
        inside = [(start, end) for start, end in inside if start < end]
        if not inside:
            shown += old
            continue
        number, space = len(answers) + 1, old[len(old.rstrip()) :]
        shown += f"|{number} {_bracketed(record.text, unit, inside).strip()}|{space}"
        what = became(old, unit.new)
        new = "" if what is Became.CUT else f" {' '.join(unit.new.split())}"
        answers.append(f"{number} {what}{new}")
        copied.append(" ".join(old.split()))
    return Example(f"{task}\nText: {shown}", "\n".join(answers), tuple(copied))


def _evidence(text: str, leaks: Iterable[Leak], chance: random.Random) -> Iterator[Span]:
    for leak in leaks:
        for phrase in leak.evidence:
            if chance.random() < _DROPPED:
                continue
            for start, end in occurrences(text, phrase):
                inside = [match.span() for match in _WORD.finditer(text, start, end)]
                if len(inside) > 1 and chance.random() < _MOVED:
                    inside = inside[:-1] if chance.random() < 0.5 else inside[1:]
                    start, end = inside[0][0], inside[-1][1]
                yield start, end


def _changed(text: str, units: Sequence[Unit], chance: random.Random) -> Iterator[Span]:
    """Words that the writer changed: most of them, and at least one in each sentence that was changed."""
    for unit in units:
        old = [match.span() for match in _WORD.finditer(text, unit.start, unit.end)]
        new = [match.group() for match in _WORD.finditer(unit.new)]
        matcher = SequenceMatcher(None, [text[a:b] for a, b in old], new, autojunk=False)
        changes = [
            (old[first][0], old[max(first, last - 1)][1])
            for tag, first, last, _, _ in matcher.get_opcodes()
            if tag != "equal" and first < len(old)
        ]
        if not changes and old and became(text[unit.start : unit.end], unit.new) is not Became.KEEP:
            changes = old[-1:]  # a sign was changed
        if changes:
            kept = [span for span in changes if chance.random() < _CHANGED]
            yield from kept or [chance.choice(changes)]


def _needless(text: str, chance: random.Random) -> Iterator[Span]:
    found = [match.span() for match in _WORD.finditer(text)]
    for _ in range(int(chance.expovariate(1 / _NEEDLESS))):
        if len(found) > 4:
            at = chance.randrange(len(found) - 3)
            yield found[at][0], found[at + chance.randint(0, 2)][1]


def _joined(marks: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(marks):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _bracketed(text: str, unit: Unit, marks: Sequence[Span]) -> str:
    shown, at = "", unit.start
    for start, end in marks:
        shown += f"{text[at:start]}[{text[start:end]}]"
        at = end
    return shown + text[at : unit.end]
