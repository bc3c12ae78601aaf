"""Version numbers are read strictly and compared as numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.releases import versions
from penname.releases.versions import Version, read_version, this_version

numbers = st.lists(st.integers(0, 9999), min_size=2, max_size=4)


@given(numbers)
def test_a_number_is_read_and_written(parts: list[int]) -> None:
    version = read_version(f" {'.'.join(map(str, parts))}\n")
    assert version is not None
    assert read_version(str(version)) == version


@given(numbers, numbers)
def test_they_compare_as_numbers(one: list[int], other: list[int]) -> None:
    filled = [tuple([*parts, 0, 0][:4]) for parts in (one, other)]
    read = [read_version(".".join(map(str, parts))) for parts in (one, other)]
    assert read[0] is not None
    assert read[1] is not None
    assert (read[0] < read[1]) is (filled[0] < filled[1])


@pytest.mark.parametrize(
    "text",
    ["", "9", "0.9-1", "v0.9", "0.9.1.2.3", "0.99999", "0.9rc1", "٠.٩", "0.9 <a href=x>", "0..9", "0.9\n0.8"],
)
def test_anything_else_is_no_version(text: str) -> None:
    assert read_version(text) is None


def test_ours_is_one_unless_it_was_never_released(monkeypatch: pytest.MonkeyPatch) -> None:
    assert this_version() is not None
    monkeypatch.setattr(versions, "__version__", "0.9.dev1")
    assert this_version() is None


def test_zeros_at_the_end_are_shown_as_little_as_can_be() -> None:
    assert str(Version((0, 9))) == "0.9"
    assert str(read_version("1.0.0")) == "1.0"
