"""What is said of a strong reader: measured cells, looked up; nothing where nobody measured."""

import msgspec
import pytest

from penname import locations
from penname.domain.changes import Change
from penname.domain.events import Arbitrated, Attacked, Decided, Event, Rewritten, Started, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import Accept, Proceed
from penname.domain.session import Session
from penname.sessions import strong_reader
from penname.sessions.strong_reader import StillKnown, looked_up, still_known

MODELS = "starter + writer"
TABLE = f"""
models = ["{MODELS}"]

[[cell]]
attributes = ["location"]
stated = true
known = 0.4
low = 0.2
high = 0.6
clues = 31

[[cell]]
attributes = ["location", "age"]
known = 0.1
low = 0.0
high = 0.3
clues = 50
"""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = msgspec.toml.decode(TABLE, type=strong_reader._Table)
    monkeypatch.setattr(strong_reader, "_table", lambda: decoded)


@pytest.mark.usefixtures("table")
def test_the_most_alike_counts_and_what_nobody_measured_is_not_told() -> None:
    hidden = {"age": False, "location": True, "sex": True}
    assert [(one.attributes, one.known) for one in looked_up(MODELS, hidden)] == [
        (("location",), 0.4),
        (("age",), 0.1),
    ]
    (pooled,) = looked_up(MODELS, {"age": True, "location": False})
    assert pooled == StillKnown(("age", "location"), 0.1, 0.0, 0.3, 50)
    assert looked_up("another", hidden) == ()


def session(*more: Event, model: str = MODELS, method: str = "rational") -> Session:
    text = "In Leeds, at 34."
    found = (
        Inference("age", "", ("34", "35", "36"), 4),
        Inference("location", "", ("Leeds", "York", "Hull"), 5),
    )
    read = Attacked(found, (TextPart(0, len(text), found),))
    verdicts = tuple(Verdict(one.attribute, Validity.HIGH, (one.guesses[0],)) for one in found)
    change = Change(3, 8, "Leeds", "town", ("location",))
    goal = Goal(("age", "location"), frozenset(("age", "location")))
    events = (
        Started(text, goal, method, model),
        read,
        Arbitrated(verdicts),
        Decided(Proceed()),
        Rewritten((change,), ""),
        Decided(Accept((change,))),
    )
    return Session([*events, *more])


READ_AGAIN = (Attacked((), (TextPart(0, 15, ()),)), Arbitrated(()))


@pytest.mark.usefixtures("table")
def test_of_a_result_that_was_read_the_most_exposed_comes_first() -> None:
    assert still_known(session(*READ_AGAIN)) == (
        StillKnown(("location",), 0.4, 0.2, 0.6, 31),
        StillKnown(("age",), 0.1, 0.0, 0.3, 50),
    )
    assert still_known(session()) == ()
    assert still_known(session(*READ_AGAIN, model="another")) == ()
    assert still_known(session(*READ_AGAIN, method="misleading")) == ()


def test_what_ships_rests_on_thirty_texts_a_number() -> None:
    shipped = msgspec.toml.decode(
        locations.resource("strong_reader.toml").read_bytes(), type=strong_reader._Table
    )
    assert MODELS in shipped.models
    assert shipped.cell
    assert all(cell.clues >= 30 and 0 <= cell.low <= cell.known <= cell.high <= 1 for cell in shipped.cell)
