"""Which sentence is left of which, where editors took out what tells."""

from pathlib import Path

import pytest

from penname.domain.sentences import sentences
from starter.records import read_records
from writer.deletions import left_of, read_deletions

STARTER = Path(__file__).parent.parent.parent / "packaging" / "starter"


@pytest.mark.parametrize(
    ("text", "result", "left"),
    [
        ("I drive a bus. It is fun.", "It is fun.", ["", "It is fun."]),
        ("I drive a bus in Leeds. It is fun.", "I drive. It is fun.", ["I drive.", "It is fun."]),
        (
            "My wife says so. My question: who knows?",
            "My question: who knows?",
            ["", "My question: who knows?"],
        ),
        ("Hi! “I drive a bus,” she said.", "Hi! “I drive,” she said.", ["Hi!", "“I drive,” she said."]),
        ("One. Two. Three.", "", ["", "", ""]),
    ],
)
def test_each_sentence_gets_what_is_left_of_it(text: str, result: str, left: list[str]) -> None:
    assert [one.text for one in left_of(text, result)] == left


def test_texts_of_their_own_are_told_apart_and_only_shortened() -> None:
    found = list(read_deletions([STARTER / "rewrites" / "edited.jsonl"]))
    assert len({one.id for one in found}) == len({one.text for one in found}) == len(found) > 400
    for one in found[::20]:
        assert len(one.all.split()) <= len(one.text.split())
        assert len(left_of(one.text, one.all)) == len(sentences(one.text))


def test_nothing_of_a_result_is_lost_and_nobody_held_out_is_in_it() -> None:
    records = {one.id: one for one in read_records(sorted((STARTER / "data").glob("records-*.jsonl")))}
    found = [one for one in read_deletions([STARTER / "rewrites" / "deletions.jsonl"]) if one.id in records]
    assert len(found) > 700
    assert not any(records[one.id].held_out for one in found)
    for one in found[::40]:
        text = records[one.id].text
        left = left_of(text, one.all)
        assert [(part.start, part.end) for part in left] == list(sentences(text))
        assert "".join(" ".join(part.text for part in left).split()) == "".join(one.all.split())
