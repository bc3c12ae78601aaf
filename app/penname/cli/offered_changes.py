"""The changes of a rewrite that waits in the terminal, by numbers: which are kept, and what was typed."""

from collections.abc import Sequence

import msgspec

from penname.domain.changes import Change, ChangeOrigin, free_of
from penname.domain.errors import BadInput
from penname.domain.tokens import occurrences


class OfferedChanges:
    """In the order of the text. Numbers count from 1, as they are shown and typed."""

    def __init__(self, proposed: Sequence[Change] = ()) -> None:
        self.all = tuple(proposed)
        self.dropped: frozenset[Change] = frozenset()

    @property
    def standing(self) -> tuple[Change, ...]:
        """What would be made."""
        return tuple(change for change in self.all if change not in self.dropped)

    def choose(self, numbers: Sequence[str], *, kept: bool) -> None:
        """Take changes back, or make them after all; raises BadInput."""
        if not numbers:
            raise BadInput("Say which change, such as: drop 2")
        chosen = self.all if list(numbers) == ["all"] else [self._numbered(number) for number in numbers]
        self.dropped = self.dropped - set(chosen) if kept else self.dropped | set(chosen)

    def write(self, number: str, after: str) -> None:
        """Say a change in other words; raises BadInput."""
        old = self._numbered(number)
        new = msgspec.structs.replace(old, after=after, origin=ChangeOrigin.HAND)
        self.all = tuple(new if change == old else change for change in self.all)
        self.dropped -= {old}

    def add(self, change: Change) -> None:
        """One that the user made; raises BadInput where another is proposed for the same words."""
        if not free_of(self.all, (change,)):
            raise BadInput("A change is proposed for these words. To say it otherwise: write NUMBER WORDS")
        self._insert(change)

    def take_over(self, before: "OfferedChanges") -> None:
        """Keep what the user said about the same rewrite before it was shown anew."""
        for change in before.standing:
            if change.origin is ChangeOrigin.HAND and change not in self.all:
                self.all = free_of((change,), self.all)
                self._insert(change)
        self.dropped = before.dropped & set(self.all)

    def _insert(self, change: Change) -> None:
        self.all = tuple(sorted((*self.all, change), key=lambda one: (one.start, one.end)))

    def _numbered(self, number: str) -> Change:
        if not number.isdecimal() or not 1 <= int(number) <= len(self.all):
            raise BadInput(f"Give the number of a change, from 1 to {len(self.all)}.")
        return self.all[int(number) - 1]


def change_by_hand(text: str, typed: str) -> Change:
    """The change that `OLD WORDS => NEW WORDS` makes of `text`; raises BadInput."""
    before, arrow, after = (part.strip() for part in typed.partition("=>"))
    spans = occurrences(text, before) if before else []
    if not arrow or len(spans) != 1:
        raise BadInput(
            "Type words that stand in the text once, and what they become, such as: replace my ward => work"
        )
    start, end = spans[0]
    return Change(start, end, text[start:end], after, (), ChangeOrigin.HAND)
