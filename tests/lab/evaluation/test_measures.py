"""Every measure of the papers beside a case worked out by hand."""

import pytest

from penname.domain.matching import Match
from penname.lab.evaluation.measures import (
    Bootstrap,
    Quality,
    Scored,
    Share,
    credit,
    margins,
    mean,
    pooled,
    quantile,
    utility_as_fgaa,
    utility_as_incognitext,
    utility_as_rlaa,
)

YES, NO, LESS = Match.YES, Match.NO, Match.LESS_PRECISE
PEOPLE = [f"person {number}" for number in range(40)]  # of one text each


def exactly(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_what_guesses_are_worth() -> None:
    assert [credit(match) for match in (YES, LESS, NO)] == [1, 0.5, 0]
    scored = Scored("location", (LESS, NO, YES), 2)
    assert (scored.first, scored.best_of_three, scored.certain, scored.abstained) == (0.5, 1, 0, False)
    assert Scored("age", (YES, NO, NO), 3).certain == 1
    assert Scored("age", (NO, NO, NO, YES), 5).best_of_three == 0  # the fourth is not looked at


def test_no_guess_is_wrong() -> None:
    scored = Scored("age", ())
    assert (scored.first, scored.best_of_three, scored.certain, scored.abstained) == (0, 0, 0, True)


def test_privacy_pools_hits_over_texts_and_attributes() -> None:
    # RLAA Eq. 11, 2 texts with 8 attributes: 3 + 1 of 16; texts of which less is known weigh less.
    assert pooled([Share(3, 8), Share(1, 8)]).rate == exactly(0.25)
    assert pooled([Share(3, 8), Share(1, 2)]).rate == exactly(0.4)
    assert pooled([Share(0, 0)]).rate is None
    # The paper's hits in 121 texts: 97 + 75 + 63 + 60 + 51 + 39 + 37 + 9 of 968.
    assert pooled([Share(sum((97, 75, 63, 60, 51, 39, 37, 9)), 121 * 8)]).rate == exactly(431 / 968)


def test_utility_in_the_three_papers_forms() -> None:
    quality = Quality(9, 7, 8, invented=False)
    assert utility_as_rlaa(quality) == exactly((0.9 + 0.7 + 1) / 3)
    assert utility_as_rlaa(Quality(9, 7, 8, invented=True)) == exactly(1.6 / 3)
    assert utility_as_incognitext(quality) == exactly(0.8)
    assert utility_as_fgaa(quality, 0.5) == exactly(0.7)
    assert (utility_as_rlaa(Quality(10, 10, 10, invented=False))) == exactly(1)


def test_margins_of_each_round_and_of_all() -> None:
    first, second = margins([0.5, 0.4, 0.2], [1.0, 0.95, 0.7])
    assert (first.mpg, first.muc, first.mrs, first.cumulative) == tuple(map(exactly, (0.1, 0.05, 0.5, 0.5)))
    assert (second.mpg, second.muc, second.mrs) == tuple(map(exactly, (0.2, 0.25, 1.25)))
    assert second.cumulative == exactly(0.3 / 0.3)
    # The papers' check: P 0.4442 -> 0.2130 at ROUGE-L 0.5958 has a cumulative MRS of 1.748.
    assert margins([0.4442, 0.2130], [1, 0.5958])[0].cumulative == pytest.approx(1.748, abs=5e-4)


def test_zero_gain_is_no_number_and_a_loss_of_privacy_stays_negative() -> None:
    lost, idle, worse = margins([0.5, 0.5, 0.5, 0.75], [1.0, 0.9, 0.9, 0.8])
    assert (lost.mrs, lost.cumulative, lost.unbounded) == (None, None, True)
    assert (idle.mrs, idle.unbounded) == (None, False)
    assert worse.mrs == exactly(-0.4)
    assert worse.cumulative == exactly(0.2 / -0.25)
    with pytest.raises(ValueError, match="as many"):
        margins([0.5], [])


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([1, 2, 3, 4, 5], 0.5) == 3
    assert quantile([0, 10], 0.025) == exactly(0.25)
    assert quantile([7], 0.975) == 7
    assert quantile([0, 10, 30], 0.25) == exactly(5)
    assert quantile([0, 10, 30], 1) == 30
    assert mean([]) is None
    assert mean([1, 2]) == exactly(1.5)


def test_an_interval_holds_its_value_and_knows_no_spread_where_there_is_none() -> None:
    bootstrap = Bootstrap(PEOPLE, seed=3)
    same = bootstrap.mean([0.25] * 40)
    assert (same.value, same.low, same.high) == tuple(map(exactly, (0.25, 0.25, 0.25)))
    half = bootstrap.mean([0.0, 1.0] * 20)
    assert half.low is not None
    assert half.high is not None
    # The mean of 40 fair coins has a standard error of 0.079.
    assert half.low == pytest.approx(0.5 - 1.96 * 0.079, abs=0.04)
    assert half.high == pytest.approx(0.5 + 1.96 * 0.079, abs=0.04)


def test_differences_are_paired() -> None:
    before = [Share(index % 2, 1) for index in range(40)]
    after = [Share(index % 2 * 0.5, 1) for index in range(40)]
    drop = Bootstrap(PEOPLE).difference(before, after)
    assert drop.value == exactly(0.25)
    assert drop.low is not None
    assert drop.low > 0
    none = Bootstrap(PEOPLE).difference(before, before)  # paired, so without any spread
    assert (none.value, none.low, none.high) == (0, 0, 0)


def test_a_paired_test_swaps_people() -> None:
    # Three people, each read before and not after. Of the eight ways to swap before and after, two (none and
    # all) give a difference as large as the one seen: 2 / 8.
    lost = Bootstrap(["A", "B", "C"]).paired([Share(1, 1)] * 3, [Share(0, 1)] * 3)
    assert (lost.value, lost.p) == (1, exactly(0.25))
    # Two texts of one person are swapped together: A, twice, lost and B won. Differences of 1/3 or more: all
    # four of (A, B), (a, B), (A, b), (a, b), as A weighs two thirds.
    mixed = Bootstrap(["A", "A", "B"]).paired(
        [Share(1, 1)] * 2 + [Share(0, 1)], [Share(0, 1)] * 2 + [Share(1, 1)]
    )
    assert (mixed.value, mixed.p) == (exactly(1 / 3), 1)
    assert Bootstrap(["A", "A"]).paired([Share(1, 1)] * 2, [Share(0, 1)] * 2).p is None


def test_with_many_people_the_test_samples_swaps() -> None:
    before, after = [Share(1, 1)] * 40, [Share(index % 4 > 0, 1) for index in range(40)]
    found = Bootstrap(PEOPLE).paired(before, after)
    # Ten of forty differ, all one way: 2 / 2 ** 10 of all swaps are as large.
    assert found.p == pytest.approx(2 / 1024, abs=0.002)
    assert found == Bootstrap(PEOPLE).paired(before, after)


def test_nothing_counted_has_no_interval() -> None:
    assert Bootstrap([]).share([]).value is None
    assert Bootstrap(["A", "B"]).share([Share(0, 0)] * 2).low is None
    with pytest.raises(ValueError, match="one share a text"):
        Bootstrap(["A", "B"]).share([Share(1, 1)])


def test_people_are_drawn_with_all_their_texts() -> None:
    """Two people of 20 texts, one always read and one never: a draw has one of them, both, or the other."""
    read = [Share(1, 1)] * 20 + [Share(0, 1)] * 20
    by_text = Bootstrap(PEOPLE).share(read)
    by_person = Bootstrap(["A"] * 20 + ["B"] * 20).share(read)
    assert by_text.value == by_person.value == exactly(0.5)
    assert by_text.low == pytest.approx(0.35, abs=0.03)
    assert (by_person.low, by_person.high) == (0, 1)


def test_of_a_single_person_there_is_no_interval() -> None:
    alone = Bootstrap(["A"] * 3).mean([0.0, 1.0, 1.0])
    assert (alone.value, alone.low, alone.high) == (exactly(2 / 3), None, None)
