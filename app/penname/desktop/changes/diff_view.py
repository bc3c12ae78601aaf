"""What a diff shows, as plain values: which changes stand, which are dropped, and where each one lies."""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from penname.desktop.texts.marks import MarkStyle
from penname.domain.alternatives import instead
from penname.domain.changes import Change, apply_changes, edit_by_hand, free_of
from penname.domain.policy import doubted

BETWEEN = "\u2004"  # as wide as a space: keeps the words that go and those that come apart


@dataclass(frozen=True)
class DiffSpan:
    """[start, end) of a shown text in code points; empty where a change leaves nothing to show."""

    start: int
    end: int
    style: MarkStyle
    change: Change | None  # None where an earlier round made it


@dataclass(frozen=True)
class ShownText:
    """A text as one of the panes shows it, with its spans in order."""

    text: str
    spans: tuple[DiffSpan, ...] = ()


@dataclass(frozen=True)
class Review:
    """A text, the changes of it that stand, and those the user dropped and can take back.

    `earlier` made the text out of the original, in rounds that are over.
    """

    text: str
    changes: tuple[Change, ...] = ()
    dropped: tuple[Change, ...] = ()
    earlier: tuple[Change, ...] = ()

    @cached_property
    def new_text(self) -> str:
        """The text with the changes that stand."""
        return apply_changes(self.text, self.changes)

    @cached_property
    def all_changes(self) -> tuple[Change, ...]:
        """Standing and dropped ones, in the order of the text."""
        return _in_order((*self.changes, *self.dropped))

    def stands(self, change: Change) -> bool:
        """Whether `change` is part of the new text."""
        return change in self._standing

    @cached_property
    def _standing(self) -> frozenset[Change]:
        return frozenset(self.changes)

    def toggle(self, change: Change) -> "Review":
        """Drop a change that stands, or take another one back, if nothing was typed over it meanwhile."""
        if self.stands(change):
            kept = tuple(other for other in self.changes if other != change)
            return replace(self, changes=kept, dropped=_in_order((*self.dropped, change)))
        if not free_of(self.changes, (change,)):
            return self
        rest = tuple(other for other in self.dropped if other != change)
        return self._without_clashes((*self.changes, change), rest)

    def take(self, alternative: Change) -> "Review":
        """Make another change in the place of those that clash with it."""
        return self._without_clashes(instead(self.changes, alternative), self.dropped)

    def typed(self, start: int, end: int, replacement: str) -> "Review":
        """The user replaced [start, end) of the new text. A dropped change is gone once it is typed over."""
        changes = edit_by_hand(self.text, self.changes, start, end, replacement)
        return self._without_clashes(changes, self.dropped)

    def _without_clashes(self, changes: Iterable[Change], dropped: Iterable[Change]) -> "Review":
        standing = _in_order(changes)
        return replace(self, changes=standing, dropped=free_of(standing, dropped))

    @cached_property
    def new_side(self) -> ShownText:
        """The text after, with what came, and what stays although a change was proposed."""
        spans: list[DiffSpan] = []
        shift = 0
        for change in self.all_changes:
            if self.stands(change):
                start = change.start + shift
                spans.append(DiffSpan(start, start + len(change.after), _added(change), change))
                shift += len(change.after) - len(change.before)
            else:
                spans.append(DiffSpan(change.start + shift, change.end + shift, MarkStyle.DROPPED, change))
        return ShownText(self.new_text, tuple(spans))

    @cached_property
    def inline(self) -> ShownText:
        """One text with every word of the original and of the result: what goes, followed by what comes."""
        parts: list[str] = []
        spans: list[DiffSpan] = []
        position = length = 0
        came = _where_they_stand(self.earlier)
        begun = [start for start, _end in came]
        waiting = deque(zip(self.earlier, begun, strict=True))  # whose old words are still to come

        def add(words: str, style: MarkStyle | None = None, change: Change | None = None) -> None:
            nonlocal length
            if style:
                spans.append(DiffSpan(length, length + len(words), style, change))
            parts.append(words)
            length += len(words)

        def add_gone(end: int) -> None:
            while waiting and waiting[0][1] <= end:
                change, _start = waiting.popleft()
                if change.before:
                    add(change.before, MarkStyle.GONE)
                    add(BETWEEN if change.after else "")

        def add_text(start: int, end: int) -> None:
            near = max(0, bisect_right(begun, start) - 1)
            for begin, stop in came[near : bisect_left(begun, end)]:
                if stop < start:
                    continue
                add(self.text[start : max(begin, start)])
                add_gone(begin)
                start = max(begin, start)
                add(self.text[start : min(stop, end)], MarkStyle.CAME if start < min(stop, end) else None)
                start = min(stop, end)
            add(self.text[start:end])

        for change in self.all_changes:
            add_text(position, change.start)
            add_gone(max(change.start, change.end - 1))
            if not self.stands(change):
                add(change.before, MarkStyle.DROPPED, change)
            else:
                if change.before:
                    add(change.before, MarkStyle.REMOVED, change)
                if change.before and change.after:
                    add(BETWEEN)
                if change.after:
                    add(change.after, _added(change), change)
            position = change.end
        add_text(position, len(self.text))
        add_gone(len(self.text))
        return ShownText("".join(parts), tuple(spans))


def _added(change: Change) -> MarkStyle:
    return MarkStyle.DOUBTED if doubted(change) else MarkStyle.ADDED


def _where_they_stand(changes: Iterable[Change]) -> tuple[tuple[int, int], ...]:
    """The words that `changes` (in order) put in, in the text after them."""
    spans: list[tuple[int, int]] = []
    shift = 0
    for change in changes:
        start = change.start + shift
        spans.append((start, start + len(change.after)))
        shift += len(change.after) - len(change.before)
    return tuple(spans)


def _in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: (change.start, change.end)))
