"""Changes chosen by numbers: whatever is dropped, kept and taken in their place, what stands can be made."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from penname.cli.offered_changes import OfferedChanges
from penname.domain.changes import Change, apply_changes
from penname.domain.errors import BadInput

TEXT = "My wife is kind. We met in Leeds. It rained."
NUMBERS = st.integers(0, 4).map(str)


def change(before: str, after: str) -> Change:
    start = TEXT.index(before)
    return Change(start, start + len(before), before, after, ("location",), good=0.8)


PROPOSED = change("My wife", "She"), change("met", "were"), change("Leeds", "town")
ALTERNATIVES = (
    *(change("We met in Leeds. ", ""), change(" It rained.", ""), change("kind. We met", "kind; we sat")),
    *(change("in Leeds", "there"), change("rained", "poured")),
)


@given(st.lists(st.tuples(st.sampled_from(["drop", "keep", "write", "take"]), NUMBERS, NUMBERS), max_size=9))
def test_what_stands_can_always_be_made(said):
    offered = OfferedChanges(TEXT, PROPOSED, ALTERNATIVES)
    for what, number, choice in said:
        before = apply_changes(TEXT, offered.standing)
        with contextlib.suppress(BadInput):
            match what:
                case "write":
                    offered.write(number, f"mine {choice}")
                case "take":
                    offered.take(number, choice)
                    assert apply_changes(TEXT, offered.standing) != before
                case _:
                    offered.choose([number], kept=what == "keep")
        apply_changes(TEXT, offered.all)
        assert len(offered.ways()) == len(offered.all) + 1
    again = OfferedChanges(TEXT, PROPOSED, ALTERNATIVES)
    again.take_over(offered)
    apply_changes(TEXT, again.all)
    taken = [one for one in offered.standing if one not in PROPOSED]
    assert set(taken) <= set(again.standing)


def test_a_sentence_beside_one_that_goes_can_go_too():
    offered = OfferedChanges(TEXT, (ALTERNATIVES[0],), ALTERNATIVES)
    assert ALTERNATIVES[1] not in offered.ways()[1]
    offered.take("0", str(offered.ways()[0].index(ALTERNATIVES[1]) + 1))
    assert apply_changes(TEXT, offered.standing) == "My wife is kind. "
