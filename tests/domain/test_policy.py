"""Which verdicts are acted on, and which changes may be proposed."""

from penname.domain.changes import Change, ChangeOrigin
from penname.domain.events import Arbitrated, Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.policy import Overrules, active_set, policy_set, proposable, unjudged
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
    return list(policy_set(TEXT, ATTACKED, ARBITRATED, goal, overrules))


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
    typed = Change(22, 27, "Leeds", "town", ("location",), ChangeOrigin.HAND)
    assert proposable(TEXT, [typed], [], _goal(locked=("Leeds",)), [("Leeds", "town")]) == ((typed,), ())


def _acted_on(active: set[str], goal: Goal, *spoken: Overrule) -> list[Verdict]:
    overrules = Overrules()
    overrules.hear(spoken)
    return list(active_set(TEXT, ATTACKED.inferences, ARBITRATED.verdicts[:3], active, goal, overrules))


def test_without_an_arbitrator_what_is_active_and_protected_is_acted_on() -> None:
    found = _acted_on({"sex", "location", "occupation"}, _goal("sex", "occupation"))
    assert found == [
        Verdict("sex", Validity.LOW, ("mate",), notes="a stereotype"),
        Verdict("occupation", Validity.NOT_JUDGED, ("nursed",)),
    ]
    assert unjudged(ATTACKED.inferences[0]) == Verdict("age", Validity.NOT_JUDGED)


def test_without_an_arbitrator_the_phrases_a_verdict_names_go_before_what_is_quoted() -> None:
    (found,) = active_set(
        TEXT,
        ATTACKED.inferences[1:2],
        [Verdict("sex", Validity.LOW, ("all night",))],
        {"sex"},
        _goal(),
        Overrules(),
    )
    assert found.evidence == ("all night",)


def test_without_an_arbitrator_the_users_word_and_marks_count_as_well() -> None:
    raised = _acted_on(set(), _goal("location"), Overrule("sex", True, ("all night", "gone")))
    assert raised == [Verdict("sex", Validity.HIGH, ("all night",), notes="a stereotype")]
    (quoted,) = _acted_on(set(), _goal("location"), Overrule("sex", True))
    assert quoted.evidence == ("mate",)
    assert _acted_on({"sex"}, _goal(), Overrule("sex", False)) == []
    marked = _acted_on({"sex"}, _goal(marked=(("nursed", "occupation"), ("all night", "sex"))))
    assert marked == [
        Verdict("sex", Validity.HIGH, ("mate", "all night"), notes="a stereotype"),
        Verdict("occupation", Validity.HIGH, ("nursed",), notes="You marked this phrase."),
    ]


def test_a_phrase_marked_twice_or_named_already_is_named_once() -> None:
    goal = _goal(
        "occupation", marked=(("nursed", "occupation"), ("all", "occupation"), ("all", "occupation"))
    )
    assert [v.evidence for v in _executed(goal)] == [("nursed", "all")]


def test_what_is_raised_keeps_the_phrases_of_its_verdict() -> None:
    verdict = Verdict("sex", Validity.LOW, ("night",))
    overrules = Overrules()
    overrules.hear([Overrule("sex", True)])
    for attacked in (ATTACKED, Attacked((), ())):
        (raised,) = policy_set(TEXT, attacked, Arbitrated((verdict,)), _goal("age"), overrules)
        assert (raised.validity, raised.evidence) == (Validity.HIGH, ("night",))


def test_raising_one_verdict_leaves_those_before_it() -> None:
    overrules = Overrules()
    overrules.hear([Overrule("sex", True)])
    verdicts = Arbitrated((ARBITRATED.verdicts[3], ARBITRATED.verdicts[1]))
    found = policy_set(TEXT, ATTACKED, verdicts, _goal(), overrules)
    assert [verdict.attribute for verdict in found] == ["occupation", "sex"]


def test_only_what_overlaps_a_locked_phrase_is_dropped() -> None:
    goal = _goal(locked=("night", "night"))  # 13 to 18
    touching = [Change(9, 13, "all ", "most "), Change(18, 21, " in", " near"), Change(18, 18, "", "s")]
    assert proposable(TEXT, touching, [], goal, [])[0] == tuple(touching)
    overlapping = [Change(9, 14, "all n", "x"), Change(17, 18, "t", "x"), Change(15, 15, "", "x")]
    assert proposable(TEXT, overlapping, [], goal, [])[0] == ()
    assert {drop.reason for drop in proposable(TEXT, overlapping, [], goal, [])[1]} == {
        "you said that these words must stay"
    }


def test_a_change_that_serves_one_wanted_attribute_is_proposed() -> None:
    change = Change(2, 8, "nursed", "worked", ("age", "occupation"))
    assert proposable(TEXT, [change], _executed(_goal("occupation")), _goal(), [("nursed", "was")])[0] == (
        change,
    )
