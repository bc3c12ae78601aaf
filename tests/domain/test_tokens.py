"""Boundaries between tokens: what a reader sees as one word or one character is never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.tokens import is_boundary, occurrences, tokens, words

FAMILY = "👩\u200d👩\u200d👧"
TEXTS = st.text(
    st.sampled_from([*"ab1_ .,\n\r\t'é", "\u0301", "\u200d", "\ufe0f", "👩", "👍", "🏽", "🇵", "🇹", "ש", "中"])
)


@given(TEXTS | st.text())
def test_tokens_joined_are_the_text_again(text: str) -> None:
    assert "".join(tokens(text)) == text


@given(TEXTS | st.text())
def test_tokens_begin_exactly_at_boundaries(text: str) -> None:
    starts, position = [], 0
    for token in tokens(text):
        starts.append(position)
        position += len(token)
    assert starts == [at for at in range(len(text)) if is_boundary(text, at)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm 34.", ["I", "'", "m", " ", "34", "."]),
        ("a\r\nb\n\nc", ["a", "\r\n", "b", "\n", "\n", "c"]),
        ("cafe\u0301 ole\u0301", ["cafe\u0301", " ", "ole\u0301"]),
        (f"my {FAMILY}!", ["my", " ", FAMILY, "!"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇵🇹🇨🇭", ["🇵🇹", "🇨🇭"]),
        ("1\ufe0f\u20e3", ["1\ufe0f\u20e3"]),
        ("אני גר", ["אני", " ", "גר"]),
        ("我住北京", ["我", "住", "北", "京"]),
        ("naïve_user2", ["naïve_user2"]),
        ("🇿🇦🇦🇿", ["🇿🇦", "🇦🇿"]),
        ("🇵a", ["🇵", "a"]),
        ("❤\ufe0f!", ["❤\ufe0f", "!"]),
        ("a🇵🇹", ["a", "🇵🇹"]),
        ("👍🏻👍🏿", ["👍🏻", "👍🏿"]),
        ("🏴\U000e0067\U000e007f!", ["🏴\U000e0067\U000e007f", "!"]),
        ("Tokyo東京a", ["Tokyo", "東", "京", "a"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "phrase", "starts"),
    [
        ("Lisbon, Lisbon! Lisboner", "Lisbon", [0, 8]),
        ("art, party, art", "art", [0, 12]),
        ("aa a aa", "a", [3]),
        ("cafe\u0301", "cafe", []),
        (FAMILY, "👩", []),
        ("🇨🇵🇹🇨", "🇵🇹", []),
        ("🇹🇵🇵🇵🇵", "🇵🇵", [2]),
        ("我住在北京。", "北京", [3]),
        ("Sam's dog", "Sam", [0]),
        ("x", "", []),
    ],
)
def test_occurrences_are_whole_tokens(text: str, phrase: str, starts: list[int]) -> None:
    assert occurrences(text, phrase) == [(start, start + len(phrase)) for start in starts]


def test_a_word_keeps_its_apostrophe() -> None:
    assert words("I'm here, it’s “fine”…") == ["I'm", "here", "it’s", "fine"]
