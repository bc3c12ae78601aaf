"""What the window's files share: the texts in their tabs, the settings, and where things are said."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from penname.desktop.background.job_thread import JobThread
from penname.desktop.background.vault_client import VaultClient
from penname.desktop.models.model_client import ModelClient
from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.settings_parts import AddedPart
from penname.desktop.shell.status_line import StatusLine
from penname.desktop.shell.text_tabs import TextTabs
from penname.desktop.style.appearance import theme_for
from penname.desktop.texts.outbox import Outbox
from penname.desktop.texts.posts_intake import posts_intake
from penname.desktop.texts.samples import is_sample
from penname.desktop.translate import tr
from penname.desktop.widgets.notice import Notice
from penname.domain.attributes import Attribute
from penname.domain.goal import Goal
from penname.domain.pen_names import PenName, writing_as
from penname.methods.registry import MISLEADING, method_or_default
from penname.sessions.intake import Intake
from penname.sessions.session_service import SessionService
from penname.settings import Settings

if TYPE_CHECKING:  # its lists of names would come with it
    from penname.pseudonyms.models.names_model import NamesModel

LEAST_ZOOM, MOST_ZOOM = -2, 8  # steps of one pixel


class Window(QMainWindow):
    """The window without its menus and tools, for the modules that work on it.

    `sessions` is called in the job thread only.
    """

    asked = Signal(object)  # Action, by something inside a page
    method_wanted = Signal(str)
    file_dropped = Signal(str)
    ended = Signal()  # closed for good
    page_changed = Signal(object)  # SessionPage, whenever there is something new to show of it
    model_changed = Signal()  # another one is loaded, or none
    spoke = Signal()  # the line at the bottom may say something else
    chatbot_wanted = Signal()
    models_wanted = Signal()
    tools_wanted = Signal(object)  # the button that model and method open beside
    passphrase_wanted = Signal()
    settings_changed = Signal()
    network_changed = Signal()

    def __init__(
        self,
        sessions: SessionService,
        settings: Settings,
        attributes: Sequence[Attribute],
        keep_settings: Callable[[Settings], None],
        vault: VaultClient,
        model_client: ModelClient,
    ) -> None:
        super().__init__()
        self.sessions = sessions
        self.settings = settings
        self.attributes = tuple(attributes)
        self._keep_settings = keep_settings
        self.vault = vault
        vault.setParent(self)
        vault.keeps_history = lambda: self.settings.keep_history
        self.model_client = model_client
        model_client.setParent(self)
        self.more_settings: list[AddedPart] = []  # put into the settings by what the window does not know
        self.network = ""  # what it is being used for, apart from downloads
        self.model: Any = None  # ModelInfo, once the model is loaded
        self.notices: list[str] = []
        self.confirm: Callable[..., bool] = lambda *_words: False
        self.jobs = JobThread(self)
        self.theme = theme_for(application())
        self.outbox = Outbox(self)
        self.notice = Notice()
        self.tabs = TextTabs()
        self.status = StatusLine()

    @property
    def page(self) -> SessionPage:
        """The text in front."""
        return self.tabs.page

    @property
    def pages(self) -> list[SessionPage]:
        """All texts."""
        return self.tabs.pages

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """What F6 goes round: the parts of the text in front, or the page that is no text."""
        front = self.tabs.currentWidget()
        return front.areas if isinstance(front, SessionPage) else (front,)

    def new_text(
        self, text: str = "", intake: Intake | None = None, goal: Goal | None = None, method: str = ""
    ) -> SessionPage:
        """A tab for a new text, with the usual goal and method unless others are given."""
        names = tuple(attribute.name for attribute in self.attributes)
        protect = frozenset(self.settings.protect or names)
        goal = goal or Goal(names, protect, self.settings.rounds, truth=self.true_values)
        flow = SessionFlow(self.jobs, self.sessions, goal, method_or_default(method or self.settings.method))
        flow.profile = self.true_values
        flow.store = lambda: self.vault.store if self.settings.keep_drafts else None
        flow.work.pen_names = lambda: self.vault.pen_names
        self.vault.changed.connect(flow.look_at_posts)
        flow.untruths_told = self.settings.untruths_told
        flow.told_untruths.connect(lambda: self.change_settings(untruths_told=True))
        page = SessionPage(flow, self.attributes, self.theme)
        flow.setParent(page)
        page.intake = intake or Intake("")
        page.document.set_text_zoom(self.settings.text_zoom)
        page.rail.list.single_keys = self.settings.single_keys
        page.asked.connect(self.asked)
        page.method_wanted.connect(self.method_wanted)
        page.models_wanted.connect(self.models_wanted)
        page.line.tools_wanted.connect(self.tools_wanted)
        page.told.connect(self.status.tell)
        for pane in (page.document.original, page.document.rewrite):
            pane.zoom_requested.connect(self.zoom)
        page.document.first.sample_chosen.connect(self.place_text)
        page.document.first.passphrase_wanted.connect(self.passphrase_wanted)
        page.file_dropped.connect(self.file_dropped)
        flow.changed.connect(lambda: self.page_changed.emit(page))
        if self.model is not None:
            page.set_model(self.model.name, self.model.title)
        self.tabs.add_page(page)
        if text:
            page.put_text(text)
        page.document.original.setFocus()
        return page

    @property
    def true_values(self) -> tuple[tuple[str, str], ...]:
        """What the profile says is true of the author."""
        return self.vault.profiles[0].values if self.vault.profiles else ()

    def place_text(self, text: str, intake: Intake | None = None, *, together: bool = False) -> SessionPage:
        """Put `text` into the tab in front if nothing is lost by it, else into a new one.

        With `together` it is several posts.
        """
        page = self.page
        page.take_text()
        replaceable = page.flow.view is None and not page.flow.work.running
        if replaceable and (not page.flow.text.strip() or is_sample(page.flow.text)):
            page.intake = intake or Intake("")
            page.put_text(text)
            self.tabs.setCurrentWidget(page)
        else:
            page = self.new_text(text, intake)
        page.flow.change_goal(msgspec.structs.replace(page.flow.goal, together=together))
        return page

    def place_posts(self, posts: Sequence[tuple[str, Intake]]) -> SessionPage:
        """Put several posts, each with the name of its file or "", into one tab, to be rewritten together;
        raises BadInput.
        """
        joined = posts_intake(posts)
        return self.place_text(joined.text, joined, together=True)

    @cached_property
    def names_model(self) -> "NamesModel":
        """What looks for names beside the rules, where the settings name such a model."""
        from penname.pseudonyms.models.names_model import NamesModel

        model = NamesModel(self.settings.names_model)
        self.settings_changed.connect(lambda: model.use(self.settings.names_model))
        return model

    def end_names_model(self) -> None:
        """End its process; the window is closing."""
        if "names_model" in self.__dict__:
            self.names_model.close()

    def have_model(self, model: Any) -> None:
        """This model (ModelInfo) is loaded."""
        self.model = model
        for page in self.pages:
            page.set_model(model.name, model.title)
        self.model_changed.emit()

    def lose_model(self) -> None:
        """No model is loaded until another one is."""
        self.model = None
        self.model_changed.emit()

    def use_network(self, purpose: str) -> None:
        """Say in the status line what the network is being used for, until it is "" again."""
        self.network = purpose
        self.network_changed.emit()

    def write_as(self, pen_name: PenName) -> None:
        """Point readers of the text in front at what the pen name pretends, by a method that misleads."""
        if not self.page.flow.misleads:
            self.method_wanted.emit(MISLEADING.name)
        flow = self.page.flow
        flow.change_goal(writing_as(flow.goal, pen_name))

    def zoom(self, steps: int) -> None:
        """Grow or shrink the texts."""
        wanted = self.settings.text_zoom + steps
        self.change_settings(text_zoom=max(LEAST_ZOOM, min(MOST_ZOOM, wanted)))

    def change_settings(self, **changes: Any) -> None:
        """Remember a setting, and let it show."""
        changed = msgspec.structs.replace(self.settings, **changes)
        if changed == self.settings:
            return
        self.settings = changed
        try:
            self._keep_settings(changed)
        except OSError as error:
            self.complain(tr("Your settings could not be saved ({reason}).", reason=error.strerror))
        for page in self.pages:
            page.document.set_text_zoom(changed.text_zoom)
            page.rail.list.single_keys = changed.single_keys
            page.flow.untruths_told = changed.untruths_told
        self.settings_changed.emit()

    def complain(self, sentence: str) -> None:
        """Say in the window what went wrong with a file or the settings."""
        self.notice.say("", sentence, "error", {tr("Dismiss"): self.notice.clear})


def application() -> QApplication:
    """The one application."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
