"""Long texts are cut between paragraphs, else sentences, else words, and never lose a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.sentences import begins_sentence, joined, parts, sentences, small_beginnings
from penname.domain.tokens import is_boundary


def bytes_over_four(texts):
    return [-(-len(text.encode("utf-8", "surrogatepass")) // 4) for text in texts]


PIECES = st.lists(
    st.sampled_from(
        [
            "word ",
            "Longer ones. ",
            "\r\n\r\n",
            "\n",
            "é",
            "👩‍👩‍👧",
            "\u00a0",
            "e\u0301",
            "漢字。",
            "x" * 50,
            "? ",
        ]
    ),
    max_size=120,
).map("".join)


@given(PIECES, st.integers(20, 60))
def test_the_parts_are_the_whole_text_and_fit(text, limit):
    found = parts(text, limit, bytes_over_four)
    assert "".join(text[start:end] for start, end in found) == text
    assert all(is_boundary(text, start) for start, _ in found)
    longest_token = 50 / 4  # what has no boundary inside cannot be cut
    assert all(bytes_over_four([text[start:end]])[0] <= limit + 400 * longest_token for start, end in found)


@given(PIECES)
def test_the_sentences_are_the_whole_text(text):
    assert "".join(text[start:end] for start, end in sentences(text)) == text


def test_paragraphs_stay_together_where_they_fit():
    text = "One. Two. Three.\n\nFour. Five. Six.\n\nSeven. Eight."
    assert [text[a:b] for a, b in parts(text, 5, bytes_over_four)] == [
        "One. Two. Three.\n\n",
        "Four. Five. Six.\n\n",
        "Seven. Eight.",
    ]


def test_a_paragraph_that_is_too_long_is_cut_between_sentences():
    text = "This is one sentence. This is another one. And a third."
    assert [text[a:b] for a, b in parts(text, 6, bytes_over_four)] == [
        "This is one sentence. ",
        "This is another one. ",
        "And a third.",
    ]


def test_short_texts_are_not_counted():
    def refuse(texts):
        raise AssertionError("counted")

    assert parts("Short.", 100, refuse) == ((0, 6),)
    assert parts("", 100, refuse) == ()


def test_spans_are_united_that_overlap_touch_or_lie_near():
    spans = [(12, 15), (0, 3), (3, 5), (4, 6), (8, 9)]
    assert joined(spans) == [(0, 6), (8, 9), (12, 15)]
    assert joined(spans, near=2) == [(0, 9), (12, 15)]
    assert joined([]) == []


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        ("", True),
        ("It rained. ", True),
        ("“It rained.” ", True),
        ("It rained.\n- ", True),
        ("(It did!) ", True),
        ("I met Mr. ", False),
        ("We live in St. ", False),
        ("It rained, ", False),
        ("It was (", False),
        ("D'", False),
    ],
)
def test_where_a_sentence_begins(before, begins):
    assert begins_sentence(f"{before}Leeds", len(before)) is begins


def test_after_a_colon_a_capital_is_possible_but_not_needed():
    assert begins_sentence("My home: Leeds", 9)
    assert not begins_sentence("My home: Leeds", 9, colon=False)


def test_who_cares_for_capitals_is_told_by_the_beginnings():
    assert small_beginnings("i am here. And you? no.") == (2, 3)
    assert small_beginnings("7 of us") == (0, 0)
