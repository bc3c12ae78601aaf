"""What a rule found, and how finds become one inference with edits that take it back out of the text."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from penname.domain.attributes import attribute_named
from penname.domain.changes import ChangeOrigin, Edit, apply_changes, changes_from_edits
from penname.domain.inferences import Inference, Source
from penname.domain.sentences import begins_sentence
from penname.domain.tokens import is_boundary, occurrences
from penname.roles.cues.gazetteer import Mention
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.target_values.statement import Statement


class Swap(NamedTuple):
    """`text[start:end]` to be put as `after`, which generalizes it and fits the sentence in its place."""

    start: int
    end: int
    after: str


class Find(NamedTuple):
    """One phrase in which the author states `value`: `text[start:end]`.

    `others` are further guesses, next best first; `swaps` take the value out of the text.
    """

    value: str
    start: int
    end: int
    swaps: tuple[Swap, ...]
    certainty: int = 5
    others: tuple[str, ...] = ()
    mention: Mention | None = None  # the place, where the value is one


_AROUND = " \t\r\n,;:"  # no part of what is quoted

Echoes = Callable[
    [NormalizedText, Find], Iterable[Swap]
]  # swaps for what says the same elsewhere in the text


class CueRules(NamedTuple):
    """One attribute's rules: what finds it, and how its finds become an inference.

    `restated` says a target in the words of a find, or None. With `all_count` every find says something,
    even where the values differ ("in my thirties", "I'm 34").
    """

    finds: Callable[[NormalizedText], Iterable[Find]]
    restated: Callable[[Statement], str | None]
    echoes: Echoes | None = None
    all_count: bool = False


def inference(
    reading: NormalizedText, attribute: str, rules: CueRules, finds: Iterable[Find]
) -> Inference | None:
    """One inference from all finds of an attribute: the most certain value, of equals the one said most."""
    finds = [find for find in finds if _whole(reading.text, find)]
    if not finds:
        return None
    weight: dict[str, int] = {}
    for find in finds:
        weight[find.value] = weight.get(find.value, 0) + 1
    best = max(finds, key=lambda find: (find.certainty, weight[find.value], -find.start))
    kept = [best] + [
        find
        for find in finds
        if find is not best and (rules.all_count or find.value == best.value or find.value in best.others)
    ]
    quoted = (find for find in kept if not any(_inside(find, other) for other in kept))
    quotes = tuple(dict.fromkeys(reading.text[find.start : find.end].strip(_AROUND) for find in quoted))
    edits = _edits(reading, attribute, kept, tuple(rules.echoes(reading, best)) if rules.echoes else ())
    changes, _ = changes_from_edits(reading.text, edits)
    after = apply_changes(reading.text, changes)
    quotes = tuple(quote for quote in quotes if not occurrences(after, quote))
    if not quotes:
        return None
    guesses = tuple(dict.fromkeys((best.value, *best.others)))
    guesses = (*guesses, *guesses[:1] * 3)[:3] if len(guesses) != 2 else (*guesses, guesses[0])
    return Inference(
        attribute,
        _reasoning(_stated(attribute).format(value=best.value), quotes),
        guesses,
        best.certainty,
        Source.RULE,
        quotes,
        edits,
    )


def _inside(find: Find, other: Find) -> bool:
    """Whether a longer find quotes the same words, too."""
    return other.start <= find.start and find.end <= other.end and find[1:3] != other[1:3]


def _whole(text: str, find: Find) -> bool:
    """Whether the find and its swaps begin and end between tokens, never inside a composed character."""
    spans = [(find.start, find.end), *((swap.start, swap.end) for swap in find.swaps)]
    return all(is_boundary(text, start) and is_boundary(text, end) for start, end in spans)


def _stated(attribute: str) -> str:
    known = attribute_named(attribute)
    return known.stated or f"the author's own {known.phrase}, which is {{value}}"


def _reasoning(stated: str, quotes: Sequence[str]) -> str:
    """One sentence that names at most two cues in quote marks, in the form of the starter's own."""
    named = [f'"{_short(quote)}"' for quote in quotes[:2]]
    cues = " and ".join(named)
    verb = "is" if len(named) == 1 else "are"
    return f"{cues} {verb} said in the first person and states outright {stated}."


def _short(quote: str) -> str:
    words = " ".join(quote.replace('"', "'").split()).split(" ")
    return " ".join(words[:12])


def _edits(
    reading: NormalizedText, attribute: str, finds: Iterable[Find], echoes: Sequence[Swap]
) -> tuple[Edit, ...]:
    """Edits that make all swaps and touch nothing else.

    A swap whose words also stand elsewhere takes its context along.
    """
    text = reading.text
    wanted = [(swap, find) for find in finds for swap in find.swaps]
    echoed = (Find("", swap.start, swap.end, (swap,)) for swap in echoes)
    wanted += [(find.swaps[0], find) for find in echoed if _whole(text, find)]
    placed: list[tuple[Swap, Find]] = []
    for swap, find in sorted(wanted, key=lambda pair: (pair[0].start, -pair[0].end)):
        if not placed or placed[-1][0].end <= swap.start:
            placed.append((_capitalized(reading, swap), find))
        elif placed[-1][0].end - placed[-1][0].start < swap.end - swap.start:
            placed[-1] = (_capitalized(reading, swap), find)
    afters: dict[str, set[str]] = {}
    covered: dict[str, int] = {}
    for swap, _ in placed:
        words = text[swap.start : swap.end]
        afters.setdefault(words, set()).add(swap.after)
        covered[words] = covered.get(words, 0) + 1
    alone = {
        words
        for words in covered
        if len(afters[words]) == 1 and len(occurrences(text, words)) == covered[words]
    }
    edits: dict[tuple[str, str], Edit] = {}
    for swap, find in placed:
        inside = text[swap.start : swap.end] in alone
        start, end = (swap.start, swap.end) if inside else _with_context(text, swap, find)
        before = text[start:end]
        after = text[start : swap.start] + swap.after + text[swap.end : end]
        edits.setdefault((before, after), Edit(before, after, (attribute,), ChangeOrigin.RULE))
    return tuple(edits.values())


def _with_context(text: str, swap: Swap, find: Find) -> tuple[int, int]:
    """The swap's span widened to its find, then word by word to the right until it stands only here."""
    start, end = min(swap.start, find.start), max(swap.end, find.end)
    wide = end
    for _ in range(4):
        if len(occurrences(text, text[start:wide])) == 1:
            return start, wide
        wide = _next_word_end(text, wide)
    return start, end


def _next_word_end(text: str, position: int) -> int:
    while position < len(text) and not text[position].isalnum():
        position += 1
    while position < len(text) and text[position].isalnum():
        position += 1
    return position


def _capitalized(reading: NormalizedText, swap: Swap) -> Swap:
    small = reading.text[swap.start : swap.start + 1].islower()
    if swap.after and not small and begins_sentence(reading.text, swap.start, colon=False):
        return swap._replace(after=swap.after[0].upper() + swap.after[1:])
    return swap
