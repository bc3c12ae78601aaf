"""Examples for the writer, made from records and their rewrites by hand.

What goes in is the whole text with what tells marked, as penname.roles.writing shows it; out comes a line for
each sentence, which says first what became of it:

    Hide: location, occupation
    Text: |1 Quick one.| |2 I drive the [208] in [Leeds].| |3 It is fun.| |4 [Thirty-one years] of it.|

    1 keep
    2 vaguer I drive a bus.
    3 keep
    4 recast I've done it for ages.

Marks are those it will get: what a probe read that was fitted without this author's texts (marks.py), and
some of the evidence that was labelled, edges moved by a word. How sure the probe has to be is drawn for each
example. What was to stay in a version is marked in it now and then, as what readers find in vain.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from penname.domain.tokens import occurrences, words
from penname.roles.writing.answer import Became, WrittenSentence
from penname.roles.writing.marking import Span, mark
from penname.roles.writing.telling import phrases, word_spans
from penname.roles.writing.writer import WriterTask
from starter.records import Leak, Record
from writer.alignment import Unit, align
from writer.rewrites import Rewrite

_EVIDENCE, _MOVED = 0.5, 0.3  # shares of labelled evidence that is marked, and marked a word shorter
_LEAST = (0.4, 0.75)  # from which probability a word is marked, at random between these
_STAYS = 0.25  # share of the marks beside what a version changes that it is given where it hides only a part
_MISLEADS = 0.5  # share of the misleading versions that are learned from in a pass
_RECAST = 0.5  # share of kept words below which a sentence is said again in other words
_WORD = re.compile(r"[\w'’\-]+")
_END = re.compile(r"[.!?…]\W*$")

Told = Sequence[float]  # how likely careful writers change each word of a text (telling.word_spans)


class Example(NamedTuple):
    """What is asked of a marked text, what is answered, and the marked sentences as they stood."""

    task: WriterTask
    marked: str
    answers: tuple[WrittenSentence, ...]
    sources: tuple[str, ...]

    @property
    def answer(self) -> str:
        """The answer as the model writes it."""
        lines = (f"{one.became} {one.text}".rstrip() for one in self.answers)
        return "\n".join(f"{number} {line}" for number, line in enumerate(lines, 1))


def examples(record: Record, rewrite: Rewrite, told: Told, chance: random.Random) -> Iterator[Example]:
    """One example for each version of the rewrite in which every sentence has become one."""
    attributes = tuple(sorted({leak.attribute for leak in record.leaks}))
    versions = [(rewrite.all, WriterTask(attributes))]
    if rewrite.some and rewrite.some != record.text:
        versions.append((rewrite.some, WriterTask(rewrite.some_attributes)))
    if rewrite.mislead and chance.random() < _MISLEADS:
        targets = {name: str(value) for name, value in rewrite.targets.items()}
        versions.append((rewrite.mislead, WriterTask(tuple(targets), targets)))
    for version, task in versions:
        units = align(record.text, version)
        if all(is_sentence(record.text[unit.start : unit.end], unit.new) for unit in units):
            yield _example(record, units, task, told, chance)


def is_sentence(old: str, new: str) -> bool:
    """Whether a sentence, and not a piece of one, has come in the place of `old`.

    Writers join two sentences, or leave one out; what was aligned then is a rest. One in 28 changed units was
    (of 9,102), in one version of seven, and a model that learns from rests writes them.
    """
    old, new = old.strip(), new.strip()
    if new == old or not _WORD.search(old):
        return True
    if not _WORD.search(new) or new[0] in ".,;:!?)":
        return False
    return (bool(_END.search(new)) or not _END.search(old)) and (old[0].islower() or not new[0].islower())


def became(old: str, new: str) -> Became:
    """What became of a sentence that is now `new`."""
    if new.strip() == old.strip():
        return Became.KEEP
    before, after = words(old.lower()), words(new.lower())
    kept = sum(
        block.size for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    )
    return Became.VAGUER if kept >= _RECAST * max(len(before), len(after)) else Became.RECAST


def changed_words(original: str, units: Iterable[Unit]) -> Iterator[tuple[Span, bool]]:
    """The words of the original that may be marked, and whether a version has others in their place."""
    spans = word_spans(original)
    for unit in units:
        old = [span for span in spans if unit.start <= span[0] < unit.end]
        new = [unit.new[slice(*span)].lower() for span in word_spans(unit.new)]
        before = [original[slice(*span)].lower() for span in old]
        for tag, first, last, _, _ in SequenceMatcher(None, before, new, autojunk=False).get_opcodes():
            for span in old[first:last]:
                yield span, tag != "equal"


def _example(
    record: Record, units: Sequence[Unit], task: WriterTask, told: Told, chance: random.Random
) -> Example:
    text = record.text
    leaks = [leak for leak in record.leaks if leak.attribute in task.attributes]
    marks = [*phrases(text, word_spans(text), told, chance.uniform(*_LEAST))]
    if len(leaks) < len(record.leaks):
        changed = [span for span, gone in changed_words(text, units) if gone]
        marks = [
            (start, end)
            for start, end in marks
            if any(start < stop and begin < end for begin, stop in changed) or chance.random() < _STAYS
        ]
    marks += evidence_marks(text, leaks, chance)
    marked = mark(record.text, [(unit.start, unit.end) for unit in units], marks)
    by_place = {(unit.start, unit.end): unit for unit in units}
    answers, sources = [], []
    for span in marked.sentences:
        old, new = record.text[slice(*span)], by_place[span].new
        what = became(old, new)
        answers.append(WrittenSentence(what, "" if what is Became.KEEP else " ".join(new.split())))
        sources.append(" ".join(old.split()))
    return Example(task, marked.shown, tuple(answers), tuple(sources))


def evidence_marks(text: str, leaks: Iterable[Leak], chance: random.Random) -> Iterator[Span]:
    """Some of the evidence that was labelled, edges moved by a word."""
    for leak in leaks:
        for phrase in leak.evidence:
            if chance.random() >= _EVIDENCE:
                continue
            for start, end in occurrences(text, phrase):
                inside = [match.span() for match in _WORD.finditer(text, start, end)]
                if len(inside) > 1 and chance.random() < _MOVED:
                    inside = inside[:-1] if chance.random() < 0.5 else inside[1:]
                    start, end = inside[0][0], inside[-1][1]
                yield start, end
