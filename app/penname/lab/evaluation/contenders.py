"""What is compared: the methods on one model each, and masking. All get the same texts."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from penname.domain.cancellation import Cancellation
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.listener import Listener, SilentListener
from penname.domain.rounds import rounds
from penname.domain.session import Session
from penname.lab.evaluation.masking import mask
from penname.lab.evaluation.samples import Sample
from penname.methods.registry import Method
from penname.roles.roles import Roles
from penname.sessions.driver import SessionDriver

RolesFor = Callable[[Listener, Cancellation], Roles]
MASK = "mask"
MASKED = "masked"
NONE = "none"


class Made(msgspec.Struct, frozen=True):
    """What became of one text: the original and what each round left, why it stopped, and what it cost."""

    texts: tuple[str, ...]
    stopped: str
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


class Contender(Protocol):
    """One row of the comparison."""

    @property
    def name(self) -> str:
        """How it is called in the report."""

    def protect(self, sample: Sample) -> Made:
        """Rewrite a text. Raises Cancelled, EngineError, or BadInput for what is no text."""


class Masking:
    """Asterisks over what the detectors find; needs no model."""

    name = MASK

    def protect(self, sample: Sample) -> Made:
        """Put asterisks over what the detectors find."""
        began = time.monotonic()
        masked = mask(sample.text)
        texts = (sample.text,) if masked == sample.text else (sample.text, masked)
        return Made(texts, MASKED, seconds=time.monotonic() - began)


class Untouched:
    """The originals, for comparing attackers on them alone."""

    name = NONE

    def protect(self, sample: Sample) -> Made:
        """Leave the text as it is."""
        return Made((sample.text,), "left alone")


class MethodContender:
    """One of the papers' methods, run to its end as the window runs it, with everything accepted.

    `changed` are fields of the goal that are not as usual.

    Of the author's values only one that misleads is told: IncogniText knows what it hides (section 3).
    """

    def __init__(
        self,
        name: str,
        method: Method,
        roles_for: RolesFor,
        attributes: Sequence[str],
        cancellation: Cancellation,
        *,
        rounds: int,
        seed: int = 0,
        changed: Mapping[str, Any] = {},
    ) -> None:
        self.name = name
        self._method = method
        self._roles_for = roles_for
        self._cancellation = cancellation
        names = tuple(attributes)
        self._goal = Goal(names, frozenset(names), rounds=rounds, seed=seed, **changed)

    def protect(self, sample: Sample) -> Made:
        """Run the method on the text to its end, accepting everything."""
        goal = self._goal
        if self._method.misleads:
            truth = tuple((name, sample.truth[name][0]) for name in goal.attributes if name in sample.truth)
            goal = msgspec.structs.replace(goal, truth=truth)
        cost = _Cost()
        began = time.monotonic()
        driver = SessionDriver(
            Session([Started(sample.text, goal, self._method.name, self.name)]),
            self._method,
            self._roles_for(cost, self._cancellation),
            self._cancellation,
        )
        outcome = driver.run()
        texts = (sample.text, *(one.text_after for one in rounds(driver.session)))
        return Made(texts, outcome.stopped, cost.calls, cost.tokens, time.monotonic() - began)


class _Cost(SilentListener):
    """Counts calls of the model and the tokens it wrote."""

    def __init__(self) -> None:
        self.calls = 0
        self.tokens = 0

    def on_tokens(self, written: int, seconds: float) -> None:  # noqa: ARG002
        """Count a finished request and the tokens it wrote."""
        self.calls += 1
        self.tokens += written
