"""The window as a whole: tools and menus around the texts, and its life from the first frame to closing."""

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QWidget

from penname.desktop.background.job_thread import Job
from penname.desktop.background.vault_client import VaultClient, VaultClientState
from penname.desktop.chatbot.chatbot_tab import ChatbotTab
from penname.desktop.kept import vault_dialogs
from penname.desktop.main import (
    closing,
    decisions_file,
    details,
    drafts,
    method_switch,
    window_files,
    window_menus,
    window_posts,
)
from penname.desktop.main.tools_popover import ToolsPopover
from penname.desktop.main.waiting_texts import WaitingTexts
from penname.desktop.model_window import model_offers, model_switch, models_window
from penname.desktop.models.model_client import ModelClient
from penname.desktop.models.model_list import choices, choices_with
from penname.desktop.page.session_page import SessionPage
from penname.desktop.session.view_state import Action, enabled, primary_label, situation
from penname.desktop.shell import asking
from penname.desktop.shell.keeping import keeping
from penname.desktop.shell.status_line import standing_facts
from penname.desktop.shell.window import Window, application
from penname.desktop.style import appearance
from penname.desktop.style.window_style import window_stylesheet
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import vertical
from penname.domain.attributes import Attribute
from penname.domain.errors import Cancelled, PennameError
from penname.domain.goal import Goal
from penname.methods.registry import methods
from penname.sessions.model_service import ModelService
from penname.sessions.session_service import SessionService
from penname.settings import Settings, save_settings

DRAFTS_FIRST_MS = 1500  # the longest the model waits for the drafts: a keyring may ask its user


