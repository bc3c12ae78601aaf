"""What a strong reader still knows of an author whose text Penname has worked on: measured, not promised.

Fresh readers that knew nothing of Penname were given results alone and guessed all attributes, as the papers'
adversarial inference does (FgAA, section 5; RLAA, section 4.1). `resources/strong_reader.toml` has how often
they were right, of texts whose original gave the attribute away (packaging/writer/strong_reader.py).
"""

from collections.abc import Mapping
from functools import cache

import msgspec

from penname import locations
from penname.domain.rounds import rounds, standing
from penname.domain.session import Session
from penname.methods.registry import misleads
from penname.people import readings_of


class StillKnown(msgspec.Struct, frozen=True):
    """Of `clues` to such `attributes` that were hidden a strong reader still guessed the share `known`
    right, which lies in nine of ten draws of their authors between `low` and `high`.
    """

    attributes: tuple[str, ...]
    known: float
    low: float
    high: float
    clues: int


class _Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Attributes that are alike; `stated` is None where it makes no difference whether the text said them."""

    attributes: tuple[str, ...]
    known: float
    low: float
    high: float
    clues: int
    stated: bool | None = None

    def holds(self, attribute: str, *, stated: bool) -> bool:
        return attribute in self.attributes and self.stated in (None, stated)


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`models` are those whose results were read; of several cells that hold the first counts."""

    models: tuple[str, ...]
    cell: tuple[_Cell, ...]


def still_known(session: Session) -> tuple[StillKnown, ...]:
    """Of what the original gave away and the newest reading does not find, by what was measured; the most
    exposed first.

    Empty before the result was read, with models that nobody measured, and where the author is not hidden
    but a false picture left.
    """
    done, now = rounds(session), standing(session)
    started = session.started
    if not done or not now.judged or misleads(started.method):
        return ()
    left = {one.attribute for one in readings_of(now.inferences, now.verdicts)}
    hidden = {
        one.attribute: one.stated
        for one in readings_of(done[0].inferences, done[0].verdicts)
        if one.attribute in session.goal.protect and one.attribute not in left
    }
    return looked_up(started.model, hidden)


def looked_up(model: str, hidden: Mapping[str, bool]) -> tuple[StillKnown, ...]:
    """What the table says of attributes that were hidden (true: the text stated them outright)."""
    table = _table()
    alike: dict[_Cell, list[str]] = {}
    if model in table.models:
        for name, stated in hidden.items():
            cells = (one for one in table.cell if one.holds(name, stated=stated))
            if cell := next(cells, None):
                alike.setdefault(cell, []).append(name)
    found = (
        StillKnown(tuple(names), one.known, one.low, one.high, one.clues) for one, names in alike.items()
    )
    return tuple(sorted(found, key=lambda one: -one.known))


@cache
def _table() -> _Table:
    return msgspec.toml.decode(locations.resource("strong_reader.toml").read_bytes(), type=_Table)
