"""Answers that say nothing: recognised, asked for once more, never proposed, and told in a sentence."""

import json

import pytest
from msgspec import structs

from fake_engine import FakeEngine
from penname.domain.attributes import Attribute
from penname.domain.changes import apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.roles.chatter import Chatter, chatter_in, chatter_in_rewrite, loops
from penname.roles.packs import load_pack
from penname.roles.part_rewrite import chattered
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles

TEXT = "I moved to Leeds with my husband. The rent is fine and I work nights. I wrote this on the bus home."
NAMES = ("location", "occupation")
GOAL = Goal(NAMES, frozenset(NAMES))
ROUND = "so I have always liked math, and "


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (ROUND * 3, Chatter.LOOP),
        (ROUND * 2, None),
        ("no " * 7, Chatter.LOOP),
        ("I'm sorry, but I cannot assist with that.", Chatter.REFUSAL),
        ("I can’t help with identifying people.", Chatter.REFUSAL),
        ("The comment can't help here.", None),
        ("I cannot tell from these words.", None),
        ("As an AI language model I have no opinion.", Chatter.ASSISTANT),
        ("<think>Well</think>", Chatter.THINKING),
        ('The author says "I work nights".', None),
    ],
)
def test_what_says_nothing_is_recognised(said: str, kind: Chatter | None) -> None:
    assert chatter_in([said], TEXT) is kind
    assert (kind is Chatter.LOOP) is loops([said])


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("the author suggests leaving", Chatter.REPORT),
        ("It's clear that I like it", Chatter.REPORT),
        ("this comment mentions rain", Chatter.REPORT),
        ("...", Chatter.FORM),
        ("in [city name]", Chatter.FORM),
        ("a more general term", Chatter.FORM),
        ("I'm an AI", Chatter.ASSISTANT),
        ("my partner ... and I", None),
        ("an author", None),
        ("", None),
    ],
)
def test_what_cannot_stand_in_a_text_is_recognised(piece: str, kind: Chatter | None) -> None:
    assert chatter_in_rewrite([piece, "a city"], TEXT) == ({piece: kind} if kind else {})


def test_the_authors_own_words_are_no_chatter() -> None:
    song = "na na na na na na na na, the author is dead, <3 <br> [sic]"
    assert chatter_in([song], song) is None
    assert chatter_in_rewrite([song], song) == {}


def test_edits_that_only_together_go_in_circles_are_found() -> None:
    pieces = ["always liked math and science", "I always liked math and science", "a city"]
    assert chatter_in_rewrite(pieces, TEXT) == {}
    more = [*pieces, "and always liked math and science"]
    assert set(chatter_in_rewrite(more, TEXT)) == set(more) - {"a city"}


def spoken(head: str, words: str, **fields: object) -> str:
    return f"{head}: {words}\n{json.dumps(fields)}"


def located(words: str) -> str:
    return spoken(
        "location",
        f'the words "moved to Leeds" {words}',
        guesses=["Leeds, UK", "York, UK", "Hull, UK"],
        certainty=4,
    )


OCCUPATION = spoken(
    "occupation", 'the words "work nights"', guesses=["nurse", "guard", "driver"], certainty=3
)


def answering(*replies: str) -> FakeEngine:
    left = list(replies)
    return FakeEngine(lambda _: left.pop(0), pack="default")


def test_an_attacker_that_goes_in_circles_is_asked_once_more_about_that_alone(
    attributes: tuple[Attribute, ...], listener, cues
) -> None:
    engine = answering(f"{located(ROUND * 4)}\n{OCCUPATION}", located("tell it"))
    attacked = Roles(engine, attributes, listener).attack(TEXT, GOAL)
    assert [(one.attribute, one.reasoning, one.certainty) for one in attacked.inferences] == [
        ("location", 'the words "moved to Leeds" tell it', 4),
        ("occupation", 'the words "work nights"', 3),
    ]
    first, second = engine.requests
    assert first.sampling.seed != second.sampling.seed
    assert second.sampling.temperature > first.sampling.temperature
    assert "- occupation" not in second.messages[-1].content


