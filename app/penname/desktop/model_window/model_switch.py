"""Going on with another model: asked where work is under way, kept among the settings once it is in use."""

from typing import Any

import msgspec

from penname.desktop.background.job_thread import Job
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.domain.errors import Cancelled, PennameError
from penname.settings import Settings


def use_model(window: Window, name: str) -> None:
    """Read and rewrite with the model of that name; see `use_models`."""
    use_models(window, name, window.settings.rewrite_model)


def use_models(window: Window, reading: str, rewriting: str) -> None:
    """Load these for all texts (`rewriting` "": the same); a session in front starts over in its own tab.

    Work under way is stopped if the user agrees. What it cannot do is said in the window, and the model of
    before stays.
    """
    wanted = msgspec.structs.replace(window.settings, model=reading, rewrite_model=rewriting)
    if wanted == window.settings and window.model is not None:
        return
    if not _may_stop(window):
        return
    former, page = window.model, window.page
    window.jobs.stop()
    window.lose_model()
    for each in window.pages:
        each.flow.change_model()
    load = Job(lambda: window.sessions.use(wanted))
    load.success(lambda info: _in_use(window, page, wanted, info))
    window.jobs.submit(load.failure(lambda error: _failed(window, former, error)))


def _may_stop(window: Window) -> bool:
    if not any(page.flow.work.running for page in window.pages):
        return True
    return window.confirm(
        window,
        tr("Stop the work that is under way?"),
        tr("Another model takes its place. Nothing is lost, and you can go on from there."),
        tr("Stop and change the model"),
    )


def _in_use(window: Window, page: SessionPage, wanted: Settings, info: Any) -> None:
    window.change_settings(model=wanted.model, rewrite_model=wanted.rewrite_model)
    window.have_model(info)
    if page in window.pages and page.flow.view is not None:
        window.new_text(page.flow.view.original, page.intake, page.flow.goal, page.flow.method)
        window.status.tell(tr("Started over with this model in a new tab"))
    else:
        window.status.tell(tr("{model} is in use", model=info.title))


def _failed(window: Window, former: Any, error: PennameError) -> None:
    if isinstance(error, Cancelled):
        return
    window.complain(str(error))
    back = Job(window.sessions.warm_up)
    window.jobs.submit(back.success(window.have_model).failure(lambda worse: _lost(window, worse)))
    if former is not None:
        window.status.tell(tr("Penname goes on with {model}", model=former.title))


def _lost(window: Window, error: PennameError) -> None:
    if not isinstance(error, Cancelled):
        window.page.flow.fail(error)
