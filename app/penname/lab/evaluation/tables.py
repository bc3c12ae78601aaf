"""The tables of a run's report, each as Markdown; empty where there is nothing to show."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penname.domain.inferences import FACTUAL
from penname.lab.evaluation.cells import before_and_after, number, p_value, table, with_interval
from penname.lab.evaluation.figures import ContenderFigures, Floor, Group, Privacy, Summary

_Groups = Callable[[ContenderFigures], Mapping[Any, Group]]


def main(summary: Summary) -> str:
    """The first attacker, and what the texts paid."""
    return table(
        ("method", "texts", "labelled before", "after", "drop", "p", "ROUGE-L", "rounds", "unchanged"),
        (
            (
                name,
                str(row.texts),
                with_interval(row.privacy[0].labelled_before),
                with_interval(row.privacy[0].labelled_after),
                with_interval(row.privacy[0].labelled_drop),
                p_value(row.privacy[0].labelled_drop),
                with_interval(row.rouge_l_interval),
                number(row.rounds_mean, 2),
                number(row.unchanged, 2),
            )
            for name, row in summary.methods.items()
        ),
    )


def privacy(summary: Summary) -> str:
    """All attackers, and how far they can be trusted."""

    def cells(name: str, one: Privacy) -> Sequence[str]:
        return (
            name,
            one.attacker,
            with_interval(one.labelled_before),
            with_interval(one.labelled_after),
            with_interval(one.all_before),
            with_interval(one.all_after),
            before_and_after(one.top_3),
            before_and_after(one.certain),
            before_and_after(one.less_precise),
            before_and_after(one.abstained),
            f"{number(one.floor_labelled, 3)} / {number(one.floor_all, 3)}",
        )

    rows = (cells(name, one) for name, row in summary.methods.items() for one in row.privacy)
    return "## What the attacker reads\n\n" + table(
        (
            "method",
            "attacker",
            "labelled before",
            "after",
            "all before",
            "after",
            "top 3",
            f"certainty {FACTUAL} and up",
            "less precise",
            "abstained",
            "floor labelled / all",
        ),
        rows,
    )


def outright(summary: Summary) -> str:
    """Texts that state the labelled value."""
    if not any(row.outright.texts for row in summary.methods.values()):
        return ""
    return "## Where the labelled value, or another name for it, stands in the text\n\n" + table(
        ("method", "texts", "read before", "after", "drop", "p", "still stands there", "ROUGE-L"),
        (
            (
                name,
                str(row.outright.texts),
                with_interval(row.outright.before),
                with_interval(row.outright.after),
                with_interval(row.outright.drop),
                p_value(row.outright.drop),
                with_interval(row.outright.still_stated),
                with_interval(row.outright.rouge_l),
            )
            for name, row in summary.methods.items()
        ),
    )


def attackers(summary: Summary) -> str:
    """The other attackers less the first, text by text."""
    compared = summary.attackers_compared
    if not compared:
        return ""
    title = f"## Labelled, less what {compared[0].other} reads, of the texts of {compared[0].contender}"
    return f"{title}\n\n" + table(
        ("attacker", "texts", "before", "p", "after", "p"),
        (
            (
                one.attacker,
                str(one.texts),
                with_interval(one.before),
                p_value(one.before),
                with_interval(one.after),
                p_value(one.after),
            )
            for one in compared
        ),
    )


def differences(summary: Summary) -> str:
    """The other methods less the first, text by text."""
    found = summary.differences
    if not found:
        return ""
    return f"## Less {found[0].other}, text by text\n\n" + table(
        ("method", "texts", "labelled after", "p", "all after", "p", "ROUGE-L", "p"),
        (
            (
                one.name,
                str(one.texts),
                with_interval(one.labelled_after),
                p_value(one.labelled_after),
                with_interval(one.all_after),
                p_value(one.all_after),
                with_interval(one.rouge_l),
                p_value(one.rouge_l),
            )
            for one in found
        ),
    )


def kept(summary: Summary) -> str:
    """Likeness, edits and cost."""
    return "## What was kept, and what it cost\n\n" + table(
        (
            "method",
            "ROUGE-1",
            "ROUGE-L",
            "BLEU",
            "sacrebleu",
            "words edited",
            "changes a text",
            "calls",
            "tokens",
            "stopped",
        ),
        (
            (
                name,
                number(row.rouge_1, 3),
                number(row.rouge_l, 3),
                number(row.bleu, 3),
                number(row.sacrebleu, 1),
                number(row.edited, 3),
                with_interval(row.changes),
                number(row.calls_mean, 1),
                number(row.tokens_mean, 0),
                ", ".join(f"{reason} {count}" for reason, count in row.stopped.items()),
            )
            for name, row in summary.methods.items()
        ),
    )


def utility(summary: Summary) -> str:
    """The judge's opinion."""
    judged = [(name, row.utility) for name, row in summary.methods.items() if row.utility is not None]
    if not judged:
        return ""
    return f"## What the judge {summary.judge} thinks of the texts\n\n" + table(
        (
            "method",
            "judged",
            "nonsense",
            "RLAA",
            "IncogniText",
            "FgAA",
            "readability",
            "meaning",
            "grounding",
            "nothing new",
        ),
        (
            (
                name,
                str(one.judged),
                str(one.nonsense),
                *(number(value, 3) for value in (one.rlaa, one.incognitext, one.fgaa)),
                *(number(value, 2) for value in (one.readability, one.meaning, one.grounding)),
                number(one.nothing_invented, 2),
            )
            for name, one in judged
        ),
    )


