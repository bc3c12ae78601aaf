"""Every sentence on the screen goes through `tr`, so that a translation, or a test, can replace it."""

from collections.abc import Callable

Catalog = Callable[[str], str]
"""Turns an English sentence, its `{placeholders}` included, into another language's."""


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
