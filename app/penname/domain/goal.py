"""What the user wants of a session."""

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """What to protect, how far to go, and what the user said about single phrases.

    `protect` holds the attributes to act on; all attributes in `attributes` are attacked and judged. `marked`
    are phrases the model missed ("This gives away ...") with the attribute they tell; `locked` are phrases
    that must stay ("Never change this"). `rounds` is the largest number of accepted rewrites (RLAA's T).

    `targets` are wrong values a reader should infer instead (IncogniText), `truth` the author's true values
    from the profile: both as (attribute, value), at most one an attribute. No attacker ever sees the truth
    of a goal unless the method's own switch says so.
    """

    attributes: tuple[str, ...]
    protect: frozenset[str]
    rounds: int = 5
    marked: tuple[tuple[str, str], ...] = ()  # (phrase, attribute)
    locked: tuple[str, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    truth: tuple[tuple[str, str], ...] = ()
    seed: int = 0
