"""What becomes of the anonymizer's answers: checked edits, rules that finish the job, refusals."""

import json

import pytest
from msgspec import structs

from fake_engine import CutOff, FakeEngine, Reply, last_turn
from penname.domain.changes import ChangeOrigin, Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.listener import SilentListener
from penname.engine.requests import Request
from penname.roles import part_rewrite
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles

TEXT = "I moved to Leeds with my husband. The rent is fine and I work nights. I wrote this on the bus home."
GOAL = Goal(("location", "occupation", "relationship"), frozenset(("location", "occupation", "relationship")))
LOCATION = Inference("location", '"moved to Leeds" says so.', ("Leeds, United Kingdom", "York", "Hull"), 4)
OCCUPATION = Inference("occupation", '"work nights" points to shifts.', ("nurse", "guard", "driver"), 3)
IN_LEEDS = Verdict("location", Validity.HIGH, ("moved to Leeds",), "lives in Leeds")
NIGHTS = Verdict("occupation", Validity.MEDIUM, ("work nights",), "works in shifts")


def attacked(*inferences: Inference) -> Attacked:
    return Attacked(inferences, (TextPart(0, len(TEXT), inferences),))


def edits(*pairs: tuple[str, str]) -> str:
    return "\n".join(json.dumps({"find": f, "replace": r}, ensure_ascii=False) for f, r in pairs)


def answering(*replies: Reply) -> FakeEngine:
    left = list(replies)

    def script(request: Request) -> Reply:
        return left.pop(0)

    return FakeEngine(script)


STARTER = structs.replace(load_pack("starter"), writer=None)  # it words changes itself, as it was trained to
FREE = structs.replace(STARTER, anonymizer=structs.replace(STARTER.anonymizer, answers=("edits",)))
DEFAULT = load_pack("default")
WHOLE = structs.replace(
    DEFAULT, anonymizer=structs.replace(DEFAULT.anonymizer, answers=("explanation", "edits", "text"))
)


def rewrite(engine, attributes, found, execute, *, goal=GOAL, pack=FREE, **more):
    if engine.pack != "starter":
        pack = WHOLE
    return Roles(engine, attributes, pack=pack).rewrite(RewriteRequest(TEXT, found, execute, goal, **more))


def test_the_starter_only_chooses_what_is_to_stand_in_the_place_of_the_evidence(attributes):
    engine = answering(edits(("moved to Leeds", "moved away"), ("work nights", "work")))
    rewritten = rewrite(engine, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS], pack=STARTER)
    assert [(c.before, c.after) for c in rewritten.changes] == [("to Leeds", "away"), (" nights", "")]
    other = answering(edits(("my husband", "my partner"), ("work nights", "work")))
    with pytest.raises(AssertionError, match="the grammar refuses"):
        rewrite(other, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS], pack=STARTER)


class CountsTokens(SilentListener):
    def __init__(self) -> None:
        self.written: list[int] = []

    def on_tokens(self, written: int, seconds: float) -> None:
        self.written.append(written)


def test_only_what_writes_counts_in_the_speed(attributes):
    engine, listener = answering(edits(("moved to Leeds", "moved"), ("work nights", "work"))), CountsTokens()
    roles = Roles(engine, attributes, listener, pack=STARTER)
    roles.rewrite(RewriteRequest(TEXT, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS], GOAL))
    assert len(listener.written) == 1
    assert all(listener.written)


def test_evidence_that_overlaps_is_put_to_the_model_once(attributes):
    longer = Verdict("occupation", Validity.MEDIUM, ("Leeds with my husband", "work nights"), "x")
    engine = answering(edits(("moved to Leeds", "moved away"), ("work nights", "work")))
    rewritten = rewrite(engine, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, longer], pack=STARTER)
    assert len(rewritten.changes) == 2


def test_changes_name_the_attributes_whose_evidence_they_touch(attributes):
    engine = answering(edits(("moved to Leeds", "moved to a city"), ("I work nights", "I work")))
    rewritten = rewrite(engine, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS])
    assert [(c.before, c.after, c.attributes) for c in rewritten.changes] == [
        ("Leeds", "a city", ("location",)),
        (" nights", "", ("occupation",)),
    ]


def test_edits_that_may_not_be_made_are_dropped_with_their_reason(attributes):
    goal = Goal(GOAL.attributes, GOAL.protect, locked=("the bus home",))
    engine = answering(
        edits(
            ("moved to Leeds", "moved to York"),
            ("my husband", "my wife"),
            ("The rent is fine and I work nights", "Fine"),
            ("the bus home", "the way"),
            ("I work nights", "I work"),
        ),
        edits(("moved to Leeds", "moved to a city")),
    )
    rewritten = rewrite(engine, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS], goal=goal)
    assert apply_changes(TEXT, rewritten.changes) == (
        "I moved to a city with my husband. The rent is fine and I work. I wrote this on the bus home."
    )
    assert {dropped.find: dropped.reason for dropped in rewritten.dropped} == {
        "moved to Leeds": "it would put another name in its place",
        "my husband": "it would say something else instead of less",
        "The rent is fine and I work nights": "it would remove a whole sentence",
        "the bus home": "you said that these words must stay",
    }


def test_what_was_rejected_is_not_proposed_again(attributes):
    engine = answering(edits(("work nights", "work")), edits(("work nights", "work late")))
    rewritten = rewrite(
        engine, attributes, attacked(OCCUPATION), [NIGHTS], avoid=((" nights", ""),), attempt=2
    )
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("nights", "late")
    assert [dropped.reason for dropped in rewritten.dropped] == ["you rejected it before"]