def test_an_attacker_that_does_so_twice_has_no_reason_and_says_so(
    attributes: tuple[Attribute, ...], listener, cues
) -> None:
    refusal = OCCUPATION.replace('nights"', 'nights". I am sorry, but I cannot assist with that.', 1)
    again = f"{located(ROUND * 3)}\n{refusal}"
    engine = answering(f"{located(ROUND * 4)}\n{refusal}", again)
    inference, other = Roles(engine, attributes, listener).attack(TEXT, GOAL).inferences
    assert inference.certainty == 1
    assert inference.reasoning == "Asked twice, the model went round in circles."
    assert listener.reasoning.endswith(f"{inference.reasoning}\nAsked twice, the model refused to do it.\n")
    assert [one.reasoning for one in listener.inferences[-2:]] == [inference.reasoning, other.reasoning]


def test_a_verdict_that_goes_in_circles_is_none(attributes: tuple[Attribute, ...], cues) -> None:
    found = (Inference("location", '"moved to Leeds"', ("Leeds, UK",), 4),)
    bad = spoken("location", '"moved to Leeds"' + " no" * 9, validity="high", evidence=["moved to Leeds"])
    good = spoken("location", '"moved to Leeds" It is named.', validity="high", evidence=["moved to Leeds"])
    attacked = Attacked(found, (TextPart(0, len(TEXT), found),))
    for replies, validity in (((bad, good), Validity.HIGH), ((bad, bad), Validity.NOT_JUDGED)):
        engine = answering(*replies)
        (verdict,) = Roles(engine, attributes).arbitrate(TEXT, attacked, GOAL).verdicts
        assert verdict.validity is validity
        assert engine.requests[0].sampling.seed != engine.requests[1].sampling.seed


EDITS = structs.replace(load_pack("default"), writer=None)  # a pack that has no sentences rewritten
IN_LEEDS = Verdict("location", Validity.HIGH, ("moved to Leeds",), notes="It is named.")


def rewritten(attributes: tuple[Attribute, ...], *replies: str):
    found = (Inference("location", '"moved to Leeds"', ("Leeds, UK",), 4),)
    engine = answering(*replies)
    roles = Roles(engine, attributes, pack=EDITS)
    return engine, roles.rewrite(
        RewriteRequest(TEXT, Attacked(found, (TextPart(0, len(TEXT), found),)), [IN_LEEDS], GOAL)
    )


def edited(replace: str, explanation: str = "The city goes.") -> str:
    return f"explanation: {explanation}\n{json.dumps({'find': 'moved to Leeds', 'replace': replace})}"


def alone(replace: str) -> str:
    return edited(replace).partition("\n")[2]


@pytest.mark.parametrize(
    "bad", [edited("the author moved"), edited("moved to [city]"), edited("moved", "As an AI, I edit.")]
)
def test_a_rewrite_that_says_nothing_is_asked_for_once_more(attributes, bad: str) -> None:
    engine, proposed = rewritten(attributes, bad, edited("moved to a city"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("Leeds", "a city")
    assert proposed.explanation == "The city goes."
    first, second = engine.requests
    assert first.messages == second.messages
    assert first.sampling.seed != second.sampling.seed


def test_twice_it_is_not_proposed_and_told_in_a_sentence(attributes) -> None:
    bad = edited("the author moved")
    _, proposed = rewritten(attributes, bad, bad, alone("the author moved"))
    assert proposed.changes == ()
    assert proposed.refused == chattered(Chatter.REPORT)
    assert proposed.refused.startswith("Asked twice, the model wrote about the author, so the text stays")
    assert {drop.reason for drop in proposed.dropped} == {"the model wrote about the author"}


def test_what_else_was_proposed_counts(attributes) -> None:
    other = json.dumps({"find": "I work nights", "replace": "I work"})
    bad = f"{edited('the author moved')}\n{other}"
    _, proposed = rewritten(attributes, bad, bad, alone("moved away"))
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("to Leeds", "away").replace(" nights", "")
    assert proposed.refused is None


def test_an_explanation_that_says_nothing_is_not_shown(attributes) -> None:
    bad = edited("moved to a city", "no " * 9)
    _, proposed = rewritten(attributes, bad, bad)
    assert proposed.explanation == ""
    assert apply_changes(TEXT, proposed.changes) == TEXT.replace("Leeds", "a city")
