"""What a writer that deletes may do to a text: take words out, where something tells, and nothing else."""

import math

import pytest
from msgspec import structs

from fake_engine import FakeEngine
from penname.domain.changes import Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.engine.grammar import OneOf
from penname.engine.grammar.matcher import GrammarMatcher
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.roles.writing.answer import Became, WrittenSentence, read_answer
from penname.roles.writing.deleting import deletions

TEXT = ["I drive the 208 in Leeds.", "It's a bus.", "Who else drives one?", "Thirty years of it!"]


def becomes(answer: str, told: set[int] | dict[int, float], least: int = 2) -> dict[int, str]:
    strength = told if isinstance(told, dict) else dict.fromkeys(told, 1.0)
    return {n: one.text for n, one in deletions(TEXT, read_answer(answer), strength, least).items()}


def test_sentences_go_or_lose_words():
    answer = "1 vaguer I drive the 208.\n2 cut\n3 keep\n4 vaguer Years of it!"
    assert becomes(answer, {1, 2, 4}) == {1: "I drive the 208.", 2: "", 4: "Years of it!"}


@pytest.mark.parametrize(
    "left",
    [
        "I drive a bus.",  # words of its own
        "I drive in the 208 Leeds.",  # in another order
        "I drive the 208 in Leeds.",  # nothing goes
        "I drive the (208.",
        "...",
    ],
)
def test_what_is_no_deletion_changes_nothing(left: str):
    assert becomes(f"1 vaguer {left}\n2 keep\n3 keep\n4 keep", {1}) == {}


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("At work they laugh, and I let them.", "and I let them", "I let them."),
        ("My voice broke at the raven, I have the scar.", "My voice broke,", "My voice broke."),
        ("I run forty flats, so I know pipes.", "so I know pipes.", "I know pipes."),
        ("We ate, my aunt and I, at five with blankets.", "We ate, at five with", ""),
        ("3,900 net, which is more than my father had.", "is more than my father had.", ""),
        ("Is it more than he had, in Leeds?", "is it more than he had?", "Is it more than he had?"),
        ("I have had a doctor swear that the student keeps a horse.", "The student keeps a horse.", None),
        (
            "My wife says that the doctor says it's three.",
            "The doctor says it's three.",
            "The doctor says it's three.",
        ),
    ],
)
def test_what_is_left_is_a_sentence_of_its_author(old: str, new: str, left: str | None):
    found = deletions([old], {1: WrittenSentence(Became.VAGUER, new)}, {1: 1.0}, 0)
    assert [one.text for one in found.values()] == ([] if left is None else [left])


def test_a_word_or_two_of_a_long_sentence_are_none():
    found = deletions(
        ["They asked for eleven, we said seven.", "Bye!"], read_answer("1 vaguer Eleven."), {1: 1.0}, 0
    )
    assert found[1].became is Became.CUT


def test_an_article_may_become_the_other():
    found = deletions(["It's an old bus."], {1: WrittenSentence(Became.VAGUER, "It's a bus.")}, {1: 1.0}, 0)
    assert found[1].text == "It's a bus."


def test_what_is_left_is_spelt_as_its_author_spelt_it():
    said = ["i don’t drive the 208, sorry"]
    found = deletions(said, {1: WrittenSentence(Became.VAGUER, "I don't drive, sorry")}, {1: 1.0}, 0)
    assert found[1].text == "i don’t drive, sorry"


def test_no_question_goes_whole():
    assert becomes("1 keep\n2 keep\n3 cut\n4 keep", {3}) == {}
    assert becomes("1 keep\n2 keep\n3 vaguer Who drives one?\n4 keep", {3}) == {3: "Who drives one?"}


def test_what_tells_nothing_goes_beside_what_does():
    answer = "1 vaguer I drive the 208.\n2 cut\n3 keep\n4 cut"
    assert becomes(answer, {1}) == {1: "I drive the 208.", 2: ""}
    assert becomes(answer.replace("1 vaguer I drive the 208.", "1 keep"), {1}) == {}


def test_what_only_says_something_of_a_sentence_that_went_goes_along():
    said = ["I drive the 208 in Leeds.", "So did my dad.", "It was.", "Is it fun?", "It was."]
    found = deletions(said, read_answer("1 cut\n2 cut\n3 keep\n4 keep\n5 keep"), {1: 1.0, 2: 1.0}, 0)
    assert {number: one.became for number, one in found.items()} == dict.fromkeys((1, 2, 3), Became.CUT)


def test_what_tells_least_stays_where_too_little_would_be_left():
    answer = "1 cut\n2 cut\n3 keep\n4 cut"
    told = {1: 0.9, 2: 0.5, 4: 0.7}
    assert set(becomes(answer, told, least=4)) == {1, 2, 4}
    assert set(becomes(answer, told, least=7)) == {1, 4}
    assert set(becomes(answer, told, least=8)) == {1}
    assert becomes(answer, told, least=16) == {}