class MainWindow(Window):
    """`sessions` is called in the job thread only, and closed with the window."""

    first_frame = Signal()
    noticed = Signal(object)  # a sentence of the engine's, from any thread
    themed = Signal()

    def __init__(
        self,
        sessions: SessionService,
        settings: Settings,
        attributes: Sequence[Attribute],
        models: Sequence[tuple[str, str]],
        keep_settings: Callable[[Settings], None] = save_settings,
        vault: VaultClient | None = None,
        model_client: ModelClient | None = None,
    ) -> None:
        model_client = model_client or ModelClient(ModelService())
        super().__init__(
            sessions, settings, attributes, keep_settings, vault or VaultClient(None), model_client
        )
        self._painted = False
        self._cold = True
        self._leaving = False
        self.stays: Callable[[], bool] = lambda: False  # whether closing leaves what brings the window back
        self.confirm = asking.confirm
        self.setWindowTitle("Penname")  # never the text's or the file's name: titles are seen by others
        self.setAcceptDrops(True)
        self.models = tuple(models)  # (name, title) of those that are here
        self.tools = ToolsPopover(self, methods(), models)
        self.tools.show_models(models, settings.model)
        self.setStatusBar(self.status)
        centre = QWidget()
        layout = vertical(on=centre, spacing=0)
        above = vertical(self.notice, margins=(16, 0, 16, 0))
        layout.addLayout(above)
        layout.addWidget(self.tabs, 1)
        self.setCentralWidget(centre)
        self.chatbot = ChatbotTab(self)
        self.waiting = WaitingTexts(self)
        self.menus = window_menus.build(self, self.do, self.choose_method, self.leave)
        self._connect()
        self._restyle()
        self.new_text()
        self.resize(1200, 780)
        self.setMinimumSize(640, 480)

    def do(self, action: Action) -> None:
        """What belongs to the window is done here, everything else by the text in front."""
        if self.chatbot.do(action):
            return
        page = self.page
        match action:
            case Action.OPEN:
                if path := asking.file_to_open(self):
                    window_files.open_text(self, path)
            case Action.CLOSE:
                self.close_text(page)
            case Action.COPY if page.flow.can(action):
                self._copy(page)
            case Action.SAVE if page.flow.can(action):
                save = window_posts.save_posts if page.flow.facts.post else window_files.save_result
                save(self, page)
            case Action.SAVE_DECISIONS if page.flow.can(action):
                decisions_file.save_decisions(self)
            case Action.EDIT_AS_NEW if page.flow.view is not None:
                again = self.new_text(page.flow.view.text, page.intake).flow
                again.change_goal(msgspec.structs.replace(again.goal, together=page.flow.goal.together))
            case Action.DETAILS if page.flow.view is not None:
                details.show(self, page.flow)
            case Action.GO_BACK:
                page.rounds.go_back()
            case _ if action not in (Action.COPY, Action.SAVE, Action.EDIT_AS_NEW, Action.DETAILS):
                page.do(action)

    def choose_method(self, name: str) -> None:
        """Work by another method: in this tab, or beside it where a session is open in it."""
        method_switch.use_method(self, name)

    def choose_model(self, name: str) -> None:
        """Let another model read and rewrite."""
        model_switch.use_model(self, name)

    def close_text(self, page: SessionPage) -> None:
        """Close a tab; asks once if rounds would be forgotten."""
        if not closing.may_close(self, [page]):
            return
        page.flow.stop()
        drafts.put_away(self, page)
        self.tabs.remove_page(page)
        if not self.pages:
            self.new_text()
        self.waiting.keep()

    def _copy(self, page: SessionPage) -> None:
        flow = page.flow
        text = flow.results[flow.post - 1]
        seconds = self.settings.clear_clipboard
        self.outbox.put(text, {}, sensitive=False, seconds=seconds)
        page.copied.add(text)
        if page.copied.issuperset(flow.results):
            page.saved = flow.result
        page.bar.tell_copied()
        self.status.tell(_copied(flow.post if flow.facts.post else 0, seconds))

    def start(self) -> None:
        """Begin what may take a while: load the model. Called after the first frame."""
        if not self.jobs.isRunning():
            self.jobs.start()
            self.vault.open(create=self.settings.keep_drafts)
            wait = self.vault.state is VaultClientState.OPENING  # drafts are shown before the model is loaded
            QTimer.singleShot(DRAFTS_FIRST_MS if wait else 0, self._warm_up)

    def _warm_up(self) -> None:
        if self._cold:
            self._cold = False
            self.jobs.submit(Job(self.sessions.warm_up).success(self.have_model).failure(self._not_loaded))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._after_first_frame)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            self.retheme()

    def leave(self) -> None:
        """End the program, also where closing the window would not."""
        self.leaving()
        self.close()

    def leaving(self) -> None:
        """Close for good the next time: the user quits, or the system ends the session."""
        self._leaving = True

    def closeEvent(self, event: QCloseEvent) -> None:
        leaving, self._leaving = self._leaving, False
        if not leaving and self.stays():
            event.ignore()
            self.hide()
            return
        if not (closing.may_close(self, self.pages, kept_stay=True) and self.chatbot.may_end()):
            event.ignore()
            return
        event.accept()
        for page in self.pages:
            page.take_text()
        self.hide()  # the second that the model may take to stop is nobody's business
        self._cold = False
        self.jobs.close(self.sessions.close)
        self.end_names_model()
        self.chatbot.end()
        self.vault.close(self.waiting.all())
        self.model_client.close()
        self.ended.emit()

    def retheme(self) -> None:
        """Apply the system's colours: light or dark, with the usual contrast or more."""
        fresh = appearance.theme_for(application())
        if fresh != self.theme:
            self.theme = fresh
            appearance.apply(application(), fresh)
            self._restyle()
            for page in self.pages:
                page.set_theme(fresh)
            self.themed.emit()

    def _connect(self) -> None:
        self.asked.connect(self.do)
        self.method_wanted.connect(self.choose_method)
        self.file_dropped.connect(lambda path: window_files.open_text(self, path))
        self.page_changed.connect(self._changed)
        self.spoke.connect(self._show_line)
        self.network_changed.connect(self._show_line)
        self.model_changed.connect(self._show_model)
        self.tools.rounds_changed.connect(self._set_rounds)
        self.tools.settings.wanted.connect(self._change_goal)
        self.tools.method_chosen.connect(self.choose_method)
        self.tools.model_chosen.connect(self.choose_model)
        for asked in (self.models_wanted, self.tools.more_models_requested):
            asked.connect(lambda: models_window.show(self))
        self.passphrase_wanted.connect(lambda: vault_dialogs.keep(self))
        self.model_client.changed.connect(self._show_inventory)
        self.model_client.arrived.connect(lambda model: model_offers.offer_arrived(self, model))
        self.tools_wanted.connect(self.tools.toggle)
        self.tabs.close_requested.connect(self.close_text)
        self.tabs.currentChanged.connect(lambda _index: self._changed(self.page) if self.pages else None)
        self.noticed.connect(self._hear)
        self.vault.changed.connect(self._kept)
        self.themed.connect(self.chatbot.apply_style)
        self.settings_changed.connect(self.chatbot.apply_style)
        self.settings_changed.connect(self._show_line)
        self.vault.drafts_found.connect(lambda found: drafts.reopen(self, self.waiting, found))
        self.vault.drafts_found.connect(lambda _found: self._warm_up())
        self.vault.failed.connect(self.complain)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda _scheme: self.retheme())
        hints.accessibility().contrastPreferenceChanged.connect(lambda _wanted: self.retheme())

    def _restyle(self) -> None:
        self.setStyleSheet(window_stylesheet(self.theme))

    def _after_first_frame(self) -> None:
        self.first_frame.emit()
        self.start()

    def _not_loaded(self, error: PennameError) -> None:
        if not isinstance(error, Cancelled):
            self.page.flow.fail(error)

    def _show_inventory(self) -> None:
        inventory = self.model_client.inventory
        if inventory is not None:
            models = choices(inventory.installed, self.settings.model)
            if models != self.models:
                self.models = models
                self._offer_models()
        self._show_line()

    def _show_model(self) -> None:
        self.models = choices_with(self.models, self.settings.model)
        self._offer_models()
        self._show_line()

    def _offer_models(self) -> None:
        self.tools.show_models(self.models, self.settings.model)
        self.page.line.name_tools(self.tools.words)

    def _hear(self, sentence: str) -> None:
        self.notices.append(sentence)
        self.status.tell(sentence)

    def _kept(self) -> None:
        if self.vault.state is VaultClientState.LOCKED:
            vault_dialogs.offer_unlocking(self)
        drafts.fill_in_true_values(self)
        self._show_line()

    def _changed(self, page: SessionPage) -> None:
        if page is not self.page:
            return
        facts = page.flow.facts
        self.tools.show_facts(facts, page.flow.goal, page.flow.method)
        self.tools.show_method(page.flow.method)
        page.line.name_tools(self.tools.words)
        window_menus.show_method(self.menus, page.flow.method)
        step = "" if self.chatbot.in_front else primary_label(facts)
        self.menus.offer(self.chatbot.offered(enabled(facts)), step)
        window_menus.show_page(self.menus, page)
        self._show_line()

    def _show_line(self) -> None:
        if not self.pages:
            return
        flow = self.page.flow
        session_kept = flow.view.kept if flow.view else None
        kept = keeping(self.vault.state, self.settings.keep_drafts, session_kept).kept
        missing = tr("no model is loaded") if flow.engine_down else tr("the model is starting")
        network = tr("a model is being downloaded") if self.model_client.fetching else self.network
        first = self.page.document.first
        first.show_keeping(kept)  # and while it says that, nothing else does
        facts = standing_facts("" if self.model else missing, None if first.introduces else kept, network)
        if self.chatbot.situation:
            facts = (*facts, self.chatbot.situation)
        self.status.show_line(situation(flow.facts), facts)

    def _change_goal(self, change: Callable[[Goal], Goal]) -> None:
        self.page.flow.change_goal(change(self.page.flow.goal))

    def _set_rounds(self, rounds: int) -> None:
        flow = self.page.flow
        flow.change_goal(msgspec.structs.replace(flow.goal, rounds=rounds))
        self.change_settings(rounds=rounds)


def _copied(post: int, seconds: int) -> str:
    """What is said of a copied result (of the post of that number), which leaves the clipboard after so many
    seconds (0: never).
    """
    copied = tr("Copied post {number}", number=post) if post else tr("Copied the result")
    if not seconds:
        return copied
    return tr_count("{copied}, for {count} second", "{copied}, for {count} seconds", seconds, copied=copied)
