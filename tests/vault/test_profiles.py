"""Profiles in the vault."""

from collections.abc import Callable

import pytest

from penname.domain.errors import BadInput
from penname.domain.profile import Profile
from penname.vault.profiles import profile_named, profiles, read_profile, remove_profile, save_profile
from penname.vault.vault import Vault
from vault.vaults import give_passphrase, never_ask

ME, YOU = Profile("me", (("age", "34"),), ("Acme",)), Profile("You")


def test_profiles_are_found_by_name_and_replaced(opened: Callable[[], Vault]) -> None:
    vault = opened()
    save_profile(vault, YOU)
    save_profile(vault, ME)
    assert profiles(vault) == (ME, YOU)
    assert profile_named(vault, " yoU ") == YOU
    older = Profile("ME", (("age", "35"),))
    save_profile(vault, older)
    assert profiles(vault) == (older, YOU)
    remove_profile(vault, "me")
    assert profiles(vault) == (YOU,)
    for use in (profile_named, remove_profile):
        with pytest.raises(BadInput, match="no profile of that name"):
            use(vault, "me")


def test_a_profile_is_read_while_another_penname_writes(opened: Callable[[], Vault]) -> None:
    with pytest.raises(BadInput, match="No profile is kept"):
        read_profile("me", never_ask)
    save_profile(opened(), ME)
    assert read_profile("me", give_passphrase) == ME
    with pytest.raises(BadInput, match="no profile of that name"):
        read_profile("you", give_passphrase)
