"""Replace with a model: REP_prompt (the text reworded) and REP_gen (repeated, small words free after a name).

Only the direct way is reversible by its mapping alone. What a model words otherwise is recorded beside the
mapping, part by part, and undone in that very text; in a reply only the stand-ins come back.
"""

from collections.abc import Callable

import msgspec

from penname.domain.changes import changes_from_rewrite
from penname.domain.tokens import words
from penname.engine.grammar import Prose
from penname.pseudonyms.entities import NAMES
from penname.pseudonyms.mapping import Mapping, Pair, Rewording
from penname.pseudonyms.matching import SurrogateMatcher
from penname.pseudonyms.models.asking import PseudonymModel, replaced_examples
from penname.pseudonyms.models.repeating import repeating, with_articles
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.restore import digest_of, restore

_FEW, _SHARE = 4, 0.3  # words that a rewording may change: so many, or this share of all
_LEFT_DIRECT = (
    "The model's wording lost a stand-in, brought back a name or said something else in {count} parts; these "
    "were replaced directly instead."
)


def reword(asking: PseudonymModel, direct: Pseudonymized) -> Pseudonymized:
    """REP_prompt: the text reworded with its stand-ins, part by part, so that all agrees with them."""

    def worded(original: str, part: str) -> str:
        names = _names_in(part, direct.mapping)
        grammar = Prose(len(part) * 2 + 80)
        answer = asking.ask("replace", grammar, original, names, replaced_examples())
        return answer.text if answer.finish == "stop" else part

    return _recorded(asking, direct, worded)


def repeat(asking: PseudonymModel, direct: Pseudonymized) -> Pseudonymized:
    """REP_gen: the model repeats the original; the stand-ins enter its context in place of the names.

    What it is asked to repeat says "Anna lost her keys"; what it has written so far says "Peter lost", and
    there the next word may leave the original (repeating.py).
    """

    def worded(original: str, part: str) -> str:
        agreeing = with_articles(part, direct.mapping)
        grammar = repeating(agreeing, direct.mapping)
        if grammar is None:
            return agreeing
        answer = asking.ask("repeat", grammar, original)
        return answer.text if answer.finish == "stop" else agreeing

    return _recorded(asking, direct, worded)


def _recorded(
    asking: PseudonymModel, direct: Pseudonymized, worded: Callable[[str, str], str]
) -> Pseudonymized:
    """`direct` with each part reworded that kept its stand-ins, and how to undo it."""
    text = ""
    rewordings: list[Rewording] = []
    refused = 0
    for start, end in asking.parts(direct.text):
        part = direct.text[start:end]
        original = restore(part, direct.mapping).text
        new = worded(original, part) if original != part else part  # without stand-ins nothing asks for it
        if not (_keeps(part, new, direct.mapping) and _says_the_same(part, new)):
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


def _names_in(part: str, mapping: Mapping) -> str:
    found = {pair: None for match in SurrogateMatcher(mapping.pairs).find(part) for pair in match.pairs}
    return "\n".join(f"{pair.original} -> {pair.surrogate}" for pair in found if pair.kind in NAMES)


def _keeps(part: str, new: str, mapping: Mapping) -> bool:
    """Whether all stand-ins are still there, as often as before, and no original is."""
    found = [match.pairs for match in SurrogateMatcher(mapping.pairs).find(part)]
    if [match.pairs for match in SurrogateMatcher(mapping.pairs).find(new)] != found:
        return False
    originals = SurrogateMatcher(Pair(pair.original, pair.original, pair.kind) for pair in mapping.pairs)
    return sum(1 for _ in originals.find(new)) <= sum(1 for _ in originals.find(part))


def _says_the_same(part: str, new: str) -> bool:
    """Whether few words changed: a weak model that writes another text must not have it sent."""
    changes = changes_from_rewrite(part, new)
    changed = sum(max(len(words(change.before)), len(words(change.after))) for change in changes)
    return changed <= max(_FEW, _SHARE * len(words(part)))
