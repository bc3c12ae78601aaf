"""Evidence cut into segments: none over another, every phrase covered, nothing forgotten."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from penname.desktop.texts.segments import Evidence, Segment, by_strength, segments
from penname.domain.inferences import Validity

HIGH, MEDIUM, LOW = Validity.HIGH, Validity.MEDIUM, Validity.LOW
ORDER = list(Validity)

phrases = st.builds(
    lambda start, length, name, validity: Evidence(start, start + length, name, validity),
    st.integers(0, 40),
    st.integers(0, 12),
    st.sampled_from(["age", "sex", "location", "income"]),
    st.sampled_from([HIGH, MEDIUM, LOW]),
)
many = st.lists(phrases, max_size=12)


def read_at(found: list[Evidence], place: int) -> dict[str, Validity]:
    """What is read from one character, each attribute with its best verdict: by looking at every phrase."""
    here = [one for one in found if one.start <= place < one.end]
    return {
        name: min((one.validity for one in here if one.attribute == name), key=ORDER.index)
        for name in {one.attribute for one in here}
    }


@given(many)
def test_segments_do_not_overlap_and_stand_in_order(found: list[Evidence]) -> None:
    cut = segments(found)
    assert all(one.start < one.end for one in cut)
    assert all(one.end <= other.start for one, other in pairwise(cut))


@given(many)
def test_every_character_keeps_all_that_is_read_from_it_and_no_other_is_covered(
    found: list[Evidence],
) -> None:
    cut = segments(found)
    for place in range(60):
        here = [one for one in cut if one.start <= place < one.end]
        assert (dict(here[0].claims) if here else {}) == read_at(found, place)


@given(many)
def test_the_first_claim_is_the_strongest_and_neighbours_differ(found: list[Evidence]) -> None:
    cut = segments(found)
    for one in cut:
        assert one.strongest == min((validity for _, validity in one.claims), key=ORDER.index)
        assert len(set(one.attributes)) == len(one.attributes)
    assert all(one.end < other.start or one.claims != other.claims for one, other in pairwise(cut))


@given(many, st.randoms())
def test_the_order_of_the_evidence_does_not_matter(found: list[Evidence], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(found)
    random.shuffle(shuffled)
    assert segments(shuffled) == segments(found)


def test_phrases_that_overlap_are_cut_where_they_do() -> None:
    found = [Evidence(0, 10, "sex", MEDIUM), Evidence(3, 14, "relationship", HIGH)]
    assert segments(found) == (
        Segment(0, 3, (("sex", MEDIUM),)),
        Segment(3, 10, (("relationship", HIGH), ("sex", MEDIUM))),
        Segment(10, 14, (("relationship", HIGH),)),
    )


def test_two_phrases_of_one_kind_that_touch_are_one_segment() -> None:
    found = [Evidence(0, 4, "age", LOW), Evidence(4, 9, "age", LOW), Evidence(9, 12, "age", HIGH)]
    assert [one[:2] for one in segments(found)] == [(0, 9), (9, 12)]


def test_an_attribute_is_named_once_with_its_best_verdict() -> None:
    claims = [("age", LOW), ("sex", MEDIUM), ("age", HIGH)]
    assert by_strength(claims) == (("age", HIGH), ("sex", MEDIUM))
