"""Rewrites by any instruct model: it says what is to stand in the place of a mark, if the rules let it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fake_engine import CutOff, FakeEngine, FakeHandle, last_turn
from penname.domain.changes import Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.tokens import occurrences
from penname.engine.client import Answer
from penname.engine.grammar.matcher import GrammarMatcher
from penname.models.files import MakersSampling
from penname.roles.packs import load_pack
from penname.roles.part_rewrite import NO_CHANGE
from penname.roles.rewrite_request import Aim, Feedback, RewriteRequest
from penname.roles.roles import Roles
from penname.roles.writing.critic import Critic
from penname.roles.writing.filling import Gaps, fills_grammar, known_words, read_fills

TEXT = "Quick one. I moved to Leeds with my cat.  It is fun here.\n\nI drive the 208 at night. Bye!"
GOAL = Goal(("location", "occupation"), frozenset(("location", "occupation")))
IN_LEEDS = Verdict("location", Validity.HIGH, ("Leeds",), notes="It is named.")
DRIVER = Verdict("occupation", Validity.HIGH, ("drive the 208",), notes="It is a bus.")
PACK = load_pack("default")
WORDS_ALONE = structs.replace(PACK, writer=structs.replace(PACK.writer, omission=None))  # nothing is left out
READ = (Inference("location", "", ("Leeds, United Kingdom",), 4), Inference("occupation", "", ("driver",), 4))
GOOD = "2: I moved to a city with my cat.\n4: I work at night."


def rewritten(
    attributes, *replies, execute=(IN_LEEDS, DRIVER), goal=GOAL, read=READ, pack=WORDS_ALONE, **more
):
    """What is made of answers, the last of which comes again; and the requests."""
    left = list(replies)
    engine = FakeEngine(lambda _: left.pop(0) if len(left) > 1 else left[0], pack="default")
    request = RewriteRequest(TEXT, Attacked(read, (TextPart(0, len(TEXT), read),)), execute, goal, **more)
    return Roles(engine, attributes, pack=pack).rewrite(request), engine.requests


def test_it_sees_the_whole_text_and_is_asked_about_the_marks_alone(attributes):
    proposed, requests = rewritten(attributes, GOOD)
    assert apply_changes(TEXT, proposed.changes) == (
        "Quick one. I moved to a city with my cat.  It is fun here.\n\nI work at night. Bye!"
    )
    assert [change.attributes for change in proposed.changes] == [("location",), ("occupation",)]
    assert len(requests) == load_pack("default").writer.candidates
    assert len({request.sampling.seed for request in requests}) == len(requests)
    asked = last_turn(requests[0])
    assert "|2 I moved to [Leeds] with my cat.|  |3 It is fun here.|" in asked
    assert "no longer tell it: 2, 4." in asked


@pytest.mark.parametrize("advised", [MakersSampling(0.6, 0.8), None])
def test_all_answers_but_the_likeliest_are_drawn_as_its_makers_advise(attributes, monkeypatch, advised):
    info = FakeEngine(lambda _: "", pack="default").info
    monkeypatch.setattr(FakeEngine, "info", structs.replace(info, sampling=advised))
    _, (first, *others) = rewritten(attributes, GOOD)
    assert first.sampling.temperature == 0
    drawn = {(request.sampling.temperature, request.sampling.top_p) for request in others}
    assert drawn == ({(0.6, 0.8)} if advised else {(0.7, 0.95)})


def test_it_has_the_words_of_the_text_without_the_marked_ones_and_those_of_careful_writers(attributes):
    _, (request, *_) = rewritten(attributes, GOOD)
    matcher = GrammarMatcher(request.grammar, request.source)
    for fill, known in (("somewhere", True), ("Leeds", False), ("York", False), ("my cat", True)):
        answer = f"2: I moved to {fill} with my cat.\n"
        assert bool(matcher.feed(matcher.start, answer.encode())) is known
    assert not matcher.feed(matcher.start, b"2: We")
    assert not matcher.feed(matcher.start, b"1: Quick")


def test_in_another_language_it_has_any_words(attributes):
    text = "Ich wohne mit meiner Katze in Leeds und finde es dort nicht schlecht, auch wenn es regnet."
    engine = FakeEngine(lambda _: f"1: {text.replace('Leeds', 'der Gegend')}", pack="default")
    request = RewriteRequest(text, Attacked(READ, (TextPart(0, len(text), READ),)), (IN_LEEDS,), GOAL)
    changes = Roles(engine, attributes).rewrite(request).changes
    matcher = GrammarMatcher(engine.requests[0].grammar, engine.requests[0].source)
    assert matcher.feed(matcher.start, f"1: {text.replace('Leeds', 'einer Großstadt')}".encode())
    assert apply_changes(text, changes) in (text, text.replace("Leeds", "der Gegend"))


def test_a_sentence_that_may_not_stand_is_told_with_the_reason(attributes):
    proposed, _ = rewritten(attributes, GOOD.replace("a city", "nobody"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("drive the 208", "work")
    (dropped,) = proposed.dropped
    assert dropped.find == "I moved to Leeds with my cat."
    assert dropped.replace == "I moved to nobody with my cat."
    assert dropped.reason == "it would turn what the sentence says"


def test_another_answer_stands_in_for_one_that_may_not(attributes):
    proposed, _ = rewritten(attributes, GOOD.replace("a city", "nobody"), GOOD)
    assert "moved to a city with" in apply_changes(TEXT, proposed.changes)
    assert proposed.dropped == ()


def test_what_readers_would_not_like_is_told_too(attributes):
    pack = WORDS_ALONE
    strict = structs.replace(pack.writer, critic=Critic({}, bias=-9.0, least=0.5))
    proposed, _ = rewritten(attributes, GOOD, pack=structs.replace(pack, writer=strict))
    assert proposed.refused == NO_CHANGE
    assert {dropped.reason for dropped in proposed.dropped} == {"readers would probably stumble over it"}


def test_where_nothing_may_stand_the_rule_edits_what_is_stated(attributes):
    told = structs.replace(READ[0], edits=(Edit("to Leeds", "to a city"),))
    reply = GOOD.replace("to a city", "never")
    proposed, _ = rewritten(attributes, reply, read=(told, READ[1]))
    assert "I moved to a city with my cat." in apply_changes(TEXT, proposed.changes)


def test_what_leaves_a_mark_out_is_not_written(attributes):
    proposed, _ = rewritten(attributes, GOOD.replace("to a city", "to"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("drive the 208", "work")


@pytest.mark.parametrize(
    ("losses", "unsure"), [((3.9,) * 9, False), ((4.1,) * 9, True), ((0.1,) * 4 + (10.1,) + (0.1,) * 4, True)]
)
def test_what_the_model_itself_finds_unlikely_is_refused(attributes, monkeypatch, losses, unsure):
    result = FakeHandle.result

    def with_losses(handle: FakeHandle, timeout: float | None = None) -> Answer:
        answer = result(handle, timeout)
        ends = tuple(len(answer.text) * (number + 1) // 9 for number in range(9))
        return structs.replace(answer, losses=losses, ends=ends)

    monkeypatch.setattr(FakeHandle, "result", with_losses)
    proposed, _ = rewritten(attributes, GOOD.partition("\n")[0], execute=(IN_LEEDS,))
    assert bool(proposed.refused) is unsure
    assert {dropped.reason for dropped in proposed.dropped} == (
        {"the model itself was not sure of it"} if unsure else set()
    )


def test_a_sentence_that_broke_off_is_not_written(attributes):
    proposed, _ = rewritten(attributes, CutOff(GOOD.removesuffix("night.")))
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


@pytest.mark.parametrize(
    ("sentence", "marks", "written", "after"),
    [
        ("In Leeds it rains.", ["In Leeds"], " here it rains.", "Here it rains."),
        ("in Leeds it rains.", ["in Leeds"], " here it rains.", "here it rains."),
        ("I (from Leeds) moved.", ["from Leeds"], " I ( away) moved.", "I (away) moved."),
        ("I moved to Leeds.", ["to Leeds"], " I moved.", None),
        ("We sold a van, a bus.", ["van", "bus"], " We sold a car, a bike.", "We sold a car, a bike."),
        ("We sold a van, a bus.", ["van", "bus"], " We sold a car.", None),
        ("We sold a van.", ["van"], " We had a car.", None),
    ],
)
def test_a_sentence_is_read_with_its_fills(sentence, marks, written, after):
    gaps = Gaps(sentence, [occurrences(sentence, mark)[0] for mark in marks])
    found = read_fills(f"7:{written}", {7: gaps})
    assert (found[7].text if found else None) == after


_PLAIN = st.text(st.sampled_from("ab .,(é"), min_size=1, max_size=20)


@given(_PLAIN, st.integers(0, 19), st.integers(1, 9), st.sampled_from(["so", "so it is"]))
def test_an_answer_is_read_as_it_was_written(sentence, start, size, fill):
    sentence, start = sentence.strip() or "a", min(start, len(sentence.strip() or "a") - 1)
    gaps = Gaps(sentence, [(start, min(start + size, len(sentence)))])
    before, after = gaps.kept
    written = f" {before.rstrip(' ')}" if before.strip() else ""
    answer = f"3:{written} {fill}{after.rstrip(' ')}"
    matcher = GrammarMatcher(fills_grammar({3: gaps}, in_known_words=True), "so it is")
    assert matcher.ended(matcher.feed(matcher.start, answer.encode()))
    assert read_fills(answer, {3: gaps})[3].text.split() == gaps.filled([fill]).split()


def test_a_sentence_has_the_losses_of_its_fills_and_of_what_goes_on_behind():
    sentence = "I live in Leeds now."
    pieces = [("1:", 9.0), (" I", 9.0), (" live", 9.0), (" here", 2.0), (" now", 1.0), (".", 9.0)]
    ends = [sum(len(text) for text, _ in pieces[: last + 1]) for last in range(len(pieces))]
    gaps = Gaps(sentence, occurrences(sentence, "in Leeds"))
    answer = "".join(text for text, _ in pieces)
    found = read_fills(answer, {1: gaps}, [loss for _, loss in pieces], ends)
    assert found[1].text == "I live here now."
    assert found[1].losses == (2.0, 1.0)


def test_of_the_marked_words_it_has_those_that_say_nothing_and_everyday_ones():
    gaps = Gaps("I live in the Leeds", [(2, 19)])
    assert known_words("I live in the Leeds, a city", [gaps], "live some") == "I in the a city live some"


def test_whether_such_texts_are_read_at_all_is_asked_once_and_not_in_each_round(attributes):
    asked_about: list[str] = []

    def losses(request):
        asked_about.append(request.source)
        return (0.5,) * 8

    def answer(request):
        numbers = last_turn(request).rpartition("no longer tell it: ")[2].partition(".")[0]
        return "\n".join(line for line in GOOD.splitlines() if line[0] in numbers)

    engine = FakeEngine(answer, pack="default", losses=losses)
    roles, text, whole = Roles(engine, attributes), TEXT, []
    for execute in ((IN_LEEDS,), (DRIVER,), (DRIVER,)):
        asked_about.clear()
        request = RewriteRequest(text, Attacked(READ, (TextPart(0, len(text), READ),)), execute, GOAL)
        changes = roles.rewrite(request).changes
        whole.append(f"\n{text}" in asked_about)
        text = apply_changes(text, changes)
    assert "Leeds" not in text
    assert whole == [True, False, False]


@pytest.mark.parametrize(("surprise", "left_out"), [(0.5, True), (6.0, False)])
def test_what_it_finds_no_words_for_is_left_out_where_the_rest_reads_on(attributes, surprise, left_out):
    """By the model's own losses, of what stands behind the gap."""
    text = TEXT.replace("Bye!", "Thanks for all the things that everybody wrote to me last week, by the way.")

    def losses(request):
        gone = "night" not in request.given
        return (surprise if gone else 0.5,) * 8

    liked_by_nobody = structs.replace(PACK.writer, critic=structs.replace(PACK.writer.critic, least=1.0))
    engine = FakeEngine(lambda _: "4: I work at night.", pack="default", losses=losses)
    roles = Roles(engine, attributes, pack=structs.replace(PACK, writer=liked_by_nobody))
    request = RewriteRequest(text, Attacked(READ, (TextPart(0, len(text), READ),)), (DRIVER,), GOAL)
    changes = roles.rewrite(request).changes
    assert bool(changes) is left_out
    if changes:
        assert apply_changes(text, changes) == text.replace("I drive the 208 at night. ", "")
        assert {name for change in changes for name in change.attributes} == {"occupation"}
