"""The leaf that copies the source: whatever the model picks, the text stays and tags are balanced."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.engine.grammar import Copied
from penname.engine.grammar.matcher import GrammarMatcher

_SOURCE = 'Anna said: "I’m from New York" <3 👍🏽.\n\nBye,\tÉmile'
_TAG = re.compile(r"</?(?:P|L)>")


def walk(matcher: GrammarMatcher, seed: int) -> str:
    choose, state, written = random.Random(seed), matcher.start, bytearray()
    while mask := matcher.allowed(state):
        options = [byte for byte in range(256) if mask >> byte & 1]
        written.append(choose.choice(options))
        state = matcher.step(state, written[-1])
        assert state, "a byte that is offered must be taken"
    assert matcher.ended(state)
    return written.decode()


def accepts(matcher: GrammarMatcher, text: str) -> bool:
    return bool(matcher.ended(matcher.feed(matcher.start, text.encode())))


@given(st.integers(0, 10**6), st.sampled_from([_SOURCE, "a", "x y", "李娜 came"]))
def test_without_its_tags_a_marked_copy_is_the_source(seed: int, source: str) -> None:
    written = walk(GrammarMatcher(Copied(("P", "L")), source), seed)
    assert _TAG.sub("", written) == source
    assert re.sub(r"<(P|L)>(?:(?!</?[PL]>)[\s\S])+?</\1>", "", written).count("<P>") == 0


@given(st.integers(0, 10**6))
def test_a_replacing_copy_leaves_all_else_in_its_order(seed: int) -> None:
    written = walk(GrammarMatcher(Copied(("P", "L"), replacing=True), _SOURCE), seed)
    kept = re.split(r"<[PL]>", written)
    assert re.fullmatch(r"[\s\S]+?".join(map(re.escape, kept)), _SOURCE)


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.booleans())
def test_what_is_offered_is_what_is_taken(seed: int, replacing: bool) -> None:
    matcher = GrammarMatcher(Copied(("P", "L"), replacing, max_chars=14), _SOURCE)
    state = matcher.start
    for byte in walk(matcher, seed).encode():
        taken = sum(1 << other for other in range(256) if matcher.step(state, other))
        assert matcher.allowed(state) == taken
        state = matcher.step(state, byte)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("<P>Anna</P> met Bob", True),
        ("Anna met <P>Bob</P>", True),
        ("<P>Anna met Bob</P>", True),
        ("Anna met Bob", True),
        ("<P>Anna</L> met Bob", False),
        ("<P>Anna met Bob", False),
        ("<P>An</P>na met Bob", False),
        ("<P></P>Anna met Bob", False),
        ("<P>Anna <L>met</L></P> Bob", False),
        ("<P>Anna </P>met Bob", False),
        ("Hanna met Bob", False),
        ("", False),
    ],
)
def test_tags_stand_around_whole_words(text: str, fits: bool) -> None:
    assert accepts(GrammarMatcher(Copied(("P", "L")), "Anna met Bob"), text) is fits


def test_a_tag_spans_no_more_than_it_may() -> None:
    matcher = GrammarMatcher(Copied(("P",), max_chars=8), "Anna met Bob")
    assert accepts(matcher, "<P>Anna met</P> Bob")
    assert not accepts(matcher, "<P>Anna met Bob</P>")
    state = matcher.feed(matcher.start, b"<P>Anna met")
    assert matcher.allowed(state) == 1 << ord("<")  # going on would lead to no end


def test_a_word_longer_than_a_tag_may_span_can_be_marked_alone() -> None:
    matcher = GrammarMatcher(Copied(("P",), max_chars=3), "Anna met Bob")
    assert accepts(matcher, "<P>Anna</P> <P>met</P> <P>Bob</P>")
    assert not accepts(matcher, "<P>Anna met</P> Bob")


def test_no_tag_stands_directly_after_another_at_one_place() -> None:
    matcher = GrammarMatcher(Copied(("P", "L"), replacing=True), "A-B")
    assert accepts(matcher, "<P>-<L>")
    assert not accepts(matcher, "<P><L>")


def test_a_copy_of_nothing_is_nothing() -> None:
    assert accepts(GrammarMatcher(Copied(("P",)), ""), "")


def test_a_source_with_the_tag_in_it_is_refused() -> None:
    for source in ("a <P> b", "a </P> b"):
        with pytest.raises(ValueError, match="tag"):
            GrammarMatcher(Copied(("P",)), source)
