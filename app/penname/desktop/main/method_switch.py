"""Going on by another method."""

from penname.desktop.shell.window import Window
from penname.desktop.translate import tr


def use_method(window: Window, name: str) -> None:
    """Work by another method: in the tab in front, or beside it where a session is open in it."""
    page = window.page
    window.change_settings(method=name)
    if name == page.flow.method:
        return
    if page.flow.view is None and not page.flow.work.running:
        page.take_text()
        page.flow.use_method(name)
    elif page.flow.view is not None:
        window.new_text(page.flow.view.original, page.intake, page.flow.goal, name)
        window.status.tell(tr("Started over in a new tab"))
