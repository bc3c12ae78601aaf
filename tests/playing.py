"""Plays a method against scripted roles: what it asks, or how it ends, after the decisions it was sent."""

from penname.domain.proposals import Decision, LeaksProposal, Outcome, Proposal, RewriteProposal
from penname.domain.session import Session
from penname.methods.registry import MethodSteps
from penname.roles.roles import Roles


def play(method: MethodSteps, session: Session, roles: Roles, *decisions: Decision) -> Proposal | Outcome:
    """What `method`, started anew on `session`, asks or how it ends after it was sent `decisions`."""
    steps = method(session, roles)
    try:
        proposal = next(steps)
        for decision in decisions:
            proposal = steps.send(decision)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    return proposal


def leaks(step: Proposal | Outcome) -> LeaksProposal:
    """The step, which must be one about leaks."""
    assert isinstance(step, LeaksProposal)
    return step


def rewrite(step: Proposal | Outcome) -> RewriteProposal:
    """The step, which must be one about a rewrite."""
    assert isinstance(step, RewriteProposal)
    return step


def end(step: Proposal | Outcome) -> Outcome:
    """The step, which must be the end."""
    assert isinstance(step, Outcome)
    return step
