"""What a starter reads from a text and would act upon, and shares of it."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from penname.domain.events import Arbitrated, Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict
from penname.roles.roles import Roles

T = TypeVar("T")


class Share(msgspec.Struct, frozen=True):
    """So many of so many."""

    hits: int
    of: int

    def __str__(self) -> str:
        return f"{self.hits / self.of:.2f} ({self.hits} of {self.of})" if self.of else "no case"


def read(roles: Roles, text: str, goal: Goal) -> tuple[Attacked, dict[str, Verdict]]:
    """What is inferred, and what of it the arbitrator lets through, by attribute."""
    attacked = roles.attack(text, goal)
    arbitrated = roles.arbitrate(text, attacked, goal) if attacked.inferences else Arbitrated(())
    return attacked, {verdict.attribute: verdict for verdict in arbitrated.verdicts if verdict.executed}


def told(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, with a line of progress every ten."""
    for number, item in enumerate(items, 1):
        yield item
        if number % 10 == 0 or number == len(items):
            print(json.dumps({"part": what, "texts": number, "of": len(items)}), file=sys.stderr, flush=True)
