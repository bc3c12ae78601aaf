"""Merges inferences and verdicts on one attribute: those of two readers, and of the parts of a long text."""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.inferences import Inference, Source, Validity, Verdict

_RANK = {validity: rank for rank, validity in enumerate(Validity)}  # high first, not judged last


def with_cue(read: Inference, cue: Inference) -> Inference:
    """What the model read and what a rule found on the same attribute: the rule's value leads, its phrases
    stay.
    """
    agree = read.guesses[0].casefold() == cue.guesses[0].casefold()
    guesses = tuple(dict.fromkeys((*cue.guesses, *read.guesses)))[: max(len(read.guesses), len(cue.guesses))]
    return msgspec.structs.replace(
        cue,
        reasoning=read.reasoning if agree and read.reasoning else cue.reasoning,
        guesses=guesses,
        certainty=max(read.certainty, cue.certainty),
    )


def merge_by_attribute(inferences: Iterable[Inference], order: Sequence[str]) -> tuple[Inference, ...]:
    """The most certain inference of each attribute, what a rule found first; quotes and edits of all are
    kept.
    """
    chosen: dict[str, Inference] = {}
    for inference in inferences:
        other = chosen.get(inference.attribute)
        if other is None:
            chosen[inference.attribute] = inference
            continue
        best, rest = (inference, other) if _strength(inference) > _strength(other) else (other, inference)
        chosen[inference.attribute] = msgspec.structs.replace(
            best,
            quotes=tuple(dict.fromkeys((*best.quotes, *rest.quotes))),
            edits=tuple(dict.fromkeys((*best.edits, *rest.edits))),
        )
    return tuple(chosen[name] for name in order if name in chosen)


def merge_verdicts(verdicts: Sequence[Verdict]) -> Verdict:
    """The best supported of several verdicts on one attribute, with the evidence of all that are executed."""
    best = min(verdicts, key=lambda verdict: _RANK[verdict.validity])
    united = [phrase for verdict in verdicts if verdict.executed for phrase in verdict.evidence]
    return msgspec.structs.replace(best, evidence=tuple(dict.fromkeys((*best.evidence, *united))))


def _strength(inference: Inference) -> tuple[int, bool]:
    return inference.certainty, inference.source is Source.RULE
