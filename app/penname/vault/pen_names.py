"""The pen names in the vault; one is removed with its posts."""

from collections.abc import Mapping, Sequence

from penname.domain.pen_names import PenName
from penname.domain.told import Told
from penname.vault.named import NamedItems
from penname.vault.vault import Vault, VaultPart

NONE_KEPT = "No pen name is kept on this computer yet. To make one: penname pen-name suggest NAME"

_PEN_NAMES = NamedItems(
    VaultPart.PEN_NAMES,
    PenName,
    none_called="There is no such pen name. To see which there are: penname pen-name list",
    none_kept=NONE_KEPT,
)

pen_names = _PEN_NAMES.all
find_pen_name = _PEN_NAMES.find
pen_name_called = _PEN_NAMES.called
read_pen_name = _PEN_NAMES.read
save_pen_name = _PEN_NAMES.save
remove_pen_name = _PEN_NAMES.remove


def keep_told(vault: Vault, name: str, told: Mapping[str, Sequence[Told]]) -> None:
    """Keep what its posts tell, by their texts; nothing happens to posts and pen names that are gone."""
    pen_name = find_pen_name(vault, name)
    if pen_name is not None and (read := pen_name.with_told(told)) != pen_name:
        save_pen_name(vault, read)
