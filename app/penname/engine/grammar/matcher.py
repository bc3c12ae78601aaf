"""Follows an answer byte by byte through its grammar: the state is a set of threads.

A thread is a leaf of the grammar (the text that is being written now), a position in it, and what comes after
it. The rest is a chain of (node, how far, next), so a grammar costs memory for its size and not for what it
allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from penname.engine import grammar
from penname.engine.grammar.copying import SourceCopy
from penname.engine.grammar.json_text import JSON_STRING, LINE, PROSE
from penname.engine.grammar.known_words import KnownPhrase, KnownWords, WordTree
from penname.engine.grammar.leaves import End, FixedText, FreeText, Leaf, Number, Quotation
from penname.engine.grammar.picking import DistinctPicks
from penname.engine.grammar.spans import Quotable

# (node, items done, what comes after the node); None: the end of the answer
Rest = tuple[Any, int, Any] | None
# For each undecided `OneOf` with a bias: (its number, the option this thread stands for)
Options = tuple[tuple[int, int], ...]
Thread = tuple[Leaf, Any, Rest, Options]
State = tuple[Thread, ...]

_FORCED_BYTES = 4096  # more than any grammar of ours fixes in one go; bounds the search


class GrammarMatcher:
    """A grammar, with the source its `Span`s quote. States are values: keep as many as you like.

    Raises ValueError when nothing fits the grammar (a `Span` without a word to quote, an empty range).
    """

    def __init__(self, root: grammar.Node, source: str = "") -> None:
        self._source = source
        self._quotable: Quotable | None = None
        self._words: WordTree | None = None
        self._biases: list[tuple[float, ...]] = []
        self._resumed: dict[tuple[Rest, Options], State] = {}
        self.start: State = _distinct(self._enter(self._compile(root), None, ()))

    def step(self, state: State, byte: int) -> State:
        """The state after one more byte; empty when the grammar refuses it."""
        threads: list[Thread] = []
        for leaf, position, rest, options in state:
            moved = leaf.step(position, byte)
            if moved is None:
                continue
            position, may_end = moved
            if position is not None:
                threads.append((leaf, position, rest, options))
            if may_end:
                threads.extend(self._resume(rest, options))
        return _distinct(threads) if len(threads) > 1 else tuple(threads)

    def feed(self, state: State, data: bytes) -> State:
        """The state after `data`; empty when the grammar refuses it."""
        for byte in data:
            if not (state := self.step(state, byte)):
                break
        return state

    def ended(self, state: State) -> State:
        """The state after the model has ended its answer here; empty when it must not."""
        return tuple(thread for thread in state if isinstance(thread[0], End))

    def allowed(self, state: State) -> int:
        """The bytes that may come next, as a set of 256 bits; 0 when the answer is complete."""
        mask = 0
        for leaf, position, _, _ in state:
            mask |= leaf.allowed(position)
        return mask

    def forced(self, state: State) -> bytes:
        """The text that must come next: empty where there is a choice, or where the answer may end."""
        run = bytearray()
        while len(run) < _FORCED_BYTES and not self.ended(state):
            mask = self.allowed(state)
            if mask == 0 or mask & (mask - 1):
                break
            run.append(mask.bit_length() - 1)
            state = self.step(state, run[-1])
        return bytes(run)

    def undecided(self, state: State) -> bool:
        """Whether the next token may commit the answer to an option with a bias."""
        if not any(thread[3] for thread in state):
            return False
        return any(len(options) > 1 for options in _open_options(state).values())

    def commit(self, before: State, after: State) -> tuple[float, State]:
        """The bias of the options that `after` is committed to and `before` was not, and `after` without
        them.
        """
        if not any(thread[3] for thread in before):
            return 0.0, after
        open_before, open_after = _open_options(before), _open_options(after)
        decided = {number for number, options in open_after.items() if len(options) == 1}
        bias = sum(
            self._biases[number][next(iter(open_after[number]))]
            for number in decided
            if len(open_before.get(number, ())) > 1
        )
        rest = [
            (leaf, position, rest, tuple(option for option in options if option[0] not in decided))
            for leaf, position, rest, options in after
        ]
        return bias, _distinct(rest)

    def _compile(self, node: grammar.Node) -> _Node:
        match node:
            case grammar.Fixed(text):
                return FixedText(text.encode())
            case grammar.String(max_chars):
                return FreeText(JSON_STRING, max_chars)
            case grammar.Prose(max_chars):
                return FreeText(PROSE, max_chars)
            case grammar.Line(max_chars):
                return FreeText(LINE, max_chars)
            case grammar.Words(max_chars):
                self._words = self._words or WordTree(self._source)
                return KnownWords(self._words, max_chars)
            case grammar.Phrase(max_chars, signs):
                self._words = self._words or WordTree(self._source)
                return KnownPhrase(self._words, max_chars, signs)
            case grammar.Copied(tags, replacing, max_chars):
                return SourceCopy(self._source, tags, replacing, max_chars)
            case grammar.Integer(low, high):
                return Number(low, high)
            case grammar.DistinctOptions(different, count, separator, apart):
                return DistinctPicks(different, count, separator, apart)
            case grammar.Span(max_chars):
                self._quotable = self._quotable or Quotable(self._source)
                return Quotation(self._quotable, max_chars)
            case grammar.Sequence(items):
                return _Sequence([self._compile(item) for item in items])
            case grammar.Repeat(item, least, most, separator):
                if not 0 <= least <= most:
                    raise ValueError("A repetition needs 0 <= least <= most.")
                compiled = self._compile(item)
                return _Repeat(compiled, _after_separator(separator, compiled), least, most)
            case grammar.InOrder(items, least, separator):
                nodes = [self._compile(item) for item in items]
                if not 0 <= least <= len(nodes):
                    raise ValueError("More items are asked for than there are.")
                return _InOrder(nodes, [_after_separator(separator, node) for node in nodes], least)
            case grammar.OneOf(options, bias):
                if not options or len(bias) not in (0, len(options)):
                    raise ValueError("A choice needs options, and one bias an option or none.")
                number = None
                if any(bias):
                    number = len(self._biases)
                    self._biases.append(bias)
                return _OneOf([self._compile(option) for option in options], number)
        raise TypeError(f"{type(node).__name__} is no node of a grammar.")

    def _enter(self, node: _Node, rest: Rest, options: Options) -> Iterator[Thread]:
        match node:
            case _OneOf():
                for index, option in enumerate(node.options):
                    chosen = options if node.number is None else (*options, (node.number, index))
                    yield from self._enter(option, rest, chosen)
            case _Sequence() | _Repeat() | _InOrder():
                yield from self._resume((node, 0, rest), options)
            case _:
                yield (node, node.start, rest, options)
                if node.may_be_empty:
                    yield from self._resume(rest, options)

    def _resume(self, rest: Rest, options: Options) -> State:
        """The threads with which the answer goes on when the leaf before `rest` is complete."""
        key = (rest, options)
        known = self._resumed.get(key)
        if known is None:
            known = self._resumed[key] = _distinct(self._after(rest, options))
        return known

    def _after(self, rest: Rest, options: Options) -> Iterator[Thread]:
        if rest is None:
            yield (_END, 0, None, options)
            return
        node, done, later = rest
        match node:
            case _Sequence():
                if done == len(node.items):
                    yield from self._resume(later, options)
                else:
                    yield from self._enter(node.items[done], (node, done + 1, later), options)
            case _Repeat():
                if done >= node.least:
                    yield from self._resume(later, options)
                if done < node.most:
                    yield from self._enter(
                        node.again if done else node.item, (node, done + 1, later), options
                    )
            case _InOrder():
                # `done` counts items and skips: the written ones as bits, so that `least` can be told
                if done.bit_count() >= node.least:
                    yield from self._resume(later, options)
                written = done.bit_count()
                for index in range(done.bit_length(), len(node.items)):
                    if written + len(node.items) - index < node.least:
                        break
                    item = node.again[index] if written else node.items[index]
                    yield from self._enter(item, (node, done | 1 << index, later), options)


class _Sequence:
    def __init__(self, items: list[_Node]) -> None:
        self.items = items


class _OneOf:
    def __init__(self, options: list[_Node], number: int | None) -> None:
        self.options, self.number = options, number


class _Repeat:
    def __init__(self, item: _Node, again: _Node, least: int, most: int) -> None:
        self.item, self.again, self.least, self.most = item, again, least, most


class _InOrder:
    def __init__(self, items: list[_Node], again: list[_Node], least: int) -> None:
        self.items, self.again, self.least = items, again, least


_Node = Leaf | _Sequence | _OneOf | _Repeat | _InOrder
_END = End()


def _after_separator(separator: str, item: _Node) -> _Node:
    return _Sequence([FixedText(separator.encode()), item]) if separator else item


def _distinct(threads: Any) -> State:
    return tuple(dict.fromkeys(threads))


def _open_options(state: State) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for thread in state:
        for number, option in thread[3]:
            found.setdefault(number, set()).add(option)
    return found
