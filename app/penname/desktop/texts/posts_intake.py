"""Several posts of one author as they came in, in a text that is worked on as one."""

from collections.abc import Sequence
from pathlib import Path

from penname.domain.together import joined_posts, posts_apart
from penname.sessions.intake import Intake


class PostsIntake(Intake, frozen=True, kw_only=True):
    """The posts of a joined text, each as it came in, and the names of their files, or ""."""

    posts: tuple[Intake, ...]
    names: tuple[str, ...]


def posts_intake(posts: Sequence[tuple[str, Intake]]) -> PostsIntake:
    """(name, intake) of each post as one text; raises BadInput where one of them cannot be joined."""
    text = joined_posts([intake.text for _name, intake in posts])
    return PostsIntake(
        text, posts=tuple(intake for _name, intake in posts), names=tuple(name for name, _intake in posts)
    )


def posts_of(text: str, intake: Intake) -> list[tuple[str, str, Intake]]:
    """(name, text, intake) of each post in a joined text; a post that was added has no name of its own."""
    texts = posts_apart(text)
    known = isinstance(intake, PostsIntake) and len(intake.posts) == len(texts)
    if not (known and isinstance(intake, PostsIntake)):
        return [("", post, Intake("")) for post in texts]
    return list(zip(intake.names, texts, intake.posts, strict=True))


def free_name(folder: Path, name: str) -> str:
    """`name`, with a number where the folder has such a file already."""
    path, number, free = Path(name), 1, name
    while (folder / free).exists():
        number += 1
        free = f"{path.stem}-{number}{path.suffix}"
    return free
