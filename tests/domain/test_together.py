"""Several posts as one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.errors import BadInput
from penname.domain.together import BETWEEN, joined_posts, posts_apart, spans_of_posts

POSTS = st.lists(st.text(alphabet="ab\n⁂ ", max_size=12), min_size=1, max_size=5)


@given(POSTS)
def test_joined_posts_come_apart_again_or_are_refused(posts: list[str]) -> None:
    try:
        text = joined_posts(posts)
    except BadInput:
        assert "⁂" in "".join(posts)
        return
    assert posts_apart(text) == tuple(posts)
    assert [text[start:end] for start, end in spans_of_posts(text)] == posts


def test_what_stands_between_posts_may_be_in_none() -> None:
    with pytest.raises(BadInput, match="⁂"):
        joined_posts([f"one{BETWEEN}two", "three"])
