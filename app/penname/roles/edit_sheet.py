"""The edits of one text as they gather: each is checked before it counts, or refused with a reason."""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.changes import (
    NOT_IN_THE_TEXT,
    Change,
    ChangeOrigin,
    Dropped,
    Edit,
    apply_changes,
    changes_from_edits,
)
from penname.domain.inferences import Inference, Verdict
from penname.domain.policy import proposable
from penname.domain.sentences import overlap
from penname.domain.tokens import occurrences
from penname.roles.edit_rules import objection, too_common
from penname.roles.misleading_rules import misleading_objection
from penname.roles.quotes import quoted_from
from penname.roles.rewrite_request import Feedback, RewriteRequest

Spans = list[tuple[int, int]]


class EditSheet:
    """Edits of `text` that act on the verdicts `execute` of `inferences`."""

    def __init__(
        self, text: str, execute: Sequence[Verdict], inferences: Sequence[Inference], request: RewriteRequest
    ) -> None:
        self._text = text
        self._execute = execute
        self._inferences = inferences
        self._request = request
        self._edits: list[Edit] = []
        self.dropped: list[Dropped] = []

    def changes(self) -> tuple[Change, ...]:
        """What the edits do to the text."""
        return changes_from_edits(self._text, self._edits)[0]

    def take(self, edits: Iterable[Edit]) -> None:
        """Keep those edits of a model that may be made, and note of the others why not.

        Where it says again what stands there it leaves it, and there is nothing to note.
        """
        for edit in edits:
            if edit.find == edit.replace:
                continue
            find = quoted_from(self._text, edit.find)
            if find is None:
                reason: str | None = NOT_IN_THE_TEXT
            else:
                edit = msgspec.structs.replace(
                    edit, find=find, attributes=edit.attributes or self._served(find)
                )
                reason = self._objection(edit) or self._in_the_way(edit)
            if reason:
                self.dropped.append(Dropped(edit.find, edit.replace, reason))
            else:
                self._edits.append(edit)

    def take_rules(self, inferences: Iterable[Inference]) -> None:
        """Where a rule's phrase still stands, the rule's edit replaces whatever the model did there."""
        executed = {verdict.attribute for verdict in self._execute}
        for inference in inferences:
            for rule in inference.edits if inference.attribute in executed else ():
                edit = Edit(rule.find, rule.replace, (inference.attribute,), ChangeOrigin.RULE)
                if occurrences(self._result(), edit.find) and not self._unwanted(edit):
                    spans = self._spans(edit.find)
                    self._edits = [e for e in self._edits if not overlap(self._spans(e.find), spans)]
                    self._edits.append(edit)

    def left(self, verdict: Verdict) -> list[str]:
        """The evidence that still stands after the edits so far and may be edited, one phrase a place."""
        result = self._result()
        locked = [span for kept in self._request.goal.locked for span in self._spans(kept)]
        standing = (phrase for phrase in verdict.evidence if occurrences(result, phrase))
        editable = (phrase for phrase in standing if not too_common(self._text, phrase))
        return self.apart(phrase for phrase in editable if not overlap(self._spans(phrase), locked))

    def apart(self, phrases: Iterable[str]) -> list[str]:
        """Those of the phrases that do not overlap an earlier one."""
        apart: list[str] = []
        taken: Spans = []
        for phrase in phrases:
            spans = self._spans(phrase)
            if not overlap(spans, taken):
                apart.append(phrase)
                taken += spans
        return apart

    def _objection(self, edit: Edit) -> str | None:
        served = [inference for inference in self._inferences if inference.attribute in edit.attributes]
        if too_common(self._text, edit.find):
            return "these words stand in too many places"
        changes, dropped = changes_from_edits(self._text, [edit])
        if dropped:
            return dropped[0].reason
        if reason := self._unwanted(edit):
            return reason
        aims = [aim for aim in self._request.aims if aim.target and aim.attribute in edit.attributes]
        reasons = (
            misleading_objection(self._text, change, served, aims)
            if aims
            else objection(self._text, change, edit.find, served)
            for change in changes
        )
        return next((reason for reason in reasons if reason), None)

    def _unwanted(self, edit: Edit) -> str | None:
        """What the user has said against such an edit."""
        changes, _ = changes_from_edits(self._text, [edit])
        _, dropped = proposable(self._text, changes, self._execute, self._request.goal, self._request.avoid)
        return dropped[0].reason if dropped else None

    def _in_the_way(self, edit: Edit) -> str | None:
        """Whether a rule, or an earlier edit of the very same words, holds the place already."""
        spans = self._spans(edit.find)
        for other in self._edits:
            by_rule = other.origin is ChangeOrigin.RULE and overlap(spans, self._spans(other.find))
            if by_rule or other.find == edit.find:
                return "another edit changes these words"
        return None

    def _served(self, find: str) -> tuple[str, ...]:
        """The attributes whose evidence an edit of `find` touches; all executed ones if it touches none.

        Of an edit that was made without any feedback nobody knows what it serves.
        """
        if self._request.feedback is Feedback.NONE:
            return ()
        spans = self._spans(find)
        served = [
            verdict.attribute
            for verdict in self._execute
            if any(overlap(spans, self._spans(phrase)) for phrase in verdict.evidence)
        ]
        return tuple(served or [verdict.attribute for verdict in self._execute])

    def _result(self) -> str:
        return apply_changes(self._text, self.changes())

    def _spans(self, phrase: str) -> Spans:
        return occurrences(self._text, phrase)
