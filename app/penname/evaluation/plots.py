"""The report's plots, each as PNG and SVG."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from penname.evaluation.figures import Row, Summary

# Okabe and Ito's colours, which colour-blind readers can tell apart; the markers differ, too.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def write_plots(folder: Path, summary: Summary) -> None:
    """Write all plots that there are figures for; needs matplotlib."""
    rows = {name: row for name, row in summary.methods.items() if row.texts}
    if not rows:
        return
    with _axes(folder, "privacy-utility", "Text kept (ROUGE-L)", "Attack accuracy, all attributes") as axes:
        for number, (name, row) in enumerate(rows.items()):
            kept, read = [one.rouge_l for one in row.curve], [one.priv_all for one in row.curve]
            axes.plot(kept, read, label=name, **_look(number))
        axes.invert_xaxis()
    with _axes(folder, "accuracy-by-attribute", "", "Attack accuracy, labelled") as axes:
        _bars(axes, rows)
    with _axes(folder, "certainty", "The attacker's certainty", "Labelled attributes") as axes:
        _histogram(axes, rows)
    with _axes(folder, "rounds-needed", "Rewrites until the method stopped", "Texts") as axes:
        for number, (name, row) in enumerate(rows.items()):
            counts = row.rounds_needed
            axes.plot(list(counts), list(counts.values()), label=name, **_look(number))
        axes.xaxis.get_major_locator().set_params(integer=True)
    with _axes(folder, "mrs", "Round", "Cumulative MRS (lower is better)") as axes:
        for number, (name, row) in enumerate(rows.items()):
            known = [(one.round, one.cumulative) for one in row.margins if one.cumulative is not None]
            axes.plot([at for at, _ in known], [mrs for _, mrs in known], label=name, **_look(number))
        axes.xaxis.get_major_locator().set_params(integer=True)


def _bars(axes: Any, rows: dict[str, Row]) -> None:
    first = next(iter(rows.values()))
    names = list(first.by_attribute)
    series = {"before": [first.by_attribute[name].before or 0.0 for name in names]}
    for method, row in rows.items():
        series[f"after {method}"] = [
            (row.by_attribute[name].after or 0.0) if name in row.by_attribute else 0.0 for name in names
        ]
    width = 0.8 / len(series)
    for number, (label, values) in enumerate(series.items()):
        places = [index + (number - (len(series) - 1) / 2) * width for index in range(len(names))]
        colour = "#999999" if number == 0 else _COLOURS[(number - 1) % len(_COLOURS)]
        axes.bar(places, values, width, label=label, color=colour)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")


def _histogram(axes: Any, rows: dict[str, Row]) -> None:
    levels = range(6)  # 0: no guess
    first = next(iter(rows.values()))
    series = {"before": first.certainty_before}
    series |= {f"after {name}": row.certainty_after for name, row in rows.items()}
    width = 0.8 / len(series)
    for number, (label, counts) in enumerate(series.items()):
        places = [level + (number - (len(series) - 1) / 2) * width for level in levels]
        colour = "#999999" if number == 0 else _COLOURS[(number - 1) % len(_COLOURS)]
        axes.bar(places, [counts.get(level, 0) for level in levels], width, label=label, color=colour)
    axes.set_xticks(list(levels), ["none", *map(str, list(levels)[1:])])


def _look(number: int) -> dict[str, Any]:
    return {"color": _COLOURS[number % len(_COLOURS)], "marker": _MARKERS[number % len(_MARKERS)]}


@contextmanager
def _axes(folder: Path, name: str, across: str, up: str) -> Iterator[Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(alpha=0.3)
    axes.set_axisbelow(True)
    yield axes
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small")
    for kind in ("png", "svg"):
        figure.savefig(folder / f"{name}.{kind}", dpi=144)
