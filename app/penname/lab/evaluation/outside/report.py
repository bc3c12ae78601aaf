"""What outside readers found, for people."""

from collections.abc import Callable, Sequence

from penname.domain.inferences import FACTUAL
from penname.lab.evaluation.cells import listed, number, p_value, table, with_interval
from penname.lab.evaluation.measures import Interval
from penname.lab.evaluation.outside.figures import (
    PartFigures,
    ReaderFigures,
    VersionDifference,
    VersionRow,
)
from penname.lab.evaluation.outside.in_words import in_words
from penname.lab.evaluation.outside.key import ORIGINAL

_READING = (
    "How to read this: `right` is the share of the attributes the texts were written about that readers "
    "guess, a less precise guess counting half; `where read` counts only what they guess right from the "
    "original. `joint` is what protection is: of what is read in the original, the share that is not guessed "
    "any more in a text that readers would post as it is; an untouched text protects nothing. Of several "
    "readers of a task the majority counts, of scales the mean. In brackets are 95% bootstrap intervals over "
    "the people who wrote the texts, in parentheses how many were answered; p is that of a paired "
    "permutation test, in which people are swapped."
)


def report(figures: ReaderFigures) -> str:
    """The whole report."""
    originals = [row for row in figures.versions if row.name == ORIGINAL]
    edited = [row for row in figures.versions if row.name != ORIGINAL]
    parts = [
        "# What outside readers found",
        listed(in_words(figures)),
        _void(figures),
        listed(
            [
                f"texts by {figures.people} people; guesses by the rules of {figures.rules}",
                *([figures.authors] if figures.authors else []),
                *(
                    f"{form}: {figures.answered[form]} of {tasks} tasks answered, "
                    f"{figures.answers[form]} answers"
                    for form, tasks in figures.tasks.items()
                ),
                f"guess tasks that three or more readers answered: {figures.thrice}",
                f"right from an empty text (the floor): {number(figures.floor, 3)}",
            ]
        ),
        _READING,
        "## All texts\n\n" + _protection([*originals, *edited], lambda row: row.all),
        "## Changed texts alone\n\n" + _protection(edited, lambda row: row.changed),
        "## How good the texts are\n\nOver all texts an untouched one counts as perfect.\n\n"
        + _quality(edited),
        "## What was changed\n\n" + _changes(edited),
        _differences(figures),
        _attributes(figures),
        _parts(figures),
        _agreement(figures),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _void(figures: ReaderFigures) -> str:
    if not figures.void:
        return ""
    return "**Void: what readers would post proves nothing here.**\n\n" + listed(figures.void)


def _protection(rows: Sequence[VersionRow], of: Callable[[VersionRow], PartFigures]) -> str:
    def cells(row: VersionRow) -> Sequence[str]:
        part = of(row)
        return (
            _named(row),
            str(part.texts),
            _counted(part.right, part.guessed),
            _counted(part.right_where_read, part.read),
            with_interval(part.certain),
            with_interval(part.top_3),
            _counted(part.posted, part.asked_to_post),
            _counted(part.joint, part.judged_jointly),
        )

    head = (
        "version",
        "texts",
        "right",
        "where read",
        f"certainty {FACTUAL} and up",
        "one of three",
        "posted",
        "joint",
    )
    return table(head, map(cells, rows))


def _quality(rows: Sequence[VersionRow]) -> str:
    def cells(row: VersionRow, which: str, part: PartFigures) -> Sequence[str]:
        return (
            _named(row),
            which,
            str(part.rated),
            with_interval(part.readability),
            with_interval(part.meaning),
            with_interval(part.broken),
            with_interval(part.false),
            with_interval(part.rouge_l),
            number(part.rouge_l_tenth, 3),
        )

    head = (
        "version",
        "texts",
        "rated",
        "readability",
        "meaning",
        "broken sentences a text",
        "false statements a text",
        "ROUGE-L",
        "its tenth percentile",
    )
    both = ((row, which) for row in rows for which in ("all", "changed"))
    return table(head, (cells(row, which, row.all if which == "all" else row.changed) for row, which in both))


def _changes(rows: Sequence[VersionRow]) -> str:
    def cells(row: VersionRow) -> Sequence[str]:
        changes = row.changes
        return (
            _named(row),
            with_interval(row.untouched),
            with_interval(changes.a_text),
            f"{changes.read} of {changes.made}",
            with_interval(changes.faults),
            with_interval(changes.broken),
            with_interval(changes.false),
            with_interval(changes.another_thing),
            with_interval(changes.still_tells),
        )

    head = (
        "version",
        "untouched texts",
        "changes a text",
        "changes read",
        "faults a change",
        "broken",
        "false",
        "another thing",
        "still tells",
    )
    return table(head, map(cells, rows))


def _attributes(figures: ReaderFigures) -> str:
    names = [row.name for row in figures.versions]
    head = ("attribute", "texts", "guessed from nothing", "floor", *(f"right {name}" for name in names))
    rows = (
        (
            one.attribute,
            str(one.texts),
            one.guessed_from_nothing or "-",
            number(one.floor, 3),
            *(number(one.right[name], 3) for name in names),
        )
        for one in figures.attributes
    )
    return "## By attribute\n\n" + table(head, rows)


def _differences(figures: ReaderFigures) -> str:
    def cells(one: VersionDifference) -> Sequence[str]:
        compared = (one.right, one.posted, one.joint, one.faults)
        shown = (cell for each in compared for cell in (with_interval(each), p_value(each)))
        return (one.name, one.other, str(one.texts), *shown)

    if not figures.differences:
        return ""
    head = ("version", "less", "texts", "right", "p", "posted", "p", "joint", "p", "faults a change", "p")
    return "## Versions compared, text by text\n\n" + table(head, map(cells, figures.differences))


def _parts(figures: ReaderFigures) -> str:
    if not figures.parts:
        return ""
    names = [row.name for row in figures.versions]
    rows = (
        (one.part, str(one.texts), *(number(one.right[name], 3) for name in names)) for one in figures.parts
    )
    head = ("what the truth states", "texts", *(f"right {name}" for name in names))
    return "## By part of the value\n\n" + table(head, rows)


def _agreement(figures: ReaderFigures) -> str:
    if not figures.agreement:
        return ""
    head = ("question", "pairs of answers", "agree")
    rows = ((one.question, str(one.pairs), f"{one.agreed / one.pairs:.3f}") for one in figures.agreement)
    return "## How far readers of one task agree\n\n" + table(head, rows)


def _named(row: VersionRow) -> str:
    return f"{row.name} (control)" if row.control else row.name


def _counted(interval: Interval, of: int) -> str:
    return f"{with_interval(interval)} ({of})"
