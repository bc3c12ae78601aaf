"""What is left out of a text: how the gaps fall, which is chosen, and what stays."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fake_engine import FakeEngine
from penname.domain.changes import Change, ChangeOrigin, Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.sentences import sentences
from penname.domain.tokens import occurrences
from penname.engine.client import ProbeReading
from penname.roles.packs import WriterPrompt, load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.roles.writing.alternatives import Alternatives
from penname.roles.writing.critic import Critic
from penname.roles.writing.draft import RewriteDraft
from penname.roles.writing.gap_signs import Kind, signs
from penname.roles.writing.grounded import Grounds
from penname.roles.writing.leaving_out import LeavingOut
from penname.roles.writing.omission import clauses, cuts, joining_word
from penname.roles.writing.telling import EvidenceTelling, ProbeTelling
from penname.roles.writing.writer import SentenceRewrite

PROMPT = load_pack("starter").writer
GOAL = Goal(("location",), frozenset(("location",)))
ALL_ARE_GOOD = Critic({}, bias=2.0, least=0.5)


def draft_of(text: str) -> RewriteDraft:
    return RewriteDraft(text, sentences(text))


def changed(text: str, draft: RewriteDraft) -> str:
    return apply_changes(text, [change for one in draft.changes() for change in one])


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("One. Two. Three.", {0}, "Two. Three."),
        ("One. Two. Three.", {1}, "One. Three."),
        ("One. Two. Three.", {2}, "One. Two."),
        ("One. Two. Three.", {1, 2}, "One."),
        ("One. Two.\n\nThree. Four.", {1}, "One.\n\nThree. Four."),
        ("One. Two.\n\nThree. Four.", {2}, "One. Two.\n\nFour."),
        ("One. Two.\n\nThree.\n\nFour.", {2}, "One. Two.\n\nFour."),
        ("One. Two.\n\nThree.", {2}, "One. Two."),
        ("One. Two. Three.\nFour.\n", {1, 2}, "One.\nFour.\n"),
        ("One.  Two.  Three.", {1}, "One.  Three."),
    ],
)
def test_a_sentence_goes_with_the_space_that_would_be_left_over(text, gone, left):
    draft = draft_of(text)
    for index in gone:
        draft.leave_out(index, ("location",), 0.8)
    assert changed(text, draft) == left


@given(st.text('Ab. \n?“")', max_size=60), st.data())
def test_what_stays_is_never_touched(text, data):
    """And each gap can be made, or taken back, alone."""
    draft = draft_of(text)
    count = len(draft.sentences)
    gone = data.draw(st.sets(st.integers(0, count - 1))) if count else set()
    for index in gone:
        draft.leave_out(index, ("location",), 0.8)
    left = changed(text, draft)
    stays = [draft.authored(index).strip() for index in range(count) if index not in gone]
    assert left.split() == " ".join(stays).split() or "".join(left.split()) == "".join("".join(stays).split())
    for one in draft.changes():
        apply_changes(text, one)


def test_clauses_take_all_that_is_marked_and_leave_a_sentence():
    text = "I grew up near the docks in Hull, and we had no car."
    (first, last) = occurrences(text, "docks in Hull")[0]
    left = {
        text[: gap.start] + gap.after + text[gap.end :]
        for gap in clauses(text, (0, len(text)), [(first, last)])
    }
    assert "I grew up, and we had no car." in left
    assert all("Hull" not in one and "docks" not in one for one in left)
    opening = "Down in Hull, we had no car."
    assert all(gap.start for gap in clauses(opening, (0, len(opening)), occurrences(opening, "Hull")))
    assert not list(clauses("In Hull.", (0, 8), [(3, 7)]))


@given(st.text("ab ,.(-and in", min_size=1, max_size=80), st.data())
def test_a_clause_lies_within_its_sentence_and_holds_the_mark(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for gap in clauses(text, (0, len(text)), [(start, end)]):
        assert 0 <= gap.start < gap.end <= len(text)
        inside = text[start:end].strip(" \t,;:-.()")
        assert not inside or gap.start <= start + len(text[start:end]) - len(text[start:end].lstrip(" ,-"))


@pytest.mark.parametrize(
    ("sentence", "mark", "left"),
    [
        ("Don't start on school policies, please.", "school", "Don't start on policies, please."),
        ("I coded a site for a Swedish company.", "Swedish", "I coded a site for a company."),
        ("I coded a site for a Swedish company.", "Swedish", "I coded a site."),
        ("I was a nautical engineer for years.", "nautical", "I was an engineer for years."),
        ("Mostly it rains in Hull, they say.", "Hull", "Mostly it rains, they say."),
        ("But Table Mountain offers a view.", "Table Mountain", "But the mountain offers a view."),
        ("Our Table Mountain offers a view.", "Table Mountain", "Our mountain offers a view."),
    ],
)
def test_a_few_words_can_be_cut_out_of_a_sentence(sentence, mark, left):
    (span,) = occurrences(sentence, mark)
    assert left in {
        sentence[: gap.start] + gap.after + sentence[gap.end :]
        for gap in cuts(sentence, (0, len(sentence)), span)
    }


@pytest.mark.parametrize(
    ("sentence", "mark"),
    [
        ("I live in my old flat.", "flat"),  # "my old."
        ("He is the vicar of all here.", "vicar"),  # "the of"
        ("We had none of the julbord then.", "of the julbord"),
        ("It cost 1,400 crowns a month.", "1"),
        ("In Hull.", "Hull"),
    ],
)
def test_a_cut_leaves_no_article_without_its_noun_and_turns_nothing_round(sentence, mark):
    (span,) = occurrences(sentence, mark)
    for gap in cuts(sentence, (0, len(sentence)), span):
        left = sentence[: gap.start] + gap.after + sentence[gap.end :]
        assert not re.search(r"\b(?:the|my)\b(?: of|[.,])|,400", left)
        assert ("none" in left) == ("none" in sentence)


@given(st.text("ab ,.(-'1 in the", min_size=1, max_size=80), st.data())
def test_a_cut_lies_within_its_sentence(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for gap in cuts(text, (0, len(text)), (start, end)):
        assert 0 <= gap.start < gap.end <= len(text)
        assert gap.start < end
        assert gap.end > start


def test_what_a_critic_of_gaps_looks_at():
    text = (
        "Guess what? We had a wet day. ",
        "We met 'Bob' of Hull, at the docks. ",
        "I'm fond of his docks, 2 of them.",
    )
    found = dict(signs(Kind.SENTENCE, (3.0, 1.0, 1.0, 1.0), (1.0, 1.0, 0.5, 0.5), *text, 2))
    assert found == {
        "sentence": 1.0,
        "sentence_more": 3.0,
        "sentence_more_early": 2.5,
        "sentence_more_most": 2.0,
        "sentence_first": 3.0,
        "sentence_later": 6.0,
        "sentence_mean": 1.5,
        "sentence_end": 0.0,
        "sentence_start": 0.0,
        "sentence_words_before": 7.0,
        "sentence_words_gone": 8.0,
        "sentence_words_next": 8.0,
        "sentence_short": 1.0,
        "sentence_shared": 1.0,  # the docks
        "sentence_points": 0.0,
        "sentence_pointers": 2.0,
        "sentence_person": 1.0,
        "sentence_speaks": 1.0,
        "sentence_number": 1.0,
        "sentence_asks": 0.0,
        "sentence_asked": 0.0,
        "sentence_quotes": 1.0,
        "sentence_commas": 1.0,
        "sentence_leads": 0.0,
        "sentence_small_before": 0.0,
        "sentence_small_behind": 0.0,
        "sentence_others": 2.0,
    }
    found = dict(signs(Kind.CUT, (), (), "", "In the end, ", "", 0))
    assert [found[f"cut_{name}"] for name in ("end", "start", "leads", "more_most", "mean")] == [
        1,
        1,
        1,
        0,
        0,
    ]


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("And I went home.", "I went home."),
        ("and I went home.", "I went home."),
        ("But, then again, no.", "Then again, no."),
        ("So he left.", "He left."),
        ("Andrew left.", None),
        ("And.", None),
    ],
)
def test_a_joining_word_goes_with_what_it_joins(sentence, left):
    gap = joining_word(sentence)
    assert (gap and gap.after + sentence[gap.end :]) == left


def reading(text: str, told: dict[str, float]) -> ProbeTelling:
    """A token a character: `told` says how likely the characters of a word are changed."""
    values = [0.1] * len(text)
    for word, value in told.items():
        for start, end in occurrences(text, word):
            values[start:end] = [value] * (end - start)
    rows = tuple((0.9,) for _ in text)
    return ProbeTelling(
        text, ProbeReading(tuple(range(1, len(text) + 1)), rows, (0.0,), tuple(values)), ["location"]
    )


def left_out(
    text,
    told,
    *,
    critic=ALL_ARE_GOOD,
    goal=GOAL,
    refused=(),
    spare=100,
    losses=None,
    draft=None,
    too=True,
    executed=("location",),
    tradeoff=1,
    substitution=None,
    alternatives=None,
    marks=None,
    evidence=(),
):
    prompt: WriterPrompt = PROMPT
    prompt = type(prompt)(
        user="",
        sampling=prompt.sampling,
        marked_from=0.75,
        omission=critic,
        substitution=substitution,
        left_out_from=0.85,
        left_out_anew_from=0.95,
    )
    draft = draft or draft_of(text)
    LeavingOut(
        prompt.at(tradeoff),
        reading(text, told),
        lambda now: reading(now, told),
        losses or (lambda asked: [(1.0,)] * len(asked)),
        RewriteRequest(text, Attacked((), ()), (), goal, frozenset(refused)),
        executed,
        spare,
        Alternatives(text, draft.sentences) if alternatives is None else alternatives,
        Grounds(text, evidence),
    ).leave_out(draft, marks or {}, rewritten_too=too)
    return changed(text, draft)


TEXT = "It rained. We ate at Salsa. Then home. The Humber was grey. Good night."


def test_sentences_that_tell_go_and_others_stay():
    assert (
        left_out(TEXT, {"Salsa": 0.9, "Humber": 0.95, "rained": 0.8}) == "It rained. Then home. Good night."
    )
    assert left_out(TEXT, {"Salsa": 0.84}) == TEXT
    assert left_out(TEXT, {"Salsa": 0.9}, executed=["age"]) == TEXT


def test_evidence_tells_for_certain_of_what_it_is_evidence_for():
    verdicts = [Verdict("location", Validity.HIGH, ("Salsa",)), Verdict("age", Validity.HIGH, ("grey", "no"))]
    telling = EvidenceTelling(TEXT, verdicts)
    salsa, grey = (occurrences(TEXT, name)[0] for name in ("Salsa", "grey"))
    assert (telling.strongest(salsa), telling.strongest((0, 5))) == (1.0, 0.0)
    both = ["location", "age"]
    assert list(telling.phrases(0.85, both, both)) == [(salsa, "location"), (grey, "age")]
    assert list(telling.phrases(0.85, both, ["age"])) == [(grey, "age")]


@pytest.mark.parametrize(("tradeoff", "gone"), [(0.5, ()), (1, ("Humber",)), (2, ("Humber", "Salsa"))])
def test_what_may_go_for_what_it_hides_is_the_users_choice(tradeoff, gone):
    """With 0.8, 4 to 1, "Salsa" is below 0.85, and with 0.9, 9 to 1, "Humber" above it."""
    left = left_out(
        TEXT, {"Salsa": 0.8, "Humber": 0.9}, goal=structs.replace(GOAL, tradeoff=tradeoff), tradeoff=tradeoff
    )
    assert {name for name in ("Humber", "Salsa") if name not in left} == set(gone)


def test_the_strongest_goes_first_where_few_words_can_be_spared():
    assert left_out(TEXT, {"Salsa": 0.9, "Humber": 0.95}, spare=4) == TEXT.replace(
        "The Humber was grey. ", ""
    )
    assert left_out(TEXT, {"Salsa": 0.9, "Humber": 0.95}, spare=3) == TEXT


def test_what_holds_no_evidence_stays_and_is_offered_and_spends_no_words():
    told, offered = {"Salsa": 0.9, "Humber": 0.95}, Alternatives(TEXT, sentences(TEXT))
    left = left_out(TEXT, told, spare=4, evidence=["at Salsa"], alternatives=offered)
    assert left == TEXT.replace("We ate at Salsa. ", "")
    assert "The Humber was grey. " in [one.before for one in offered.beside(())]


def test_the_user_is_offered_what_takes_more_words_than_may_go():
    offered = Alternatives(TEXT, sentences(TEXT))
    assert left_out(TEXT, {"Salsa": 0.9}, spare=0, alternatives=offered) == TEXT
    assert "We ate at Salsa. " in [one.before for one in offered.beside(())]


def test_what_the_rest_does_not_read_on_without_stays():
    """Here everything is a surprise where nobody ate."""
    critic = Critic({"sentence_more": -1.0, "clause": -9.0, "cut": -9.0}, bias=2.0, least=0.5)

    def losses(asked):
        return [(1.0 if "Salsa" in before or after.startswith("We") else 9.0,) for before, after in asked]

    assert left_out(TEXT, {"Salsa": 0.9, "Humber": 0.9}, critic=critic, losses=losses) == TEXT.replace(
        "The Humber was grey. ", ""
    )


def test_the_neighbour_goes_along_where_it_hangs_on_the_sentence():
    def losses(asked):
        return [
            (9.0 if before.endswith("rained. ") and after.startswith(("Then", "Home")) else 1.0,)
            for before, after in asked
        ]

    critic = Critic({"sentence_first": -1.0, "clause": -9.0, "cut": -9.0}, bias=5.0, least=0.5)
    assert (
        left_out(TEXT, {"Salsa": 0.9}, critic=critic, losses=losses)
        == "It rained. The Humber was grey. Good night."
    )


def test_what_tells_nothing_goes_along_only_where_it_must():
    """The last sentences of a text leave the best gap, and the question it was written for."""
    text = "It rained. We ate at Salsa. Does anybody know a place that is open on Sundays, late? Good night."
    critic = Critic({"sentence_end": 3.0, "clause": -9.0}, bias=1.0, least=0.6)

    def losses(asked):
        return [(1.0,)] * len(asked)

    assert left_out(text, {"Salsa": 0.9}, critic=critic, losses=losses) == text.replace(
        "We ate at Salsa. ", ""
    )


def test_no_question_is_left_out():
    text = "It rained. Who knows Salsa? Good night."
    assert left_out(text, {"Salsa": 0.99}, critic=Critic({"clause": -9, "cut": -9}, 2.0, 0.5)) == text


@pytest.mark.parametrize(("beside", "left"), [("Is it cheap?", True), ("It is cheap.", False)])
def test_a_question_never_goes_along(beside, left):
    """Here all reads on but what stands right behind the sentence that tells."""
    text = f"It rained. We ate at Salsa. {beside} Good night."
    critic = Critic({"sentence_first": -1.0, "clause": -9.0, "cut": -9.0}, bias=5.0, least=0.5)

    def losses(asked):
        return [
            (9.0 if after.startswith("I") and not before.endswith("Salsa. ") else 1.0,)
            for before, after in asked
        ]

    assert left_out(text, {"Salsa": 0.9}, critic=critic, losses=losses) == (
        text if left else "It rained. Good night."
    )


@pytest.mark.parametrize(("good", "left"), [(0.8, False), (0.87, True), (None, True)])
def test_a_gap_takes_the_place_of_words_that_readers_like_less(good, left):
    """The gap is good with 0.88, of which it loses 0.02 for its four words."""
    draft = draft_of(TEXT)
    start = TEXT.index("Salsa")
    draft.change(1, [Change(start, start + 5, "Salsa", "a place", ("location",), good=good)])
    assert ("We ate at a place." in left_out(TEXT, {"Salsa": 0.9}, draft=draft)) is left


@pytest.mark.parametrize(("good", "left"), [(0.4, False), (0.6, True)])
def test_a_gap_need_not_be_that_good_where_readers_would_hardly_like_the_words(good, left):
    """The gap is good with 0.88, and 0.95 is asked for where no words are doubted."""
    draft = draft_of(TEXT)
    start = TEXT.index("Salsa")
    draft.change(1, [Change(start, start + 5, "Salsa", "a place", ("location",), good=good)])
    critic = Critic({}, bias=2.0, least=0.95)
    assert ("We ate at a place." in left_out(TEXT, {"Salsa": 0.9}, draft=draft, critic=critic)) is left


def test_words_that_mislead_stay():
    draft = draft_of(TEXT)
    start = TEXT.index("Salsa")
    draft.change(1, [Change(start, start + 5, "Salsa", "Fado", ("location",), good=0.5)])
    assert "We ate at Fado." in left_out(TEXT, {"Salsa": 0.9}, draft=draft, too=False)


def test_no_gap_is_worth_the_question_that_a_text_was_written_for():
    """Only with all that follows the gap would be good, at the text's end."""
    asked = (
        "What should I write down before I go there, and which signs mean that I should not wait for it? "
        "Please keep it plain, and do not make it sound any better than it really is at all."
    )
    text = f"It rained all day. We ate at Salsa. {asked}"
    critic = Critic({"sentence_end": 6.0, "clause": -9.0}, bias=-3.0, least=0.7)
    assert left_out(text, {"Salsa": 0.9}, critic=critic) == text
    assert left_out(text.replace(asked, "Bye."), {"Salsa": 0.9}, critic=critic) == "It rained all day."


