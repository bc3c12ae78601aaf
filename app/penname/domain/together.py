"""Several posts of one author as one text, so that they are read, hidden and worded together.

Models see one post at a time, in parts where it is long; what they infer is joined by attribute. What stands
between two posts is shown to none of them and never changed.
"""

from collections.abc import Sequence

from penname.domain.errors import BadInput

BETWEEN = "\n\n⁂\n\n"
_TAKEN = "One of the texts has a line with nothing but ⁂ in it, which stands between texts here. Take it out."


def joined_posts(posts: Sequence[str]) -> str:
    """The posts as one text; raises BadInput where one of them holds what stands between two."""
    text = BETWEEN.join(posts)
    if len(posts_apart(text)) != len(posts):
        raise BadInput(_TAKEN)
    return text


def posts_apart(text: str) -> tuple[str, ...]:
    """The posts in a joined text, in their order."""
    return tuple(text.split(BETWEEN))


def spans_of_posts(text: str) -> list[tuple[int, int]]:
    """Where the posts lie in a joined text."""
    spans: list[tuple[int, int]] = []
    start = 0
    for post in posts_apart(text):
        spans.append((start, start + len(post)))
        start += len(post) + len(BETWEEN)
    return spans
