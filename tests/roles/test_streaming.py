"""Reasoning is told word by word, whatever the pieces in which an answer arrives."""

import json

from hypothesis import given
from hypothesis import strategies as st

from penname.roles.plain_lines import plain_lines_of, write_plain_line
from penname.roles.streaming import LineReader

TEXTS = st.text(st.characters(codec="utf-8", max_codepoint=0xFFFF), max_size=30)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.integers(1, 9))
def test_any_reasoning_arrives_whole_and_in_order(reasonings, size):
    told: list[str] = []
    lines = []
    reader = LineReader(told.append, lines.append)
    answer = "\n".join(
        json.dumps({"attribute": "age", "reasoning": text, "certainty": 3}, ensure_ascii=index % 2 == 0)
        for index, text in enumerate(reasonings)
    )
    for start in range(0, len(answer), size):
        reader.feed(answer[start : start + size])
    assert "".join(told) == "".join(text + "\n" for text in reasonings if text)
    assert [line["reasoning"] for line in lines] == reasonings


@given(st.lists(TEXTS, min_size=1, max_size=3), st.integers(1, 9))
def test_a_plain_line_is_reasoning_and_belongs_to_the_object_behind_it(reasonings, size):
    said = [" ".join("".join(filter(str.isprintable, text)).split()) for text in reasonings]
    heads = [f"head {number}" for number, _ in enumerate(said)]
    written = [
        {"attribute": head, "reasoning": words, "guesses": ['"', words], "certainty": 3}
        for head, words in zip(heads, said, strict=True)
    ]
    answer = "\n".join(write_plain_line(line, "reasoning") for line in written)
    told: list[str] = []
    lines = []
    reader = LineReader(told.append, lines.append, heads)
    for start in range(0, len(answer), size):
        reader.feed(answer[start : start + size])
    assert "".join(told) == "".join(words + "\n" for words in said if words)
    assert lines == written == plain_lines_of(answer, heads, "reasoning", 320)


def test_what_was_cut_off_ends_with_a_sentence_or_a_word():
    for said, kept in (
        ('He says "I drive". Then he dri', 'He says "I drive".'),
        ("He says that he drives and dri", "He says that he drives and…"),
        ('He says "I drive my own truck"', 'He says "I drive my own truck"'),
    ):
        assert plain_lines_of(f"job: {said}", ["job"], "reasoning", 30) == [
            {"attribute": "job", "reasoning": kept}
        ]
        assert plain_lines_of(f"job: {said}", ["job"], "reasoning", 90)[0]["reasoning"] == said