def test_evidence_nobody_touched_is_asked_for_once_more_alone(attributes):
    engine = answering(edits(("moved to Leeds", "moved to a city")), edits(("work nights", "work")))
    rewritten = rewrite(engine, attributes, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS])
    assert [last_turn(request).split("reveals ")[1] for request in engine.requests] == [
        "location, occupation.",
        "occupation.",
    ]
    assert "nights" not in apply_changes(TEXT, rewritten.changes)
    assert len(rewritten.changes) == 2


RULE = Edit("with my husband", "with my partner", ("relationship",), ChangeOrigin.RULE)
MARRIED = Inference("relationship", '"my husband"', ("married",), 5, Source.RULE, ("my husband",), (RULE,))
HUSBAND = Verdict("relationship", Validity.HIGH, ("my husband",), "is married")


def test_a_rule_generalizes_what_the_model_left_standing(attributes):
    engine = answering(edits(("work nights", "work")))
    rewritten = rewrite(engine, attributes, attacked(OCCUPATION, MARRIED), [HUSBAND, NIGHTS])
    assert len(engine.requests) == 1
    assert [(c.before, c.after, c.origin) for c in rewritten.changes] == [
        ("husband", "partner", ChangeOrigin.RULE),
        (" nights", "", ChangeOrigin.MODEL),
    ]
    assert rewritten.changes[0].attributes == ("relationship",)


def test_a_rule_takes_the_place_of_an_edit_that_keeps_the_telling_words(attributes):
    engine = answering(edits(("Leeds with my husband", "town with my husband")))
    rewritten = rewrite(engine, attributes, attacked(MARRIED), [HUSBAND])
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("husband", "partner")


def test_a_phrase_the_user_marked_is_acted_on_although_nobody_inferred_it(attributes):
    marked = Verdict("location", Validity.HIGH, ("the bus home",), "", "You marked this phrase.")
    engine = answering(edits(("the bus home", "the way home")))
    rewritten = rewrite(engine, attributes, attacked(OCCUPATION), [marked])
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("the bus home", "the way home")
    assert rewritten.changes[0].attributes == ("location",)


def test_nothing_usable_is_refused_in_a_sentence(attributes):
    bad = edits(("moved to Leeds", "moved to York"))
    rewritten = rewrite(answering(bad, bad), attributes, attacked(LOCATION), [IN_LEEDS])
    assert rewritten.changes == ()
    assert rewritten.refused == part_rewrite.NO_CHANGE
    assert len(rewritten.dropped) == 1


def test_nothing_to_act_on_asks_nobody(attributes):
    gone = Verdict("location", Validity.HIGH, ("words that are not there",))
    engine = answering()
    assert rewrite(engine, attributes, attacked(LOCATION), [gone]).refused == part_rewrite.NO_CHANGE


def test_a_second_attempt_samples_anew(attributes):
    reply = edits(("moved to Leeds", "moved to a city"))
    engine = answering(reply, reply, reply)
    for attempt in (1, 1, 2):
        rewrite(engine, attributes, attacked(LOCATION), [IN_LEEDS], attempt=attempt)
    first, again, second = (request.sampling for request in engine.requests)
    assert first == again
    assert second.seed != first.seed
    assert second.temperature >= 0.5


def default(*replies: Reply) -> FakeEngine:
    engine = answering(*replies)
    engine.pack = "default"
    return engine


EXPLAINED = "explanation: The city is not named any more.\n"


def test_a_large_model_may_answer_with_the_whole_text(attributes):
    whole = TEXT.replace("moved to Leeds", "moved to a city")
    engine = default(f"{EXPLAINED}#\n{whole}")
    rewritten = rewrite(engine, attributes, attacked(LOCATION), [IN_LEEDS])
    assert apply_changes(TEXT, rewritten.changes) == whole
    assert rewritten.changes[0].attributes == ("location",)
    assert rewritten.explanation == "The city is not named any more."


def test_a_whole_text_that_was_cut_off_is_refused(attributes):
    rewritten = rewrite(
        default(CutOff(f"{EXPLAINED}#\nI moved to")), attributes, attacked(LOCATION), [IN_LEEDS]
    )
    assert rewritten.refused == part_rewrite.CUT_OFF


def test_the_same_text_again_is_refused(attributes):
    again = edits(("moved to Leeds", "moved to Leeds"))
    engine = default(f"{EXPLAINED}#\n{TEXT}", again)
    assert rewrite(engine, attributes, attacked(LOCATION), [IN_LEEDS]).refused == part_rewrite.NO_CHANGE


@pytest.mark.parametrize("whole", ["On the bus.", ""])
def test_a_whole_text_that_is_far_too_short_is_refused(attributes, whole):
    rewritten = rewrite(default(f"{EXPLAINED}#\n{whole}"), attributes, attacked(LOCATION), [IN_LEEDS])
    assert rewritten.refused == part_rewrite.TOO_SHORT
    assert rewritten.changes == ()


def test_where_the_model_says_the_same_again_nothing_is_told(attributes):
    same = edits(("work nights", "work nights"))
    rewritten = rewrite(answering(same, same), attributes, attacked(OCCUPATION), [NIGHTS], pack=STARTER)
    assert rewritten.dropped == ()
    assert rewritten.refused == part_rewrite.NO_CHANGE
