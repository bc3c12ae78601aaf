"""Which verdicts are acted on: RLAA's policy, then the user's goal, then what the user said about single verdicts."""

from collections.abc import Iterable

import msgspec

from penname.domain.events import Arbitrated, Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Validity, Verdict
from penname.domain.proposals import Overrule


class Overrules:
    """The user's own verdicts of this session; the newest on an attribute counts."""

    def __init__(self) -> None:
        self._spoken: dict[str, Overrule] = {}

    def hear(self, spoken: Iterable[Overrule]) -> None:
        """Take in what the user said on one proposal."""
        for overrule in spoken:
            self._spoken[overrule.attribute] = overrule

    def on(self, attribute: str) -> Overrule | None:
        """What the user said about `attribute`, if anything."""
        return self._spoken.get(attribute)


def executed(
    text: str, attacked: Attacked, arbitrated: Arbitrated, goal: Goal, overrules: Overrules
) -> tuple[Verdict, ...]:
    """The policy set P of RLAA's Algorithm 1, high before medium: what the anonymizer must act on.

    A verdict raised by hand is executed as high, with the phrases the user marked or those the attacker quotes; a
    phrase marked as giving something away is executed wherever the text still holds it.
    """
    inferences = {inference.attribute: inference for inference in attacked.inferences}
    chosen: list[Verdict] = []
    for verdict in arbitrated.verdicts:
        spoken = overrules.on(verdict.attribute)
        execute = verdict.executed and verdict.attribute in goal.protect
        if spoken and not spoken.execute:
            continue
        if spoken and not verdict.executed:
            inference = inferences.get(verdict.attribute)
            quoted = inference.quotations(text) if inference else ()
            evidence = tuple(phrase for phrase in spoken.evidence if phrase in text) or quoted
            if evidence:
                chosen.append(msgspec.structs.replace(verdict, validity=Validity.HIGH, evidence=evidence))
        elif execute or spoken:
            chosen.append(verdict)
    for phrase, attribute in goal.marked:
        spoken = overrules.on(attribute)
        if phrase not in text or attribute not in goal.protect or (spoken and not spoken.execute):
            continue
        for index, verdict in enumerate(chosen):
            if verdict.attribute == attribute:
                evidence = tuple(dict.fromkeys((*verdict.evidence, phrase)))
                chosen[index] = msgspec.structs.replace(verdict, validity=Validity.HIGH, evidence=evidence)
                break
        else:
            chosen.append(Verdict(attribute, Validity.HIGH, (phrase,), "", "You marked this phrase."))
    return tuple(sorted(chosen, key=lambda verdict: verdict.validity is not Validity.HIGH))
