"""A text's sentences with what is proposed for each: nothing, changes of its words, or to leave it out."""

from collections.abc import Iterator, Sequence

from penname.domain.changes import Change, apply_changes
from penname.roles.writing.marking import Span


class RewriteDraft:
    """`sentences` follow each other and are the whole text. Sentences are named by their index."""

    def __init__(self, text: str, sentences: Sequence[Span]) -> None:
        self._text = text
        self.sentences = tuple(sentences)
        self._changes: list[tuple[Change, ...]] = [() for _ in self.sentences]
        self._gone: dict[int, tuple[tuple[str, ...], float]] = {}  # what this serves, and how good it is

    def change(self, index: int, changes: Sequence[Change]) -> None:
        """Propose changes inside a sentence, in offsets of the text, in place of others."""
        self._changes[index] = tuple(changes)

    def leave_out(self, index: int, attributes: Sequence[str], good: float) -> None:
        """Propose that the sentence goes, which serves these attributes; readers find that `good`, 0 to 1."""
        self._gone[index] = tuple(attributes), good

    def is_changed(self, index: int) -> bool:
        """Whether words of it are to change."""
        return bool(self._changes[index])

    def good(self, index: int) -> float:
        """How likely readers find its new words good, 1 where no critic looked; 0 where it has none."""
        changes = self._changes[index]
        return min((1.0 if one.good is None else one.good for one in changes), default=0.0)

    def is_gone(self, index: int) -> bool:
        """Whether it is left out."""
        return index in self._gone

    def authored(self, index: int) -> str:
        """A sentence as it stands in the text, with the space behind it."""
        return self._text[slice(*self.sentences[index])]

    def written(self, index: int) -> str:
        """A sentence as it is to be, with the space behind it; empty where it goes."""
        if index in self._gone:
            return ""
        start = self.sentences[index][0]
        return apply_changes(self.authored(index), [one.moved(-start) for one in self._changes[index]])

    def whole(self) -> tuple[str, list[Span]]:
        """The text as it is to be, and where each sentence stands in it."""
        text, spans = "", []
        for index in range(len(self.sentences)):
            written = self.written(index)
            spans.append((len(text), len(text) + len(written)))
            text += written
        return text, spans

    def changes(self) -> tuple[tuple[Change, ...], ...]:
        """All changes of the text, by sentence; one that goes takes the space along that would be left."""
        return tuple(
            (self._deletion(index),) if index in self._gone else changes
            for index, changes in enumerate(self._changes)
        )

    def without(self, first: int, last: int, attributes: Sequence[str], good: float) -> Change:
        """The change that takes a run of sentences away, with the space that would be left."""
        start, end = self.sentences[first][0], self.sentences[last][1]
        if self._leave_space_behind(first, last):
            start, end = self._with_space_before(start, end)
        return Change(start, end, self._text[start:end], "", tuple(attributes), good=good)

    def _deletion(self, index: int) -> Change:
        start, end = self.sentences[index]
        first, last = index, index
        while first - 1 in self._gone:
            first -= 1
        while last + 1 in self._gone:
            last += 1
        if self._leave_space_behind(first, last):
            start, end = self._with_space_before(start, end)
        attributes, good = self._gone[index]
        return Change(start, end, self._text[start:end], "", attributes, good=good)

    def _leave_space_behind(self, first: int, last: int) -> bool:
        """Whether what is before a run ends as the run did: the space before it goes, not that behind."""
        at_the_end = first > 0 and last + 1 == len(self.sentences)
        return at_the_end or (self._ends_a_line(last) and not self._begins_a_line(first))

    def _with_space_before(self, start: int, end: int) -> Span:
        return len(self._text[:start].rstrip()), start + len(self._text[start:end].rstrip())

    def _begins_a_line(self, index: int) -> bool:
        start = self.sentences[index][0]
        return not self._text[:start].strip() or self._text[:start].rstrip(" \t").endswith(("\n", "\r"))

    def _ends_a_line(self, index: int) -> bool:
        start, end = self.sentences[index]
        space = self._text[start + len(self._text[start:end].rstrip()) : end]
        return end == len(self._text) or "\n" in space or "\r" in space


def neighbours(index: int, count: int) -> Iterator[tuple[int, ...]]:
    """Runs of sentences that can go together: it alone, with one or two beside it."""
    for first, last in ((0, 0), (0, 1), (-1, 0), (-1, 1), (0, 2)):
        if index + first >= 0 and index + last < count:
            yield tuple(range(index + first, index + last + 1))
