"""The leaf that writes in known words only: what a small model makes up is a word nobody gave it.

Text-editing models (LaserTagger, Malmi et al. 2019) keep words of the source and put in phrases of a small
vocabulary for the same reason; here the order is free.
"""

from collections.abc import Callable
from typing import Any

from penname.domain.tokens import words
from penname.engine.grammar.leaves import Moved

_UPPER = range(ord("A"), ord("Z") + 1)
_TO_LOWER = ord("a") - ord("A")
_SIGNS = [chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()]


Nodes = frozenset[int]  # of the tree


class KnownWords:
    """Follows grammar.Words. A position is (the nodes of the tree where the text may be, characters left)."""

    may_be_empty = True

    def __init__(self, tree: "WordTree", max_chars: int) -> None:
        self._tree = tree
        self.start: Any = (frozenset((_WORDS, _SIGN)), max_chars)

    def step(self, position: Any, byte: int) -> Moved:
        nodes, left = position
        left -= byte < 0x80 or byte >= 0xC0  # the first byte of a character
        if left < 0:
            return None
        moved, complete = self._tree.step(nodes, byte)
        return ((moved, left), complete) if moved else None

    def allowed(self, position: Any) -> int:
        nodes, left = position
        mask = self._tree.allowed(nodes)
        return mask if left > 0 else mask & _INSIDE_CHARACTER


class KnownPhrase:
    """Follows grammar.Phrase. A position is (what may come, the nodes of the tree, characters left)."""

    may_be_empty = True

    def __init__(self, tree: "WordTree", max_chars: int, signs: str) -> None:
        self._tree = tree
        self._signs = frozenset(signs.encode("ascii", "ignore"))
        self.start: Any = (_SPACE, _NOWHERE, max_chars)

    def step(self, position: Any, byte: int) -> Moved:
        coming, nodes, left = position
        left -= byte < 0x80 or byte >= 0xC0  # the first byte of a character
        if left < 0:
            return None
        if byte == _BLANK and coming != _WORD:
            return (_WORD, _AT_WORD, left), False
        if byte in self._signs and coming == _SPACE_OR_SIGN:
            return (_SPACE, _NOWHERE, left), False
        moved, whole = self._tree.spell(nodes, byte)
        return ((_SPACE_OR_SIGN if whole else _WORD, moved, left), whole) if moved else None

    def allowed(self, position: Any) -> int:
        coming, nodes, left = position
        mask = self._tree.spelling(nodes)
        if coming != _WORD:
            mask |= 1 << _BLANK
        if coming == _SPACE_OR_SIGN:
            mask |= sum(1 << sign for sign in self._signs)
        return mask if left > 0 else mask & _INSIDE_CHARACTER


class WordTree:
    """The words of a source and, from the same root, single signs: all of ASCII and those that it has.

    Behind a word a sign must follow before the next one.
    """

    def __init__(self, source: str) -> None:
        self._moves: list[dict[int, int]] = [{}, {}]
        self._ends_word: set[int] = set()
        self._ends_sign: set[int] = set()
        self._allowed: dict[Nodes, int] = {}
        self._spelling: dict[Nodes, int] = {}
        for word in set(words(source)):
            for spelt in {word, word.replace("’", "'"), word.replace("'", "’")}:
                for cased in {spelt, spelt.lower()}:
                    self._ends_word.add(self._grow(_WORDS, cased.encode()))
        for sign in {*_SIGNS, *(one for one in source if not one.isalnum() and one.isprintable())}:
            self._ends_sign.add(self._grow(_SIGN, sign.encode()))

    def spell(self, nodes: Nodes, byte: int) -> tuple[Nodes, bool]:
        """The nodes after one more byte of the same word or sign (none where it is refused), and whether a
        word ends there.
        """
        moved = {onward for node in nodes if (onward := self._moves[node].get(byte)) is not None}
        if byte in _UPPER and _WORDS in nodes:  # any word may begin with a capital
            moved |= {onward for onward in [self._moves[_WORDS].get(byte + _TO_LOWER)] if onward is not None}
        return frozenset(moved), bool(moved & self._ends_word)

    def spelling(self, nodes: Nodes) -> int:
        """The bytes that `spell` takes, as a set of 256 bits."""
        return _mask(self._spelling, self.spell, nodes)

    def step(self, nodes: Nodes, byte: int) -> tuple[Nodes, bool]:
        """As `spell`, and on to the next word or sign; whether one of them ends there."""
        spelt, _ = self.spell(nodes, byte)
        moved = set(spelt)
        complete = moved & self._ends_word or moved & self._ends_sign
        if moved & self._ends_word:
            moved.add(_SIGN)
        if moved & self._ends_sign:
            moved |= {_WORDS, _SIGN}
        return frozenset(moved), bool(complete)

    def allowed(self, nodes: Nodes) -> int:
        """The bytes that may come next, as a set of 256 bits."""
        return _mask(self._allowed, self.step, nodes)

    def _grow(self, node: int, data: bytes) -> int:
        for byte in data:
            following = self._moves[node].get(byte)
            if following is None:
                following = self._moves[node][byte] = len(self._moves)
                self._moves.append({})
            node = following
        return node


def _mask(known: dict[Nodes, int], step: Callable[[Nodes, int], tuple[Nodes, bool]], nodes: Nodes) -> int:
    """The bytes that `step` takes from these nodes, worked out once."""
    if nodes not in known:
        known[nodes] = sum(bool(step(nodes, byte)[0]) << byte for byte in range(256))
    return known[nodes]


_WORDS, _SIGN = 0, 1
_NOWHERE: Nodes = frozenset()
_AT_WORD = frozenset((_WORDS,))
_SPACE, _WORD, _SPACE_OR_SIGN = range(3)  # what may come in a phrase
_BLANK = ord(" ")
_INSIDE_CHARACTER = sum(1 << byte for byte in range(0x80, 0xC0))
