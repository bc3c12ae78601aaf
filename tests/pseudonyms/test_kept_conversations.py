"""Conversations in the vault: kept, gone on with, and forgotten to the last byte."""

from pathlib import Path

import pytest

from penname.domain.errors import BadInput
from penname.pseudonyms.conversation import LONGEST_NAME, Conversation, checked_name
from penname.pseudonyms.kept_conversations import (
    conversations,
    find_conversation,
    forget_conversation,
    forget_conversations,
    keep_persistent,
    persistent,
    save_conversation,
)
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.round_trip import send, standing
from penname.vault import passphrase
from penname.vault.opening import open_vault, vault_folder
from penname.vault.sealing import ScryptCost
from penname.vault.vault import Vault, VaultPart
from vault.vaults import PASSPHRASE

_DOCTOR = Conversation("Doctor", "2026-11-01", send("Anna Smith was in Leeds.").mapping)
_BANK = Conversation("Bank", "2026-11-20", send("IBAN DE89 3704 0044 0532 0130 00").mapping)


@pytest.fixture
def vault(monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))
    opened = open_vault(lambda *, new: PASSPHRASE)
    assert opened is not None
    return opened


def test_a_conversation_is_gone_on_with_after_the_vault_was_closed(vault: Vault) -> None:
    with vault:
        save_conversation(vault, _DOCTOR)
        save_conversation(vault, _BANK)
    again = open_vault(lambda *, new: PASSPHRASE)
    assert again is not None
    with again:
        assert conversations(again) == (_BANK, _DOCTOR)
        assert find_conversation(again, "doctor") == _DOCTOR
    folder: Path = vault_folder()
    assert not any(b"Smith" in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_what_is_forgotten_is_in_no_state_of_the_vault(vault: Vault) -> None:
    with vault:
        for one in (_DOCTOR, _BANK):
            save_conversation(vault, one)
        keep_persistent(vault, standing(Mapping(), _DOCTOR.mapping))
        forget_conversation(vault, "Bank")
        assert conversations(vault) == (_DOCTOR,)
        assert persistent(vault) == standing(Mapping(), _DOCTOR.mapping)
        forget_conversations(vault)
        assert conversations(vault) == ()
        assert persistent(vault) == Mapping()
        sizes = [path.stat().st_size for path in vault.folder.glob(f"{VaultPart.PSEUDONYMS}.*")]
        assert len(sizes) == 2
        assert max(sizes) < len(_BANK.mapping.to_json())
        with pytest.raises(BadInput, match="no such conversation"):
            forget_conversation(vault, "Doctor")


@pytest.mark.parametrize("name", ["", " ", "x" * (LONGEST_NAME + 1)])
def test_a_conversation_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(BadInput, match="name"):
        checked_name(name)
    assert checked_name("  My\n doctor ") == "My doctor"
