"""What is guessed, and when guessing pays."""

import pytest

from penname.engine.host.drafting import PromptLookupIndex, SpeculationPolicy, StepCosts


def costs_of(*known: tuple[int, float]) -> StepCosts:
    costs = StepCosts()
    for rows, seconds in known:
        costs.observe(rows, seconds)
    return costs


def test_between_the_known_sizes_lies_a_line() -> None:
    costs = costs_of((1, 10.0), (8, 24.0), (128, 264.0))
    assert [costs.of(rows) for rows in (1, 4, 8, 68)] == [10.0, 16.0, 24.0, 144.0]
    assert costs.of(256) == pytest.approx(520.0)
    assert costs_of((4, 1.0)).of(3) is None


def test_a_slow_moment_is_soon_forgotten_and_a_fast_one_is_not() -> None:
    costs = costs_of((1, 10.0), (2, 12.0))
    costs.observe(1, 30.0)
    assert costs.of(1) == pytest.approx(12.0)
    costs.observe(1, 9.0)
    assert costs.of(1) == 9.0


def test_the_same_guess_pays_where_batches_are_cheap_and_not_where_they_are_dear() -> None:
    chance = 0.5
    assert SpeculationPolicy(costs_of((1, 10.0), (2, 12.0))).pays(1, 1.0, chance)
    assert not SpeculationPolicy(costs_of((1, 10.0), (2, 18.0))).pays(1, 1.0, chance)


def test_beside_others_a_guess_costs_less_than_alone() -> None:
    policy = SpeculationPolicy(costs_of((1, 10.0), (2, 15.0), (8, 20.0), (9, 20.5)))
    assert not policy.pays(1, 1.0, 0.4)
    policy.beside = 7
    assert policy.pays(1, 1.0, 0.4)


def test_chances_follow_what_happens_and_go_back_when_an_answer_is_over() -> None:
    policy = SpeculationPolicy(StepCosts())
    before = policy.chance(3)
    for _ in range(20):
        policy.learn(3, False)
    low = policy.chance(3)
    assert low < before / 3
    for _ in range(8):
        policy.forget()
    assert low < policy.chance(3) <= before
    assert policy.chance(8) > policy.chance(2), "the longer the match, the likelier"


def test_the_latest_place_is_continued_and_the_end_does_not_find_itself() -> None:
    index = PromptLookupIndex()
    index.extend([1, 2, 3, 9, 1, 2, 4, 5, 1, 2])
    assert index.next([]) == (4, 2)
    assert index.next([4]) == (5, 3)
    assert index.next([4, 5]) == (1, 4)
    assert index.next([7]) is None
    assert PromptLookupIndex().next([1, 2]) is None
    again = PromptLookupIndex()
    again.extend([6, 7])
    assert again.next([]) is None


def test_no_chain_is_endless() -> None:
    index = PromptLookupIndex()
    index.extend([1, 1, 1, 1, 1])
    chain: list[int] = []
    while (found := index.next(chain)) is not None:
        chain.append(found[0])
        assert len(chain) < 100
    assert chain == [1] * 16
