"""A session as one JSON object: what `penname anonymize --json` prints."""

from typing import Any

import msgspec

from penname.domain.changes import Change
from penname.domain.inferences import Inference, Verdict
from penname.domain.rounds import rounds, standing
from penname.domain.session import Session


class ReportedRound(msgspec.Struct, frozen=True):
    """One accepted rewrite: what was read from the text before its edits, and the text after them."""

    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    edits: tuple[Change, ...]
    text: str


class Final(msgspec.Struct, frozen=True):
    """What is read from the returned text; `judged` is False when nobody had looked at all of it yet."""

    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    judged: bool


class Report(msgspec.Struct, frozen=True):
    """The whole job; `timings` are seconds."""

    original: str
    text: str
    stopped: str
    rounds: tuple[ReportedRound, ...]
    final: Final
    model: str
    timings: dict[str, float]

    def to_json(self) -> bytes:
        """One JSON object in UTF-8, ending with a line end."""
        plain: Any = msgspec.to_builtins(self)
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def report(session: Session, stopped: str, timings: dict[str, float]) -> Report:
    """What happened in `session`, which ended with `stopped`."""
    now = standing(session)
    return Report(
        original=session.started.text,
        text=now.text,
        stopped=stopped,
        rounds=tuple(
            ReportedRound(one.inferences, one.verdicts, one.changes, one.text_after)
            for one in rounds(session)
        ),
        final=Final(now.inferences, now.verdicts, now.judged),
        model=session.started.model,
        timings={name: round(seconds, 3) for name, seconds in timings.items()},
    )
