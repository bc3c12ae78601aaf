"""Puts other words, or none, where rules found values, as far as readers would like the sentence.

The anonymizer of RLAA (section 3.4) generalizes what states a value outright. Which words a sentence bears is
for a critic to say, from how surprising they and what follows them are to the reader's model (gap_signs.py);
how much it likes that goes with the change, so that a gap may be better, and the user knows.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from penname.domain.changes import Change, Edit, apply_changes, changes_from_edits
from penname.domain.tokens import words
from penname.roles.writing.critic import Critic
from penname.roles.writing.gap_signs import A_WORD, Losses, Put, losses_of, signs_of_substitute
from penname.roles.writing.substitutes import Substitute, substitutes


class Ruled(NamedTuple):
    """A sentence with what rules do to it; how likely readers find the least good of that good, None where no
    critic looked.

    `others` could stand in the place of single changes, in the offsets of the sentence as it came.
    """

    text: str
    good: float | None = None
    others: tuple[Change, ...] = ()


class Substitution:
    """What becomes of sentences by the rules' `edits`; those of the attributes `as_ruled` are made as they
    are, and without a critic all.
    """

    def __init__(
        self, critic: Critic | None, losses: Losses, edits: Sequence[Edit], as_ruled: Collection[str] = ()
    ) -> None:
        self._critic = critic
        self._losses = losses
        self._edits = tuple(edits)
        self._as_ruled = frozenset(as_ruled)

    def ruled(self, left: str, sentence: str, right: str) -> Ruled:
        """The sentence, which stands between `left` and `right`, with what suits it."""
        changes, _ = changes_from_edits(sentence, self._edits)
        likely: list[float] = []
        others: list[Change] = []
        came = sentence
        intact = len(sentence)  # what stands before the last substitute stays where it is
        for change in reversed(changes):
            if change.end > intact:  # it went along with that
                continue
            if self._critic is None or self._as_ruled.intersection(change.attributes):
                sentence, intact = apply_changes(sentence, [change]), change.start
            else:
                choices = self._choices(self._critic, (left, sentence, right), change)
                one, good = choices[0]
                others += [
                    Change(
                        other.start,
                        other.end,
                        came[other.start : other.end],
                        other.after,
                        change.attributes,
                        good=liked,
                    )
                    for other, liked in choices
                    if other.end <= intact
                ]
                if good >= self._critic.least:
                    sentence, intact = one.put_into(sentence), one.start
                    likely.append(good)
        return Ruled(sentence, min(likely, default=None), tuple(others))

    def _choices(
        self, critic: Critic, around: tuple[str, str, str], change: Change
    ) -> list[tuple[Substitute, float]]:
        """What can stand in place of the change, and how likely readers like it: first what they would like
        best with as little as possible going beside it.
        """
        attribute = next(iter(change.attributes), "")
        _, sentence, _ = around
        found = list(substitutes(sentence, (change.start, change.end), attribute, change.after))
        likely = self._likely(critic, attribute, around, found)

        def worth(choice: tuple[Substitute, float]) -> float:
            one, good = choice
            return good - A_WORD * len(words(sentence[one.start : one.end]))

        return sorted(zip(found, likely, strict=True), key=worth, reverse=True)

    def _likely(
        self, critic: Critic, attribute: str, around: tuple[str, str, str], found: Sequence[Substitute]
    ) -> list[float]:
        """How likely readers find each good."""
        left, sentence, right = around
        puts = [
            Put(
                left + sentence[: one.start],
                sentence[one.start : one.end],
                one.after,
                sentence[one.end :] + right,
            )
            for one in found
        ]
        answers = losses_of(self._losses, [put.asked() for put in puts])
        return [
            critic.probability(signs_of_substitute(one.name, attribute, put, losses))
            for one, put, losses in zip(found, puts, answers, strict=True)
        ]