@pytest.mark.parametrize(("told", "gone"), [(0.86, False), (0.99, True)])
def test_the_less_a_sentence_tells_the_better_its_gap_has_to_be(told, gone):
    """The gap is good with 0.73."""
    critic = Critic({"clause": -9.0}, bias=1.0, least=0.68)
    assert ("We ate at Salsa." not in left_out(TEXT, {"Salsa": told}, critic=critic)) is gone


def test_what_the_user_wants_to_stay_stays():
    locked = Goal(GOAL.attributes, GOAL.protect, locked=("ate",))
    assert left_out(TEXT, {"Salsa": 0.9}, goal=locked) == TEXT
    refused = [("We ate at Salsa.", ""), ("It rained. We ate at Salsa.", "")]
    assert "We ate at Salsa." in left_out(TEXT, {"Salsa": 0.9}, refused=refused)


def test_the_sentence_behind_a_gap_loses_the_word_that_joined_it():
    text = "It rained. We ate at Salsa. But the Humber was grey. Good night."
    critic = Critic({"sentence_first": -1.0, "sentence_end": -9.0, "cut": -9.0}, bias=2.0, least=0.5)

    def losses(asked):
        return [(9.0 if after.startswith(("But", "Good")) else 1.0,) for _, after in asked]

    alone = text.replace("We ate at Salsa. But the", "The")
    assert left_out(text, {"Salsa": 0.9}, critic=critic, losses=losses) == alone
    kept = Goal(GOAL.attributes, GOAL.protect, locked=("But the",))
    assert left_out(text, {"Salsa": 0.9}, critic=critic, losses=losses, goal=kept) == text


