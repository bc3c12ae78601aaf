"""Replace, the direct way (REP_direct): every entity's span becomes its stand-in and all else stays."""

from collections.abc import Sequence

from penname.pseudonyms.entities import Entity
from penname.pseudonyms.mapping import Mapping


def replace_direct(text: str, entities: Sequence[Entity], mapping: Mapping) -> str:
    """`text` with the stand-ins of `mapping` in place of `entities`, which must not overlap."""
    surrogates = {pair.original: pair.surrogate for pair in mapping.pairs}
    parts: list[str] = []
    position = 0
    for entity in entities:
        parts += (text[position : entity.start], surrogates[entity.text])
        position = entity.end
    return "".join(parts) + text[position:]
