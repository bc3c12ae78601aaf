"""What the starter is trained on: the project's own records, rendered by the code that talks to it in use."""

import json
from pathlib import Path

import msgspec
import pytest

from starter.conversations import Conversations, inference_of, neutral_inference_of
from starter.records import BadRecord, Record, calibrates, read_records

DATA = sorted((Path(__file__).parents[2] / "packaging" / "starter" / "data").glob("records-*.jsonl"))


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return read_records(DATA)


@pytest.fixture(
    params=[
        pytest.param(5, id="every fifth"),
        pytest.param(1, id="all", marks=pytest.mark.soak("all records of the starter")),
    ]
)
def some(request: pytest.FixtureRequest, records: list[Record]) -> list[Record]:
    return records[:: request.param]


def test_ids_are_unique(records: list[Record]) -> None:
    assert len({record.id for record in records}) == len(records)


def test_about_an_eighth_of_the_personas_is_held_out(records: list[Record]) -> None:
    personas = {record.persona: record.held_out for record in records}
    assert 0.06 < sum(personas.values()) / len(personas) < 0.2


def test_about_an_eighth_of_the_others_is_what_the_probes_are_calibrated_on(records: list[Record]) -> None:
    others = {record.persona for record in records if not record.held_out}
    assert 0.06 < sum(map(calibrates, others)) / len(others) < 0.2


def test_answers_are_json_lines_about_what_was_asked(some: list[Record]) -> None:
    conversations = Conversations(seed=5)
    for record in some:
        turns = conversations.draw(record)
        assert [turn.role for turn in turns[:2]] == ["system", "user"]
        assert turns[-1].role == "assistant"
        asked = turns[1].content.rsplit("author's ", 1)[1].rstrip("?").split(", ")
        for turn in turns:
            if turn.learn and turn.content != "Nothing.":
                lines = [json.loads(line) for line in turn.content.splitlines()]
                assert lines
                assert all(line.get("attribute", asked[0]) in asked for line in lines)


def test_every_phrase_to_quote_stands_in_the_text_of_its_conversation(some: list[Record]) -> None:
    """Also where places and ages were exchanged, or edits applied before."""
    conversations = Conversations(seed=6)
    for record in some:
        turns = conversations.draw(record)
        text = turns[1].content.split('"""\n', 1)[1].rsplit('\n"""', 1)[0]
        for line in (line for turn in turns if turn.learn for line in turn.content.splitlines()):
            if line != "Nothing.":
                values = json.loads(line)
                for phrase in (*values.get("evidence", ()), *filter(None, [values.get("find")])):
                    assert phrase in text


def test_ghosts_are_unlearned_in_the_attack_and_refused_in_the_arbitration(some: list[Record]) -> None:
    conversations = Conversations(seed=7)
    refused = 0
    for record in some:
        turns = conversations.draw(record)
        for line in turns[2].unlearned:
            attribute = json.loads(line)["attribute"]
            verdicts = [json.loads(answer) for answer in turns[4].content.splitlines()]
            verdict = next(verdict for verdict in verdicts if verdict["attribute"] == attribute)
            assert verdict["validity"] in ("low", "invalid")
            assert line in turns[2].content
            refused += 1
    assert refused > len(some) / 40


def test_a_broken_record_is_named_by_file_and_line(tmp_path: Path, records: list[Record]) -> None:
    path = tmp_path / "broken.jsonl"
    good = msgspec.json.encode(records[0]).decode()
    path.write_text(f'{good}\n{{"id": "x"}}\n', encoding="utf-8")
    with pytest.raises(BadRecord, match=r"broken\.jsonl, line 2"):
        read_records([path])


def test_a_phrase_that_is_not_in_the_text_is_refused(tmp_path: Path, records: list[Record]) -> None:
    path = tmp_path / "wrong.jsonl"
    leaking = next(record for record in records if record.leaks)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(leaking, text="Something else.")))
    with pytest.raises(BadRecord, match="does not stand in the text"):
        read_records([path])


def test_what_is_to_be_judged_has_the_same_certainty_whether_it_is_true_or_planted(
    records: list[Record],
) -> None:
    items = [item for record in records for item in (*record.leaks, *record.ghosts)]
    assert len({inference_of(item).certainty for item in items}) > 1
    assert len({neutral_inference_of(item).certainty for item in items}) == 1
    assert all(
        msgspec.structs.replace(neutral_inference_of(item), certainty=item.certainty) == inference_of(item)
        for item in items
    )
