"""Long texts are cut between paragraphs, else sentences, else words, and never lose a character."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.tokens import is_boundary
from penname.roles.sentences import joined, parts, sentences


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
