"""What a rule is given: words that state a value, and what is to be read from them instead."""

from typing import NamedTuple

Targets = dict[str, str]
"""The target value of each attribute that is misled about."""


class Statement(NamedTuple):
    """`before`, words of `text`, state that the author's `attribute` is `guess`."""

    attribute: str
    guess: str
    before: str
    text: str
    targets: Targets

    @property
    def target(self) -> str:
        """The value to say in its place."""
        return self.targets[self.attribute]
