"""How well a few typed beginnings of words fit a title."""

import re
import unicodedata

BEGINS, OUT_OF_ORDER, INSIDE, BESIDE = range(4)  # how a typed word fits, the best first

Fit = tuple[int, int]


def fit(typed: str, title: str, beside: str = "") -> Fit | None:
    """How `typed` fits `title`, smaller is better; None where one of its words is in neither `title` nor
    `beside`.

    Every typed word has to begin a word of the title ("cop res" finds "Copy result"), or at least to be
    inside one; words that stand beside the title, such as its menu's name, count least.
    """
    words, others = _words(title), _words(beside)
    parts = _words(typed)
    cost, first, reached = 0, len(words) if parts else 0, -1
    for part in parts:
        place, how = _place(part, words, reached)
        if place < 0:
            if not any(part in other for other in others):
                return None
            how = BESIDE
        else:
            first, reached = min(first, place), place
        cost += how
    return cost, first


def _place(part: str, words: list[str], reached: int) -> tuple[int, int]:
    """The word that `part` fits best, and how; -1 where there is none."""
    begun = [number for number, word in enumerate(words) if word.startswith(part)]
    for number in begun:
        if number > reached:
            return number, BEGINS
    if begun:
        return begun[0], OUT_OF_ORDER
    inside = [number for number, word in enumerate(words) if part in word]
    return (inside[0], INSIDE) if inside else (-1, BESIDE)


def _words(text: str) -> list[str]:
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.findall(r"\w+", bare.casefold())