def test_brackets_and_quotations_are_not_torn_apart():
    text = 'It rained. She said "We ate at Salsa. Then home." Good night.'
    assert left_out(text, {"Salsa": 0.9}).count('"') in (0, 2)


def test_a_clause_goes_where_that_is_enough():
    text = "It rained all day. We ate a lot of things with the whole family, near the Humber. Good night."
    assert left_out(text, {"Humber": 0.9}) == text.replace(", near the Humber", "")


def test_words_are_cut_out_of_a_sentence_that_cannot_go():
    """Each place where it tells, on its own."""
    text = "It rained. My Hull uncle runs a big bakery with two Humber captains. Good night."
    critic = Critic({"sentence_more": -9.0, "clause": -9.0, "sentence_end": -9.0}, bias=2.0, least=0.5)

    def losses(asked):
        return [(1.0 if "bakery" in before + after else 9.0,) for before, after in asked]

    told = {"Hull": 0.9, "Humber": 0.9}
    cut = "It rained. My uncle runs a big bakery with two captains. Good night."
    assert left_out(text, told, critic=critic, losses=losses) == cut
    draft = draft_of(text)
    left_out(
        text, told, critic=critic, losses=losses, draft=draft, refused=[("Hull", ""), ("Hull uncle", "")]
    )
    (changes,) = filter(None, draft.changes())
    assert [change.before for change in changes] == ["Humber "]
    assert changes[0].good == pytest.approx(0.88, abs=0.01)
    locked = Goal(GOAL.attributes, GOAL.protect, locked=("bakery",))
    assert left_out(text, told, critic=critic, losses=losses, goal=locked) == text
    hint = told | {"Hull": 0.88}  # not worth it
    assert left_out(text, hint, critic=critic, losses=losses) == text.replace("Humber ", "")


