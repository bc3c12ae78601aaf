"""The curves of a training run's loss, as a picture beside its `loss.jsonl`."""

import json
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

_LEARNED, _HELD_OUT = "#0072B2", "#D55E00"  # Okabe and Ito's, told apart by colour-blind readers


def draw_curves(log: Path) -> None:
    """Write `loss.svg` beside `log`: the loss of what is learned, and of held-out conversations, by step."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    figure = Figure(figsize=(7.5, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for key, label, colour, marker in (
        ("loss", "learned from", _LEARNED, ""),
        ("held_out", "held out", _HELD_OUT, "o"),
    ):
        known = [(line["step"], line[key]) for line in lines if line.get(key) is not None]
        axes.plot([at for at, _ in known], [loss for _, loss in known], marker=marker, c=colour, label=label)
    axes.set_xlabel("Step")
    axes.set_ylabel("Weighted cross entropy a token")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(log.with_suffix(".svg"))
