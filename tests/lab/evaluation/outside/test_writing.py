"""How tasks are cut into portions: nobody sees two versions of one text in a sitting."""

import pytest

from penname.lab.evaluation.outside.forms import Form
from penname.lab.evaluation.outside.tasks import ReaderTask
from penname.lab.evaluation.outside.writing import portioned


def tasks(*texts: str) -> list[ReaderTask]:
    return [ReaderTask(f"t{number}", Form.GUESS, text, {}) for number, text in enumerate(texts)]


@pytest.mark.parametrize(("versions", "size"), [(1, 7), (4, 40), (5, 3), (3, 1)])
def test_no_text_stands_twice_in_a_portion_and_none_is_too_large(versions: int, size: int) -> None:
    mine = tasks(*(f"text {number}" for number in range(23) for _ in range(versions)))
    portions = portioned(mine, size, "seed")
    assert sorted(task.id for one in portions for task in one) == sorted(task.id for task in mine)
    for portion in portions:
        assert len({task.text for task in portion}) == len(portion) <= size
    assert len(portions) == max(versions, -(-len(mine) // size))


def test_tasks_about_no_text_stand_together() -> None:
    assert [len(portion) for portion in portioned(tasks("", "", "", "a"), 10, "seed")] == [4]


def test_the_seed_alone_settles_the_order() -> None:
    mine = tasks(*(f"text {number}" for number in range(30)))

    def order(given: list[ReaderTask], seed: str) -> list[str]:
        return [task.id for portion in portioned(given, 10, seed) for task in portion]

    assert order(mine, "1") == order(mine[::-1], "1")
    assert order(mine, "1") != order(mine, "2")
    assert portioned([], 10, "1") == []
