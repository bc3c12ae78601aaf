"""The anonymizer (RLAA, section 3.4): edits the text so that the executed verdicts no longer hold."""

from collections.abc import Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.changes import Change, Dropped, apply_changes
from penname.domain.errors import Cancelled
from penname.domain.events import Attacked, Part, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict
from penname.domain.tokens import occurrences
from penname.roles.edit_sheet import Wishes
from penname.roles.part_rewrite import NO_CHANGE, TOO_SHORT, PartRewrite, Unusable, far_too_short
from penname.roles.role_model import RoleModel


class Anonymizer:
    """Rewrites part by part; parts that hold nothing to act on are left alone."""

    def __init__(self, model: RoleModel) -> None:
        self._model = model

    def rewrite(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        asked: Sequence[Attribute],
        goal: Goal,
        *,
        avoid: Sequence[tuple[str, str]],
        attempt: int,
    ) -> Rewritten:
        """See `Roles.rewrite`; `asked` are the attributes this round is about."""
        wishes = Wishes(goal, frozenset(avoid), attempt)
        changes: list[Change] = []
        dropped: list[Dropped] = []
        explanations: list[str] = []
        unusable = None
        parts = _parts_to_rewrite(text, attacked, execute)
        for number, (part, here) in enumerate(parts, 1):
            self._model.listener.on_task("anonymizer", number, len(parts))
            try:
                proposed = PartRewrite(self._model, text, part, here, asked, wishes).propose()
            except Unusable as error:
                unusable = str(error)
                continue
            except Cancelled:
                if not changes:
                    raise
                explanations.append(f"Stopped: parts {number} to {len(parts)} are not edited yet.")
                break
            changes += (_shifted(change, part.start) for change in proposed.changes)
            dropped += proposed.dropped
            explanations += filter(None, [proposed.explanation])
        refused = _refusal(text, changes, unusable)
        return Rewritten(
            () if refused else tuple(changes), " ".join(explanations), tuple(dict.fromkeys(dropped)), refused
        )


def _parts_to_rewrite(
    text: str, attacked: Attacked, execute: Sequence[Verdict]
) -> list[tuple[Part, tuple[Verdict, ...]]]:
    """Each part with the verdicts whose evidence stands in it."""
    found = []
    for part in attacked.parts or (Part(0, len(text), attacked.inferences),):
        stretch = text[part.start : part.end]
        here = []
        for verdict in execute:
            evidence = tuple(phrase for phrase in verdict.evidence if occurrences(stretch, phrase))
            if evidence:
                here.append(msgspec.structs.replace(verdict, evidence=evidence))
        if here:
            found.append((part, tuple(here)))
    return found


def _refusal(text: str, changes: Sequence[Change], unusable: str | None) -> str | None:
    if not changes:
        return unusable or NO_CHANGE
    after = apply_changes(text, changes)
    if after == text:
        return NO_CHANGE
    return TOO_SHORT if far_too_short(text, after) else None


def _shifted(change: Change, offset: int) -> Change:
    return msgspec.structs.replace(change, start=change.start + offset, end=change.end + offset)
