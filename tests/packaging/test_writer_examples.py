"""The writer's examples: which sentence became which, and what the model is asked and answers."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.sentences import sentences
from penname.roles.writing.answer import Became, read_answer
from penname.roles.writing.telling import word_spans
from starter.records import Record, read_records
from writer.alignment import align
from writer.examples import became, examples, is_sentence
from writer.rewrites import Rewrite, read_rewrites, with_records

STARTER = Path(__file__).parent.parent.parent / "packaging" / "starter"
REWRITES = STARTER / "rewrites" / "rewrites.jsonl"


def pairs() -> list[tuple[Record, Rewrite]]:
    records = read_records(sorted((STARTER / "data").glob("records-*.jsonl")))
    return list(with_records(read_rewrites([REWRITES]), records))


_WORDS = st.lists(
    st.sampled_from(("I", "drive", "a", "bus", ".", "!", "\n", " ", "It's", "fun", "…")), max_size=30
)


@given(_WORDS.map(" ".join), _WORDS.map(" ".join))
def test_the_units_are_both_texts_and_end_where_sentences_do(original: str, rewrite: str) -> None:
    units = align(original, rewrite)
    assert "".join(original[unit.start : unit.end] for unit in units) == original
    assert "".join(unit.new for unit in units) == rewrite
    ends = {end for _, end in sentences(original)} | {0}
    assert {unit.end for unit in units} <= ends


def test_a_sentence_keeps_its_place_when_another_is_changed_or_left_out() -> None:
    text = "Quick one. I drive the 208 in Leeds. It is fun. Thirty-one years of it. Bye."
    new = "Quick one. I drive a bus. It is fun. Bye."
    changed = [(text[unit.start : unit.end], unit.new) for unit in align(text, new)]
    assert changed == [
        ("Quick one. ", "Quick one. "),
        ("I drive the 208 in Leeds. ", "I drive a bus. "),
        ("It is fun. ", "It is fun. "),
        ("Thirty-one years of it. ", ""),
        ("Bye.", "Bye."),
    ]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("It is fun. ", "It is fun.", Became.KEEP),
        ("I drive the bus in Leeds.", "I drive the bus.", Became.VAGUER),
        ("Muhurat is in February only.", "We marry soon.", Became.RECAST),
    ],
)
def test_what_became_of_a_sentence(old: str, new: str, what: Became) -> None:
    assert became(old, new) is what


@pytest.mark.parametrize(
    ("old", "new", "whole"),
    [
        ("It is fun. ", "It is fun. ", True),
        ("It is fun.", "It is nice!", True),
        ("No end to it", "No end", True),
        ("love it", "like it", True),
        (":)", "", True),
        ("Fourteen months.", ".", False),
        ("My wife says so.", ", and so on.", False),
        ("I have the time.", "and I have time.", False),
        ("My wife says put it in a book.", "They say put it in a book,", False),
        ("It is fun.", "", False),
    ],
)
def test_what_is_a_piece_of_a_sentence_is_not_learned(old: str, new: str, whole: bool) -> None:
    assert is_sentence(old, new) is whole


def test_each_rewrite_that_was_written_is_an_example_that_gives_it_back() -> None:
    """What the answer says, put between the bars, is the rewrite but for white space."""
    counts = dict.fromkeys((Became.KEEP, Became.VAGUER, Became.RECAST), 0)
    count = 0
    for record, rewrite in pairs():
        versions = [text for text in (rewrite.all, rewrite.some, rewrite.mislead) if text]
        told = [0.0] * len(word_spans(record.text))
        made = list(examples(record, rewrite, told, random.Random(record.id)))
        assert len(made) <= len(versions)
        for example in made:
            answers = read_answer(example.answer)
            assert list(answers.values()) == list(example.answers)
            for written in answers.values():
                counts[written.became] += 1
            pieces = re.split(r"\|(\d+) [^|]*\|", example.marked)
            numbers = [int(number) for number in pieces[1::2]]
            pieces[1::2] = [
                example.sources[number - 1] if answers[number].became is Became.KEEP else answers[number].text
                for number in numbers
            ]
            filled = "".join("".join(pieces).split())
            assert filled in ["".join(version.split()) for version in versions]
            assert len(example.sources) == len(answers)
            count += 1
    assert count > 700
    assert min(counts.values()) > 20


def test_nobody_held_out_is_rewritten() -> None:
    assert len(pairs()) == sum(1 for _ in read_rewrites([REWRITES]))
