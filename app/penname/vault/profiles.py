"""The profiles in the vault."""

from penname.domain.errors import BadInput
from penname.domain.profile import Profile
from penname.vault.opening import AskPassphrase, open_vault
from penname.vault.vault import Part, Vault


def profiles(vault: Vault) -> tuple[Profile, ...]:
    """All of them, in the order of their names."""
    return tuple(sorted(vault.load(Part.PROFILES, Profile), key=lambda one: one.name.casefold()))


def find_profile(vault: Vault, name: str) -> Profile | None:
    """The profile of that name, in whatever case, if there is one."""
    wanted = " ".join(name.split()).casefold()
    return next((one for one in profiles(vault) if one.name.casefold() == wanted), None)


def profile_named(vault: Vault, name: str) -> Profile:
    """Like `find_profile`; raises BadInput when there is none."""
    found = find_profile(vault, name)
    if found is None:
        raise BadInput("There is no profile of that name. To see which there are: penname vault profile list")
    return found


def read_profile(name: str, ask: AskPassphrase) -> Profile:
    """The profile `name` from the vault of this computer, which may be in use by another Penname meanwhile.

    Raises BadInput when there is none, and like `open_vault`.
    """
    vault = open_vault(ask, write=False)
    if vault is None:
        raise BadInput("No profile is kept on this computer yet. To make one: penname vault profile set NAME")
    with vault:
        return profile_named(vault, name)


def save_profile(vault: Vault, profile: Profile) -> None:
    """Keep `profile`, in the place of one of the same name."""
    vault.save(Part.PROFILES, (*_without(vault, profile.name), profile))


def remove_profile(vault: Vault, name: str) -> None:
    """Remove a profile; raises BadInput when there is none of that name.

    The state before, with it, stays until the next change: a vault keeps two.
    """
    vault.save(Part.PROFILES, _without(vault, profile_named(vault, name).name))


def _without(vault: Vault, name: str) -> tuple[Profile, ...]:
    return tuple(one for one in profiles(vault) if one.name.casefold() != name.casefold())
