"""A change in words: for tooltips and screen readers."""

from collections.abc import Mapping

from penname.desktop.changes.diff_view import ShownText
from penname.desktop.texts.marks import TextMark
from penname.desktop.translate import tr
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.policy import doubted

LONGEST = 60  # characters of a change that a row or a tooltip shows


def purpose(change: Change, labels: Mapping[str, str]) -> str:
    """What a change hides, or that the user made it."""
    names = ", ".join(labels.get(name, name) for name in change.attributes)
    if names:
        return names
    return tr("Your own edit") if change.origin is ChangeOrigin.HAND else tr("Wording")


def shown_words(words: str, longest: int = LONGEST) -> str:
    """`words` on one line, short enough to be read at a glance."""
    line = words.strip(" ").replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎").replace("\t", "⇥")
    return line if len(line) <= longest else line[: longest - 1] + "…"


def gone_and_come(change: Change, longest: int = LONGEST) -> tuple[str, str]:
    """The words that go and those that come; the letter that then begins the sentence is none of these."""
    gone, after = change.before, change.after
    if len(after) == 1 and gone.lower().endswith(after.lower()):
        gone, after = gone[:-1], ""
    return shown_words(gone, longest), shown_words(after, longest)


def way_words(change: Change) -> str:
    """What a change would do, as an entry of a list of them."""
    before, after = gone_and_come(change)
    if not after:
        return tr("Leave out “{words}”", words=before)
    if not before:
        return tr("Add “{words}”", words=after)
    return tr("“{before}” → “{after}”", before=before, after=after)


def describe(change: Change, stands: bool, labels: Mapping[str, str]) -> str:
    """All of it in a sentence, with what the critic thinks in another."""
    said = _described(change, stands, labels)
    return f"{said}. {tr('This sentence may sound awkward')}" if stands and doubted(change) else said


def _described(change: Change, stands: bool, labels: Mapping[str, str]) -> str:
    before, after = shown_words(change.before), shown_words(change.after)
    what = purpose(change, labels)
    if not stands:
        if not before:
            return tr("{what}: “{after}” is not added", what=what, after=after)
        return tr("{what}: “{before}” stays as it was", what=what, before=before)
    if not after:
        return tr("{what}: “{before}” is removed", what=what, before=before)
    if not before:
        return tr("{what}: “{after}” is added", what=what, after=after)
    return tr("{what}: “{before}” becomes “{after}”", what=what, before=before, after=after)


def marks_of(shown: ShownText) -> tuple[TextMark, ...]:
    """The marks of one side of a diff."""
    marks: list[TextMark] = []
    before: Change | None = None
    for span in shown.spans:
        continues = span.change is None or span.change is before
        label = "" if span.change else tr("Changed in an earlier round")
        marks.append(TextMark(span.start, span.end, span.style, span.change, label, continues=continues))
        before = span.change
    return tuple(marks)
