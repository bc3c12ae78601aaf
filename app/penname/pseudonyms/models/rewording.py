"""Replace with a model: REP_prompt (the text anew) and REP_gen (repeated, small words free after a name).

Only the direct way is reversible by its mapping alone. What a model words otherwise is recorded beside the
mapping, part by part, and undone in that very text; in a reply only the stand-ins come back.
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from penname.domain.changes import changes_from_rewrite
from penname.engine.shapes import Fixed, Node, OneOf, Prose, Sequence
from penname.pseudonyms.entities import NAMES
from penname.pseudonyms.mapping import Mapping, Pair, Rewording
from penname.pseudonyms.matching import Matcher
from penname.pseudonyms.models.asking import Asking
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.restore import digest_of

_REACH = 60  # characters after a stand-in in which small words may change
_WORD = re.compile(r"[^\W\d_]+")
# Small words that a name's gender, number or first letter decides, by language; one of a group for another.
_GROUPS = tuple(
    tuple(group.split("/"))
    for group in (
        *("he/she/they", "him/her/them", "his/her/their", "himself/herself/themselves"),
        *("a/an", "is/are", "was/were", "has/have"),
        *("er/sie", "ihn/sie", "ihm/ihr", "sein/ihr", "seine/ihre", "seinen/ihren"),
        *("il/elle", "le/la", "un/une", "du/de la", "él/ella", "el/la", "un/una"),
    )
)
_LEFT_DIRECT = (
    "The model's wording lost a stand-in or brought back a name in {count} parts; these were replaced "
    "directly instead."
)


def reword(asking: Asking, direct: Pseudonymized) -> Pseudonymized:
    """REP_prompt: `direct` worded anew part by part, so that the rest agrees with the stand-ins."""
    entities = "\n".join(
        f"{pair.original} -> {pair.surrogate}" for pair in direct.mapping.pairs if pair.kind in NAMES
    )

    def worded(part: str) -> str:
        answer = asking.ask("replace", Prose(len(part) * 2 + 80), part, entities)
        return answer.text if answer.finish == "stop" else part

    return _recorded(asking, direct, worded)


def repeat(asking: Asking, direct: Pseudonymized) -> Pseudonymized:
    """REP_gen: `direct` repeated; after a stand-in, small words may become others of their kind."""
    matcher = Matcher(direct.mapping.pairs)

    def worded(part: str) -> str:
        shape = _repeating(part, matcher)
        answer = asking.ask("repeat", shape, part) if isinstance(shape, Sequence) else None
        return answer.text if answer and answer.finish == "stop" else part

    return _recorded(asking, direct, worded)


def _recorded(asking: Asking, direct: Pseudonymized, worded: Callable[[str], str]) -> Pseudonymized:
    """`direct` with each part reworded that kept its stand-ins, and how to undo it."""
    text = ""
    rewordings: list[Rewording] = []
    refused = 0
    for start, end in asking.parts(direct.text):
        part = direct.text[start:end]
        new = worded(part) if any(map(str.isalnum, part)) else part
        if not _keeps(part, new, direct.mapping):
            refused += 1
            new = part
        shift = len(text)
        for change in changes_from_rewrite(part, new):
            rewordings.append(
                Rewording(shift + change.start, shift + change.start + len(change.after), change.before)
            )
            shift += len(change.after) - len(change.before)
        text += new
    mapping = msgspec.structs.replace(
        direct.mapping, rewordings=tuple(rewordings), digest=digest_of(text) if rewordings else ""
    )
    notices = (*direct.notices, *([_LEFT_DIRECT.format(count=refused)] if refused else ()))
    return msgspec.structs.replace(direct, text=text, mapping=mapping, notices=notices)


def _keeps(part: str, new: str, mapping: Mapping) -> bool:
    """Whether all stand-ins are still there, as often as before, and no original is."""
    found = [match.pairs for match in Matcher(mapping.pairs).find(part)]
    if [match.pairs for match in Matcher(mapping.pairs).find(new)] != found:
        return False
    originals = Matcher(Pair(pair.original, pair.original, pair.kind) for pair in mapping.pairs)
    return sum(1 for _ in originals.find(new)) <= sum(1 for _ in originals.find(part))


def _repeating(part: str, matcher: Matcher) -> Node:
    """The part with a choice at each small word that stands soon after a stand-in."""
    items: list[Node] = []
    written = 0
    for start, end, options in _choices(part, [(found.start, found.end) for found in matcher.find(part)]):
        items += [Fixed(part[written:start]), OneOf(tuple(Fixed(option) for option in options))]
        written = end
    if not items:
        return Fixed(part)
    return Sequence((*items, Fixed(part[written:]) if written < len(part) else Fixed("")))


def _choices(part: str, names: list[tuple[int, int]]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for match in _WORD.finditer(part):
        near = any(end <= match.start() <= end + _REACH for _, end in names)
        inside = any(start <= match.start() < end for start, end in names)
        if not near or inside:
            continue
        word = match.group()
        others = dict.fromkeys(other for group in _GROUPS if word.lower() in group for other in group)
        if others:
            written = (other.capitalize() if word[0].isupper() else other for other in others)
            yield match.start(), match.end(), tuple(dict.fromkeys((word, *written)))
