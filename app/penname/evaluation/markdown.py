"""The report that people read: summary.md."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from penname.domain.measures import Interval
from penname.evaluation.figures import Difference, Group, Privacy, Row, Summary

_Groups = Callable[[Row], Mapping[Any, Group]]

_READING = (
    "How to read this: `labelled` is the share of texts in which the attacker's first guess is right on the "
    "attribute the text was written about, `all` that over all known attributes of each author (RLAA, Eq. "
    "11); a less precise guess counts half, no guess counts as wrong. Lower after is better protection; "
    "ROUGE-L 1 is an unchanged text. In brackets are 95% bootstrap intervals over the texts. A weak attacker "
    "that reads little is no proof of protection: look at the accuracy before, at the floor (the same "
    "attacker on an empty text), and at a stronger attacker."
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
        _by(summary, "By attribute", "attribute", lambda row: row.by_attribute),
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
        yield "Not finished, and left out:\n\n" + _listed(summary.failures)
    if summary.problems:
        yield "Lines of the data set that were left out:\n\n" + _listed(summary.problems)


def _main(summary: Summary) -> str:
    return _table(
        ("method", "texts", "labelled before", "after", "drop", "ROUGE-L", "rounds", "unchanged"),
        (
            (
                name,
                str(row.texts),
                _with(row.privacy[0].labelled_before),
                _with(row.privacy[0].labelled_after),
                _with(row.privacy[0].labelled_drop),
                _with(row.rouge_l_interval),
                _number(row.rounds_mean, 2),
                _number(row.unchanged, 2),
            )
            for name, row in summary.methods.items()
        ),
    )


def _privacy(summary: Summary) -> str:
    def cells(name: str, one: Privacy) -> Sequence[str]:
        return (
            name,
            one.attacker,
            _with(one.labelled_before),
            _with(one.labelled_after),
            _with(one.all_before),
            _with(one.all_after),
            _pair(one.top_3),
            _pair(one.certain),
            _pair(one.less_precise),
            _pair(one.abstained),
            f"{_number(one.floor_labelled, 3)} / {_number(one.floor_all, 3)}",
        )

    rows = (cells(name, one) for name, row in summary.methods.items() for one in row.privacy)
    return "## What the attacker reads\n\n" + _table(
        (
            "method",
            "attacker",
            "labelled before",
            "after",
            "all before",
            "after",
            "top 3",
            "certainty 3 and up",
            "less precise",
            "abstained",
            "floor labelled / all",
        ),
        rows,
    )


def _outright(summary: Summary) -> str:
    if not any(row.outright.texts for row in summary.methods.values()):
        return ""
    return "## Where the labelled value, or another name for it, stands in the text\n\n" + _table(
        ("method", "texts", "read before", "after", "drop", "still stands there", "ROUGE-L"),
        (
            (
                name,
                str(row.outright.texts),
                _with(row.outright.before),
                _with(row.outright.after),
                _with(row.outright.drop),
                _with(row.outright.still_stated),
                _with(row.outright.rouge_l),
            )
            for name, row in summary.methods.items()
        ),
    )


def _differences(differences: Sequence[Difference]) -> str:
    if not differences:
        return ""
    return f"## Less {differences[0].other}, text by text\n\n" + _table(
        ("method", "texts", "labelled after", "all after", "ROUGE-L"),
        (
            (
                one.name,
                str(one.texts),
                _with(one.labelled_after),
                _with(one.all_after),
                _with(one.rouge_l),
            )
            for one in differences
        ),
    )


def _kept(summary: Summary) -> str:
    return "## What was kept, and what it cost\n\n" + _table(
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
                _number(row.rouge_1, 3),
                _number(row.rouge_l, 3),
                _number(row.bleu, 3),
                _number(row.sacrebleu, 1),
                _number(row.edited, 3),
                _number(row.calls_mean, 1),
                _number(row.tokens_mean, 0),
                _number(row.seconds_mean, 1),
                ", ".join(f"{reason} {count}" for reason, count in row.stopped.items()),
            )
            for name, row in summary.methods.items()
        ),
    )


def _utility(summary: Summary) -> str:
    judged = [(name, row.utility) for name, row in summary.methods.items() if row.utility is not None]
    if not judged:
        return ""
    return "## What the judge thinks of the texts\n\n" + _table(
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
                *(_number(value, 3) for value in (one.rlaa, one.incognitext, one.fgaa)),
                *(_number(value, 2) for value in (one.readability, one.meaning, one.grounding)),
                _number(one.nothing_invented, 2),
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
                    _number(one.priv_all, 3),
                    _number(one.priv_labelled, 3),
                    _number(one.rouge_l, 3),
                    _number(margin.mpg, 4),
                    _number(margin.muc, 4),
                    _number(margin.mrs, 2) if margin.mrs is not None else open_end,
                    _number(margin.cumulative, 2) if margin.cumulative is not None else "-",
                )
            )
    if not rows:
        return ""
    return "## Round by round (RLAA, section 3.2)\n\n" + _table(
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


def _by(summary: Summary, title: str, head: str, of: _Groups) -> str:
    groups = {
        name: {str(key): group for key, group in of(row).items()} for name, row in summary.methods.items()
    }
    keys = list(dict.fromkeys(key for found in groups.values() for key in found))
    if not keys:
        return ""
    first = next(iter(groups.values()))
    return f"## {title}\n\n" + _table(
        (head, "pairs", "before", *(f"after {name}" for name in groups)),
        (
            (
                key,
                _number(first[key].pairs, 0) if key in first else "",
                _number(first[key].before, 2) if key in first else "",
                *(_number(found[key].after, 2) if key in found else "" for found in groups.values()),
            )
            for key in keys
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"* {line}" for line in lines)


def _with(interval: Interval) -> str:
    if interval.value is None:
        return "-"
    if interval.low is None or interval.high is None:
        return f"{interval.value:.3f}"
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def _pair(group: Group) -> str:
    return f"{_number(group.before, 3)} to {_number(group.after, 3)}"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
