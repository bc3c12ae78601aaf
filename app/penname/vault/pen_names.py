"""The pen names in the vault."""

from penname.domain.errors import BadInput
from penname.domain.pen_names import PenName
from penname.vault.opening import AskPassphrase, open_vault
from penname.vault.vault import Part, Vault


def pen_names(vault: Vault) -> tuple[PenName, ...]:
    """All of them, in the order of their names."""
    return tuple(sorted(vault.load(Part.PEN_NAMES, PenName), key=lambda one: one.name.casefold()))


def find_pen_name(vault: Vault, name: str) -> PenName | None:
    """The pen name called so, in whatever case, if there is one."""
    wanted = " ".join(name.split()).casefold()
    return next((one for one in pen_names(vault) if one.name.casefold() == wanted), None)


def pen_name_called(vault: Vault, name: str) -> PenName:
    """Like `find_pen_name`; raises BadInput when there is none."""
    found = find_pen_name(vault, name)
    if found is None:
        raise BadInput("There is no pen name called so. To see which there are: penname pen-name list")
    return found


def read_pen_name(name: str, ask: AskPassphrase) -> PenName:
    """The pen name from the vault of this computer, which may be in use by another Penname meanwhile.

    Raises BadInput when there is none, and like `open_vault`.
    """
    vault = open_vault(ask, write=False)
    if vault is None:
        raise BadInput("No pen name is kept on this computer yet. To make one: penname pen-name suggest NAME")
    with vault:
        return pen_name_called(vault, name)


def save_pen_name(vault: Vault, pen_name: PenName) -> None:
    """Keep `pen_name`, in the place of one of the same name."""
    vault.save(Part.PEN_NAMES, (*_without(vault, pen_name.name), pen_name))


def remove_pen_name(vault: Vault, name: str) -> None:
    """Remove a pen name with its posts; raises BadInput when there is none of that name.

    The state before, with it, stays until the next change: a vault keeps two.
    """
    vault.save(Part.PEN_NAMES, _without(vault, pen_name_called(vault, name).name))


def _without(vault: Vault, name: str) -> tuple[PenName, ...]:
    return tuple(one for one in pen_names(vault) if one.name.casefold() != name.casefold())
