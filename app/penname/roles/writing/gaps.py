"""A gap in a text, and how likely readers find it good."""

from collections.abc import Sequence
from typing import NamedTuple

from penname.roles.packs import WriterPrompt
from penname.roles.writing.gap_signs import (
    MARKED,
    Kind,
    Loss,
    Losses,
    Put,
    Signs,
    behind,
    losses_of,
    signs,
    signs_of_substitute,
)
from penname.roles.writing.omission import Omission


class Gap(NamedTuple):
    """A way to leave out what tells: all of some sentences, or a `part` of one; with the text around it.

    `opening` is what goes of the sentence behind them: the word that joined it to them. One that is a
    substitute has a `name`.
    """

    sentences: tuple[int, ...]
    part: Omission | None
    left: str
    right: str
    having: str  # what stands before `right` as long as nothing is left out
    lost: int  # words
    kind: Kind
    opening: Omission | None = None
    name: str = ""

    def asked(self) -> tuple[tuple[str, str], ...]:
        """What to ask the losses of."""
        if self.kind is Kind.SUBSTITUTE:
            return self._put().asked()
        return behind(self.left, self.right), behind(self.having, self.right)

    def signs(self, losses: Sequence[Loss], others: int) -> Signs:
        """What a critic looks at, with the losses of what was asked; `others` sentences went before."""
        if self.kind is Kind.SUBSTITUTE:
            return signs_of_substitute(self.name, MARKED, self._put(), losses)
        without, having = losses
        return signs(self.kind, without, having, self.left, self.having[len(self.left) :], self.right, others)

    def _put(self) -> Put:
        assert self.part is not None
        return Put(self.left, self.having[len(self.left) :], self.part.after, self.right)


def probabilities(prompt: WriterPrompt, losses: Losses, gaps: Sequence[Gap], others: int) -> list[float]:
    """How likely readers find each good, where `others` sentences went before."""
    likely = []
    for gap, answers in zip(gaps, losses_of(losses, [gap.asked() for gap in gaps]), strict=True):
        critic = prompt.substitution if gap.kind is Kind.SUBSTITUTE else prompt.omission
        assert critic is not None
        likely.append(critic.probability(gap.signs(answers, others)))
    return likely
