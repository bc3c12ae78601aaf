"""The leaf that writes in known words only: what a small model makes up is a word nobody gave it.

Text-editing models (LaserTagger, Malmi et al. 2019) keep words of the source and put in phrases of a small
vocabulary for the same reason; here the order is free.
"""

from typing import Any

from penname.domain.tokens import words
from penname.engine.grammar.leaves import Moved

_UPPER = range(ord("A"), ord("Z") + 1)
_TO_LOWER = ord("a") - ord("A")
_SIGNS = [chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()]


class KnownWords:
    """Follows grammar.Words. A position is (the nodes of the tree where the text may be, characters left).

    The tree has the words of the source and, from the same root, single signs: all of ASCII and those that
    the source has. Behind a word a sign must follow before the next one.
    """

    may_be_empty = True

    def __init__(self, source: str, max_chars: int) -> None:
        self._moves: list[dict[int, int]] = [{}, {}]
        self._ends_word: set[int] = set()
        self._ends_sign: set[int] = set()
        for word in set(words(source)):
            for spelt in {word, word.replace("’", "'"), word.replace("'", "’")}:
                for cased in {spelt, spelt.lower()}:
                    self._ends_word.add(self._grow(_WORDS, cased.encode()))
        for sign in {*_SIGNS, *(one for one in source if not one.isalnum() and one.isprintable())}:
            self._ends_sign.add(self._grow(_SIGN, sign.encode()))
        self.start: Any = (frozenset((_WORDS, _SIGN)), max_chars)

    def step(self, position: Any, byte: int) -> Moved:
        nodes, left = position
        left -= byte < 0x80 or byte >= 0xC0  # the first byte of a character
        if left < 0:
            return None
        moved = {onward for node in nodes if (onward := self._moves[node].get(byte)) is not None}
        if byte in _UPPER and _WORDS in nodes:  # any word may begin with a capital
            moved |= {onward for onward in [self._moves[_WORDS].get(byte + _TO_LOWER)] if onward is not None}
        if not moved:
            return None
        complete = moved & self._ends_word or moved & self._ends_sign
        if moved & self._ends_word:
            moved.add(_SIGN)
        if moved & self._ends_sign:
            moved |= {_WORDS, _SIGN}
        return (frozenset(moved), left), bool(complete)

    def allowed(self, position: Any) -> int:
        return sum(bool(self.step(position, byte)) << byte for byte in range(256))

    def _grow(self, node: int, data: bytes) -> int:
        for byte in data:
            following = self._moves[node].get(byte)
            if following is None:
                following = self._moves[node][byte] = len(self._moves)
                self._moves.append({})
            node = following
        return node


_WORDS, _SIGN = 0, 1
