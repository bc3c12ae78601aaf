"""One change of a text in its sentence, before and after, between marks."""

from collections.abc import Sequence

from penname.domain.changes import Change
from penname.domain.sentences import Span, sentences

OPENING, CLOSING = "[[", "]]"


def in_its_sentence(original: str, changes: Sequence[Change], index: int) -> tuple[str, str]:
    """The sentence or sentences of change `index` in the original and in the edited text, it alone marked.

    `changes` are all of `original`, in order. The others show as what they were and became.
    """
    start, end = _around(original, changes, changes[index])
    before = after = ""
    position = start
    for number, change in enumerate(changes):
        if change.start < start or change.end > end:
            continue
        kept = original[position : change.start]
        marks = (OPENING, CLOSING) if number == index else ("", "")
        before += kept + marks[0] + change.before + marks[1]
        after += kept + marks[0] + change.after + marks[1]
        position = change.end
    rest = original[position:end]
    return (before + rest).strip(), (after + rest).strip()


def _around(original: str, changes: Sequence[Change], change: Change) -> Span:
    """The sentences in which `change` lies, and whole all other changes that lie in these."""
    start, end = change.start, change.end
    if start == end:  # an insertion belongs to the sentence that it stands in or begins, or else to the last
        start = max(0, min(start, len(original) - 1))
        end = min(start + 1, len(original))
    while True:
        pieces = [*sentences(original), *((one.start, one.end) for one in changes)]
        met = [piece for piece in pieces if piece[0] < end and start < piece[1]]
        wider = min([start, *(low for low, _ in met)]), max([end, *(high for _, high in met)])
        if wider == (start, end):
            return wider
        start, end = wider