def margins(summary: Summary) -> str:
    """Gain and cost, from one round in which all texts were read to the next one."""
    rows: list[Sequence[str]] = []
    for name, row in summary.methods.items():
        for one, margin in zip(row.curve[1:], row.margins, strict=True):
            open_end = "unbounded" if margin.unbounded else "-"
            rows.append(
                (
                    name,
                    str(one.round),
                    row.margin_utility,
                    number(one.priv_all, 3),
                    number(one.priv_labelled, 3),
                    number(one.rouge_l, 3),
                    number(margin.mpg, 4),
                    number(margin.muc, 4),
                    number(margin.mrs, 2) if margin.mrs is not None else open_end,
                    number(margin.cumulative, 2) if margin.cumulative is not None else "-",
                )
            )
    if not rows:
        return ""
    return "## Round by round (RLAA, section 3.2)\n\n" + table(
        (
            "method",
            "round",
            "utility",
            "all",
            "labelled",
            "ROUGE-L",
            "gain (MPG)",
            "cost (MUC)",
            "MRS",
            "cumulative MRS",
        ),
        rows,
    )


def certainty(summary: Summary) -> str:
    """How often the first attacker is right, by how certain it is, before and after."""
    rows = [
        (
            name,
            str(level) if level else "no guess",
            str(one.pairs_before),
            number(one.right_before, 2),
            str(one.pairs_after),
            number(one.right_after, 2),
        )
        for name, row in summary.methods.items()
        for level, one in row.by_certainty.items()
    ]
    if not rows:
        return ""
    head = ("method", "certainty", "guesses before", "right", "guesses after", "right")
    return "## By the attacker's certainty\n\n" + table(head, rows)


def by(summary: Summary, title: str, head: str, of: _Groups, *, floors: bool = False) -> str:
    """A table of the groups of all methods; with `floors`, what the attacker guesses from an empty text."""

    groups = {
        name: {str(key): group for key, group in of(row).items()} for name, row in summary.methods.items()
    }
    keys = list(dict.fromkeys(key for found in groups.values() for key in found))
    if not keys:
        return ""
    first = next(iter(groups.values()))
    return f"## {title}\n\n" + table(
        (head, "pairs", *(["from an empty text"] * floors), "before", *(f"after {name}" for name in groups)),
        (
            (
                key,
                number(first[key].pairs, 0) if key in first else "",
                *([_floor(summary.floors.get(key))] * floors),
                number(first[key].before, 2) if key in first else "",
                *(number(found[key].after, 2) if key in found else "" for found in groups.values()),
            )
            for key in keys
        ),
    )


def _floor(floor: Floor | None) -> str:
    """How often the guess from an empty text is right, and the guess."""
    if floor is None:
        return "-"
    return f"{number(floor.right, 2)} ({floor.guess or 'no guess'})"
