"""The profiles in the vault."""

from penname.domain.profile import Profile
from penname.vault.named import NamedItems
from penname.vault.vault import VaultPart

_PROFILES = NamedItems(
    VaultPart.PROFILES,
    Profile,
    none_called="There is no profile of that name. To see which there are: penname vault profile list",
    none_kept="No profile is kept on this computer yet. To make one: penname vault profile set NAME",
)

profiles = _PROFILES.all
find_profile = _PROFILES.find
profile_named = _PROFILES.called
read_profile = _PROFILES.read
save_profile = _PROFILES.save
remove_profile = _PROFILES.remove
