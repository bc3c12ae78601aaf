"""The report that people read: summary.md."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from penname.domain.inferences import FACTUAL
from penname.lab.evaluation.cells import before_and_after, listed, number, table, with_interval
from penname.lab.evaluation.figures import ContenderFigures, Difference, Floor, Group, Privacy, Summary

_Groups = Callable[[ContenderFigures], Mapping[Any, Group]]

_READING = (
    "How to read this: `labelled` is the share of texts in which the attacker's first guess is right on the "
    "attribute the text was written about, `all` that over all known attributes of each author (RLAA, Eq. "
    "11); a less precise guess counts half, no guess counts as wrong. Lower after is better protection; "
    "ROUGE-L 1 is an unchanged text. In brackets are 95% bootstrap intervals over the people who wrote the "
    "texts. A weak attacker that reads little is no proof of protection: look at the accuracy before, at the "
    "floor (the same attacker on an empty text), and at a stronger attacker. A bare attacker is the "
    "model alone, without Penname's rules, its probes, and the words in which a method asks it."
)


def markdown(summary: Summary) -> str:
    """The whole report."""
    parts = [
        _warning(summary),
        f"# {summary.dataset}: {summary.texts} texts",
        "\n".join(
            (
                f"* anonymizer: {', '.join(summary.models)}; at most {summary.rounds} rounds",
                f"* attacker: {', '.join(summary.attackers)}; guesses by the rules of {summary.rules}",
                f"* judge: {summary.judge}; seed: {summary.seed}",
                "* of the author's true values `misleading` is told, no other method",
                *([f"* {summary.authors}"] if summary.authors else []),
            )
        ),
        *_noted(summary),
        _main(summary),
        _READING,
        _privacy(summary),
        _outright(summary),
        _differences(summary.differences),
        _kept(summary),
        _utility(summary),
        _margins(summary),
        _by(summary, "By attribute", "attribute", lambda row: row.by_attribute, floors=True),
        _by(summary, "By hardness", "hardness", lambda row: row.by_hardness),
        _by(summary, "By the attacker's certainty before", "certainty", lambda row: row.by_certainty),
        _by(summary, "Places", "level", lambda row: {"city": row.cities, "country": row.countries}),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _warning(summary: Summary) -> str:
    if not summary.flattering:
        return "Attacker and anonymizer are different models."
    return (
        f"The attacker {', '.join(summary.flattering)} is also the anonymizer: a model does not see what it "
        "missed, so this flatters the method."
    )


def _noted(summary: Summary) -> Iterable[str]:
    if summary.nonsense:
        yield (
            f"The judge {summary.judge} answered nonsense {summary.nonsense} times; "
            "such answers count as none."
        )
    if summary.failures:
        yield "Not finished, and left out:\n\n" + listed(summary.failures)
    if summary.problems:
        yield "Lines of the data set that were left out:\n\n" + listed(summary.problems)


def _main(summary: Summary) -> str:
    return table(
        ("method", "texts", "labelled before", "after", "drop", "ROUGE-L", "rounds", "unchanged"),
        (
            (
                name,
                str(row.texts),
                with_interval(row.privacy[0].labelled_before),
                with_interval(row.privacy[0].labelled_after),
                with_interval(row.privacy[0].labelled_drop),
                with_interval(row.rouge_l_interval),
                number(row.rounds_mean, 2),
                number(row.unchanged, 2),
            )
            for name, row in summary.methods.items()
        ),
    )


def _privacy(summary: Summary) -> str:
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


def _outright(summary: Summary) -> str:
    if not any(row.outright.texts for row in summary.methods.values()):
        return ""
    return "## Where the labelled value, or another name for it, stands in the text\n\n" + table(
        ("method", "texts", "read before", "after", "drop", "still stands there", "ROUGE-L"),
        (
            (
                name,
                str(row.outright.texts),
                with_interval(row.outright.before),
                with_interval(row.outright.after),
                with_interval(row.outright.drop),
                with_interval(row.outright.still_stated),
                with_interval(row.outright.rouge_l),
            )
            for name, row in summary.methods.items()
        ),
    )


def _differences(differences: Sequence[Difference]) -> str:
    if not differences:
        return ""
    return f"## Less {differences[0].other}, text by text\n\n" + table(
        ("method", "texts", "labelled after", "all after", "ROUGE-L"),
        (
            (
                one.name,
                str(one.texts),
                with_interval(one.labelled_after),
                with_interval(one.all_after),
                with_interval(one.rouge_l),
            )
            for one in differences
        ),
    )


def _kept(summary: Summary) -> str:
    return "## What was kept, and what it cost\n\n" + table(
        (
            "method",
            "ROUGE-1",
            "ROUGE-L",
            "BLEU",
            "sacrebleu",
            "words edited",
            "calls",
            "tokens",
            "seconds",
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
                number(row.calls_mean, 1),
                number(row.tokens_mean, 0),
                number(row.seconds_mean, 1),
                ", ".join(f"{reason} {count}" for reason, count in row.stopped.items()),
            )
            for name, row in summary.methods.items()
        ),
    )


def _utility(summary: Summary) -> str:
    judged = [(name, row.utility) for name, row in summary.methods.items() if row.utility is not None]
    if not judged:
        return ""
    return "## What the judge thinks of the texts\n\n" + table(
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


def _margins(summary: Summary) -> str:
    rows: list[Sequence[str]] = []
    for name, row in summary.methods.items():
        for one, margin in zip(row.curve[1:], row.margins, strict=True):
            open_end = "unbounded" if margin.unbounded else "-"
            rows.append(
                (
                    name,
                    str(one.round),
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


def _by(summary: Summary, title: str, head: str, of: _Groups, *, floors: bool = False) -> str:
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
