"""What a reader still takes from a text that is meant to be hidden, for each method's own idea of that."""

from collections.abc import Sequence

from penname.domain.events import Arbitrated, Attacked, Decided, Rewritten, TargetsDrawn
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.matching import Match, matches
from penname.domain.proposals import Proceed
from penname.domain.session import Session
from penname.methods.registry import misleads

NOT_JUDGED = Validity.NOT_JUDGED
Pairs = tuple[tuple[str, str], ...]


def targets(session: Session) -> Pairs:
    """What readers should infer instead, as (attribute, value): chosen by the user, or drawn on the way."""
    drawn = (event.targets for event in session.path_events if isinstance(event, TargetsDrawn))
    return tuple(
        {**{name: value for pairs in drawn for name, value in pairs}, **dict(session.goal.targets)}.items()
    )


def readable(
    session: Session, inferences: Sequence[Inference], verdicts: Sequence[Verdict]
) -> tuple[str, ...]:
    """Attributes that a reader gets right, as far as anyone can tell.

    By RLAA what the arbitrator confirms. By the others what the attacker is certain enough of, and by
    IncogniText only while the guess is the true value, or the one the original was read as.
    """
    if session.looks_twice:
        return tuple(verdict.attribute for verdict in verdicts if verdict.executed)
    certain = [inference for inference in inferences if inference.certainty >= session.goal.certainty]
    if misleads(session.started.method):
        aims, true = dict(targets(session)), _true_values(session)
        certain = [
            inference
            for inference in certain
            if _says(inference, true.get(inference.attribute))
            and not _says(inference, aims.get(inference.attribute))
        ]
    return tuple(inference.attribute for inference in certain)


def _true_values(session: Session) -> dict[str, str]:
    """Told by the author; else the first guesses on the original, where a verdict does not call them weak."""
    guessed: dict[str, str] = {}
    for event in session.path_events:
        match event:
            case Attacked(inferences=read) if not guessed:
                guessed = {one.attribute: one.guesses[0] for one in read}
            case Arbitrated(verdicts=given):
                weak = {one.attribute for one in given if not one.executed and one.validity is not NOT_JUDGED}
                guessed = {name: guess for name, guess in guessed.items() if name not in weak}
                break
            case Decided(decision=Proceed()) | Rewritten():
                break
            case _:
                pass
    return {**guessed, **dict(session.goal.truth)}


def _says(inference: Inference, value: str | None) -> bool:
    return value is not None and matches(inference.attribute, inference.guesses[0], value) is Match.YES
