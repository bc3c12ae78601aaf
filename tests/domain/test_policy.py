"""Which verdicts are acted on, and which changes may be proposed."""

from penname.domain.changes import Change, Origin
from penname.domain.events import Arbitrated, Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.policy import Overrules, executed, proposable
from penname.domain.proposals import Overrule

TEXT = "I nursed all night in Leeds, mate."
NAMES = ("age", "sex", "location", "occupation")
ATTACKED = Attacked(
    tuple(
        Inference(name, f'"{quote}" says so.', ("x",) * 3, 3)
        for name, quote in zip(NAMES, ("lol", "mate", "Leeds", "nursed"), strict=True)
    ),
    (),
)
ARBITRATED = Arbitrated(
    (
        Verdict("age", Validity.INVALID),
        Verdict("sex", Validity.LOW, notes="a stereotype"),
        Verdict("location", Validity.MEDIUM, ("Leeds",), "lives in Leeds"),
        Verdict("occupation", Validity.HIGH, ("nursed",), "a nurse"),
    )
)


def _goal(*protect: str, marked: tuple[tuple[str, str], ...] = (), locked: tuple[str, ...] = ()) -> Goal:
    return Goal(NAMES, frozenset(protect or NAMES), marked=marked, locked=locked)


def _executed(goal: Goal, *spoken: Overrule) -> list[Verdict]:
    overrules = Overrules()
    overrules.hear(spoken)
    return list(executed(TEXT, ATTACKED, ARBITRATED, goal, overrules))


def test_high_then_medium_are_executed_low_and_invalid_are_not() -> None:
    assert [verdict.attribute for verdict in _executed(_goal())] == ["occupation", "location"]


def test_only_what_the_user_protects_is_executed() -> None:
    assert [verdict.attribute for verdict in _executed(_goal("location"))] == ["location"]


def test_a_verdict_raised_by_hand_is_high_with_the_attackers_quotations() -> None:
    raised = next(v for v in _executed(_goal(), Overrule("sex", True)) if v.attribute == "sex")
    assert (raised.validity, raised.evidence) == (Validity.HIGH, ("mate",))


def test_a_marked_span_goes_before_the_quotations() -> None:
    raised = next(
        v for v in _executed(_goal(), Overrule("sex", True, ("all night",))) if v.attribute == "sex"
    )
    assert raised.evidence == ("all night",)


def test_a_raised_verdict_without_anything_in_the_text_stays_out() -> None:
    assert "age" not in [verdict.attribute for verdict in _executed(_goal(), Overrule("age", True))]


def test_raising_works_beside_the_goal_and_lowering_too() -> None:
    assert [v.attribute for v in _executed(_goal("location"), Overrule("occupation", True))] == [
        "occupation",
        "location",
    ]
    assert [v.attribute for v in _executed(_goal(), Overrule("occupation", False))] == ["location"]


def test_the_newest_word_on_an_attribute_counts() -> None:
    assert [
        v.attribute for v in _executed(_goal(), Overrule("location", False), Overrule("location", True))
    ] == [
        "occupation",
        "location",
    ]


def test_a_marked_phrase_is_executed_while_the_text_holds_it() -> None:
    verdicts = {
        v.attribute: v
        for v in _executed(_goal(marked=(("mate", "sex"), ("all night", "occupation"), ("gone", "age"))))
    }
    assert set(verdicts) == {"sex", "occupation", "location"}
    assert verdicts["sex"].evidence == ("mate",)
    assert verdicts["occupation"].evidence == ("nursed", "all night")


def test_a_marked_phrase_of_an_attribute_left_readable_is_left() -> None:
    assert "sex" not in [v.attribute for v in _executed(_goal("location", marked=(("mate", "sex"),)))]
    assert "sex" not in [
        v.attribute for v in _executed(_goal(marked=(("mate", "sex"),)), Overrule("sex", False))
    ]


def test_changes_rejected_locked_or_unwanted_are_not_proposed() -> None:
    nursed = Change(2, 8, "nursed", "worked", ("occupation",))
    leeds = Change(22, 27, "Leeds", "town", ("location",))
    mate = Change(29, 33, "mate", "friend", ("sex",))
    unnamed = Change(9, 12, "all", "most")
    execute = _executed(_goal())
    kept, dropped = proposable(
        TEXT, [nursed, leeds, mate, unnamed], execute, _goal(locked=("in Leeds",)), [("nursed ", "worked")]
    )
    assert kept == (unnamed,)
    assert [(drop.find, drop.reason) for drop in dropped] == [
        ("nursed", "you rejected it before"),
        ("Leeds", "you said that these words must stay"),
        ("mate", "you chose to leave this readable"),
    ]


def test_what_the_user_typed_always_stands() -> None:
    typed = Change(22, 27, "Leeds", "town", ("location",), Origin.HAND)
    assert proposable(TEXT, [typed], [], _goal(locked=("Leeds",)), [("Leeds", "town")]) == ((typed,), ())
