"""The variants of the records' texts that the probes learn from."""

from itertools import groupby
from pathlib import Path

import pytest

from starter.records import Record, calibrates, read_records
from starter.states import Sample, Variant, samples_of

DATA = Path(__file__).parents[2] / "packaging" / "starter" / "data"


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return read_records(sorted(DATA.glob("*.jsonl"))[:12])


@pytest.fixture(scope="module")
def samples(records: list[Record]) -> list[Sample]:
    return samples_of(records)


def test_evidence_stands_in_the_text_of_its_variant(samples: list[Sample]) -> None:
    assert {sample.variant for sample in samples} == set(Variant)
    for sample in samples:
        for phrases in sample.evidence.values():
            assert phrases
            assert all(phrase in sample.text for phrase in phrases)


def test_edited_texts_tell_nothing_and_partly_edited_ones_less(records: list[Record]) -> None:
    for record in records:
        told = {sample.variant: set(sample.evidence) for sample in samples_of([record])}
        assert not told.get(Variant.EDITED, set())
        assert told.get(Variant.PARTLY_EDITED, set()) < told[Variant.PLAIN] or len(record.leaks) < 2
        assert told.get(Variant.MISLED, set()) <= told[Variant.PLAIN]


def test_misled_texts_have_evidence_that_the_text_had_not(records: list[Record]) -> None:
    new = 0
    for record in records:
        for sample in samples_of([record]):
            if sample.variant is Variant.MISLED:
                new += any(phrase not in record.text for told in sample.evidence.values() for phrase in told)
    assert new > len(records) / 2


def test_people_who_are_measured_on_have_no_more_than_two_variants(samples: list[Sample]) -> None:
    for persona, theirs in groupby(samples, key=lambda sample: sample.persona):
        given = list(theirs)
        if given[0].held_out or calibrates(persona):
            assert {sample.variant for sample in given} <= {Variant.PLAIN, Variant.EDITED}