def test_how_good_a_gap_is_goes_along_with_it():
    draft = draft_of(TEXT)
    left_out(TEXT, {"Salsa": 0.9}, draft=draft)
    ((change,),) = filter(None, draft.changes())
    assert change.good == pytest.approx(0.88, abs=0.01)  # of a bias of 2
    assert change.attributes == ("location",)


def test_a_long_sentence_goes_where_only_its_clauses_would_read_badly():
    text = "It rained. We ate a lot of very good things that day, with my whole family near the Humber. Bye."
    critic = Critic({"clause": -2.1}, bias=2.0, least=0.5)
    assert left_out(text, {"Humber": 0.9}, critic=critic) == "It rained. Bye."


def test_without_a_writer_beside_it_the_reader_asks_nobody_for_words(attributes, monkeypatch):
    pack = load_pack("starter")
    assert pack.writer.candidates == 0
    pack = structs.replace(pack, writer=structs.replace(pack.writer, omission=ALL_ARE_GOOD))
    monkeypatch.setattr(SentenceRewrite, "_telling", lambda _self, now: reading(now, {"Salsa": 0.9}))

    def never(request):
        raise AssertionError(request)

    place = Edit("The Humber", "The river", ("location",), ChangeOrigin.RULE)
    found = Inference("location", "", ("Hull",), 5, Source.RULE, ("The Humber",), (place,))
    verdict = Verdict("location", Validity.HIGH, ("The Humber", "Salsa"))
    request = RewriteRequest(TEXT, Attacked((found,), (TextPart(0, len(TEXT), (found,)),)), (verdict,), GOAL)
    rewritten = Roles(FakeEngine(never, losses=lambda _: (1.0,)), attributes, pack=pack).rewrite(request)
    assert apply_changes(TEXT, rewritten.changes) == "It rained. Then home. The river was grey. Good night."


