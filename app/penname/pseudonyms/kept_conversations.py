"""The conversations in the vault, and the persistent stand-ins."""

from penname.pseudonyms.conversation import Conversation
from penname.pseudonyms.mapping import Mapping
from penname.vault.named import NamedItems
from penname.vault.vault import Vault, VaultPart

_PERSISTENT = ""  # no conversation can have this name
_CONVERSATIONS = NamedItems(
    VaultPart.PSEUDONYMS,
    Conversation,
    none_called="There is no such conversation. To see which there are: penname conversation list",
    none_kept="No conversation is kept on this computer yet. To start one: penname pseudonymize FILE "
    "--conversation NAME",
)

find_conversation = _CONVERSATIONS.find
read_conversation = _CONVERSATIONS.read
save_conversation = _CONVERSATIONS.save


def conversations(vault: Vault) -> tuple[Conversation, ...]:
    """All conversations, the one begun last first."""
    named = (one for one in _CONVERSATIONS.all(vault) if one.name != _PERSISTENT)
    return tuple(sorted(named, key=lambda one: one.date, reverse=True))


def persistent(vault: Vault) -> Mapping:
    """The stand-ins that hold in every conversation."""
    kept = _CONVERSATIONS.find(vault, _PERSISTENT)
    return kept.mapping if kept else Mapping()


def keep_persistent(vault: Vault, mapping: Mapping) -> None:
    """Make the stand-ins of `mapping`, and no others, hold in every conversation."""
    _CONVERSATIONS.save(vault, Conversation(_PERSISTENT, "", mapping))


def forget_conversation(vault: Vault, name: str) -> None:
    """Forget who stood for whom; raises BadInput when there is no conversation called so."""
    _CONVERSATIONS.remove(vault, name)
    _save_once_more(vault)


def forget_conversations(vault: Vault) -> None:
    """Forget all conversations, and the persistent stand-ins."""
    vault.save(VaultPart.PSEUDONYMS, ())
    _save_once_more(vault)


def _save_once_more(vault: Vault) -> None:
    """A vault keeps the state before, too: what is forgotten must be in neither."""
    vault.replace_records(VaultPart.PSEUDONYMS, vault.records(VaultPart.PSEUDONYMS))
