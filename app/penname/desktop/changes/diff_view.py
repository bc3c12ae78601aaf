"""What a diff shows, as plain values: which changes stand, which are dropped, and where each one lies."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from penname.desktop.texts.marks import MarkStyle
from penname.domain.changes import Change, apply_changes, edit_by_hand, free_of

THIN_SPACE = "\u2009"  # keeps the words that go and the words that come apart


@dataclass(frozen=True)
class DiffSpan:
    """[start, end) of a shown text in code points; empty where a change leaves nothing to show."""

    start: int
    end: int
    style: MarkStyle
    change: Change


@dataclass(frozen=True)
class ShownText:
    """A text as one of the panes shows it, with its spans in order."""

    text: str
    spans: tuple[DiffSpan, ...] = ()


@dataclass(frozen=True)
class Review:
    """A text, the changes of it that stand, and those the user dropped and can take back."""

    text: str
    changes: tuple[Change, ...] = ()
    dropped: tuple[Change, ...] = ()

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
            return Review(self.text, kept, _in_order((*self.dropped, change)))
        if not free_of(self.changes, (change,)):
            return self
        rest = tuple(other for other in self.dropped if other != change)
        return _without_clashes(self.text, (*self.changes, change), rest)

    def typed(self, start: int, end: int, replacement: str) -> "Review":
        """The user replaced [start, end) of the new text. A dropped change is gone once it is typed over."""
        changes = edit_by_hand(self.text, self.changes, start, end, replacement)
        return _without_clashes(self.text, changes, self.dropped)

    @cached_property
    def new_side(self) -> ShownText:
        """The text after, with what came, and what stays although a change was proposed."""
        spans: list[DiffSpan] = []
        shift = 0
        for change in self.all_changes:
            if self.stands(change):
                start = change.start + shift
                spans.append(DiffSpan(start, start + len(change.after), MarkStyle.ADDED, change))
                shift += len(change.after) - len(change.before)
            else:
                spans.append(DiffSpan(change.start + shift, change.end + shift, MarkStyle.DROPPED, change))
        return ShownText(self.new_text, tuple(spans))

    @cached_property
    def inline(self) -> ShownText:
        """One text with both: what goes, followed by what comes."""
        parts: list[str] = []
        spans: list[DiffSpan] = []
        position = length = 0

        def add(words: str, style: MarkStyle | None, change: Change | None = None) -> None:
            nonlocal length
            if style and change:
                spans.append(DiffSpan(length, length + len(words), style, change))
            parts.append(words)
            length += len(words)

        for change in self.all_changes:
            add(self.text[position : change.start], None)
            if not self.stands(change):
                add(change.before, MarkStyle.DROPPED, change)
            else:
                if change.before:
                    add(change.before, MarkStyle.REMOVED, change)
                if change.before and change.after:
                    add(THIN_SPACE, None)
                if change.after:
                    add(change.after, MarkStyle.ADDED, change)
            position = change.end
        add(self.text[position:], None)
        return ShownText("".join(parts), tuple(spans))


def _without_clashes(text: str, changes: Iterable[Change], dropped: Iterable[Change]) -> Review:
    standing = _in_order(changes)
    return Review(text, standing, free_of(standing, dropped))


def _in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: (change.start, change.end)))
