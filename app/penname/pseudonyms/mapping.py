"""The mapping from originals to their stand-ins: all that is needed to put the originals back.

It names the very people it hides, so it is written nowhere but into the vault, and where the user says.
"""

import contextlib

import msgspec

from penname.domain.errors import BadInput
from penname.pseudonyms.entities import Kind


class Pair(msgspec.Struct, frozen=True):
    """One spelling of an entity and its stand-in. `part`: a word of a longer name, not met alone so far."""

    original: str
    surrogate: str
    kind: Kind
    part: bool = False


class Rewording(msgspec.Struct, frozen=True):
    """A span of the pseudonymized text that a model worded otherwise than the original did."""

    start: int
    end: int
    before: str


class Mapping(msgspec.Struct, frozen=True):
    """Pairs with no stand-in twice. `days` is how far dates were moved.

    `rewordings` are undone in the very text they were made in, which `digest` (SHA-256, hex) tells.
    """

    pairs: tuple[Pair, ...] = ()
    placeholders: bool = False
    days: int = 0
    rewordings: tuple[Rewording, ...] = ()
    digest: str = ""

    def to_json(self) -> bytes:
        """The mapping as JSON, which `read_mapping` reads."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


class _Wrapped(msgspec.Struct):
    mapping: Mapping


class _Named(msgspec.Struct):
    """What every mapping names, also one that hides nobody, and few other files do."""

    pairs: tuple[Pair, ...]


def read_mapping(data: bytes) -> Mapping:
    """A mapping from its JSON, or from what `penname pseudonymize --json` printed; raises BadInput."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
        return msgspec.json.decode(data, type=_Wrapped).mapping
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
        msgspec.json.decode(data, type=_Named)
        return msgspec.json.decode(data, type=Mapping)
    raise BadInput(
        "This is not a mapping of stand-ins. Give the file that “penname pseudonymize --json” or "
        "“--save-mapping” wrote."
    )
