"""One conversation with a chatbot as the window leads it: what is sent, what comes back, what is kept."""

import datetime as dt
import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from penname.desktop.background.job_thread import JobThread
from penname.desktop.background.vault_client import VaultClient, VaultClientState
from penname.desktop.chatbot.draft import Draft
from penname.desktop.chatbot.names_asking import Names, NamesAsking
from penname.desktop.chatbot.work import ChatbotWork, HiddenDraft
from penname.desktop.translate import tr
from penname.domain.errors import BadInput
from penname.pseudonyms.conversation import Conversation, checked_name
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.models.names_model import NamesModel
from penname.pseudonyms.plain import plain
from penname.pseudonyms.pseudonymize import MOST_CHARACTERS
from penname.pseudonyms.restore import Restored
from penname.pseudonyms.round_trip import shares_a_word, standing
from penname.pseudonyms.uncertain_matches import UncertainMatch
from penname.sessions.session_service import SessionService

if TYPE_CHECKING:  # the first frame does without its ciphers
    from penname.sessions.vault_service import VaultService

TYPING_PAUSE_MS = 300  # after which a text being written is looked at


class ChatbotFlow(QObject):
    """`changed` whenever there is something new to show; `failed` tells a sentence, "" when all is well."""

    changed = Signal()
    begun = Signal()  # a conversation: a new one, or one that was kept
    reply_changed = Signal()
    failed = Signal(str)
    told = Signal(str)

    def __init__(
        self,
        vault: VaultClient,
        jobs: JobThread,
        sessions: SessionService,
        names: NamesModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.vault = vault
        self.asking = NamesAsking(jobs, sessions, self)
        self.asking.found.connect(self._take_names)
        self.asking.failed.connect(self.failed)
        self.asking.changed.connect(self.changed)
        self.work = ChatbotWork(names, self)
        self.work.hidden.connect(self._hidden)
        self.work.restored.connect(self._restored)
        self.work.failed.connect(self._fail)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._begin()
        vault.changed.connect(self._follow_vault)

    def _begin(self) -> None:
        self.draft = Draft(seed=int.from_bytes(os.urandom(4)))
        self.hidden: HiddenDraft | None = None
        self.reply = ""
        self.settled: tuple[UncertainMatch, ...] = ()
        self.restored: Restored | None = None
        self.conversation: Conversation | None = None  # once something was sent
        self.persistent = bool(self.vault.persistent.pairs)
        self._drawn = Mapping()  # the stand-ins shown last: they stay while the text is written
        self.begun.emit()

    # -- what is sent ------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether what is shown is what would be sent."""
        return self.hidden is not None and not self._pause.isActive() and self._made_for == self.draft

    @property
    def looking(self) -> bool:
        """Whether what is to be hidden in this text is still being looked for."""
        return bool(self.draft.text.strip()) and self._made_for != self.draft

    @property
    def mapping(self) -> Mapping:
        """Who stands for whom: in all that was sent, and in what is shown."""
        return self.hidden.sent.mapping if self.hidden else self.draft.known

    @property
    def is_kept(self) -> bool:
        """Whether what is copied is kept in the vault."""
        return self.vault.state is VaultClientState.OPEN

    def set_text(self, text: str) -> None:
        """The text that is to be sent."""
        if text != self.draft.text:
            self.draft = replace(self.draft, text=text)
            self._pause.start()
            self.changed.emit()

    def hide_phrase(self, phrase: str, kind: Kind) -> None:
        """Hide `phrase` wherever it occurs."""
        self._forget_drawn(phrase)
        self._change(self.draft.hiding(phrase, kind))

    def keep_phrases(self, phrases: tuple[str, ...]) -> None:
        """Leave these words as they are: they are not private."""
        draft = self.draft
        for phrase in phrases:
            draft = draft.keeping(phrase)
        self._change(draft)

    def choose(self, phrase: str, surrogate: str) -> None:
        """Let `surrogate` stand for `phrase`, or tell why it cannot."""
        try:
            chosen = self.draft.choosing(phrase, surrogate, self.mapping)
        except BadInput as error:
            self.failed.emit(str(error))
            return
        self._change(chosen)

    def draw_another(self, phrase: str) -> None:
        """Draw another stand-in for `phrase`."""
        before = [pair.surrogate for pair in self.mapping.pairs if shares_a_word(pair.original, phrase)]
        self._forget_drawn(phrase)
        others = tuple(one for one in self.draft.chosen if not shares_a_word(one[0], phrase))
        refused = (*self.draft.refused, *before)
        self._change(replace(self.draft, chosen=others, refused=refused, seed=self.draft.seed + 1))

    def look_again(self) -> None:
        """Look for names once more, with the model that does so from now on."""
        if self.draft.text:
            self._made_for = None  # what is shown is not what would be sent
            self._look()

    def set_visible(self, visible: bool) -> None:
        """Placeholders, or stand-ins that read like the original; settled once something was sent."""
        if not self.draft.known.pairs and visible != self.draft.visible:
            self._drawn = Mapping()
            self._change(replace(self.draft, visible=visible))

    def set_persistent(self, on: bool) -> None:
        """Whether the stand-ins of this conversation hold in all later ones."""
        self.persistent = on
        self.changed.emit()

    def send(self) -> str:
        """The text as the chatbot gets it. From now on its stand-ins are known, and kept where possible."""
        assert self.hidden is not None
        mapping = self.hidden.sent.mapping
        self.draft = self._made_for = replace(self.draft, known=mapping, visible=mapping.placeholders)
        if self.conversation is None:
            now = dt.datetime.now()
            self.conversation = Conversation(self._free_name(f"{now:%Y-%m-%d %H:%M}"), f"{now:%Y-%m-%d}")
        self.conversation = msgspec.structs.replace(self.conversation, mapping=mapping)
        self._keep()
        if self.persistent and self.is_kept:
            merged = standing(self.vault.persistent, mapping)
            self.vault.change(lambda vault: vault.keep_persistent(merged), lambda: None, self.failed.emit)
        self.changed.emit()
        return self.hidden.sent.text

    # -- what comes back ---------------------------------------------------------------------------------

    def set_reply(self, reply: str) -> None:
        """The chatbot's reply."""
        if reply != self.reply:
            self.reply, self.settled = reply, ()
            self._bring_back()

    def settle(self, match: UncertainMatch) -> None:
        """Confirm that an uncertain word is the stand-in it seems to be."""
        self.settled = (*self.settled, match)
        self._bring_back()

    # -- conversations -----------------------------------------------------------------------------------

    def begin_anew(self) -> None:
        """A new conversation; the one before is kept where anything is."""
        self._begin()
        self._look()
        self.changed.emit()
        self.reply_changed.emit()

    def turn_to(self, conversation: Conversation) -> None:
        """Go on with a conversation that was kept."""
        self._begin()
        self.conversation = conversation
        known = conversation.mapping
        self.draft = replace(self.draft, known=known, visible=known.placeholders)
        self.changed.emit()
        self.reply_changed.emit()

    def rename(self, name: str) -> None:
        """Rename this conversation, or tell why that cannot be done."""
        before = self.conversation
        if before is None:
            return
        try:
            fresh = msgspec.structs.replace(before, name=self._free_name(checked_name(name)))
        except BadInput as error:
            self.failed.emit(str(error))
            return
        self.conversation = fresh
        self._keep()
        if self.is_kept:
            self._change_kept(lambda vault: vault.forget_conversation(before.name))
        self.changed.emit()

    def forget(self) -> None:
        """Forget who stood for whom in this conversation."""
        gone = self.conversation
        self.begin_anew()
        if gone is not None and self.is_kept:
            self._change_kept(lambda vault: vault.forget_conversation(gone.name))

    def forget_all(self) -> None:
        """Forget all conversations, and the persistent stand-ins."""
        self.begin_anew()
        self.persistent = False
        if self.is_kept:
            self._change_kept(lambda vault: vault.forget_conversations())

    # -- inside ------------------------------------------------------------------------------------------

    def _change(self, draft: Draft) -> None:
        self.draft = draft
        self._look()

    def _look(self) -> None:
        self._pause.stop()
        terms = self.vault.profiles[0].terms if self.vault.profiles else ()
        held = standing(self.vault.persistent if self.persistent else Mapping(), self._drawn)
        self.draft = replace(self.draft, terms=terms, persistent=held)
        if len(self.draft.text) > MOST_CHARACTERS:
            self._fail(
                tr(
                    "This text has more than {most} characters. Nothing was changed; "
                    "please send it in parts.",
                    most=f"{MOST_CHARACTERS:,}",
                )
            )
            return
        self.work.hide(self.draft)
        self.changed.emit()

    def _take_names(self, found: Names) -> None:
        """Hide what the model found beside what is hidden already."""
        hidden = {plain(entity.text) for entity in self.hidden.sent.entities} if self.hidden else set()
        settled = hidden.union(map(plain, self.draft.kept))
        fresh = [one for one in found if plain(one[0]) not in settled and one[0] in self.draft.text]
        draft = self.draft
        for phrase, kind in fresh:
            draft = draft.hiding(phrase, kind)
        self.told.emit(
            tr("The model found {count} more to hide. Please check the list", count=len(fresh))
            if fresh
            else tr("The model found nothing more to hide")
        )
        self._change(draft)

    _made_for: Draft | None = None

    def _hidden(self, draft: Draft, hidden: HiddenDraft) -> None:
        if draft != self.draft:
            return
        self.hidden, self._made_for = hidden, draft
        if not draft.visible:
            self._drawn = hidden.sent.mapping
        self.failed.emit("")
        self.changed.emit()
        if self.reply:
            self._bring_back()

    def _bring_back(self) -> None:
        if not self.reply.strip():
            self.restored = None
            self.reply_changed.emit()
            return
        self.work.bring_back(self.reply, self.mapping, self.settled)

    def _restored(self, asked: tuple[str, Mapping, tuple[UncertainMatch, ...]], restored: Restored) -> None:
        if asked == (self.reply, self.mapping, self.settled):
            self.restored = restored
            self.reply_changed.emit()

    def _fail(self, sentence: str) -> None:
        self.hidden, self._made_for = None, self.draft
        self.failed.emit(sentence)
        self.changed.emit()

    def _forget_drawn(self, phrase: str) -> None:
        left = tuple(pair for pair in self._drawn.pairs if not shares_a_word(pair.original, phrase))
        self._drawn = msgspec.structs.replace(self._drawn, pairs=left)

    def _keep(self) -> None:
        if self.conversation is not None and self.is_kept:
            kept = self.conversation
            self._change_kept(lambda vault: vault.save_conversation(kept))

    def _change_kept(self, change: Callable[["VaultService"], None]) -> None:
        self.vault.change(change, self.changed.emit, self.failed.emit)

    def _free_name(self, name: str) -> str:
        taken = {one.name.casefold() for one in self.vault.conversations}
        if self.conversation is not None:
            taken.discard(self.conversation.name.casefold())
        names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
        return next(one for one in names if one.casefold() not in taken)

    def _follow_vault(self) -> None:
        """A profile with other terms, or a vault that was opened or forgotten."""
        if not self.conversation:
            self.persistent = bool(self.vault.persistent.pairs)
        terms = self.vault.profiles[0].terms if self.vault.profiles else ()
        if self.draft.text and terms != self.draft.terms:
            self._look()
        self.changed.emit()
