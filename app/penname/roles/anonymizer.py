"""The anonymizer (RLAA, section 3.4): edits the text so that the executed verdicts no longer hold."""

from collections.abc import Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.changes import Change, Dropped, apply_changes
from penname.domain.errors import Cancelled
from penname.domain.events import Attacked, Rewritten, TextPart
from penname.domain.inferences import Verdict
from penname.domain.tokens import occurrences
from penname.roles.part_rewrite import NO_CHANGE, TOO_SHORT, PartRewrite, Unusable, far_too_short
from penname.roles.rewrite_request import Feedback, RewriteRequest
from penname.roles.role_model import RoleModel
from penname.roles.same_words import SameWords, with_named_everywhere
from penname.roles.writing.authored import Authored
from penname.roles.writing.writer import SentenceRewrite


class Anonymizer:
    """Rewrites part by part; parts that hold nothing to act on are left alone.

    The `reader` has read the text before it and may have probes; of a model that does both it is the same.
    """

    def __init__(self, model: RoleModel, reader: RoleModel) -> None:
        self._model = model
        self._reader = reader
        self._authored = Authored()
        self._same_words = SameWords()

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        """Edit the text as far as it goes; a rewrite that cannot be used comes back with `refused` set."""
        text, attacked = request.text, request.attacked
        if request.goal.together:
            read = (inference for part in attacked.parts for inference in part.inferences)
            request = msgspec.structs.replace(
                request, execute=with_named_everywhere(text, request.execute, read)
            )
        named = [inference.attribute for inference in attacked.inferences]
        named += [verdict.attribute for verdict in request.execute]
        asked = self._reader.asked(request.goal, named)
        changes: list[Change] = []
        dropped: list[Dropped] = []
        explanations: list[str] = []
        alternatives: list[Change] = []
        unusable = None
        parts = _parts_to_rewrite(request, self._parts(text, attacked))
        for number, (part, here) in enumerate(parts, 1):
            self._model.listener.on_task("anonymizer", number, len(parts))
            try:
                proposed = self._rewrite(request, part, here, asked).propose()
            except Unusable as error:
                unusable = str(error)
                continue
            except Cancelled:
                if not changes:
                    raise
                explanations.append(f"Stopped: parts {number} to {len(parts)} are not edited yet.")
                break
            unusable = proposed.unusable or unusable
            changes += (change.moved(part.start) for change in proposed.changes)
            alternatives += (change.moved(part.start) for change in proposed.alternatives)
            dropped += proposed.dropped
            explanations += filter(None, [proposed.explanation])
        if request.goal.together:
            changes = list(self._same_words.in_all_posts(text, changes))
        refused = _refusal(text, changes, unusable)
        return Rewritten(
            () if refused else tuple(changes),
            " ".join(explanations),
            tuple(dict.fromkeys(dropped)),
            refused,
            tuple(alternatives),
        )

    def _rewrite(
        self, request: RewriteRequest, part: TextPart, here: Sequence[Verdict], asked: Sequence[Attribute]
    ) -> PartRewrite | SentenceRewrite:
        if self._by_sentences(request):
            return SentenceRewrite(self._model, self._reader, request, part, here, asked, self._authored)
        return PartRewrite(self._model, request, part, here, asked)

    def _by_sentences(self, request: RewriteRequest) -> bool:
        """Whether the pack has sentences rewritten; one that asks for the whole text has not.

        Only a trained writer does without verdicts, and works towards targets.
        """
        prompt = self._model.pack.writer
        if prompt is None or "text" in self._model.pack.anonymizer.answers:
            return False
        trained = prompt.candidates > 0 and not prompt.untrained
        return trained or (request.feedback is Feedback.VERDICTS and not request.aims)

    def _parts(self, text: str, attacked: Attacked) -> Sequence[TextPart]:
        """The parts that were attacked; of a text nobody has read, those that would be."""
        return attacked.parts or [
            TextPart(start, end, attacked.inferences) for start, end in self._model.parts(text)
        ]


def _parts_to_rewrite(
    request: RewriteRequest, parts: Sequence[TextPart]
) -> list[tuple[TextPart, tuple[Verdict, ...]]]:
    """Each part with the verdicts whose evidence stands in it, or that were inferred there without any.

    What was inferred nowhere and rests on nothing concerns every part.
    """
    found = []
    inferred = {inference.attribute for inference in request.attacked.inferences}
    for part in parts:
        stretch = request.text[part.start : part.end]
        names = {inference.attribute for inference in part.inferences}
        here = []
        for verdict in request.execute:
            evidence = tuple(phrase for phrase in verdict.evidence if occurrences(stretch, phrase))
            name = verdict.attribute
            if evidence or (not verdict.evidence and (name in names or name not in inferred)):
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
