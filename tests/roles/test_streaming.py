"""Reasoning is told word by word, whatever the pieces in which an answer arrives."""

import json

from hypothesis import given
from hypothesis import strategies as st

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
