"""The rows of IncogniText's table."""

import pytest

from penname.domain.conditions import CONDITIONS, condition


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5, 6])
def test_where_the_truth_is_not_known_row_3_stands_for_those_that_need_it(row: int) -> None:
    assert condition(row, truth_known=True) == CONDITIONS[row]
    assert condition(row, truth_known=False) == CONDITIONS[min(row, 3)]
    assert not condition(row, truth_known=False).truth


def test_a_row_that_the_table_does_not_have_is_refused() -> None:
    for row in (0, 7):
        with pytest.raises(KeyError):
            condition(row, truth_known=True)
