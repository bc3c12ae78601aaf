"""Words so long that no line could hold them, for labels that wrap."""

import re

_LONG = re.compile(r"\S{24,}")
_PIECE = re.compile(r".{1,12}")
_MAY_BREAK = "\u200b"  # the zero width space


def wrapping(text: str) -> str:
    """`text` as a label shows it: words of 24 characters and more may break anywhere near their twelfth."""
    return _LONG.sub(lambda word: _MAY_BREAK.join(_PIECE.findall(word[0])), text)
