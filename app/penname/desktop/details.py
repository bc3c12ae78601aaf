"""What stands behind the figures, as a page: the model, the time it took, what was not changed and why."""

from html import escape
from typing import Any

from penname.desktop.progress import Speed
from penname.desktop.snapshot import Snapshot
from penname.desktop.translate import tr


def details_html(view: Snapshot | None, speed: Speed, model: Any, notices: list[str]) -> str:
    """The page; everything a model wrote is escaped."""
    parts = [_section(tr("Model"), _model(model))]
    parts.append(
        _section(
            tr("Work"),
            [
                tr("Requests to the model: {count}", count=len(speed.requests)),
                tr("Tokens written: {count}", count=speed.written),
                tr("Time in the model: {seconds} s", seconds=f"{speed.seconds:.1f}"),
            ],
        )
    )
    if view is not None:
        if view.explanation:
            parts.append(_section(tr("What the model says about its rewrite"), [view.explanation]))
        if view.dropped:
            lines = [
                tr(
                    "“{find}” → “{replace}”: {reason}",
                    find=dropped.find,
                    replace=dropped.replace,
                    reason=dropped.reason,
                )
                for dropped in view.dropped
            ]
            parts.append(_section(tr("Edits that were not made"), lines))
        notes = [f"{v.attribute}: {v.validity}. {v.notes or v.concept}" for v in view.verdicts]
        if notes:
            parts.append(_section(tr("Verdicts (validity, concept or reason)"), notes))
    if notices:
        parts.append(_section(tr("From the engine"), notices))
    parts.append(
        _section(
            tr("What this program forbids itself"),
            [
                tr("The window refuses every network connection of its own code."),
                tr("The model runs in a process of its own that refuses them too."),
                tr("A crash leaves no memory image with your text."),
            ],
        )
    )
    return "".join(parts)


def _model(model: Any) -> list[str]:
    if model is None:
        return [tr("The model is not loaded.")]
    lines = [
        model.title,
        tr("Reads at most {count} tokens at once", count=model.context),
        tr("Threads: {count}", count=model.threads),
        tr("Prompt pack: {pack}", pack=model.pack),
    ]
    if model.safe_mode:
        lines.append(tr("Safe mode: slower, after the usual way crashed on this computer"))
    return lines


def _section(title: str, lines: list[str]) -> str:
    return f"<h3>{escape(title)}</h3><p>{'<br>'.join(escape(line) for line in lines)}</p>"
