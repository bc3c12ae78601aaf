"""RLAA, "Look Twice before You Leap" (Duan et al.), Algorithm 1: attack, arbitrate, anonymize.

The loop below follows the algorithm line by line; what Penname adds is the two questions to the user in each
round and the closing attack, which lets the figures on the screen belong to the text they stand beside.
"""

from collections import Counter
from collections.abc import Sequence

from penname.domain.changes import Change, apply_changes
from penname.domain.events import Arbitrated, Attacked, Rewritten
from penname.domain.policy import Overrules, executed, proposable
from penname.domain.proposals import (
    NOTHING_LEFT,
    REWRITE_REFUSED,
    ROUND_LIMIT,
    STOPPED_BY_USER,
    Accept,
    ChangeGoal,
    EditByHand,
    LeaksProposal,
    Outcome,
    Proceed,
    ReadOn,
    RewriteProposal,
    TryAgain,
)
from penname.domain.session import Session
from penname.domain.tokens import words
from penname.methods.replay import Replay, Steps
from penname.roles.roles import Roles

TOPICAL_AFTER = 2  # accepted rewrites that served an attribute which is still plain
TOPICAL_SHARE = 1 / 3  # of the text's words that one attribute's changes would remove
NOTHING_NEW = "The model proposed nothing that you had not turned down. Your text is as it was."


def anonymize(session: Session, roles: Roles) -> Steps:
    """Run RLAA on the session's text, starting from whatever events the session already holds."""
    replay = Replay(session)
    goal = session.started.goal
    text = session.started.text  # x_t; every role sees this text and nothing older
    overrules = Overrules()
    served: Counter[str] = Counter()  # accepted rewrites that changed something for an attribute
    rejected: set[tuple[str, str]] = set()
    t = 0
    while True:
        # Algorithm 1, lines 3-4: the attacker reads x_t.
        attacked = replay.once(Attacked, roles.attack, text, goal)
        # Lines 5-10: the arbitrator judges each leak; the policy set P is what is high or medium.
        arbitrated = replay.once(Arbitrated, roles.arbitrate, text, attacked, goal)
        stop: str | None = None
        while True:
            execute = executed(text, attacked, arbitrated, goal, overrules)
            topical = tuple(v.attribute for v in execute if served[v.attribute] >= TOPICAL_AFTER)
            decision = yield from replay.ask(
                LeaksProposal(
                    round=t + 1,
                    text=text,
                    inferences=attacked.inferences,
                    verdicts=arbitrated.verdicts,
                    execute=execute,
                    topical=topical,
                    unread=attacked.unread,
                    last=t >= goal.rounds,
                )
            )
            match decision:
                case Proceed(overrules=spoken):
                    overrules.hear(spoken)
                    execute = executed(text, attacked, arbitrated, goal, overrules)
                    if not execute:
                        stop = NOTHING_LEFT  # Lines 11-13: P is empty.
                    elif t >= goal.rounds:
                        stop = ROUND_LIMIT  # T rewrites are accepted; this was the closing attack.
                    break
                case ReadOn():
                    attacked = replay.once(Attacked, roles.attack, text, goal, attacked)
                    arbitrated = replay.once(Arbitrated, roles.arbitrate, text, attacked, goal)
                case ChangeGoal(goal=changed):
                    unasked = set(changed.attributes) - set(goal.attributes)
                    goal = changed
                    if unasked:
                        break
                case EditByHand(changes=typed):
                    text = apply_changes(text, typed)
                    break
                case _:
                    stop = STOPPED_BY_USER
                    break
        if isinstance(decision, EditByHand | ChangeGoal):
            continue  # another text, or attributes nobody asked for yet: look afresh

        # Line 14: the anonymizer rewrites x_t with P.
        attempt = 1
        while stop is None:
            avoid = tuple(sorted(rejected))
            rewritten = replay.once(Rewritten, roles.rewrite, text, attacked, execute, goal, avoid, attempt)
            proposed = rewritten.changes
            while True:
                changes, kept_out = proposable(text, proposed, execute, goal, rejected)
                decision = yield from replay.ask(
                    RewriteProposal(
                        round=t + 1,
                        text=text,
                        changes=changes,
                        explanation=rewritten.explanation,
                        dropped=rewritten.dropped + kept_out,
                        refused=None if changes else rewritten.refused or NOTHING_NEW,
                        topical=_consuming(text, changes),
                        attempt=attempt,
                    )
                )
                if isinstance(decision, EditByHand):
                    proposed = decision.changes
                elif isinstance(decision, ChangeGoal):
                    goal = decision.goal
                    execute = executed(text, attacked, arbitrated, goal, overrules)
                else:
                    break
            match decision:
                case Accept(changes=accepted) if accepted:
                    rejected |= {(c.before, c.after) for c in changes if c not in accepted}
                    served.update({name for change in accepted for name in change.attributes})
                    text = apply_changes(text, accepted)
                    t += 1  # Line 15
                    break
                case Accept() if not changes:
                    stop = REWRITE_REFUSED
                case TryAgain(turned_down=turned_down):
                    rejected |= {(c.before, c.after) for c in turned_down}
                    attempt += 1
                    if not execute:
                        stop = NOTHING_LEFT  # the goal was changed while the rewrite waited
                case _:
                    stop = STOPPED_BY_USER
        if stop is None:
            continue

        # Line 17: return x_t. Typing after the end makes a new text, which is looked at when the user asks.
        typed_later = replay.typed_after_the_end()
        if typed_later is None:
            return Outcome(text, stop)
        text = apply_changes(text, typed_later.changes)


def _consuming(text: str, changes: Sequence[Change]) -> tuple[str, ...]:
    """Attributes for which more than a third of the text's words would go."""
    total = len(words(text))
    removed: Counter[str] = Counter()
    for change in changes:
        gone = max(0, len(words(change.before)) - len(words(change.after)))
        removed.update(dict.fromkeys(change.attributes, gone))
    return tuple(name for name, gone in removed.items() if gone > total * TOPICAL_SHARE)
