"""The first start, and the offer of a larger model once there is a result to compare it with."""

from penname.desktop.model_window.model_offers import offer_stronger
from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.view_state import SessionState
from penname.desktop.shell.window import Window


def greet(window: Window) -> None:
    """Introduce Penname to whoever starts it for the first time."""

    def offer(page: SessionPage) -> None:
        if page.flow.state is SessionState.FINISHED:
            window.page_changed.disconnect(offer)
            offer_stronger(window, page)

    window.page_changed.connect(offer)
    if not window.settings.greeted:
        window.page.document.first.introduce()
        window.change_settings(greeted=True)