WHOLE = "Quick one. I drive the 208 in Leeds.  It is fun.\n\nThirty-one years of it. Bye!"
GOAL = Goal(("location", "occupation"), frozenset(("location", "occupation")))
DRIVER = Verdict("occupation", Validity.HIGH, ("drive the 208", "Thirty-one years"), "drives a bus")
IN_LEEDS = Verdict("location", Validity.HIGH, ("Leeds",), "lives in Leeds")
READ = tuple(Inference(name, "", ("somewhere",), 4) for name in ("location", "occupation"))
STARTER, WRITER = load_pack("starter"), load_pack("writer")
WRITER = structs.replace(
    WRITER, writer=structs.replace(WRITER.writer, deletes=True, judged_from=0.2, least_kept=0.2)
)
SHORTER = "1 keep\n2 vaguer I drive in Leeds.\n3 keep\n4 cut\n5 keep"


def rewritten(attributes, reply, *, goal=GOAL, likes=lambda shown: 0.9, edits=(), **request):
    """What becomes of WHOLE, and the request that the writer got. It `likes` each deletion so much."""
    reader, writer = FakeEngine(lambda _: ""), FakeEngine(lambda _: reply, pack="writer")
    writer.losses = lambda request: (-math.log(likes(request.source)),)
    starter = structs.replace(STARTER.writer, omission=None, substitution=None)
    packs = structs.replace(STARTER, writer=starter), (writer, WRITER)
    inferences = (structs.replace(READ[0], edits=tuple(edits)), READ[1])
    attacked = Attacked(inferences, (TextPart(0, len(WHOLE), inferences),))
    roles = Roles(reader, attributes, pack=packs[0], writer=packs[1])
    made = roles.rewrite(RewriteRequest(WHOLE, attacked, (DRIVER, IN_LEEDS), goal, **request))
    return apply_changes(WHOLE, made.changes), made.changes, writer.requests[0]


def test_a_writer_that_deletes_is_asked_once_and_has_the_words_of_the_text(attributes):
    text, changes, request = rewritten(attributes, SHORTER)
    assert text == "Quick one. I drive in Leeds.  It is fun.\n\nBye!"
    assert [one.attributes for one in changes] == [("occupation",), ("occupation",)]
    matcher = GrammarMatcher(request.grammar, request.source)
    assert matcher.feed(matcher.start, b"1 cut\n2 vaguer I drive.\n3 keep")
    assert not matcher.feed(matcher.start, b"1 keep\n2 vaguer I drive a lorry")
    assert not matcher.feed(matcher.start, b"1 keep\n2 recast")


def test_what_the_user_keeps_stays(attributes):
    assert rewritten(attributes, SHORTER, goal=structs.replace(GOAL, locked=("years",)))[0] == WHOLE.replace(
        "the 208 ", ""
    )
    kept = rewritten(attributes, SHORTER, avoid=frozenset([("Thirty-one years of it.", "")]))[0]
    assert kept == WHOLE.replace("the 208 ", "")


def test_the_writer_itself_has_to_like_it(attributes):
    text, changes, _ = rewritten(attributes, SHORTER)
    assert text == "Quick one. I drive in Leeds.  It is fun.\n\nBye!"
    assert [round(one.good, 6) for one in changes] == [0.9, 0.9]
    only_in_part = rewritten(attributes, SHORTER, likes=lambda shown: 0.1 if "[-Thirty" in shown else 0.9)
    assert only_in_part[0] == WHOLE.replace("the 208 ", "")
    assert rewritten(attributes, SHORTER, likes=lambda shown: 0.1)[0] == WHOLE


def test_what_is_left_and_states_something_is_for_the_rules(attributes):
    edits = (Edit("in Leeds", "in a city"),)
    text, _, _ = rewritten(attributes, SHORTER, edits=edits)
    assert text == "Quick one. I drive in a city.  It is fun.\n\nBye!"


def test_another_attempt_is_drawn_and_whoever_hides_more_is_inclined_to_take_out(attributes):
    first, again = (rewritten(attributes, SHORTER, attempt=n)[2] for n in (1, 2))
    assert (first.sampling.temperature, again.sampling.temperature > 0) == (0, True)
    more = rewritten(attributes, SHORTER, goal=structs.replace(GOAL, tradeoff=2.0))[2]
    biases = [
        next(item.bias for item in line.items if isinstance(item, OneOf))
        for one in (first, more)
        for line in one.grammar.items[:1]
    ]
    assert biases[0] == (0, 0, 0)
    assert biases[1] == (0, pytest.approx(0.693, abs=1e-3), pytest.approx(0.693, abs=1e-3))
