"""Every sentence on the screen goes through `tr`, so that a translation, or a test, can replace it."""

import re
from collections.abc import Callable

Catalog = Callable[[str], str]
"""Turns an English sentence, its `{placeholders}` included, into another language's."""

_ACCENTS = str.maketrans("aceinouyAEINOUY", "áçéíñóúýÁÉÍÑÓÚÝ")


def _english(sentence: str) -> str:
    return sentence


_catalog: Catalog = _english


def use_catalog(catalog: Catalog | None) -> None:
    """Translate with `catalog` from now on; None goes back to English."""
    global _catalog
    _catalog = catalog or _english


def tr(sentence: str, /, **values: object) -> str:
    """`sentence` in the user's language with its named placeholders filled."""
    translated = _catalog(sentence)
    return translated.format(**values) if values else translated


def tr_count(one: str, many: str, count: int, **values: object) -> str:
    """`one` or `many`, whichever fits `count`, which fills `{count}`."""
    return tr(one if count == 1 else many, count=count, **values)


def pseudo_locale(sentence: str) -> str:
    """A stand-in for a long language: 40% longer, accented, in brackets; placeholders stay as they are."""
    pieces = re.split(r"(\{\w+\})", sentence)
    accented = "".join(
        piece if index % 2 else piece.translate(_ACCENTS) for index, piece in enumerate(pieces)
    )
    return f"[{accented}{'~' * max(1, round(len(sentence) * 0.4) - 2)}]"
