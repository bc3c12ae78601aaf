"""A stand-in for a language of long words."""

import re

_ACCENTS = str.maketrans("aceinouyAEINOUY", "áçéíñóúýÁÉÍÑÓÚÝ")


def pseudo_locale(sentence: str) -> str:
    """A stand-in for a long language: 40% longer, accented, in brackets; placeholders stay as they are."""
    pieces = re.split(r"(\{\w+\})", sentence)
    accented = "".join(
        piece if index % 2 else piece.translate(_ACCENTS) for index, piece in enumerate(pieces)
    )
    return f"[{accented}{'~' * max(1, round(len(sentence) * 0.4) - 2)}]"
