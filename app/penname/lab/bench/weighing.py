"""What weighing the words adds to a first round: timed on the same text, right between its reading and its
rewriting, so that a machine that is slow for both changes nothing about their ratio.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from penname.domain.cancellation import Cancellation
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.listener import SilentListener
from penname.domain.proposals import LeaksProposal, Proceed
from penname.domain.rounds import standing
from penname.domain.session import Session
from penname.methods.registry import RATIONAL
from penname.sessions.driver import SessionDriver
from penname.sessions.loaded_models import LoadedModels


class WeighedRound(msgspec.Struct, frozen=True):
    """A first round on one text, in seconds, and how many phrases were weighed beside it."""

    reading: float
    rewriting: float
    weighing: float
    phrases: int

    @property
    def ratio(self) -> float:
        """What weighing adds, as a share of the round."""
        return self.weighing / (self.reading + self.rewriting)


def weighed_rounds(
    models: LoadedModels, texts: Sequence[str], say: Callable[[str], None]
) -> tuple[WeighedRound, ...]:
    """The rounds on those of `texts` of which something is acted on, all attributes asked for; the first text
    only warms up. Raises EngineError.
    """
    models.load()
    names = tuple(attribute.name for attribute in models.attributes)
    found: list[WeighedRound] = []
    for number, text in enumerate(texts):
        cancellation = Cancellation()
        session = Session([Started(text, Goal(names, frozenset(names)), RATIONAL.name, models.name)])
        roles = models.roles(SilentListener(), cancellation)
        driver = SessionDriver(session, RATIONAL, roles, cancellation)
        reading = _seconds(driver.advance)
        if not (isinstance(driver.waiting, LeaksProposal) and driver.waiting.execute):
            continue
        weighing = _seconds(driver.weigh)
        weighed = standing(driver.session).weighed
        rewriting = _seconds(partial(driver.decide, Proceed()))
        if number:
            one = WeighedRound(reading, rewriting, weighing, len(weighed.phrases) if weighed else 0)
            found.append(one)
            say(in_words(one))
    return tuple(found)


def in_words(one: WeighedRound) -> str:
    """One round in a line."""
    return (
        f"round {one.reading + one.rewriting:.1f} s, weighing {one.weighing:.1f} s (phrases: {one.phrases}): "
        f"{one.ratio:.2f} of it"
    )


def summed_up(rounds: Sequence[WeighedRound]) -> str:
    """The median of the ratios, with the smallest and the largest."""
    if not rounds:
        return "Nothing was acted on in these texts."
    ratios = sorted(one.ratio for one in rounds)
    return (
        f"Weighing the words adds {statistics.median(ratios):.2f} of a first round "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f}, {len(ratios)} texts)."
    )


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
