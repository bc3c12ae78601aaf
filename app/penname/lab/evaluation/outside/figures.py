"""What outside readers found, as figures."""

import msgspec

from penname.lab.evaluation.measures import Interval, PairedDifference


class PartFigures(msgspec.Struct, frozen=True):
    """Figures over some texts of a version; intervals are by person. Counts say how much was answered.

    `right` is the share of labelled attributes that readers guess; a less precise guess counts half, as
    everywhere. `certain` counts a guess only where readers were certain to 3 or more, `top_3` the best of
    three. `right_where_read` and `joint` are over what readers guess right from the original (`read`): how
    much of it is guessed still, and how much is no longer guessed in a text that readers would post.

    `posted` is the share of texts. `readability` and `meaning` are from 1 to 10; `broken` and `false` are
    sentences and statements a text. An unchanged text counts as perfect.
    """

    texts: int
    guessed: int
    right: Interval
    certain: Interval
    top_3: Interval
    read: int
    right_where_read: Interval
    asked_to_post: int
    posted: Interval
    judged_jointly: int
    joint: Interval
    rated: int
    readability: Interval
    meaning: Interval
    broken: Interval
    false: Interval
    rouge_l: Interval
    rouge_l_tenth: float | None  # a tenth of the texts keep less than this


class Changes(msgspec.Struct, frozen=True):
    """What was changed, and what readers say of single changes, as shares of those they read.

    A fault is a change that breaks its sentence, makes it untrue or talks about something else.
    """

    a_text: Interval
    made: int
    read: int
    faults: Interval
    broken: Interval
    false: Interval
    another_thing: Interval
    still_tells: Interval


class VersionRow(msgspec.Struct, frozen=True):
    """One version, over all its texts and over those it changed alone; `untouched` is the share of others."""

    name: str
    control: bool
    untouched: Interval
    all: PartFigures
    changed: PartFigures
    changes: Changes


class VersionDifference(msgspec.Struct, frozen=True):
    """A version less another one, on the texts of both for which readers answered both, paired.

    `right`, `posted`, `joint` and `faults` are the shares of those names in `PartFigures` (all texts) and
    `Changes`; less the originals there is no `joint`, nor are there changes.
    """

    name: str
    other: str
    texts: int
    right: PairedDifference
    posted: PairedDifference
    joint: PairedDifference
    faults: PairedDifference


class PartRow(msgspec.Struct, frozen=True):
    """One part of a value, such as "location: city": of how many texts the truth states it, and the share
    that is right by version.
    """

    part: str
    texts: int
    right: dict[str, float | None]


class AttributeRow(msgspec.Struct, frozen=True):
    """One attribute: how many texts are about it, what readers guess from an empty text, how often that is
    right (the floor), and the share that is right by version.
    """

    attribute: str
    texts: int
    guessed_from_nothing: str | None
    floor: float | None
    right: dict[str, float | None]


class Agreement(msgspec.Struct, frozen=True):
    """How often two readers of one task agree on a question; on scales, within one point."""

    question: str
    pairs: int
    agreed: int


class ReaderFigures(msgspec.Struct, frozen=True):
    """All of it. `answered` counts the tasks of each form that somebody answered, of `tasks`; `answers` all
    answers, `thrice` the guess tasks that three or more answered. With anything in `void`, the readers'
    postings prove nothing.
    """

    people: int
    authors: str  # which part of the dev set's authors, in words; "" for all
    rules: str
    tasks: dict[str, int]
    answered: dict[str, int]
    answers: dict[str, int]
    thrice: int
    void: tuple[str, ...]
    floor: float | None
    versions: tuple[VersionRow, ...]
    differences: tuple[VersionDifference, ...]
    attributes: tuple[AttributeRow, ...]
    parts: tuple[PartRow, ...]
    agreement: tuple[Agreement, ...]
