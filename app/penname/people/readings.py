"""Which of an attacker's guesses count: those that the text supports."""

from collections.abc import Container, Iterable

import msgspec

from penname.domain.attributes import attribute_named
from penname.domain.inferences import CERTAIN, Inference, Verdict, counts
from penname.domain.matching import is_unknown


class Reading(msgspec.Struct, frozen=True):
    """What is readable of one attribute: the guesses that may be true, the likeliest first."""

    attribute: str
    guesses: tuple[str, ...]
    stated: bool


def readings_of(
    inferences: Iterable[Inference], verdicts: Iterable[Verdict], leave_out: Container[str] = ()
) -> tuple[Reading, ...]:
    """The inferences that count: those that rest on the text.

    `leave_out` are attributes that readers take for something other than the truth.
    """
    judged = {verdict.attribute: verdict for verdict in verdicts}
    found: dict[str, Reading] = {}
    for inference in inferences:
        name = inference.attribute
        if name in leave_out or not counts(inference, judged.get(name)):
            continue
        attribute = attribute_named(name)
        guesses = tuple(dict.fromkeys(g for g in inference.guesses if not is_unknown(attribute, g)))
        if guesses:
            stated = inference.certainty >= CERTAIN
            found.setdefault(name, Reading(name, guesses[:1] if stated else guesses, stated))
    return tuple(found.values())
