"""The report's plots, each as PNG and SVG."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from penname.lab.evaluation.figures import Summary

K = TypeVar("K", int, str)

# Okabe and Ito's colours, which colour-blind readers can tell apart; the markers differ, too.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_GREY = "#999999"
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
    first = next(iter(rows.values()))
    names = list(first.by_attribute)
    with _axes(folder, "accuracy-by-attribute", "", "Attack accuracy, labelled") as axes:
        before = {"before": {name: group.before or 0.0 for name, group in first.by_attribute.items()}}
        after = {
            f"after {method}": {name: group.after or 0.0 for name, group in row.by_attribute.items()}
            for method, row in rows.items()
        }
        _bars(axes, names, before | after)
        axes.tick_params("x", rotation=30)
    with _axes(folder, "certainty", "The attacker's certainty (0: no guess)", "Labelled attributes") as axes:
        certain = {"before": {level: one.pairs_before for level, one in first.by_certainty.items()}}
        for method, row in rows.items():
            certain[f"after {method}"] = {level: one.pairs_after for level, one in row.by_certainty.items()}
        _bars(axes, range(6), certain)
    with _axes(folder, "rounds-needed", "Rewrites until the method stopped", "Texts") as axes:
        most = max((count for row in rows.values() for count in row.rounds_needed), default=0)
        needed = {method: row.rounds_needed for method, row in rows.items()}
        _bars(axes, range(most + 1), needed, grey_first=False)
    with _axes(folder, "mrs", "Round", "Cumulative MRS (lower is better)") as axes:
        for number, (name, row) in enumerate(rows.items()):
            known = [(one.round, one.cumulative) for one in row.margins if one.cumulative is not None]
            axes.plot([at for at, _ in known], [mrs for _, mrs in known], label=name, **_look(number))
        last = max((one.round for row in rows.values() for one in row.margins), default=0)
        axes.set_xticks(range(1, last + 1))


def _bars(
    axes: Any,
    groups: Sequence[K],
    series: Mapping[str, Mapping[K, float]],
    *,
    grey_first: bool = True,
) -> None:
    """Bars side by side, a group for each of `groups`; the first series is the grey one to compare with."""
    width = 0.8 / len(series)
    colours = (_GREY, *_COLOURS) if grey_first else _COLOURS
    for number, (label, values) in enumerate(series.items()):
        places = [index + (number - (len(series) - 1) / 2) * width for index in range(len(groups))]
        heights = [values.get(group, 0.0) for group in groups]
        axes.bar(places, heights, width, label=label, color=colours[number % len(colours)])
    axes.set_xticks(range(len(groups)), groups)


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
        # Outside, where it hides nothing; looking for the best place takes seconds on a busy machine.
        figure.legend(loc="outside upper center", ncols=2, fontsize="small")
    for kind in ("png", "svg"):
        figure.savefig(folder / f"{name}.{kind}", dpi=144)
