"""The writer: sentences in which something tells, rewritten with the whole text in view.

The anonymizer of RLAA (section 3.4) as a model that was trained on careful writers' rewrites
(packaging/writer): it answers with the marked sentences alone, and the rest of the text stays as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from penname.domain.changes import Change, changes_from_rewrite
from penname.engine.client import EngineClient
from penname.engine.requests import Message, Request, Sampling
from penname.roles.packs import WriterPrompt
from penname.roles.sentences import sentences
from penname.roles.writing.answer import Became, Written, answer_shape, read_answer
from penname.roles.writing.marking import Span, mark


class Task(NamedTuple):
    """What to hide; with `targets` (wrong values by attribute), what to make readers believe instead."""

    attributes: tuple[str, ...]
    targets: Mapping[str, str] = {}


class Rewording(NamedTuple):
    """The sentence `text[start:end]`, without the space behind it, as the writer wants it."""

    start: int
    end: int
    written: Written

    def changes(self, text: str, attributes: Sequence[str] = ()) -> tuple[Change, ...]:
        """What it does to `text`: word by word where words were exchanged, else the sentence as a whole."""
        old = text[self.start : self.end]
        match self.written.became:
            case Became.KEEP:
                return ()
            case Became.CUT:
                end = self.end + len(text[self.end :]) - len(text[self.end :].lstrip(" \t"))
                return (Change(self.start, end, text[self.start : end], "", tuple(attributes)),)
            case Became.RECAST:
                return (Change(self.start, self.end, old, self.written.text, tuple(attributes)),)
        found = changes_from_rewrite(old, self.written.text, attributes)
        return tuple(
            msgspec.structs.replace(one, start=one.start + self.start, end=one.end + self.start)
            for one in found
            if one.before.split() != one.after.split()
        )


class Writer:
    """Asks a model that was trained for it."""

    def __init__(self, engine: EngineClient, prompt: WriterPrompt) -> None:
        self._engine = engine
        self._prompt = prompt

    def write(self, text: str, marks: Sequence[Span], task: Task, seed: int = 0) -> Iterator[Rewording]:
        """The sentences that hold `marks`; raises EngineError, or Cancelled when the engine is closed."""
        marked = mark(text, sentences(text), marks)
        if not marked.sentences:
            return
        stretches = [_stretch(text, span) for span in marked.sentences]
        shape = answer_shape(text[start:end] for start, end in stretches)
        user = self._prompt.render(marked=marked.shown, attributes=task.attributes, targets=task.targets)
        messages = (Message("system", self._prompt.system), Message("user", user))
        sampling = self._prompt.sampling
        limit = max(sampling.max_tokens, len(text))
        request = Request(messages, shape, Sampling(sampling.temperature, sampling.top_p, seed, limit))
        answers = read_answer(self._engine.submit(request).result().text)
        for number, (start, end) in enumerate(stretches, 1):
            if number in answers:
                yield Rewording(start, end, answers[number])


def _stretch(text: str, span: Span) -> Span:
    """The sentence without the space around it."""
    start, end = span
    written = text[start:end]
    return start + len(written) - len(written.lstrip()), end - len(written) + len(written.rstrip())
