"""Sentences by any instruct model: asked for the marked ones alone, proposed where the rules let them."""

import pytest
from msgspec import structs

from fake_engine import CutOff, FakeEngine, last_turn
from penname.domain.changes import Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.engine.grammar.matcher import GrammarMatcher
from penname.roles.packs import load_pack
from penname.roles.part_rewrite import NO_CHANGE
from penname.roles.rewrite_request import Aim, Feedback, RewriteRequest
from penname.roles.roles import Roles
from penname.roles.writing.answer import Became, WrittenSentence, anew_grammar, read_anew
from penname.roles.writing.critic import Critic

TEXT = "Quick one. I moved to Leeds with my cat.  It is fun here.\n\nI drive the 208 at night. Bye!"
GOAL = Goal(("location", "occupation"), frozenset(("location", "occupation")))
IN_LEEDS = Verdict("location", Validity.HIGH, ("Leeds",), notes="It is named.")
DRIVER = Verdict("occupation", Validity.HIGH, ("drive the 208",), notes="It is a bus.")
READ = (Inference("location", "", ("Leeds, United Kingdom",), 4), Inference("occupation", "", ("driver",), 4))
GOOD = "2: I moved to a city with my cat.\n4: I work at night."


def rewritten(attributes, *replies, execute=(IN_LEEDS, DRIVER), goal=GOAL, read=READ, pack=None, **more):
    """What is made of answers, the last of which comes again; and the requests."""
    left = list(replies)
    engine = FakeEngine(lambda _: left.pop(0) if len(left) > 1 else left[0], pack="default")
    request = RewriteRequest(TEXT, Attacked(read, (TextPart(0, len(TEXT), read),)), execute, goal, **more)
    return Roles(engine, attributes, pack=pack).rewrite(request), engine.requests


def test_the_marked_sentences_alone_are_asked_for_in_the_whole_text(attributes):
    proposed, requests = rewritten(attributes, GOOD)
    assert apply_changes(TEXT, proposed.changes) == (
        "Quick one. I moved to a city with my cat.  It is fun here.\n\nI work at night. Bye!"
    )
    assert [change.attributes for change in proposed.changes] == [("location",), ("occupation",)]
    assert len(requests) == load_pack("default").writer.candidates
    asked = last_turn(requests[0])
    assert "|2 I moved to [Leeds] with my cat.|  |3 It is fun here.|" in asked
    assert "so that it can no longer be told: 2, 4." in asked
    matcher = GrammarMatcher(requests[0].grammar, requests[0].source)
    assert matcher.ended(matcher.feed(matcher.start, GOOD.encode()))
    assert not matcher.feed(matcher.start, b"1: Quick")


def test_a_sentence_that_may_not_stand_is_told_with_the_reason(attributes):
    proposed, _ = rewritten(attributes, GOOD.replace("I moved to a city", "The author moved"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("drive the 208", "work")
    (dropped,) = proposed.dropped
    assert dropped.find == "I moved to Leeds with my cat."
    assert dropped.replace == "The author moved with my cat."
    assert dropped.reason == "the model wrote about the author"


def test_another_answer_stands_in_for_one_that_may_not(attributes):
    proposed, _ = rewritten(attributes, GOOD.replace("a city", "York"), GOOD)
    assert "moved to a city" in apply_changes(TEXT, proposed.changes)
    assert proposed.dropped == ()


def test_what_readers_would_not_like_is_told_too(attributes):
    pack = load_pack("default")
    strict = structs.replace(pack.writer, critic=Critic({}, bias=-9.0, least=0.5))
    proposed, _ = rewritten(attributes, GOOD, pack=structs.replace(pack, writer=strict))
    assert proposed.refused == NO_CHANGE
    assert {dropped.reason for dropped in proposed.dropped} == {"readers would probably stumble over it"}


def test_where_nothing_may_stand_the_rule_edits_what_is_stated(attributes):
    told = structs.replace(READ[0], edits=(Edit("to Leeds", "to a city"),))
    proposed, _ = rewritten(attributes, GOOD.replace("I moved to a city", "They moved"), read=(told, READ[1]))
    assert "I moved to a city with my cat." in apply_changes(TEXT, proposed.changes)


def test_nonsense_proposes_nothing_and_says_why(attributes):
    proposed, _ = rewritten(attributes, "2: zx zx qq zx zx qq\n4: 愛 the the the")
    assert proposed.changes == ()
    assert proposed.refused == NO_CHANGE
    assert len(proposed.dropped) == 2


def test_a_sentence_that_broke_off_is_not_used(attributes):
    proposed, _ = rewritten(attributes, CutOff("2: I moved to a city with my cat.\n4: I work at"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("Leeds", "a city")


def test_where_nothing_is_marked_nothing_is_asked(attributes):
    proposed, requests = rewritten(attributes, GOOD, goal=structs.replace(GOAL, locked=("Leeds", "the 208")))
    assert requests == []
    assert proposed.refused == NO_CHANGE


@pytest.mark.parametrize(
    "more",
    [
        {"feedback": Feedback.INFERENCES},
        {"feedback": Feedback.NONE},
        {"aims": (Aim("location", "Graz, Austria"), Aim("occupation", "baker"))},
    ],
)
def test_what_a_paper_shows_its_anonymizer_is_shown_to_the_packs_own(attributes, more):
    edits = 'explanation: x\n{"find": "at night", "replace": "then"}'
    _, requests = rewritten(attributes, edits, **more)
    assert "Then write one edit a line" in last_turn(requests[0])


def test_a_pack_that_asks_for_the_whole_text_gets_it(attributes):
    pack = load_pack("default")
    asks = structs.replace(pack.anonymizer, answers=("explanation", "text"))
    whole = structs.replace(pack, anonymizer=asks)
    after = TEXT.replace("Leeds", "a city")
    proposed, _ = rewritten(attributes, f"explanation: x\n#\n{after}", execute=(IN_LEEDS,), pack=whole)
    assert apply_changes(TEXT, proposed.changes) == after


def test_an_answer_is_read_as_it_was_written():
    grammar = GrammarMatcher(anew_grammar({2: "A sentence.", 11: "Another."}))
    text = "2: So 3: it is.\n11: Well"
    assert grammar.ended(grammar.feed(grammar.start, text.encode()))
    assert read_anew(text) == {
        2: WrittenSentence(Became.VAGUER, "So 3: it is."),
        11: WrittenSentence(Became.VAGUER, "Well"),
    }
    assert read_anew("2:\nno\n11: ") == {}
