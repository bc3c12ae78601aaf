"""The grammar of an answer, as a tree of nodes: it fixes everything but the model's own words.

A grammar travels to the engine host with its request, and `GrammarMatcher` follows it there byte by byte.
Where it leaves one continuation, that is written without asking the model. Everything outside `Fixed` remains
untrusted text.
"""

from __future__ import annotations

import msgspec


class Fixed(msgspec.Struct, frozen=True, tag="fixed"):
    """Exactly this text."""

    text: str


class OneOf(msgspec.Struct, frozen=True, tag="one_of"):
    """One of the options.

    `bias`, if given, holds one logit offset per option; it is added to the score of a token that commits the
    answer to that option (ending the answer counts as a token). Options with a bias should begin with `Fixed`
    text: every token that could begin one is looked at.
    """

    options: tuple[Node, ...]
    bias: tuple[float, ...] = ()


class String(msgspec.Struct, frozen=True, tag="string"):
    """The inside of a JSON string, without its quotation marks; `max_chars` counts an escape as one
    character.
    """

    max_chars: int = 400


class Span(msgspec.Struct, frozen=True, tag="span"):
    """The inside of a JSON string whose value occurs in the request's `source`, in whole words."""

    max_chars: int = 200


class Integer(msgspec.Struct, frozen=True, tag="integer"):
    """A decimal integer from `low` to `high`, both included."""

    low: int
    high: int


class DistinctOptions(msgspec.Struct, frozen=True, tag="different"):
    """`count` of the options, in any order, with the separator between.

    One that was taken is no option again, nor are those that stand nearer to it in the list than `apart`.
    """

    options: tuple[str, ...]
    count: int
    separator: str = ", "
    apart: int = 1


class Sequence(msgspec.Struct, frozen=True, tag="sequence"):
    """All items, one after the other."""

    items: tuple[Node, ...]


class Repeat(msgspec.Struct, frozen=True, tag="repeat"):
    """`least` to `most` times the item, with the separator between."""

    item: Node
    least: int
    most: int
    separator: str = ""


class InOrder(msgspec.Struct, frozen=True, tag="in_order"):
    """At least `least` of the items, in the given order, each at most once, with the separator between."""

    items: tuple[Node, ...]
    least: int = 1
    separator: str = "\n"


class Prose(msgspec.Struct, frozen=True, tag="prose"):
    """Free text: any printable characters, line breaks and tabs."""

    max_chars: int


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Free text on one line: any printable characters."""

    max_chars: int


class Words(msgspec.Struct, frozen=True, tag="words"):
    """Text on one line in words of the request's `source`, in any order, as there or in small letters, also
    with a capital in front.

    Signs are free if they are ASCII or occur in the source.
    """

    max_chars: int


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """Nothing, or words of the request's `source`, each with one space before it.

    A sign of `signs` may follow a word that is not the last. It fills a gap in a sentence, which continues
    after it.
    """

    max_chars: int
    signs: str = ""


class Copied(msgspec.Struct, frozen=True, tag="copied"):
    """The request's `source`, byte for byte, with tags at the edges of its words (and none in the source).

    With `replacing`, a tag `<X>` stands instead of one to `max_chars` characters; else `<X>` and `</X>` stand
    around them. Never one tag inside another.
    """

    tags: tuple[str, ...]
    replacing: bool = False
    max_chars: int = 80


Node = (
    Fixed
    | OneOf
    | String
    | Span
    | Integer
    | DistinctOptions
    | Sequence
    | Repeat
    | InOrder
    | Prose
    | Line
    | Words
    | Phrase
    | Copied
)
