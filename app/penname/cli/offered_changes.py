"""The changes of a rewrite that waits in the terminal, by numbers: which are kept, what was typed, and what
was taken in their place.
"""

from collections.abc import Sequence

import msgspec

from penname.domain.alternatives import instead, others, shared_out
from penname.domain.changes import Change, ChangeOrigin, free_of
from penname.domain.errors import BadInput
from penname.domain.tokens import occurrences


class OfferedChanges:
    """In the order of the text. Numbers count from 1, as they are shown and typed."""

    def __init__(
        self, text: str = "", proposed: Sequence[Change] = (), alternatives: Sequence[Change] = ()
    ) -> None:
        self.all = tuple(proposed)
        self.dropped: frozenset[Change] = frozenset()
        self._text = text
        self._known = (*proposed, *alternatives)  # what was proposed may be taken again
        self._taken: dict[Change, Change] = {}  # what was offered, by the change that it became

    @property
    def standing(self) -> tuple[Change, ...]:
        """What would be made."""
        return tuple(change for change in self.all if change not in self.dropped)

    def ways(self) -> tuple[tuple[Change, ...], ...]:
        """Other ways to make each change, by its number; by 0 what could be made beside all that stands."""
        found = others(self._text, self.standing, (one for one in self._known if one not in self.all))
        _places, beside = shared_out(self.standing, found)
        places, _beside_all = shared_out(self.all, found)
        return tuple(sorted(beside, key=_place)), *places

    def other_ways(self, number: str) -> tuple[Change, ...]:
        """Those by one number; raises BadInput where there are none."""
        if number.isdecimal() and int(number) == 0:
            nothing = "Nothing else was found that could be changed."
        else:
            self._numbered(number)
            nothing = f"No other way to make this change was found. In your own words: write {number} WORDS"
        found = self.ways()[int(number)]
        if not found:
            raise BadInput(nothing)
        return found

    def take(self, number: str, choice: str) -> None:
        """Make a change in one of its other ways; raises BadInput."""
        found = self.other_ways(number)
        if not choice.isdecimal() or not 1 <= int(choice) <= len(found):
            raise BadInput(f"Give the number of one of these ways, from 1 to {len(found)}.")
        way = found[int(choice) - 1]
        made = instead(self.standing, way)
        taken = next(one for one in made if one not in self.standing and not free_of((way,), (one,)))
        self.all = tuple(sorted({*made, *free_of((taken,), self.dropped)}, key=_place))
        self.dropped &= set(self.all)
        self._taken[taken] = way

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
        self._taken = {taken: offered for taken, offered in before._taken.items() if offered in self._known}
        for change in before.all:
            said = change.origin is ChangeOrigin.HAND or change in self._taken
            if said and change not in self.all:
                self.all = free_of((change,), self.all)
                self._insert(change)
        self.dropped = before.dropped & set(self.all)

    def _insert(self, change: Change) -> None:
        self.all = tuple(sorted((*self.all, change), key=_place))

    def _numbered(self, number: str) -> Change:
        if not self.all:
            raise BadInput("No change is proposed here.")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.all):
            raise BadInput(f"Give the number of a change, from 1 to {len(self.all)}.")
        return self.all[int(number) - 1]


def _place(change: Change) -> tuple[int, int]:
    return change.start, change.end


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
