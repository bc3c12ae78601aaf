"""Changes: what a user accepts or rejects. One span of one revision -> its replacement.

Whatever a model or a person does to a text becomes changes at once: edits (find -> replace), whole rewrites
(by word diff) and typing. Offsets count code points. The rest stays as it is, byte for byte.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec
from diff_match_patch import diff_match_patch

from penname.domain.articles import fitting_end, has_english_articles, with_fitting_articles
from penname.domain.tokens import is_boundary, occurrences, tokens

_WORD_BEHIND = 40  # characters in which the next word begins
_CLOSING = tuple(".,;:!?…)")
_AFTER_A_GAP = (" ", "\t", "\r", "\n", *_CLOSING)  # a space before one of these is one too many


class ChangeOrigin(StrEnum):
    """Who made a change."""

    MODEL = "model"
    RULE = "rule"
    HAND = "hand"


class Edit(msgspec.Struct, frozen=True):
    """An edit as a model writes it: every whole-token occurrence of `find` becomes `replace` ("" deletes)."""

    find: str
    replace: str
    attributes: tuple[str, ...] = ()
    origin: ChangeOrigin = ChangeOrigin.MODEL


class Change(msgspec.Struct, frozen=True):
    """One span of a revision, `text[start:end] == before`, to become `after`; the `attributes` it serves.

    `good` is how likely readers find the rewritten sentence it belongs to good, None where no critic looked.
    """

    start: int
    end: int
    before: str
    after: str
    attributes: tuple[str, ...] = ()
    origin: ChangeOrigin = ChangeOrigin.MODEL
    good: float | None = None

    def moved(self, by: int) -> "Change":
        """The same change in a text that begins `by` characters earlier."""
        return msgspec.structs.replace(self, start=self.start + by, end=self.end + by)


NOT_IN_THE_TEXT = "these words do not stand in the text"


class Dropped(msgspec.Struct, frozen=True):
    """An edit that was not made, and why, in words for the user."""

    find: str
    replace: str
    reason: str


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """The text after `changes`, which must lie inside `text` and not overlap (ValueError otherwise)."""
    parts: list[str] = []
    position = 0
    for change in sorted(changes, key=_order):
        if change.start < position or text[change.start : change.end] != change.before:
            raise ValueError(f"a change does not fit the text at {change.start}")
        parts += (text[position : change.start], change.after)
        position = change.end
    return "".join(parts) + text[position:]


def free_of(standing: Sequence[Change], others: Iterable[Change]) -> tuple[Change, ...]:
    """Those of `others` that could be made beside the changes that stand."""
    return tuple(one for one in others if not any(_clash(one, other) for other in standing))


def changes_from_edits(text: str, edits: Iterable[Edit]) -> tuple[tuple[Change, ...], tuple[Dropped, ...]]:
    """Locate all `edits` in `text` at once: longest `find` first, no overlaps, each occurrence a change.

    A change holds only what differs between `find` and `replace`. Where two overlap, that of the longer edit
    stands and names the attributes of both. Edits whose `find` does not occur, or that would change nothing,
    come back as dropped. A deletion takes the space or comma along that would be left over, and in English
    "a" or "an" becomes the other where another word is to follow it.
    """
    placed: list[Change] = []
    dropped: list[Dropped] = []
    for edit in sorted(edits, key=lambda edit: -len(edit.find)):
        spans = occurrences(text, edit.find)
        if not spans:
            dropped.append(Dropped(edit.find, edit.replace, NOT_IN_THE_TEXT))
        elif edit.find == edit.replace:
            dropped.append(Dropped(edit.find, edit.replace, "it would change nothing"))
        else:
            for span in spans:
                _place(placed, differing(text, span, edit), span)
    return _agreeing(text, _tidied(text, placed)), tuple(dropped)


def changes_from_rewrite(
    old: str, new: str, attributes: Sequence[str] = (), origin: ChangeOrigin = ChangeOrigin.MODEL
) -> tuple[Change, ...]:
    """The word-level differences between two texts as changes of `old`."""
    symbols: dict[str, str] = {}
    encoded = ["".join(_symbol(symbols, token) for token in tokens(text)) for text in (old, new)]
    words = {symbol: token for token, symbol in symbols.items()}
    engine = diff_match_patch()
    engine.Diff_Timeout = 0  # exact, the same on every machine
    differences = engine.diff_main(encoded[0], encoded[1], False)
    engine.diff_cleanupSemantic(differences)
    changes: list[Change] = []
    position = start = 0
    before = after = ""
    for operation, symbols_of_run in [*differences, (0, "")]:
        run = "".join(words[symbol] for symbol in symbols_of_run)
        if operation == 0:
            if before or after:
                changes.append(Change(start, position, before, after, tuple(attributes), origin))
            before = after = ""
            position += len(run)
            start = position
        elif operation < 0:
            before += run
            position += len(run)
        else:
            after += run
    return tuple(changes)


def edit_by_hand(
    text: str, changes: Sequence[Change], start: int, end: int, replacement: str
) -> tuple[Change, ...]:
    """`changes` of `text` after the user replaced [start, end) of the *changed* text with `replacement`.

    A change that the typing reaches into becomes one hand-made change with it; all others stay as they are.
    """
    kept: list[Change] = []
    starts: list[int] = []
    ends: list[int] = []
    head = tail = ""
    attributes: list[str] = []
    shift = 0
    for change in sorted(changes, key=_order):
        begin = change.start + shift
        finish = begin + len(change.after)
        shift += len(change.after) - len(change.before)
        reached = begin < end and start < finish
        # A deletion, or an insertion between two words, has no inside: typing at its place is typing into it.
        reached |= begin == finish and start <= begin <= end
        reached |= change.start == change.end and (start in (begin, finish) or end in (begin, finish))
        reached |= (
            change.origin is ChangeOrigin.HAND and start == finish
        )  # the user goes on behind their own words
        if not reached:
            kept.append(change)
            continue
        attributes += [name for name in change.attributes if name not in attributes]
        if begin <= start:
            head += change.after[: start - begin]
            starts.append(change.start)
        if finish >= end:
            tail += change.after[max(0, end - begin) :]
            ends.append(change.end)
    base_start = min(starts, default=_before_changes(changes, start))
    base_end = max(ends, default=_before_changes(changes, end))
    before = text[base_start:base_end]
    after = head + replacement + tail
    if before != after:
        kept.append(Change(base_start, base_end, before, after, tuple(attributes), ChangeOrigin.HAND))
    return tuple(sorted(kept, key=_order))


def _before_changes(changes: Iterable[Change], position: int) -> int:
    """The offset in the text before `changes` of an offset after them that lies in none of them."""
    shift = 0
    for change in sorted(changes, key=_order):
        if change.start + shift + len(change.after) > position:
            break
        shift += len(change.after) - len(change.before)
    return position - shift


def _clash(first: Change, second: Change) -> bool:
    if first.start == first.end == second.start == second.end:
        return True
    return first.start < second.end and second.start < first.end


def _order(change: Change) -> tuple[int, int]:
    return change.start, change.end


def _symbol(symbols: dict[str, str], token: str) -> str:
    if token not in symbols:
        code = len(symbols) + 1
        symbols[token] = chr(code if code < 0xD800 else code + 0x800)  # skip the surrogates
    return symbols[token]


def _place(placed: list[Change], change: Change, span: tuple[int, int]) -> None:
    """Add `change`, made by an edit at `span`, unless a longer edit changes something there already.

    `placed` is in the order of the text, so only neighbours are looked at: a phrase may occur very often.
    """
    index = bisect_left(placed, min(span[0], change.start), key=lambda other: other.end)
    while index < len(placed) and placed[index].start <= max(span[1], change.end):
        other = placed[index]
        if (other.start < span[1] and span[0] < other.end) or _touch(other, change):
            names = dict.fromkeys((*other.attributes, *change.attributes))
            placed[index] = msgspec.structs.replace(other, attributes=tuple(names))
            return
        index += 1
    insort(placed, change, key=_order)


def _touch(one: Change, other: Change) -> bool:
    """Whether an insertion stands at the edge of another change, where their order would be open."""
    insertion = one.start == one.end or other.start == other.end
    return insertion and one.start <= other.end and other.start <= one.end


def shared_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many items (tokens, or characters) both begin with, and how many of the rest both end with."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def differing(text: str, span: tuple[int, int], edit: Edit) -> Change:
    """The edit of what stands at `span`, without the tokens that `find` and `replace` share at their ends."""
    old, new = tokens(edit.find), tokens(edit.replace)
    head, tail = shared_ends(old, new)
    start = span[0] + len("".join(old[:head]))
    end = span[1] - len("".join(old[len(old) - tail :]))
    after = "".join(new[head : len(new) - tail])
    return Change(start, end, text[start:end], after, edit.attributes, edit.origin)


def _tidied(text: str, placed: Iterable[Change]) -> tuple[Change, ...]:
    """The changes in order; a deletion also takes the comma and the space that are no longer needed."""
    changes = sorted(placed, key=_order)
    tidy: list[Change] = []
    floor = 0  # where the change before ends
    opens_line = True  # whether nothing of the line is left before this change
    for index, change in enumerate(changes):
        start, end = change.start, change.end
        ceiling = changes[index + 1].start if index + 1 < len(changes) else len(text)
        between = text[floor:start]
        opens_line = between.endswith(("\n", "\r")) or (not between and opens_line)
        if not change.after:
            following = text[end] if end < ceiling else ""
            if (
                start > floor
                and text[start - 1] in " \t"
                and (end == len(text) or following in _AFTER_A_GAP)
                and is_boundary(text, start - 1)
            ):
                start -= 1
                if start > floor and text[start - 1] == "," and following in _CLOSING:
                    start -= 1
            elif opens_line and following in (" ", "\t") and is_boundary(text, end + 1):
                end += 1
        opens_line = opens_line and not change.after
        floor = end
        tidy.append(msgspec.structs.replace(change, start=start, end=end, before=text[start:end]))
    return tuple(tidy)


def _agreeing(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes, with the articles in and before them as the words that then follow ask."""
    agreeing: list[Change] = []
    english: bool | None = None  # looked at where it matters
    ceiling, behind = len(text), ""  # where the next change begins, and what will stand from there on
    for index in reversed(range(len(changes))):
        change = changes[index]
        floor = changes[index - 1].end if index else 0
        start, after = change.start, with_fitting_articles(change.after)
        rest = text[change.end : min(ceiling, change.end + _WORD_BEHIND)] + behind
        if end := fitting_end(after, 0, len(after), rest):
            after = after[: end[0]] + end[1]
        if end := fitting_end(text, floor, start, after + rest):
            start = end[0]
            after = end[1] + after
        if (start, after) != (change.start, change.after):
            english = has_english_articles(text) if english is None else english
            if english:
                before = text[start : change.end]
                change = msgspec.structs.replace(change, start=start, before=before, after=after)
        agreeing.append(change)
        ceiling, behind = change.start, (change.after + rest)[:_WORD_BEHIND]
    return tuple(reversed(agreeing))
