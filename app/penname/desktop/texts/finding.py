"""Where words stand in a text, for the find bar: a plain search that a writer need not be exact for."""

import re

_ALIKE = ("'’‘`´", '"“”„«»', "-‐‑‒–—")
_WHITE = re.compile(r"\s+")


def find_all(text: str, wanted: str, match_case: bool = False) -> tuple[tuple[int, int], ...]:
    """Spans of `text`, in code points, where `wanted` stands; they do not overlap.

    Straight and typographic quotes and dashes count as alike, and any white space as any other.
    """
    if not wanted.strip():
        return ()
    pattern = r"\s+".join("".join(map(_alike, word)) for word in _WHITE.split(wanted))
    flags = re.NOFLAG if match_case else re.IGNORECASE
    return tuple(match.span() for match in re.finditer(pattern, text, flags))


def place_after(spans: tuple[tuple[int, int], ...], position: int) -> int:
    """The number of the first span at or after `position`; the first of all when there is none."""
    return next((number for number, span in enumerate(spans) if span[0] >= position), 0)


def _alike(character: str) -> str:
    same = next((group for group in _ALIKE if character in group), "")
    return f"[{re.escape(same)}]" if same else re.escape(character)
