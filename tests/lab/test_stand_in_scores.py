"""The stage scores, against values worked out by hand."""

import math

import pytest

from penname.lab.stand_ins.scores import (
    LabelledEntity,
    LabelledText,
    found,
    pps,
    prr,
    right,
    rouge_l,
    scs,
    spelling_likeness,
    text_distance,
    word_f1,
)
from penname.pseudonyms.entities import PERSON, PLACE, Entity, Finder


def test_a_true_entity_counts_as_found_when_all_its_letters_are_covered() -> None:
    text = LabelledText(
        "Ann Lee, Bob, Leeds",
        (
            LabelledEntity(0, 7, PERSON),
            LabelledEntity(9, 12, PERSON),
            LabelledEntity(14, 19, PLACE),
        ),
    )
    entities = [
        Entity(0, 3, PERSON, "Ann", Finder.RULE),
        Entity(4, 7, PERSON, "Lee", Finder.RULE),
        Entity(14, 18, PLACE, "Leed", Finder.RULE),
    ]
    assert found(text, entities) == [True, False, False]
    assert prr(found(text, entities)) == pytest.approx(100 / 3)
    assert prr([]) is None
    assert right(text, entities) == [True, True, True]
    assert right(text, [Entity(0, 12, PERSON, "Ann Lee, Bob", Finder.RULE)]) == [True]
    assert right(text, [Entity(9, 14, PERSON, "Bob, ", Finder.RULE)]) == [True]
    assert right(LabelledText("Ann Lee", ()), [Entity(0, 3, PERSON, "Ann", Finder.RULE)]) == [False]


def test_pps_is_the_mean_distance_of_entities_and_surrogates() -> None:
    likeness = {("a", "b"): 0.5, ("c", "d"): 0.1}
    assert pps(list(likeness), lambda *pair: likeness[pair]) == pytest.approx(70)
    assert pps([], spelling_likeness) is None
    assert text_distance("abc", "abc", spelling_likeness) == pytest.approx(0)


def test_scs_is_the_mean_perplexity_of_the_texts() -> None:
    assert scs([[math.log(2), math.log(8)], [math.log(10)], []]) == pytest.approx((4 + 10) / 2)
    assert scs([[]]) is None


def test_spellings_are_compared_by_their_letters() -> None:
    assert spelling_likeness("Anna", "anna") == pytest.approx(1)
    assert spelling_likeness("Anna", "Bob") == 0
    assert 0 < spelling_likeness("Anna Smith", "Anna Brown") < 1
    assert spelling_likeness("", "") == 1


def test_answers_are_compared_by_their_words() -> None:
    assert rouge_l("the cat sat", "the sat cat") == pytest.approx(2 / 3)
    assert word_f1("the cat sat", "The sat cat!") == 1
    assert word_f1("a a b", "a c") == pytest.approx(2 * 1 / 5)
    assert (rouge_l("", ""), word_f1("", "x"), rouge_l("x", "")) == (1, 0, 0)
