"""The pen names in the vault; one is removed with its posts."""

from penname.domain.pen_names import PenName
from penname.vault.named import NamedItems
from penname.vault.vault import VaultPart

_PEN_NAMES = NamedItems(
    VaultPart.PEN_NAMES,
    PenName,
    none_called="There is no such pen name. To see which there are: penname pen-name list",
    none_kept="No pen name is kept on this computer yet. To make one: penname pen-name suggest NAME",
)

pen_names = _PEN_NAMES.all
find_pen_name = _PEN_NAMES.find
pen_name_called = _PEN_NAMES.called
read_pen_name = _PEN_NAMES.read
save_pen_name = _PEN_NAMES.save
remove_pen_name = _PEN_NAMES.remove
