"""What is acted on: RLAA's policy, the user's goal, and the user's word on single verdicts and changes."""

from collections.abc import Container, Iterable

import msgspec

from penname.domain.changes import Change, ChangeOrigin, Dropped
from penname.domain.events import Arbitrated, Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import Overrule
from penname.domain.tokens import occurrences

DOUBTED = 0.75  # of the sentences shown below it readers found 0.70 good, of the others 0.85


def doubted(change: Change) -> bool:
    """Whether the critic doubts the sentence that the change is part of: its grammar, or what it says."""
    return change.good is not None and change.good < DOUBTED


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


def policy_set(
    text: str, attacked: Attacked, arbitrated: Arbitrated, goal: Goal, overrules: Overrules
) -> tuple[Verdict, ...]:
    """The policy set P of RLAA's Algorithm 1, high before medium: what the anonymizer must act on.

    A verdict raised by hand is executed as high, with the phrases the user marked or those the attacker
    quotes; a phrase marked as giving something away is executed wherever the text still holds it.
    """
    read = {inference.attribute: inference for inference in attacked.inferences}
    chosen: list[Verdict] = []
    for verdict in arbitrated.verdicts:
        spoken = overrules.on(verdict.attribute)
        execute = verdict.executed and verdict.attribute in goal.protect
        if spoken and not spoken.execute:
            continue
        if spoken and not verdict.executed:
            raised = _raised(text, verdict, read.get(verdict.attribute), spoken)
            chosen += [raised] if raised.evidence else []
        elif execute or spoken:
            chosen.append(verdict)
    return _with_marked(text, chosen, goal, overrules)


def active_set(
    text: str,
    inferences: Iterable[Inference],
    verdicts: Iterable[Verdict],
    active: Container[str],
    goal: Goal,
    overrules: Overrules,
) -> tuple[Verdict, ...]:
    """What the anonymizer must act on where no arbitrator decides it: the attributes that are `active`.

    Each comes as its verdict, with the phrases the attacker quotes where the verdict names none. The goal,
    the user's overrules and marked phrases count as in `policy_set`.
    """
    judged = {verdict.attribute: verdict for verdict in verdicts}
    chosen: list[Verdict] = []
    for inference in inferences:
        name = inference.attribute
        spoken = overrules.on(name)
        verdict = judged.get(name) or unjudged(inference)
        if spoken and spoken.execute:
            chosen.append(_raised(text, verdict, inference, spoken))
        elif not spoken and name in active and name in goal.protect:
            evidence = verdict.evidence or inference.quotations(text)
            chosen.append(msgspec.structs.replace(verdict, evidence=evidence))
    return _with_marked(text, chosen, goal, overrules)


def unjudged(inference: Inference) -> Verdict:
    """The verdict on an inference that no arbitrator has seen."""
    return Verdict(inference.attribute, Validity.NOT_JUDGED)


def _raised(text: str, verdict: Verdict, inference: Inference | None, spoken: Overrule) -> Verdict:
    """The verdict as the user raised it, with the phrases they marked or those the attacker quotes."""
    quoted = verdict.evidence or (inference.quotations(text) if inference else ())
    evidence = tuple(phrase for phrase in spoken.evidence if phrase in text) or quoted
    return msgspec.structs.replace(verdict, validity=Validity.HIGH, evidence=evidence)


def _with_marked(text: str, chosen: list[Verdict], goal: Goal, overrules: Overrules) -> tuple[Verdict, ...]:
    """The chosen verdicts and the phrases the user marked, high first."""
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


def proposable(
    text: str,
    changes: Iterable[Change],
    execute: Iterable[Verdict],
    goal: Goal,
    rejected: Iterable[tuple[str, str]],
) -> tuple[tuple[Change, ...], tuple[Dropped, ...]]:
    """The changes of a rewrite that may be shown, and those that may not, with the reason.

    Dropped are changes that the user rejected before (`rejected`: before and after, without outer spaces),
    that touch a phrase the user locked, or that serve only attributes nobody wants acted on any more. What
    the user typed always stands.
    """
    names = {verdict.attribute for verdict in execute}
    refused = {(before.strip(), after.strip()) for before, after in rejected}
    locked = [span for phrase in goal.locked for span in occurrences(text, phrase)]
    kept: list[Change] = []
    dropped: list[Dropped] = []
    for change in changes:
        reason = None
        if change.origin is ChangeOrigin.HAND:
            pass
        elif (change.before.strip(), change.after.strip()) in refused:
            reason = "you rejected it before"
        elif any(start < change.end and change.start < end for start, end in locked):
            reason = "you said that these words must stay"
        elif change.attributes and names.isdisjoint(change.attributes):
            reason = "you chose to leave this readable"
        if reason is None:
            kept.append(change)
        else:
            dropped.append(Dropped(change.before, change.after, reason))
    return tuple(kept), tuple(dropped)
