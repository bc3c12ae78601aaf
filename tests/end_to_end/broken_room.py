"""`python broken_room.py FUNCTION ARGUMENTS`: `penname ARGUMENTS`, with one function that fails."""

import importlib
import sys
from typing import Any, NoReturn

# A place, a word of the text, a word of the file's name, a true value the text does not hold.
WORDS = ("Xylquendor", "zephrimbolt", "quarnivex", "Thyrragond")
TEXT = f"I live in {WORDS[0]} with my husband, near Lisbon. The {WORDS[1]} rattles all night.\r\n"


def broken(*values: Any, **named: Any) -> NoReturn:
    """Fails as unkindly as code can: with everything it knows in the message."""
    raise KeyError(f"{TEXT} {values} {named}") from ValueError(TEXT)


def break_function(path: str) -> None:
    """Put `broken` wherever Penname's modules and classes hold the function at `path`."""
    for module in ("penname.cli", "penname.sessions.loaded_models", "penname.roles.roles"):
        importlib.import_module(module)
    owner, name = path.rsplit(".", 1)
    try:
        place: Any = importlib.import_module(owner)
    except ModuleNotFoundError:
        module, kind = owner.rsplit(".", 1)
        place = getattr(importlib.import_module(module), kind)
    function = getattr(place, name)
    holders = [module for title, module in sys.modules.items() if title.startswith("penname.")]
    for holder in (place, *holders):
        if vars(holder).get(name) is function:
            setattr(holder, name, broken)


if __name__ == "__main__":
    break_function(sys.argv.pop(1))
    from penname.__main__ import main

    main()
