"""What the user wants of a session."""

import msgspec

from penname.domain.conditions import DEFAULT
from penname.domain.inferences import FACTUAL
from penname.domain.thread import NO_THREAD, Thread

ROUNDS = 5  # rewrites at most, unless somebody says otherwise
MOST_ROUNDS = 20
TRADEOFFS = (0.25, 0.5, 1.0, 2.0, 4.0)  # that users choose from, from keeping more to hiding more


class Goal(msgspec.Struct, frozen=True):
    """What to protect, how far to go, and what the user said about single phrases.

    `protect` holds the attributes to act on; all attributes in `attributes` are attacked and judged. `marked`
    are phrases the model missed ("This gives away ...") with the attribute they tell; `locked` are phrases
    that must stay ("Never change this"). `rounds` is the largest number of accepted rewrites (RLAA's T).

    `targets` are wrong values a reader should infer instead (IncogniText), `truth` the author's true values
    from the profile: both as (attribute, value), at most one per attribute. No attacker ever sees the truth
    of a goal unless the method's own switch says so.

    `thread` is what the text answers and when it is published, `pen_name` the name it is to appear under,
    whose posts are kept with the name and never here. `together` says that the text is several posts of one
    author (`domain/together.py`).

    `tradeoff` is how much of the text may go for what it hides (RLAA's lambda, section 3.3), 1 as usual:
    words are hidden whose odds of telling, times this, are enough.

    `certainty` is from where on FgAA acts on an inference (1 to 5; 0 acts on all, as the paper does);
    `condition` the row of IncogniText's Table 2 (`domain/conditions.py`); `randomized` are the attributes
    whose target was drawn by randomized response (IncogniText, outlook) and may be the true value.
    """

    attributes: tuple[str, ...]
    protect: frozenset[str]
    rounds: int = ROUNDS
    marked: tuple[tuple[str, str], ...] = ()  # (phrase, attribute)
    locked: tuple[str, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    truth: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    certainty: int = FACTUAL
    condition: int = DEFAULT
    randomized: frozenset[str] = frozenset()
    thread: Thread = NO_THREAD
    pen_name: str = ""
    together: bool = False
    tradeoff: float = 1.0

    def target_of(self, attribute: str) -> str | None:
        """The wrong value to suggest, if one was chosen."""
        return dict(self.targets).get(attribute)

    def truth_of(self, attribute: str) -> str | None:
        """The true value, if the author told it."""
        return dict(self.truth).get(attribute)
