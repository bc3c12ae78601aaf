"""Which edits a misleading rewrite may make: those that take the old value out and leave all else.

Other than a generalization they may bring in names, numbers and facts: that is what they are for.
"""

from collections.abc import Sequence

from penname.domain.attributes import attribute_named
from penname.domain.changes import Change
from penname.domain.inferences import Inference
from penname.domain.tokens import occurrences, words
from penname.roles.edit_rules import bends_a_word, removes_a_sentence, still_says
from penname.roles.rewrite_request import Aim

_MORE_WORDS = 12  # an edit may be this much longer than what it replaces


def misleading_objection(
    text: str, change: Change, inferences: Sequence[Inference], aims: Sequence[Aim]
) -> str | None:
    """Why `change` of `text` may not be made; None if it may.

    `inferences` are those whose attributes the change serves, `aims` what is to be read instead.
    """
    if not change.before:
        return "it would only add words"
    if change.before.isspace() or change.before.casefold() == change.after.casefold():
        return "it would change nothing"
    if change.after and bends_a_word(change):
        return "it would only bend a word"
    if removes_a_sentence(text, change):
        return "it would remove a whole sentence"
    if len(words(change.after)) > len(words(change.before)) + _MORE_WORDS:
        return "it would add much that is not in the text"
    if repeated := _repeated_value(change, inferences, aims):
        return still_says(repeated)
    return None


def _repeated_value(change: Change, inferences: Sequence[Inference], aims: Sequence[Aim]) -> str | None:
    """The part of an inferred value that the replacement says (again), unless the target says it, too."""
    targets = {aim.attribute: (aim.target or "").casefold() for aim in aims}
    for inference in inferences:
        if attribute_named(inference.attribute).everyday_values:
            continue
        for part in inference.guesses[0].split(","):
            value = part.strip().casefold()
            wanted = occurrences(targets.get(inference.attribute, ""), value)
            if len(value) >= 2 and not wanted and occurrences(change.after.casefold(), value):
                return part.strip()
    return None
