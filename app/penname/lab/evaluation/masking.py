"""The industry's row: asterisks over whatever the detectors of names and numbers find."""

import re

from penname.pseudonyms.detect import detect


def mask(text: str) -> str:
    """`text` with every character of a name, a place, a number or an address as an asterisk, spaces kept."""
    pieces: list[str] = []
    end = 0
    for entity in detect(text):
        pieces += [text[end : entity.start], re.sub(r"\S", "*", entity.text)]
        end = entity.end
    return "".join((*pieces, text[end:]))
