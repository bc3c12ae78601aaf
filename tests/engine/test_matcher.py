"""The matcher: what it lets through parses, what it refuses a reference refuses too."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.engine.grammar import (
    DistinctOptions,
    Fixed,
    InOrder,
    Integer,
    Node,
    OneOf,
    Prose,
    Repeat,
    Sequence,
    Span,
    String,
)
from penname.engine.grammar.matcher import GrammarMatcher, State


def quoted(node: Node) -> Node:
    return Sequence((Fixed('"'), node, Fixed('"')))


def accepts(matcher: GrammarMatcher, text: str) -> bool:
    return bool(matcher.ended(matcher.feed(matcher.start, text.encode())))


def walk(matcher: GrammarMatcher, seed: int, ends: float = 0.3) -> str:
    """A text the matcher allows, by a random walk over the bytes it offers."""
    choose, state, written = random.Random(seed), matcher.start, bytearray()
    while mask := matcher.allowed(state):
        if matcher.ended(state) and choose.random() < ends:
            break
        written.append(choose.choice([byte for byte in range(256) if mask >> byte & 1]))
        state = matcher.step(state, written[-1])
        assert state, "a byte that is offered must be taken"
    assert matcher.ended(state)
    return written.decode()


SOURCE = 'She said "no", then:\r\n\tI’m 34 in Zürich 👍🏽 \\ naïve é.'
INFERENCE = Sequence(
    (
        Fixed('{"attribute": '),
        OneOf((Fixed('"age"'), Fixed('"location"'))),
        Fixed(', "reasoning": '),
        quoted(String(40)),
        Fixed(', "evidence": ['),
        Repeat(quoted(Span(25)), 0, 3, ", "),
        Fixed('], "certainty": '),
        Integer(1, 5),
        Fixed("}"),
    )
)


@given(st.integers(0, 10**6))
def test_every_walk_parses_and_quotes_the_source(seed: int) -> None:
    matcher = GrammarMatcher(Repeat(INFERENCE, 1, 3, "\n"), SOURCE)
    lines = walk(matcher, seed).split("\n")
    assert 1 <= len(lines) <= 3
    for line in lines:
        inference = json.loads(line)
        assert inference["attribute"] in ("age", "location")
        assert 1 <= inference["certainty"] <= 5
        assert len(inference["reasoning"]) <= 40
        for phrase in inference["evidence"]:
            assert phrase in SOURCE
            assert 0 < len(phrase) <= 25


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_what_is_offered_is_what_is_taken(seed: int) -> None:
    matcher = GrammarMatcher(Repeat(INFERENCE, 1, 2, "\n"), SOURCE)
    state = matcher.start
    for byte in walk(matcher, seed).encode():
        taken = sum(1 << other for other in range(256) if matcher.step(state, other))
        assert matcher.allowed(state) == taken
        state = matcher.step(state, byte)


@given(st.text(st.characters(exclude_characters="\x7f"), max_size=12))
def test_a_json_string_is_taken_as_json_writes_it(text: str) -> None:
    body = json.dumps(text, ensure_ascii=False)[1:-1]
    assert accepts(GrammarMatcher(String(12)), body)
    assert accepts(GrammarMatcher(String(12)), body.replace("z", "\\u007a"))
    if body:
        assert not accepts(GrammarMatcher(String(len(text) - 1)), body)


@given(st.binary(max_size=8))
def test_prose_is_printable_text_and_nothing_else(data: bytes) -> None:
    matcher = GrammarMatcher(Prose(8))
    try:
        expected = not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", data.decode())
    except UnicodeDecodeError:
        expected = False
    assert bool(matcher.ended(matcher.feed(matcher.start, data))) == expected


@given(st.integers(-120, 1200), st.integers(-120, 1200), st.text("-0123456789", max_size=5))
def test_integers_are_those_of_the_range(one: int, other: int, text: str) -> None:
    low, high = sorted((one, other))
    matcher = GrammarMatcher(Integer(low, high))
    assert accepts(matcher, text) == (text in {str(number) for number in range(low, high + 1)})
    # and no digit leads into a dead end
    assert low <= int(walk(matcher, one)) <= high


def test_a_sign_is_offered_only_where_a_number_below_zero_is() -> None:
    for low, signed in ((-1, True), (0, False)):
        matcher = GrammarMatcher(Integer(low, 9))
        assert bool(matcher.allowed(matcher.start) >> ord("-") & 1) is signed


@given(st.text("ab{}1", max_size=10), st.data())
def test_accepts_what_the_same_regular_expression_accepts(text: str, data: st.DataObject) -> None:
    grammar, pattern = data.draw(grammars())
    assert accepts(GrammarMatcher(grammar), text) == bool(re.fullmatch(pattern, text))


@st.composite
def grammars(draw: st.DrawFn, depth: int = 3) -> tuple[Node, str]:
    """A grammar and the regular expression that says the same."""
    kind = draw(st.sampled_from(["fixed", "one of", "sequence", "repeat", "in order"])) if depth else "fixed"
    if kind == "fixed":
        text = draw(st.text("ab{}1", max_size=2))
        return Fixed(text), re.escape(text)
    parts = draw(st.lists(grammars(depth - 1), min_size=1, max_size=3))
    nodes, patterns = tuple(node for node, _ in parts), [f"(?:{pattern})" for _, pattern in parts]
    if kind == "one of":
        return OneOf(nodes), "|".join(patterns)
    if kind == "sequence":
        return Sequence(nodes), "".join(patterns)
    if kind == "repeat":
        least, more = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        repeated = f"{patterns[0]}(?:b{patterns[0]}){{{max(least - 1, 0)},{max(least + more - 1, 0)}}}"
        pattern = "" if least + more == 0 else repeated if least else f"(?:{repeated})?"
        return Repeat(nodes[0], least, least + more, "b"), pattern
    chosen = [
        "a".join(pattern for index, pattern in enumerate(patterns) if mask >> index & 1)
        for mask in range(1, 2 ** len(patterns))
    ]
    return InOrder(nodes, 1, "a"), "|".join(chosen)


AGES = tuple(map(str, range(5, 100)))


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 9))
def test_what_is_different_keeps_its_distance(seed: int, count: int, apart: int) -> None:
    taken = [
        int(age) for age in walk(GrammarMatcher(DistinctOptions(AGES, count, ", ", apart)), seed).split(", ")
    ]
    assert len(taken) == count
    assert all(str(age) in AGES for age in taken)
    assert all(abs(one - other) >= apart for i, one in enumerate(taken) for other in taken[:i])


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_what_is_offered_of_different_options_is_what_is_taken(seed: int) -> None:
    matcher = GrammarMatcher(Sequence((Fixed("["), DistinctOptions(AGES, 3, ", ", 3), Fixed("]"))))
    state = matcher.start
    for byte in walk(matcher, seed).encode():
        taken = sum(1 << other for other in range(256) if matcher.step(state, other))
        assert matcher.allowed(state) == taken
        state = matcher.step(state, byte)


def test_an_option_that_was_taken_is_no_option_again() -> None:
    matcher = GrammarMatcher(DistinctOptions(("a", "b", "ab"), 2, "-"))
    for text in ("a-b", "b-a", "a-ab", "ab-a", "ab-b"):
        assert accepts(matcher, text), text
    for text in ("a-a", "ab-ab", "a", "a-", "a-b-ab", "b-b", "ab-abb"):
        assert not accepts(matcher, text), text
    for text in ("34, 37, 40", "99, 5, 50", "5, 50, 9"):
        assert accepts(GrammarMatcher(DistinctOptions(AGES, 3, ", ", 3)), text), text
    for text in ("34, 36, 40", "34, 40, 42", "99, 5, 4", "99, 5, 100", "034, 40, 50"):
        assert not accepts(GrammarMatcher(DistinctOptions(AGES, 3, ", ", 3)), text), text
    assert matcher.forced(matcher.feed(matcher.start, b"b-a")) == b""  # it may end, or be "ab"


def test_items_in_order_may_be_left_out_but_not_swapped() -> None:
    matcher = GrammarMatcher(InOrder((Fixed("a"), Fixed("b"), Fixed("c")), least=2, separator=","))
    assert [text for text in ("a,b", "a,c", "b,c", "a,b,c") if not accepts(matcher, text)] == []
    assert [text for text in ("", "a", "c", "b,a", "a,a", "a,b,") if accepts(matcher, text)] == []
    assert accepts(GrammarMatcher(InOrder((Fixed("a"), Fixed("b")), least=0)), "")


def test_forced_text_ends_where_there_is_a_choice_or_the_answer_may_end() -> None:
    matcher = GrammarMatcher(
        Sequence((Fixed('{"age": '), Integer(30, 39), Fixed("}"), Repeat(Fixed("\n{}"), 0, 1)))
    )
    assert matcher.forced(matcher.start) == b'{"age": 3'
    after = matcher.feed(matcher.start, b'{"age": 34')
    assert matcher.forced(after) == b"}"  # a second line may follow, or the end


def test_a_quotation_never_cuts_a_word_or_a_character() -> None:
    matcher = GrammarMatcher(Span(30), "night-shift nurses, don’t é👍🏽 x")
    for text in ("night", "night-shift", "shift nurses", "nurses, don’t", "é", "é👍🏽", "👍🏽 x"):
        assert accepts(matcher, text), text
    for text in ("nigh", "ight", "nurses, do", " nurses", "nurses ", "e", "👍", "", "nurse shift"):
        assert not accepts(matcher, text), text


def test_a_quotation_never_cuts_a_joined_emoji_or_a_flag() -> None:
    matcher = GrammarMatcher(Span(30), "my 👩\u200d👧_x 🇵🇹 e\u0301")
    for text in ("my 👩\u200d👧", "👩\u200d👧_x", "_x", "🇵🇹", "🇵🇹 e\u0301"):
        assert accepts(matcher, text), text
    for text in ("my 👩", "👩\u200d", "👧", "\u200d👧", "_", "x", "🇵", "🇹", "my 👩\u200d👧_x 🇵", "e"):
        assert not accepts(matcher, text), text


def test_the_first_and_last_of_skin_tones_flags_and_letters_count() -> None:
    matcher = GrammarMatcher(Span(30), "I 👍🏻 👍🏿 🇦🇿 x")
    for text in ("I", "👍🏻", "👍🏿", "🇦🇿", "x", "I 👍🏻"):
        assert accepts(matcher, text), text
    for text in ("👍", "🇦", "👍🏻 👍", "👍🏿 🇦"):
        assert not accepts(matcher, text), text


def test_a_quotation_stops_at_its_length() -> None:
    matcher = GrammarMatcher(Span(7), "one three sixteen")
    assert accepts(matcher, "sixteen")
    assert not accepts(matcher, "one three")
    state = matcher.feed(matcher.start, b"one")
    assert not matcher.step(state, ord(" ")), "nothing that fits could follow the space"


def test_a_bias_is_charged_once_when_the_answer_commits() -> None:
    options = (Fixed("Nothing."), Sequence((Fixed("Now "), String(5))))
    matcher = GrammarMatcher(OneOf(options, bias=(-2.0, 1.0)))
    undecided = matcher.feed(matcher.start, b"N")
    assert matcher.commit(matcher.start, undecided) == (0.0, undecided)
    assert matcher.undecided(undecided)
    nothing, now = (matcher.feed(matcher.start, text) for text in (b"Not", b"Now"))
    bias, state = matcher.commit(undecided, now)
    assert bias == 1.0
    assert not matcher.undecided(state)
    assert matcher.commit(state, matcher.feed(state, b" ab"))[0] == 0.0
    assert matcher.commit(matcher.start, nothing)[0] == -2.0
    assert matcher.commit(matcher.start, matcher.feed(matcher.start, b"Noth"))[0] == -2.0


def test_a_choice_without_a_bias_is_never_undecided() -> None:
    matcher = GrammarMatcher(
        Sequence((OneOf((Fixed("ab"), Fixed("ac"))), OneOf((Fixed("d"), Fixed("e")), (1.0, 2.0))))
    )
    first = matcher.feed(matcher.start, b"a")
    assert not matcher.undecided(first)
    assert matcher.commit(matcher.start, first) == (0.0, first)
    open_state = matcher.feed(first, b"b")
    assert matcher.undecided(open_state)
    assert matcher.commit(open_state, matcher.feed(open_state, b"e"))[0] == 2.0


@pytest.mark.parametrize(
    "first", [Sequence((Fixed("a"),)), Repeat(Fixed("a"), 1, 1), InOrder((Fixed("a"),), 1)]
)
def test_an_option_that_may_have_ended_is_still_weighed(first: Node) -> None:
    matcher = GrammarMatcher(Sequence((OneOf((first, Fixed("ab")), bias=(1.0, 2.0)), Fixed("!"))))
    state = matcher.feed(matcher.start, b"a")
    assert matcher.undecided(state)
    assert matcher.commit(state, matcher.feed(state, b"!"))[0] == 1.0
    assert matcher.commit(state, matcher.feed(state, b"b"))[0] == 2.0


def test_ending_the_answer_can_be_what_a_bias_weighs() -> None:
    matcher = GrammarMatcher(Sequence((Fixed("a"), OneOf((Fixed(""), Fixed("b")), bias=(3.0, 0.0)))))
    state: State = matcher.feed(matcher.start, b"a")
    assert matcher.undecided(state)
    assert matcher.commit(state, matcher.ended(state))[0] == 3.0


@pytest.mark.parametrize(
    "grammar",
    [
        Span(10),
        Integer(3, 2),
        Repeat(Fixed("a"), 2, 1),
        Repeat(Fixed("a"), -1, 1),
        InOrder((Fixed("a"),), least=2),
        InOrder((Fixed("a"),), least=-1),
        DistinctOptions(("a", "b"), 3),
        DistinctOptions(("a", "b", "c"), 2, ", ", 2),
        DistinctOptions(("a", "a,b"), 1, ","),
        DistinctOptions(("a", ""), 1),
        DistinctOptions(("a", "b"), 0),
        OneOf(()),
        OneOf((Fixed("a"),), (1.0, 2.0)),
    ],
)
def test_a_grammar_that_nothing_fits_is_refused(grammar: Node) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GrammarMatcher(grammar, " \n")
