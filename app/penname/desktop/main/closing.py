"""What closing would forget, and the one question about it."""

from collections.abc import Sequence

from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.view_state import can_close_at_once
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr


def may_close(window: Window, pages: Sequence[SessionPage], kept_stay: bool = False) -> bool:
    """Ask once before results that were neither copied nor saved are forgotten; with `kept_stay`, sessions
    that are kept on this computer come back at the next start."""
    at_risk = [
        page
        for page in pages
        if not can_close_at_once(page.flow.facts)
        and page.saved != page.flow.result
        and not (kept_stay and page.flow.view is not None and page.flow.view.kept)
    ]
    return not at_risk or window.confirm(
        window,
        tr("Close without copying the result?"),
        tr("Changes you accepted were neither copied nor saved. Closing forgets them."),
        tr("Close"),
    )
