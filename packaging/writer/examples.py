"""Examples for the writer, made from records and their rewrites by hand.

What goes in is the whole text with what tells marked, as penname.roles.writing shows it; out comes a line for
each sentence, which says first what became of it:

    Hide: location, occupation
    Text: |1 Quick one.| |2 I drive the [208] in [Leeds].| |3 It is fun.| |4 [Thirty-one years] of it.|

    1 keep
    2 vaguer I drive a bus.
    3 keep
    4 cut

Marks are noisy on purpose, as those of a reader are: evidence that was labelled, one in ten left out, edges
moved by a word, most of the words the writer changed, some that need no change, and in a quarter of the
sentences that were changed none at all.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from penname.domain.tokens import occurrences, words
from penname.roles.writing.answer import Became, Written
from penname.roles.writing.marking import Span, mark
from penname.roles.writing.writer import Task
from starter.records import Leak, Record
from writer.alignment import Unit, align
from writer.rewrites import Rewrite

_WORD = re.compile(r"[\w'’\-]+")
_DROPPED, _MOVED = 0.1, 0.3  # shares of labelled evidence that is not marked, and marked a word shorter
_CHANGED = 0.75  # share of the words a writer changed that are marked
_OVERLOOKED = 0.25  # share of the sentences a writer changed in which nothing is marked
_NEEDLESS = 1.0  # marks a text, on the mean, that need no change
_RECAST = 0.5  # share of kept words below which a sentence is said again in other words


class Example(NamedTuple):
    """What is asked of a marked text, what is answered, and the marked sentences as they stood."""

    task: Task
    marked: str
    answers: tuple[Written, ...]
    sources: tuple[str, ...]

    @property
    def answer(self) -> str:
        """The answer as the model writes it."""
        lines = (f"{one.became} {one.text}".rstrip() for one in self.answers)
        return "\n".join(f"{number} {line}" for number, line in enumerate(lines, 1))


def examples(record: Record, rewrite: Rewrite, chance: random.Random) -> Iterator[Example]:
    """One example for each version of the rewrite."""
    attributes = tuple(sorted({leak.attribute for leak in record.leaks}))
    yield _example(record, rewrite.all, Task(attributes), chance)
    if rewrite.some and rewrite.some != record.text:
        yield _example(record, rewrite.some, Task(rewrite.some_attributes), chance)
    if rewrite.mislead:
        targets = {name: str(value) for name, value in rewrite.targets.items()}
        yield _example(record, rewrite.mislead, Task(tuple(targets), targets), chance)


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


def _example(record: Record, version: str, task: Task, chance: random.Random) -> Example:
    units = align(record.text, version)
    leaks = [leak for leak in record.leaks if leak.attribute in task.attributes]
    marks = [*_evidence(record.text, leaks, chance), *_changed(record.text, units, chance)]
    overlooked = [unit for unit in units if chance.random() < _OVERLOOKED]
    marks = [one for one in marks if not any(unit.start <= one[0] < unit.end for unit in overlooked)]
    marks += _needless(record.text, chance)
    marked = mark(record.text, [(unit.start, unit.end) for unit in units], marks)
    by_place = {(unit.start, unit.end): unit for unit in units}
    answers, sources = [], []
    for span in marked.sentences:
        old, new = record.text[slice(*span)], by_place[span].new
        what = became(old, new)
        bare = what in (Became.KEEP, Became.CUT)
        answers.append(Written(what, "" if bare else " ".join(new.split())))
        sources.append(" ".join(old.split()))
    return Example(task, marked.shown, tuple(answers), tuple(sources))


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
