"""What the window says of models by itself: a quiet offer of a stronger one, and that one has arrived."""

from shiboken6 import isValid

from penname.desktop.model_window import model_switch, models_window
from penname.desktop.models.model_words import size_words
from penname.desktop.models.recommending import recommended
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.models.catalog import CatalogEntry
from penname.models.library import InstalledModel
from penname.sessions.model_service import ModelInventory


def stronger(inventory: ModelInventory) -> CatalogEntry | None:
    """The model to offer to somebody who has none but those that come with Penname."""
    best = recommended(inventory)
    return best if best is not None and best.repo and not any(map(_strong, inventory.installed)) else None


def _strong(model: InstalledModel) -> bool:
    """Whether it is another model than those that come with Penname."""
    return model.entry is None or (bool(model.entry.repo) and not model.entry.rewrites_only)


def offer_stronger(window: Window, page: SessionPage) -> None:
    """Look at this computer, then offer a stronger model than the starter beside the result of `page`,
    unless that was put away.
    """
    if window.settings.stronger_offered or window.settings.model != "starter":
        return

    def looked() -> None:
        if window.model_client.inventory is None:
            return
        window.model_client.changed.disconnect(looked)
        entry = stronger(window.model_client.inventory)
        if entry is not None and not window.settings.stronger_offered and isValid(page):
            _offer(window, page, entry)

    window.model_client.changed.connect(looked)
    window.model_client.refresh()


def offer_arrived(window: Window, model: InstalledModel) -> None:
    """A model was fetched or taken in: it can be used at once."""

    def use() -> None:
        window.notice.clear()
        model_switch.use_model(window, model.name)

    window.notice.say(
        tr("{model} is on this computer", model=model.title),
        answers={tr("Use it"): use, tr("Not now"): window.notice.clear},
    )


def _offer(window: Window, page: SessionPage, entry: CatalogEntry) -> None:
    page.bar.offer(
        tr("A larger model finds more ({size} download)", size=size_words(entry.size)),
        lambda: models_window.show(window),
        lambda: window.change_settings(stronger_offered=True),
    )