@pytest.mark.parametrize(
    ("good", "becomes"),
    [(2.0, "I will say what tenants never hear: rugs. It is so."), (-2.0, None)],
)
def test_a_statement_that_no_rule_knows_is_cut_where_readers_would_like_it(good, becomes):
    text = "I manage forty-one flats, so I will say what tenants never hear: rugs. It is so."
    none_else = Critic({"sentence": -9.0, "clause": -9.0, "cut": -9.0}, bias=2.0, least=0.5)
    liked = Critic({"substitute_no_statement_marked": good}, bias=0.5, least=0.5)
    told = {"manage": 0.95, "flats": 0.95}
    assert left_out(text, told, critic=none_else, substitution=liked) == (becomes or text)
    assert left_out(text, told, critic=none_else) == text


def offered(text, told, marks=(), **more):
    alternatives = Alternatives(text, sentences(text))
    more = {"alternatives": alternatives, **more}
    places = {span: "location" for name in marks for span in occurrences(text, name)}
    left = left_out(text, told, marks=places, **more)
    return left, {apply_changes(text, [one]) for one in alternatives.beside(())}


def test_what_else_could_go_is_offered():
    left, others = offered(TEXT, {"Salsa": 0.9})
    assert left == TEXT.replace("We ate at Salsa. ", "")
    assert left in others, "it is for the caller to leave out what is proposed"
    assert TEXT.replace("It rained. We ate at Salsa. ", "") in others


