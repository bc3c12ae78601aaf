"""Overlapping entities: which of them stand, and what is left of the others."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.pseudonyms.entities import ORGANIZATION, OTHER, PERSON, PLACE, Entity, Finder, Kind
from penname.pseudonyms.kinds import all_kinds
from penname.pseudonyms.overlaps import resolve

TEXT = "Mr John Smith of 10 Acme-Mills Ltd., Leeds 030 1234 5678"


def entity(words: str, kind: Kind = PERSON, finder: Finder = Finder.RULE) -> Entity:
    start = TEXT.index(words)
    return Entity(start, start + len(words), kind, words, finder)


def standing(*found: Entity) -> list[tuple[str, Kind]]:
    results = {tuple(resolve(TEXT, order)) for order in itertools.permutations(found)}
    assert len(results) == 1, "what stands depends on who came first"
    return [(one.text, one.kind) for one in results.pop()]


def test_what_lies_inside_a_longer_entity_is_covered_even_where_it_is_more_trusted() -> None:
    outer = entity("John Smith")
    for inside in ("John", "Smith", "ohn Smit"):
        assert standing(outer, entity(inside, PLACE, Finder.HAND)) == [("John Smith", PERSON)]


def test_of_two_with_the_same_span_the_more_trusted_finder_stands() -> None:
    trust = [Finder.HAND, Finder.HIDDEN, Finder.PATTERN, Finder.RULE, Finder.LABELLER, Finder.MODEL]
    for more, less in itertools.pairwise(trust):
        found = standing(entity("Leeds", OTHER, more), entity("Leeds", PERSON, less))
        assert found == [("Leeds", OTHER)]


def test_of_two_kinds_of_one_finder_the_first_in_the_order_of_kinds_stands() -> None:
    for first, second in itertools.pairwise(all_kinds()):
        assert standing(entity("Leeds", second), entity("Leeds", first)) == [("Leeds", first)]


def test_of_two_that_overlap_in_part_the_more_trusted_stands_whole() -> None:
    trusted = entity("Smith of 10", OTHER, Finder.HAND)
    assert standing(trusted, entity("John Smith")) == [("John", PERSON), ("Smith of 10", OTHER)]
    phone = entity("030 1234 5678", Kind("phone"), Finder.PATTERN)
    assert standing(phone, entity("Leeds 030", PLACE)) == [
        ("Leeds", PLACE),
        (phone.text, phone.kind),
    ]


def test_where_finders_are_alike_the_kind_decides_then_the_length_then_the_place() -> None:
    assert standing(entity("Mr John", PLACE), entity("John Smith of", OTHER)) == [
        ("Mr John", PLACE),
        ("Smith of", OTHER),
    ]
    assert standing(entity("Mr John"), entity("John Smith")) == [
        ("Mr", PERSON),
        ("John Smith", PERSON),
    ]
    assert standing(entity("John Smith"), entity("Smith of 10")) == [
        ("John", PERSON),
        ("Smith of 10", PERSON),
    ]
    assert standing(entity("10 Acme"), entity("Acme-Mi")) == [("10 Acme", PERSON)]


@pytest.mark.parametrize(
    ("trusted", "name", "left"),
    [
        ("10 Acme-", "Acme-Mills Ltd., Leeds", ["10 Acme-", "Mills Ltd., Leeds"]),
        ("Ltd., Leeds", "Mills Ltd.", ["Mills", "Ltd., Leeds"]),
        (" of 10", "Smith of", ["Smith", " of 10"]),
        ("hn Smith", "Mr John", ["Mr", "hn Smith"]),
        ("hn Smith", "John", ["hn Smith"]),
        ("Mr Jo", "John Smith", ["Mr Jo", "Smith"]),
        ("Mr Joh", "John", ["Mr Joh"]),
    ],
)
def test_a_name_keeps_the_whole_words_that_stick_out(trusted: str, name: str, left: list[str]) -> None:
    found = standing(entity(trusted, OTHER, Finder.HAND), entity(name, ORGANIZATION))
    assert [text for text, _ in found] == left


def test_a_name_between_two_others_keeps_what_is_free() -> None:
    found = standing(
        entity("Mr John", finder=Finder.HAND),
        entity("10 Acme", finder=Finder.HAND),
        entity("John Smith of 10", ORGANIZATION),
    )
    assert [text for text, _ in found] == ["Mr John", "Smith of", "10 Acme"]


def test_a_name_keeps_words_behind_the_rest_of_another_even_where_it_keeps_none_before() -> None:
    found = standing(
        entity("Mr Jo", finder=Finder.HAND),
        entity("John Smith"),
        entity("hn Smith of 10", finder=Finder.MODEL),
    )
    assert [text for text, _ in found] == ["Mr Jo", "Smith", "of 10"]


def test_what_sticks_out_of_a_number_does_not_go_out_in_the_clear() -> None:
    phone = entity("030 1234 5678", Kind("phone"), Finder.PATTERN)
    found = standing(phone, entity("Leeds 030", PLACE, Finder.HAND))
    assert found == [("Leeds 030", PLACE), ("1234 5678", Kind("phone"))]
    assert standing(phone, entity("Leeds 030 12", PLACE, Finder.HAND))[1:] == [("5678", Kind("phone"))]


def test_entities_that_only_touch_both_stand_and_empty_ones_do_not() -> None:
    found = standing(entity("John "), entity("Smith"), Entity(3, 3, PERSON, "", Finder.HAND))
    assert [text for text, _ in found] == ["John ", "Smith"]


@given(
    st.lists(
        st.builds(
            lambda start, length, kind, finder: Entity(
                start, min(start + length, len(TEXT)), kind, TEXT[start : start + length], finder
            ),
            st.integers(0, len(TEXT) - 1),
            st.integers(1, 20),
            st.sampled_from([Kind("iban"), Kind("phone"), PERSON, PLACE]),
            st.sampled_from(Finder),
        ),
        max_size=6,
    )
)
def test_what_stands_is_in_order_and_apart_and_says_what_stands_there(found: list[Entity]) -> None:
    left = resolve(TEXT, found)
    assert all(TEXT[one.start : one.end] == one.text != "" for one in left)
    assert all(one.end <= other.start for one, other in itertools.pairwise(left))
    assert bool(left) == bool(found)
    for one in left:  # nothing is made up: each is found, or the rest of one
        sources = [e for e in found if (e.kind, e.finder) == (one.kind, one.finder)]
        assert any(e.start <= one.start and one.end <= e.end for e in sources)
