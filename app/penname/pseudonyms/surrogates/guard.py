"""Which stand-ins may not be used: what equals or contains a real value, or is in the text already."""

from bisect import insort
from collections.abc import Iterable

from penname.domain.tokens import LETTERS_AND_DIGITS
from penname.pseudonyms.plain import compact, plain

_SHORT = 4  # letters; shorter values count as whole words only: "Al" is in half of all names


class Guard:
    """Keeps the stand-ins of one text apart from its values, its words and each other."""

    def __init__(self, text: str, originals: Iterable[str]) -> None:
        self._text = compact(text)
        self._words = set(LETTERS_AND_DIGITS.findall(plain(text)))
        self._taken: set[str] = set()
        self._real_words: set[str] = set()
        self._real: set[str] = set()
        self._lengths: list[int] = []  # of what is in `_real`, shortest first
        for original in originals:
            self.add_original(original)

    def add_original(self, original: str) -> None:
        """A value that no stand-in may contain."""
        self._real_words.update(
            word for word in LETTERS_AND_DIGITS.findall(plain(original)) if not word.isdigit()
        )
        key = compact(original)
        if len(key) >= _SHORT:
            self._real.add(key)
            if len(key) not in self._lengths:
                insort(self._lengths, len(key))

    def allows(self, surrogate: str, kept: frozenset[str] = frozenset()) -> bool:
        """Whether `surrogate` may stand for something; `kept` are words that it shares with its original."""
        key = compact(surrogate)
        if not key or key in self._taken or key + "s" in self._taken or key.removesuffix("s") in self._taken:
            return False
        words = set(LETTERS_AND_DIGITS.findall(plain(surrogate))) - kept
        if words & self._real_words or self._contains_real(key):
            return False
        if len(key) <= _SHORT + 1:
            return not {key, key + "s", key.removesuffix("s")} & self._words
        return key not in self._text

    def is_new(self, surrogate: str) -> bool:
        """Whether `surrogate` is neither in the text nor in use, whatever it contains."""
        key = compact(surrogate)
        return bool(key) and key not in self._taken and key not in self._text

    def take(self, surrogate: str) -> None:
        """From now on `surrogate` is in use."""
        self._taken.add(compact(surrogate))

    def _contains_real(self, key: str) -> bool:
        for length in self._lengths:
            if length > len(key):
                break
            if any(key[i : i + length] in self._real for i in range(len(key) - length + 1)):
                return True
        return False
