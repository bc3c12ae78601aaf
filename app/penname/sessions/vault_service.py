"""The vault as a front end uses it: opened with or without a passphrase, or not at all.

vault = VaultService(on_notice=say)
if vault.open() is VaultState.LOCKED:
    vault.open(passphrase=typed)
driver = service.new_session(text, goal, listener, store=vault.store)
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from penname.domain.events import Started
from penname.domain.pen_names import PenName
from penname.domain.profile import Profile
from penname.domain.told import Told
from penname.pseudonyms import kept_conversations
from penname.pseudonyms.conversation import Conversation
from penname.pseudonyms.mapping import Mapping as StandIns
from penname.sessions.journal import JournalStore, KeptSession
from penname.sessions.linkable import PenNameLink, links
from penname.vault import opening, pen_names, profiles
from penname.vault.key_file import Protection
from penname.vault.vault import Vault


class VaultState(StrEnum):
    """Whether the vault of this computer is open."""

    OPEN = "open"
    LOCKED = "locked"  # its passphrase is needed
    NOTHING = "nothing"  # there is no vault, and none could be made without asking


class VaultService:
    """The vault of this computer, and the store for sessions in it. `store` is None while nothing is kept.

    Every call may wait for the disk, for the keyring's dialog or for scrypt. All raise VaultError with a
    sentence. `on_notice` is given sentences for the user, from any thread.
    """

    def __init__(self, on_notice: Callable[[str], None]) -> None:
        self._on_notice = on_notice
        self._vault: Vault | None = None
        self.store: JournalStore | None = None

    def open(
        self, passphrase: str | None = None, *, create: bool = True, history: bool = False
    ) -> VaultState:
        """Open what is kept; with `create`, begin keeping where a keyring or a passphrase can protect it.

        Raises WrongPassphrase, BadInput for a new passphrase that is too short, and VaultError.
        """
        if self._vault is not None:
            return VaultState.OPEN
        if passphrase is None and opening.protection() is Protection.PASSPHRASE:
            return VaultState.LOCKED

        def ask(*, new: bool) -> str | None:  # noqa: ARG001
            return passphrase

        self._vault = opening.open_vault(ask, create=create)
        if self._vault is None:
            return VaultState.NOTHING
        self.store = JournalStore(self._vault, keep_history=history, on_notice=self._on_notice)
        for caution in self._vault.cautions:
            self._on_notice(caution)
        return VaultState.OPEN

    def drafts(self) -> tuple[KeptSession, ...]:
        """Sessions that were open when the program ended, the one last worked on first."""
        return self.store.drafts() if self.store else ()

    def keep_text(self, session_id: str, text: Started | None) -> None:
        """Keep a text that waits for its first run; None: keep it no longer."""
        if self.store is not None:
            self.store.keep_text(session_id, text)

    def put_away(self, session_id: str) -> None:
        """Put a session away that the user closed."""
        if self.store is not None:
            self.store.put_away(session_id)

    def keep_history(self, on: bool) -> None:
        """From now on, sessions that the user closes stay in the history, or are removed."""
        if self.store is not None:
            self.store.keep_history = on

    def history(self, words: str = "") -> tuple[KeptSession, ...]:
        """Sessions put away while history was on whose text has all these words, the newest first."""
        return self.store.search(words) if self.store else ()

    def take_out(self, session_id: str) -> None:
        """Take a session out of the history because it is open again."""
        if self.store is not None:
            self.store.reopened(session_id)

    def remove_session(self, session_id: str) -> None:
        """Remove a session permanently."""
        if self.store is not None:
            self.store.remove(session_id)

    def profiles(self) -> tuple[Profile, ...]:
        """The author's true values, one profile a name."""
        return profiles.profiles(self._vault) if self._vault else ()

    def save_profile(self, profile: Profile) -> None:
        """Save `profile` in place of one of the same name; does nothing without a vault."""
        if self._vault is not None:
            profiles.save_profile(self._vault, profile)

    def pen_names(self) -> tuple[PenName, ...]:
        """The pen names, each with its decoys and posts."""
        return pen_names.pen_names(self._vault) if self._vault else ()

    def save_pen_name(self, pen_name: PenName) -> None:
        """Save `pen_name` in place of one of the same name; does nothing without a vault."""
        if self._vault is not None:
            pen_names.save_pen_name(self._vault, pen_name)

    def remove_pen_name(self, name: str) -> None:
        """Remove a pen name with its posts; raises BadInput when there is none of that name."""
        if self._vault is not None:
            pen_names.remove_pen_name(self._vault, name)

    def keep_told(self, name: str, told: Mapping[str, Sequence[Told]]) -> None:
        """Keep what posts of a pen name tell, by their texts; does nothing without a vault."""
        if self._vault is not None:
            pen_names.keep_told(self._vault, name, told)

    def links(self, name: str) -> tuple[PenNameLink, ...]:
        """The pen names that readers can link to this one. The first call is slow: it counts people."""
        kept = self.pen_names()
        pen_name = next((one for one in kept if one.name == name), None)
        if pen_name is None or not pen_name.told:
            return ()
        from penname.roles.known_values import known_values  # the list of cities is slow to import

        return links(pen_name, kept, known_values())

    def conversations(self) -> tuple[Conversation, ...]:
        """The conversations with chatbots, the one begun last first."""
        return kept_conversations.conversations(self._vault) if self._vault else ()

    def save_conversation(self, conversation: Conversation) -> None:
        """Save it in place of one of the same name; does nothing without a vault."""
        if self._vault is not None:
            kept_conversations.save_conversation(self._vault, conversation)

    def forget_conversation(self, name: str) -> None:
        """Forget who stood for whom; raises BadInput when there is no conversation of that name."""
        if self._vault is not None:
            kept_conversations.forget_conversation(self._vault, name)

    def forget_conversations(self) -> None:
        """Forget all conversations, and the persistent stand-ins."""
        if self._vault is not None:
            kept_conversations.forget_conversations(self._vault)

    def persistent(self) -> StandIns:
        """The stand-ins that hold in every conversation."""
        return kept_conversations.persistent(self._vault) if self._vault else StandIns()

    def keep_persistent(self, mapping: StandIns) -> None:
        """Make these stand-ins hold in every conversation; does nothing without a vault."""
        if self._vault is not None:
            kept_conversations.keep_persistent(self._vault, mapping)

    def forget(self) -> None:
        """Destroy the key and all files: copies made before do not open on this computer; exports do."""
        self.close()
        opening.forget_everything()

    def close(self) -> None:
        """Close the vault, so that another Penname can open it. Open sessions stay drafts."""
        vault, self._vault, self.store = self._vault, None, None
        if vault is not None:
            vault.close()
