"""Text in known words: what it takes, what it refuses, and that both ways of asking agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.tokens import words
from penname.engine.grammar import Fixed, Phrase, Sequence, Words
from penname.engine.grammar.matcher import GrammarMatcher

SOURCE = "I’m in Leeds, “home” 😁 naïve Élan work don't\nsomewhere a place friend s 208"


def takes(text: str, most: int = 60) -> bool:
    matcher = GrammarMatcher(Words(most), SOURCE)
    return bool(matcher.ended(matcher.feed(matcher.start, text.encode())))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I’m here".replace("here", "home"),
        "I'm home",
        "Work, leeds: In a place?!",
        "friend's home",
        " naïve 😁 (“home”)",
        "Élan-work",
        "208",
    ],
)
def test_what_is_said_in_known_words_is_taken(text: str) -> None:
    assert takes(text)


@pytest.mark.parametrize(
    "text", ["wine", "don", "inhome", "home208", "20", "wörk", "hom", "🎉", "a\nplace", "plAce", "WORK"]
)
def test_what_is_not_is_refused(text: str) -> None:
    assert not takes(text)


def test_a_text_has_an_end() -> None:
    assert takes("a place", 7)
    assert not takes("a place", 6)
    assert takes("naïve", 5)


def test_what_follows_may_follow_after_a_word_and_nowhere_else() -> None:
    matcher = GrammarMatcher(Sequence((Words(20), Fixed("\nend"))), SOURCE)
    assert matcher.feed(matcher.start, b"a place\nend")
    assert not matcher.feed(matcher.start, b"a plac\nend")


@given(st.text(st.sampled_from("IiMm’' nLeds,“hoWrk.é2"), max_size=14))
def test_it_takes_exactly_what_is_made_of_its_words(text: str) -> None:
    known = {word.lower().replace("’", "'") for word in words(SOURCE)}
    if takes(text):
        assert {word.lower().replace("’", "'") for word in words(text)} <= known | {"don't", "i'm"}


@pytest.mark.parametrize(
    ("gap", "fits"),
    [
        ("", True),
        (" in a place", True),
        (" work, home", True),
        (" don't", True),
        ("work", False),
        (" work ", False),
        (" in  a place", False),
        (" work,", False),
        (" work. home", False),
        (" hom", False),
        (" in a place somewhere", False),  # too long
    ],
)
def test_a_gap_holds_words_with_a_space_before_each(gap: str, fits: bool) -> None:
    matcher = GrammarMatcher(Sequence((Fixed("I"), Phrase(14, ","), Fixed(", too."))), SOURCE)
    assert bool(matcher.ended(matcher.feed(matcher.start, f"I{gap}, too.".encode()))) is fits


@pytest.mark.parametrize("grammar", [Words(12), Phrase(12, ",")])
@given(text=st.text(st.sampled_from("Imhe’' nL208,“ok.é"), max_size=8))
def test_the_bytes_that_may_follow_are_those_that_are_taken(grammar: Words | Phrase, text: str) -> None:
    matcher = GrammarMatcher(grammar, SOURCE)
    state = matcher.feed(matcher.start, text.encode())
    allowed = matcher.allowed(state) if state else 0
    assert all(bool(allowed >> byte & 1) == bool(matcher.step(state, byte)) for byte in range(256))
