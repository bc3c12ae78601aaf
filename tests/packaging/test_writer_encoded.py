"""Encoded examples come back from their file as they went in, pass by pass."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from writer.encoded import Encoded, read_encoded, write_encoded

_EXAMPLE = st.lists(st.integers(0, 200_000), min_size=1, max_size=9).flatmap(
    lambda tokens: st.builds(
        Encoded,
        st.just(tokens),
        st.lists(st.sampled_from((0.0, 0.25, 1.0, 3.0)), min_size=len(tokens), max_size=len(tokens)),
        st.integers(0, len(tokens)),
    )
)
_SOME = st.lists(_EXAMPLE, min_size=1, max_size=4)


@given(watched=_SOME, passes=st.lists(_SOME, min_size=1, max_size=3))
def test_they_come_back(tmp_path_factory, watched: list[Encoded], passes: list[list[Encoded]]) -> None:
    file: Path = tmp_path_factory.mktemp("encoded") / "examples.npz"
    write_encoded(file, watched, passes)
    assert read_encoded(file) == [watched, *passes]
