"""What is behind the figures, as a page: the model, the time it took, what was not changed and why."""

from html import escape
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QTextBrowser

from penname.desktop.background.progress import WritingSpeed
from penname.desktop.main.rounds_plot import RoundsPlot
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.snapshot import Snapshot
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import foot_of, plain_button
from penname.engine.confining import confinement
from penname.engine.options import Tuning
from penname.engine.refusals import Refusals

SIZE = (640, 560)
PAGE_MARGIN = 16


def show(window: Window, flow: SessionFlow) -> QDialog:
    """Open the page, under the plot of the rounds where there have been some."""
    dialog = QDialog(window)
    dialog.setWindowTitle(tr("Details"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.resize(grown_size(*SIZE))
    page = QTextBrowser()
    page.setOpenLinks(False)
    page.setHtml(details_html(flow.view, flow.work.recorder.speed, window.model, window.notices))
    page.setAccessibleName(tr("Details"))
    page.document().setDocumentMargin(PAGE_MARGIN)
    plot = RoundsPlot(window.theme)
    plot.show_points(flow.view.points if flow.view else ())
    plot.setVisible(plot.leads_anywhere)
    vertical(
        plot,
        (page, 1),
        foot_of(plain_button(tr("Close"), dialog.accept)),
        on=dialog,
        spacing=16,
        margins=(24, 24, 24, 16),
    )
    dialog.open()
    return dialog


def details_html(view: Snapshot | None, speed: WritingSpeed, model: Any, notices: list[str]) -> str:
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
    refused, open_to_it = confinement_lines(model.refused if model is not None else None)
    if refused:
        parts.append(_section(tr("Tried and refused on this computer"), refused))
    if open_to_it:
        parts.append(_section(tr("Not refused on this computer"), open_to_it))
    return "".join(parts)


def confinement_lines(host: Refusals | None) -> tuple[list[str], list[str]]:
    """What this process and the model's, if one runs, are refused, as they tried, and what they are not."""
    rows = [
        (
            confinement.refuses_connections(),
            tr("The window: network connections of its own code."),
            tr("The window: network connections."),
        )
    ]
    no_images = confinement.has_no_core_dumps()
    if host is not None:
        no_images = no_images and host.memory_images
        rows += [
            (
                host.sockets or host.connections,
                tr("The model: any network. The system gives its process no connection at all.")
                if host.sockets
                else tr("The model: network connections of Penname’s code in its process."),
                tr("The model: network connections."),
            ),
            (
                host.reading,
                tr(
                    "The model: reading your files. Its process opens the model, Python and system libraries."
                ),
                tr("The model: reading your files. Its code does not, but this system would let it."),
            ),
            (
                host.writing,
                tr("The model: writing files, but for those that keep the starter model ready."),
                tr("The model: writing files. Its code does not, but this system would let it."),
            ),
            (
                host.programs,
                tr("The model: starting other programs."),
                tr("The model: starting other programs. Its code does not, but this system would let it."),
            ),
            (
                host.other_processes,
                tr("The model: looking into other programs that are running."),
                tr(
                    "The model: looking into other programs that are running. Its code does not, but this "
                    "system may let it."
                ),
            ),
        ]
    rows.append(
        (
            no_images,
            tr("A crash dump with your text."),
            tr("A crash dump with your text: this system may keep one."),
        )
    )
    return [yes for held, yes, _ in rows if held], [no for held, _, no in rows if not held]


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
        lines.append(tr("Safe mode: slower, since normal mode crashed on this computer"))
    return lines + tuning_lines(model.tuning)


def tuning_lines(tuning: Tuning) -> list[str]:
    """The settings of the engine that are not the usual ones: measured on this computer, or the user's."""
    lines = []
    if tuning.batch is not None:
        lines.append(tr("Reads in batches of {count} tokens", count=tuning.batch))
    if tuning.flash_attention is not None:
        lines.append(tr("Flash attention: on") if tuning.flash_attention else tr("Flash attention: off"))
    if tuning.cache_type is not None:
        lines.append(tr("Remembers what it read in the format {format}", format=tuning.cache_type))
    if not tuning.extra_buffers:
        lines.append(tr("Weights as they are in the file, not repacked for the processor"))
    if tuning.gpu_layers is not None:
        lines.append(tr("Layers on the graphics card: {count}", count=tuning.gpu_layers))
    if lines or tuning.threads is not None:
        lines.append(tr("These settings were measured on this computer, or are in your settings file."))
    return lines


def _section(title: str, lines: list[str]) -> str:
    return f"<h3>{escape(title)}</h3><p>{'<br>'.join(escape(line) for line in lines)}</p>"
