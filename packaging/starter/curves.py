"""The curves of a training run's loss, as a picture beside its `loss.jsonl`."""

import json
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

_CURVES = (  # the colours are Okabe and Ito's, told apart by colour-blind readers
    ("loss", "conversations learned from", "#0072B2", ""),
    ("held_out", "held-out conversations", "#D55E00", "o"),
)


def draw_curves(log: Path) -> None:
    """Write `loss.svg` beside `log`: each kind of loss by step."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    figure = Figure(figsize=(7.5, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for key, label, colour, marker in _CURVES:
        known = [(line["step"], line[key]) for line in lines if key in line]
        if known:
            axes.plot(
                [at for at, _ in known], [loss for _, loss in known], marker=marker, c=colour, label=label
            )
    axes.set_xlabel("Step")
    axes.set_ylabel("Weighted cross entropy")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(log.with_suffix(".svg"))
