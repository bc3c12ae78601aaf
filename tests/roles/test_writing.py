"""The writer: what it is shown, what its answers do to the text, and what it may not do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fake_engine import CutOff, FakeEngine
from penname.domain.changes import Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.sentences import sentences
from penname.domain.tokens import occurrences
from penname.engine.client import ProbeReading
from penname.engine.grammar.matcher import GrammarMatcher
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import Aim, RewriteRequest
from penname.roles.roles import Roles
from penname.roles.writing.answer import Became, WrittenSentence, answer_grammar, read_answer
from penname.roles.writing.authored import Authored
from penname.roles.writing.critic import Critic, signs
from penname.roles.writing.marking import mark
from penname.roles.writing.omission import unsays
from penname.roles.writing.spelling import as_spelt

TEXT = "Quick one. I drive the 208 in Leeds.  It is fun.\n\nThirty-one years of it. Bye!"
GOAL = Goal(("location", "occupation"), frozenset(("location", "occupation")))
DRIVER = Verdict("occupation", Validity.HIGH, ("drive the 208", "Thirty-one years"), "drives a bus")
IN_LEEDS = Verdict("location", Validity.HIGH, ("Leeds",), "lives in Leeds")
READ = tuple(Inference(name, "", ("somewhere",), 4) for name in ("location", "occupation"))
PACK = load_pack("writer")
PACK = structs.replace(
    PACK,
    writer=structs.replace(PACK.writer, candidates=1, in_any_words=False, critic=None),
)
READS = structs.replace(load_pack("starter"), writer=None)  # and leaves nothing out
KEPT = "1 keep\n2 keep\n3 keep\n4 keep\n5 keep"
FOUND = Attacked(READ, (TextPart(0, len(TEXT), READ),))


def written(attributes, reply, execute=(DRIVER, IN_LEEDS), goal=GOAL, *, aims=(), avoid=(), attempt=1):
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: reply, pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
    rewritten = roles.rewrite(RewriteRequest(TEXT, FOUND, execute, goal, avoid, attempt, aims=aims))
    (request,) = writer.requests
    return rewritten, request


def test_what_tells_is_marked_in_the_whole_text_and_its_sentences_are_numbered(attributes):
    _, request = written(attributes, "1 keep\n2 keep\n3 keep\n4 vaguer Years of it.\n5 keep")
    system, user = request.messages
    assert system.content.startswith("You edit posts")
    assert user.content == (
        "Hide: location, occupation\n"
        "Text: |1 Quick one.| |2 I [drive the 208] in [Leeds].|  |3 It is fun.|\n\n"
        "|4 [Thirty-one years] of it.| |5 Bye!|"
    )


def test_sentences_are_changed_word_by_word_or_said_anew(attributes):
    rewritten, _ = written(
        attributes, "1 keep\n2 vaguer I drive a bus.\n3 keep\n4 vaguer Years of it.\n5 keep"
    )
    assert (
        apply_changes(TEXT, rewritten.changes) == "Quick one. I drive a bus.  It is fun.\n\nYears of it. Bye!"
    )
    assert [(one.before, one.after) for one in rewritten.changes] == [
        ("the 208 in Leeds", "a bus"),
        ("Thirty-one years", "Years"),
    ]
    assert [one.attributes for one in rewritten.changes] == [("occupation", "location"), ("occupation",)]
    rewritten, _ = written(attributes, "1 keep\n2 recast Work is my life.\n3 keep\n4 keep\n5 keep")
    (change,) = rewritten.changes
    assert (change.before, change.after) == ("I drive the 208 in Leeds.", "Work is my life.")


def test_a_change_serves_what_it_stands_at_and_nothing_else_that_its_sentence_tells(attributes):
    """“Leeds” still stands: that nobody can tell the place any more must not be said."""
    rewritten, _ = written(attributes, KEPT.replace("2 keep", "2 vaguer Well, I drive a bus in Leeds."))
    assert [(one.after, one.attributes) for one in rewritten.changes] == [
        ("Well, ", ("occupation",)),
        ("a bus", ("occupation",)),
    ]


def test_a_rewrite_that_takes_no_evidence_is_only_offered_in_one_piece(attributes):
    """It serves all that its sentence tells; asked once more where evidence stands by then."""
    liked = structs.replace(PACK.writer, critic=Critic({}, bias=2.0, least=0.5))
    writer = FakeEngine(lambda _: KEPT.replace("2 keep", "2 vaguer We drive a bus now."), pack="writer")
    roles = Roles(
        FakeEngine(lambda _: ""), attributes, pack=READS, writer=(writer, structs.replace(PACK, writer=liked))
    )
    roles.rewrite.__self__._authored.marked.update({"drive the 208": "occupation", "Leeds": "location"})
    years = structs.replace(DRIVER, evidence=("Thirty-one years",))
    first = roles.rewrite(RewriteRequest(TEXT, FOUND, (years,), GOAL))
    assert not first.changes
    (offered,) = first.alternatives
    assert (offered.before, offered.after) == ("I drive the 208 in Leeds", "We drive a bus now")
    assert set(offered.attributes) == {"location", "occupation"}
    roles.rewrite(RewriteRequest(TEXT, FOUND, (years,), GOAL))
    assert len(writer.requests) == 1
    later = roles.rewrite(RewriteRequest(TEXT, FOUND, (years, IN_LEEDS), GOAL))
    assert apply_changes(TEXT, later.changes) == TEXT.replace(offered.before, offered.after)


def test_nothing_to_change_is_a_refusal(attributes):
    rewritten, _ = written(attributes, KEPT)
    assert rewritten.refused
    assert not rewritten.changes


def test_a_line_that_broke_off_is_not_used(attributes):
    rewritten, _ = written(attributes, CutOff("1 keep\n2 vaguer I drive a bus.\n3 keep\n4 recast For some"))
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("the 208 in Leeds", "a bus")


def test_a_sentence_is_changed_as_a_whole_or_not_at_all(attributes):
    """Of the two changes one touches what the user locked."""
    reply = "1 keep\n2 vaguer We drive a bus in Leeds.\n3 keep\n4 vaguer Years of it.\n5 keep"
    goal = structs.replace(GOAL, locked=("208",))
    rewritten, _ = written(attributes, reply, goal=goal)
    assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("Thirty-one years", "Years")
    assert [one.reason for one in rewritten.dropped] == ["you said that these words must stay"]
    rewritten, _ = written(attributes, reply, avoid=[("the 208", "a bus")])
    assert [one.reason for one in rewritten.dropped] == ["you rejected it before"]


def test_locked_words_are_not_marked(attributes):
    goal = structs.replace(GOAL, locked=("Leeds", "Thirty-one"))
    _, request = written(attributes, KEPT, goal=goal)
    assert "|2 I [drive the 208] in Leeds.|" in request.messages[-1].content


@pytest.mark.parametrize("sign", "[]|")
def test_marks_never_enter_the_text(attributes, sign):
    rewritten, _ = written(
        attributes, f"1 keep\n2 recast I drive {sign}a bus.\n3 keep\n4 vaguer Years of it.\n5 keep"
    )
    assert sign not in apply_changes(TEXT, rewritten.changes)


def test_towards_targets(attributes):
    aims = (Aim("location", "Graz"), Aim("occupation", "baker"))
    _, request = written(
        attributes, "1 keep\n2 vaguer I drive the van in Graz.\n3 keep\n4 keep\n5 keep", aims=aims
    )
    assert request.messages[-1].content.startswith("Mislead: location -> Graz, occupation -> baker\nText: ")


def test_another_attempt_may_differ(attributes):
    _, first = written(attributes, "1 keep\n2 vaguer I drive.\n3 keep\n4 vaguer Years of it.\n5 keep")
    _, second = written(
        attributes, "1 keep\n2 vaguer I drive.\n3 keep\n4 vaguer Years of it.\n5 keep", attempt=3
    )
    assert first.sampling.temperature == 0
    assert second.sampling.temperature > 0
    assert second.sampling.seed != first.sampling.seed


def test_what_a_rule_would_edit_is_marked_too(attributes):
    told = structs.replace(READ[1], edits=(Edit("Bye", ""),))
    found = Attacked((READ[0], told), (TextPart(0, len(TEXT), (READ[0], told)),))
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: KEPT, pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
    roles.rewrite(RewriteRequest(TEXT, found, (DRIVER,), GOAL))
    assert "|5 [Bye]!|" in writer.requests[0].messages[-1].content


def test_where_the_writer_lets_a_stated_value_stand_the_rule_edits_it(attributes):
    told = structs.replace(READ[0], edits=(Edit("in Leeds", "in a city"),))
    found = Attacked((told, READ[1]), (TextPart(0, len(TEXT), (told, READ[1])),))
    for reply, after in (
        (KEPT, "I drive the 208 in a city."),
        (KEPT.replace("2 keep", "2 vaguer I drive a bus in Leeds."), "I drive a bus in a city."),
        (KEPT.replace("2 keep", "2 vaguer I drive a bus."), "I drive a bus."),
        (KEPT.replace("2 keep", "2 recast I drive [a bus]."), "I drive the 208 in a city."),
    ):
        reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _, r=reply: r, pack="writer")
        roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
        rewritten = roles.rewrite(RewriteRequest(TEXT, found, (DRIVER, IN_LEEDS), GOAL))
        assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("I drive the 208 in Leeds.", after)
    locked = structs.replace(GOAL, locked=("Leeds",))
    assert roles.rewrite(RewriteRequest(TEXT, found, (IN_LEEDS,), locked)).refused


def test_no_sentence_is_left_out(attributes):
    _, request = written(attributes, KEPT)
    matcher = GrammarMatcher(request.grammar, request.source)
    assert not matcher.feed(matcher.start, b"1 cut")


def test_only_towards_targets_it_writes_words_nobody_gave_it(attributes):
    _, request = written(attributes, KEPT)
    matcher = GrammarMatcher(request.grammar, request.source)
    assert matcher.feed(matcher.start, b"1 keep\n2 vaguer I drive somewhere, fun.")
    assert not matcher.feed(matcher.start, b"1 keep\n2 vaguer I drive a locomotive")
    _, request = written(attributes, KEPT, aims=(Aim("location", "Graz"),))
    matcher = GrammarMatcher(request.grammar, request.source)
    assert matcher.feed(matcher.start, b"1 keep\n2 vaguer I drive a locomotive in Graz.")


_SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 12)), max_size=6)


@given(st.text(st.sampled_from("ab .!?\n’é"), max_size=60), _SPANS)
def test_a_marked_text_is_the_text(text, spans):
    marks = [(start, min(start + size, len(text))) for start, size in spans if start < len(text)]
    marked = mark(text, sentences(text), marks)
    assert all(any(character.isalnum() for character in text[a:b]) for a, b in marked.sentences)
    shown = marked.shown
    for number in range(1, len(marked.sentences) + 1):
        before, sign, after = shown.partition(f"|{number} ")
        assert sign
        shown = before + after.replace("|", "", 1)
    assert "".join(shown.replace("[", "").replace("]", "").split()) == "".join(text.split())


@given(
    st.lists(
        st.sampled_from(
            [
                WrittenSentence(Became.KEEP),
                WrittenSentence(Became.RECAST, "So"),
                WrittenSentence(Became.VAGUER, "A b’c: 1 keep"),
            ]
        )
    )
)
def test_an_answer_is_read_as_it_was_written(answers):
    text = "\n".join(f"{n} {one.became} {one.text}".rstrip() for n, one in enumerate(answers, 1))
    matcher = GrammarMatcher(answer_grammar(["A sentence."] * len(answers)))
    if answers:
        assert matcher.ended(matcher.feed(matcher.start, text.encode()))
    assert read_answer(text) == dict(enumerate(answers, 1))


def test_each_sentence_has_the_losses_of_its_text():
    pieces = [
        ("1 ", 0.0),
        ("keep", 0.5),
        ("\n2 ", 0.0),
        ("vaguer", 1.0),
        (" A", 2.0),
        (" bus.", 3.0),
        ("\n3 keep", 4.0),
    ]
    answer, ends = "".join(text for text, _ in pieces), []
    for text, _ in pieces:
        ends.append(len(text) + (ends[-1] if ends else 0))
    found = read_answer(answer, [loss for _, loss in pieces], ends)
    assert [one.losses for one in found.values()] == [(), (2.0, 3.0), ()]


def test_lines_that_are_none_are_skipped():
    assert read_answer("1 keep it\n2 vaguer\n3 cut\nx\n4 keep\n5 recast So.") == {
        4: WrittenSentence(Became.KEEP),
        5: WrittenSentence(Became.RECAST, "So."),
    }


def letters_told(text: str, **told: float) -> ProbeReading:
    """A token a character: `told` says how likely the characters of a word (without spaces) are changed.

    Everything tells of the location, and "thirty" of the age.
    """
    values = [0.1] * len(text)
    of = {name: [0.1] * len(text) for name in ("location", "age")}
    for word, value in told.items():
        for start, end in occurrences(text, word):
            values[start:end] = [value] * (end - start)
            of["age" if word == "thirty" else "location"][start:end] = [0.9] * (end - start)
    names = [attribute.name for attribute in load_pack("starter").probe_calibration.attribute]
    rows = zip(*(of.get(name, [0.0] * len(text)) for name in names), strict=True)
    return ProbeReading(tuple(range(1, len(text) + 1)), tuple(rows), (0.0,) * len(names), tuple(values))


def marked_with(attributes, text, verdict, goal, prompt=PACK.writer, **told):
    prompt = structs.replace(prompt, marked_from=0.75, believed_from=0.5)
    reader = FakeEngine(lambda _: "", reading=lambda source: letters_told(source, **told))
    kept = "\n".join(f"{number} keep" for number in range(1, len(sentences(text)) + 1))
    writer = FakeEngine(lambda _: kept, pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, structs.replace(PACK, writer=prompt)))
    found = Inference(verdict.attribute, "", ("somewhere",), 4)
    roles.rewrite(
        RewriteRequest(text, Attacked((found,), (TextPart(0, len(text), (found,)),)), (verdict,), goal)
    )
    return writer.requests[0].messages[-1].content.partition("Text: ")[2] if writer.requests else ""


def test_what_careful_writers_would_change_is_marked_and_evidence_they_would_not_is_none(attributes):
    text = "The market at the elms had thirty stalls, and the tram was late."
    verdict = Verdict("location", Validity.HIGH, ("was late", "elms"), "lives in Leeds")
    told = {"market": 0.8, "at": 0.9, "elms": 0.6, "thirty": 0.9, "tram": 0.74}
    shown = marked_with(attributes, text, verdict, GOAL, **told)
    assert shown == "|1 The [market] at the [elms] had thirty stalls, and the tram was late.|"
    both = Goal(("location", "age"), frozenset(("location", "age")))
    shown = marked_with(attributes, text, verdict, both, **told)
    assert shown == "|1 The [market] at the [elms] had [thirty] stalls, and the tram was late.|"


def test_names_of_places_and_peoples_are_marked_where_places_are_hidden(attributes):
    text = "We had Finnish bread at Table Mountain. Then a tram to Leeds."
    verdict = Verdict("location", Validity.HIGH, (), "lives in Leeds")
    shown = marked_with(attributes, text, verdict, GOAL, tram=0.3)
    assert shown == "|1 We had [Finnish] bread at [Table Mountain].| |2 Then a tram to [Leeds].|"
    ages = Goal(("location", "age"), frozenset(("location", "age")))
    old = Verdict("age", Validity.HIGH, (), "is thirty")
    assert "[" not in marked_with(attributes, text, old, ages, tram=0.3)


def test_neighbours_are_one_phrase_that_neither_begins_nor_ends_with_a_word_that_says_nothing(attributes):
    verdict = Verdict("location", Validity.HIGH, (), "lives in Leeds")
    told = {"by": 0.9, "the": 0.9, "old": 0.9, "tram": 0.9, "It": 0.9}
    assert (
        marked_with(attributes, "We met by the old tram, the old one. It is.", verdict, GOAL, **told)
        == "|1 We met by the [old tram], the [old] one.| |2 It is.|"
    )


LIKES_SHORT = Critic({"lost_words": -1.0, "loss": -1.0}, bias=4.5, least=0.5)


def test_no_rewrite_says_the_opposite_by_leaving_out_who_says_no(attributes):
    text = TEXT.replace("I drive the 208", "Naebody here would drive the 208")
    liked = structs.replace(PACK.writer, critic=Critic({}, bias=2.0, least=0.5))
    for said, taken in (
        ("Drive the 208.", False),
        ("People drive the 208.", False),
        ("Nobody here would drive a bus.", True),
        ("Work is no fun.", True),
    ):
        writer = FakeEngine(lambda _, s=said: KEPT.replace("2 keep", f"2 vaguer {s}"), pack="writer")
        pack = structs.replace(PACK, writer=liked)
        roles = Roles(FakeEngine(lambda _: ""), attributes, pack=READS, writer=(writer, pack))
        found = Attacked(READ, (TextPart(0, len(text), READ),))
        changes = roles.rewrite(RewriteRequest(text, found, (DRIVER, IN_LEEDS), GOAL)).changes
        assert (said.rstrip(".") in apply_changes(text, changes)) is taken


def test_what_is_left_may_do_without_a_clause_that_says_no():
    assert unsays("naebody is saying ", "")
    assert unsays("Nobody", "People")
    assert not unsays("I don't drive, so ", "")
    assert not unsays("naebody", "nobody")
    assert not unsays("Angus is saying ", "")


def test_the_critic_takes_the_best_answer_or_none(attributes):
    """Of four words lost, of six, and of four again."""
    replies = ("I drive a bus.", "Work is my life.", "I drive.")
    for critic, after in (
        (LIKES_SHORT, "I drive a bus."),
        (structs.replace(LIKES_SHORT, weights={"kept_share": 9.0}), "I drive."),
        (structs.replace(LIKES_SHORT, bias=2.0), "I drive the 208 in Leeds.  It"),
        (None, "I drive a bus."),
    ):
        answers = (
            KEPT.replace("2 keep", f"2 vaguer {one}").replace("4 keep", "4 vaguer Of it.") for one in replies
        )
        reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _, a=answers: next(a), pack="writer")
        pack = structs.replace(PACK, writer=structs.replace(PACK.writer, candidates=3, critic=critic))
        rewritten = Roles(reader, attributes, pack=READS, writer=(writer, pack)).rewrite(
            RewriteRequest(TEXT, FOUND, (DRIVER, IN_LEEDS), GOAL)
        )
        assert after in apply_changes(TEXT, rewritten.changes)
        thought = [change.good for change in rewritten.changes]
        assert all(good is None for good in thought) if critic is None else all(g >= 0.5 for g in thought)


def test_brackets_and_quotations_stay_as_open_as_they_were(attributes):
    text = 'I drive a bus (in "Leeds").'
    found = Attacked(READ, (TextPart(0, len(text), READ),))
    for reply, after in (("I drive a bus (here", text), ('I drive a bus "here".', 'I drive a bus "here".')):
        reader, writer = (
            FakeEngine(lambda _: ""),
            FakeEngine(lambda _, r=reply: f"1 vaguer {r}", pack="writer"),
        )
        pack = structs.replace(PACK, writer=structs.replace(PACK.writer, critic=LIKES_SHORT))
        roles = Roles(reader, attributes, pack=READS, writer=(writer, pack))
        assert (
            apply_changes(text, roles.rewrite(RewriteRequest(text, found, (IN_LEEDS,), GOAL)).changes)
            == after
        )


def test_what_a_critic_looks_at():
    written = WrittenSentence(Became.VAGUER, "I drive something big.", (0.0, 0.5, 4.5, 1.5))
    others = ("I drive something else.", "I drive a bus.")
    assert dict(signs("I drive the 208 in Leeds.", written, others)) == {
        "put_in": 2.0,
        "longest_put_in": 2.0,
        "agreement": 0.25,  # one of two words in one of two others
        "lost_words": 4.0,
        "kept_share": 0.5,
        "more_repeated": 0.0,
        "repeated_pairs": 0.0,
        "loss": 6.5,
        "last_loss": 1.5,
        "very_unsure": 1.0,
    }
    twice = WrittenSentence(Became.VAGUER, "I drive it all, I drive it all.")
    found = dict(signs("I drive the 208 in Leeds.", twice, ()))
    assert (found["more_repeated"], found["repeated_pairs"], found["agreement"]) == (4.0, 3.0, 1.0)
    unsure = [("very_unsure", 1.0), ("new to this critic", 5.0)]
    assert Critic({"very_unsure": -2.0}, bias=2.0, least=0.5).probability(unsure) == 0.5
    assert Critic({"very_unsure": -999.0}, bias=2.0, least=0.5).probability(unsure) < 1e-9


def test_a_marked_sentence_is_rewritten_even_where_the_first_answer_keeps_it(attributes):
    """The critic decides; what nothing marks stays, whatever an answer makes of it."""
    reply = "1 vaguer One.\n2 vaguer I drive a bus.\n3 keep\n4 vaguer Years of it.\n5 keep"
    answers = iter((KEPT, reply))
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: next(answers), pack="writer")
    pack = structs.replace(PACK, writer=structs.replace(PACK.writer, candidates=2, critic=LIKES_SHORT))
    roles = Roles(reader, attributes, pack=READS, writer=(writer, pack))
    rewritten = apply_changes(
        TEXT, roles.rewrite(RewriteRequest(TEXT, FOUND, (DRIVER, IN_LEEDS), GOAL)).changes
    )
    assert rewritten == "Quick one. I drive a bus.  It is fun.\n\nYears of it. Bye!"


def test_what_the_probe_alone_marks_may_stay_as_the_first_answer_has_it(attributes):
    """The probe marks more than anybody found: "a paint that cost more than the wardrobe"."""
    text = "I live in Leeds. The market is fine."
    verdict = Verdict("location", Validity.HIGH, ("Leeds",), "lives in Leeds")
    found = Inference("location", "", ("Leeds",), 4)
    answers = iter(("1 keep\n2 keep", "1 vaguer I live in one.\n2 vaguer The place is fine."))
    reader = FakeEngine(lambda _: "", reading=lambda source: letters_told(source, Leeds=0.9, market=0.9))
    writer = FakeEngine(lambda _: next(answers), pack="writer")
    critic = Critic({}, bias=4.0, least=0.5)
    prompt = structs.replace(PACK.writer, candidates=2, critic=critic, marked_from=0.75, believed_from=0.5)
    roles = Roles(reader, attributes, pack=READS, writer=(writer, structs.replace(PACK, writer=prompt)))
    attacked = Attacked((found,), (TextPart(0, len(text), (found,)),))
    changes = roles.rewrite(RewriteRequest(text, attacked, (verdict,), GOAL)).changes
    assert "[market]" in writer.requests[0].messages[-1].content
    assert apply_changes(text, changes) == "I live in one. The market is fine."


def test_several_answers_are_asked_for_side_by_side(attributes):
    reply = "1 keep\n2 vaguer I drive a bus.\n3 keep\n4 vaguer Years of it.\n5 keep"
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: reply, pack="writer")
    pack = structs.replace(PACK, writer=structs.replace(PACK.writer, candidates=3))
    roles = Roles(reader, attributes, pack=READS, writer=(writer, pack))
    roles.rewrite(RewriteRequest(TEXT, FOUND, (DRIVER, IN_LEEDS), GOAL))
    assert [request.sampling.temperature > 0 for request in writer.requests] == [False, True, True]
    assert len({request.sampling.seed for request in writer.requests}) == 3
    free, *others = (GrammarMatcher(request.grammar, request.source) for request in writer.requests)
    assert free.feed(free.start, b"1 keep\n2 keep")
    assert not any(one.feed(one.start, b"1 keep\n2 keep") for one in others)  # it tells
    assert all(one.feed(one.start, b"1 keep\n2 vaguer I drive.\n3 keep") for one in others)


def test_two_answers_may_be_in_any_words(attributes):
    reply = "1 keep\n2 vaguer I drive a bus.\n3 keep\n4 vaguer Years of it.\n5 keep"
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: reply, pack="writer")
    known = structs.replace(PACK.writer, words="a bus years of", in_any_words=True)
    roles = Roles(reader, attributes, pack=READS, writer=(writer, structs.replace(PACK, writer=known)))
    roles.rewrite(RewriteRequest(TEXT, FOUND, (DRIVER, IN_LEEDS), GOAL))
    known, free, changing = (GrammarMatcher(one.grammar, one.source) for one in writer.requests)
    unknown = b"1 keep\n2 vaguer I drive a lorry."
    assert not known.feed(known.start, unknown)
    assert free.feed(free.start, unknown)
    assert free.feed(free.start, b"1 keep\n2 keep")
    assert changing.feed(changing.start, unknown)
    assert not changing.feed(changing.start, b"1 keep\n2 keep")
    towards = RewriteRequest(TEXT, FOUND, (IN_LEEDS,), GOAL, aims=(Aim("location", "Graz"),))
    writer.requests.clear()
    roles.rewrite(towards)
    assert len(writer.requests) == 1  # which is in any words


@pytest.mark.parametrize(
    ("reply", "after"),
    [
        ("I drive that 208 in Leeds.", "I drive the 208 in Leeds."),
        ("I drive in Leeds.", "I drive in Leeds."),
        ("I drive a 208 of Leeds.", "I drive the 208 in Leeds."),
        ("I drive the 208 here.", "I drive the 208 here."),
    ],
)
def test_a_candidate_that_leaves_most_marked_words_hides_nothing(attributes, reply, after):
    text = "I drive the 208 in Leeds."  # of which "drive the 208" and "Leeds" are marked
    found = Attacked(READ, (TextPart(0, len(text), READ),))
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: f"1 vaguer {reply}", pack="writer")
    pack = structs.replace(PACK, writer=structs.replace(PACK.writer, critic=Critic({}, bias=1.0, least=0.5)))
    roles = Roles(reader, attributes, pack=READS, writer=(writer, pack))
    request = RewriteRequest(text, found, (DRIVER, IN_LEEDS), GOAL)
    assert apply_changes(text, roles.rewrite(request).changes) == after


def test_a_later_round_rewrites_what_the_author_wrote(attributes):
    replies = (
        KEPT.replace("2 keep", line) for line in ("2 vaguer I drive the 208 here.", "2 recast I work.")
    )
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: next(replies), pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
    first = roles.rewrite(RewriteRequest(TEXT, FOUND, (IN_LEEDS,), GOAL))
    after = apply_changes(TEXT, first.changes)
    found = Attacked(READ, (TextPart(0, len(after), READ),))
    second = roles.rewrite(RewriteRequest(after, found, (DRIVER,), GOAL))
    shown = writer.requests[-1].messages[-1].content
    assert "|2 I [drive the 208] in [Leeds].|" in shown
    assert shown.startswith("Hide: location, occupation\n")
    assert apply_changes(after, second.changes) == TEXT.replace("I drive the 208 in Leeds.", "I work.")


def test_what_was_rewritten_stays_so_when_a_later_round_has_nothing_new_to_say_of_it(attributes):
    told = structs.replace(READ[0], edits=(Edit("in Leeds", "in a city"),))
    replies = (
        KEPT.replace("2 keep", "2 vaguer I drive here."),
        KEPT.replace("4 keep", "4 vaguer Years of it."),
    )
    answers = iter(replies)
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: next(answers), pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
    found = Attacked((told, READ[1]), (TextPart(0, len(TEXT), (told, READ[1])),))
    after = apply_changes(TEXT, roles.rewrite(RewriteRequest(TEXT, found, (IN_LEEDS,), GOAL)).changes)
    found = Attacked(READ, (TextPart(0, len(after), (told, READ[1])),))
    years = structs.replace(DRIVER, evidence=("Thirty-one years",))
    second = roles.rewrite(RewriteRequest(after, found, (IN_LEEDS, years), GOAL))
    assert apply_changes(after, second.changes) == TEXT.replace("the 208 in Leeds", "here").replace(
        "Thirty-one years", "Years"
    )
    request = writer.requests[-1]
    matcher = GrammarMatcher(request.grammar, request.source)
    assert not matcher.feed(matcher.start, b"1 keep\n2 v")  # answered before
    assert matcher.feed(matcher.start, b"1 keep\n2 keep\n3 keep\n4 v")


def test_what_it_was_asked_before_it_is_not_asked_again_unless_the_user_wishes(attributes):
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: KEPT, pack="writer")
    roles = Roles(reader, attributes, pack=READS, writer=(writer, PACK))
    assert [
        bool(roles.rewrite(RewriteRequest(TEXT, FOUND, (IN_LEEDS,), GOAL)).refused) for _ in range(2)
    ] == [True, True]
    assert len(writer.requests) == 1
    roles.rewrite(RewriteRequest(TEXT, FOUND, (IN_LEEDS, DRIVER), GOAL))
    assert len(writer.requests) == 2
    for target in ("Graz", "Graz", "Porto"):
        roles.rewrite(RewriteRequest(TEXT, FOUND, (IN_LEEDS,), GOAL, aims=(Aim("location", target),)))
    assert len(writer.requests) == 4


def test_a_sentence_that_somebody_changed_since_is_its_authors():
    authored = Authored()
    authored.remember("I drive here.", "I drive in Leeds.")
    assert authored.text("Hello. I  drive\nhere? I drive here.") == "Hello. I  drive\nhere? I drive in Leeds."


@pytest.mark.parametrize(
    ("old", "new", "spelt"),
    [
        ("I’m in Leeds, i think", "i'm here, I think", "I’m here, i think"),
        ("In Leeds the rain stays", "The rain stays", "The rain stays"),
        ("We moved", "Then we moved", "Then we moved"),
        ("a “quiet” street", 'a "quiet" place', "a “quiet” place"),
    ],
)
def test_what_a_sentence_keeps_is_spelt_as_it_was(old, new, spelt):
    assert as_spelt(old, new) == spelt