def test_a_gap_that_is_not_good_enough_is_offered_all_the_same():
    doubtful = Critic({}, bias=0.0, least=0.8)
    left, others = offered(TEXT, {"Salsa": 0.9}, critic=doubtful)
    assert left == TEXT
    assert TEXT.replace("We ate at Salsa. ", "") in others


def test_marked_sentences_that_tell_little_are_left_to_the_user():
    left, others = offered(TEXT, {"Humber": 0.9}, marks=["Salsa"])
    assert "Humber" not in left
    assert TEXT.replace("We ate at Salsa. ", "") in others
    _, none = offered(TEXT, {}, marks=[])
    assert none == set()


def test_of_a_long_text_the_strongest_sentences_alone_are_looked_at_for_the_user():
    text = "".join(f"We ate at Salsa{number}. It rained again. " for number in range(30))
    told = {f"Salsa{number}": 0.5 + number / 100 for number in range(30)}
    _, others = offered(text, told, marks=list(told))
    offers = {name for name in told if any(f"{name}." not in one for one in others)}
    assert offers
    assert offers == {f"Salsa{number}" for number in range(30 - len(offers), 30)}
    assert len(offers) < 20


def test_a_run_that_is_offered_takes_the_joining_word_behind_it():
    text = "It rained. We ate at Salsa. But we slept. Good night."
    _, others = offered(text, {"Salsa": 0.9})
    assert "It rained. We slept. Good night." in others


def test_a_run_at_the_end_of_a_line_leaves_the_break_before_the_joining_word():
    text = "We moved. We ate at Salsa.\nBut is it so?"  # a question stays
    _, others = offered(text, {"Salsa": 0.9})
    assert "We moved.\nIs it so?" in others
