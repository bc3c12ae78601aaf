"""The review loop: the two questions a method asks in every round, and all that the user may answer.

What the papers do not speak of lives here, so that each method reads like its algorithm: overruling, typing,
changing the goal, turning single changes down, trying again.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from penname.domain.changes import Change, apply_changes
from penname.domain.events import Arbitrated, Attacked, Rewritten
from penname.domain.inferences import Verdict
from penname.domain.policy import Overrules, proposable, unjudged
from penname.domain.proposals import (
    NOTHING_LEFT,
    REWRITE_REFUSED,
    ROUND_LIMIT,
    STOPPED_BY_USER,
    Accept,
    ChangeGoal,
    Decision,
    EditByHand,
    LeaksProposal,
    Outcome,
    Proceed,
    Proposal,
    ReadOn,
    RewriteProposal,
    TryAgain,
)
from penname.domain.session import Session
from penname.domain.tokens import occurrences, words
from penname.methods.replay import Replay
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles

TOPICAL_AFTER = 2  # accepted rewrites that reworded what gave an attribute away which is still plain
TOPICAL_SHARE = 1 / 3  # of the text's words that one attribute's changes would remove
NOTHING_NEW = "The model proposed nothing that you had not already rejected. Your text is unchanged."


class JudgedAttack(NamedTuple):
    """An attack on the text that stands, with one verdict an inference."""

    attacked: Attacked
    verdicts: tuple[Verdict, ...]


class ReviewedLeaks(NamedTuple):
    """The leaks that the user let pass; `execute` are the verdicts that the rewrite is to act on."""

    judged: JudgedAttack
    execute: tuple[Verdict, ...]


ReadFurther = Callable[[Attacked | None], JudgedAttack]
"""Reads the text, or goes on with what was unread in an earlier attack on it."""

Choose = Callable[[JudgedAttack], tuple[Verdict, ...]]
"""The method's rule: what of an attack is to be acted on, by the goal and overrules that stand."""

Rewrite = Callable[[RewriteRequest], Rewritten]
"""Asks for a rewrite that acts on the request's verdicts, and may say more about what the model is told."""


class ReviewLoop:
    """Reviews leaks and rewrites with the user by round: the text that stands, the goal, what they said.

    `stop` is why the method ends, once it is known.
    """

    def __init__(self, session: Session) -> None:
        self.replay = Replay(session)
        self.text = session.started.text  # x_t; every role sees this text and nothing older
        self.goal = session.started.goal
        self.t = 0  # accepted rewrites
        self.stop: str | None = None
        self.overrules = Overrules()
        self.own_words = True  # whether the text that stands is as its author wrote it
        self._reworded: Counter[str] = Counter()  # accepted rewrites of what gives an attribute away
        self._rejected: set[tuple[str, str]] = set()

    @property
    def rounds_used(self) -> bool:
        """Whether T rewrites are accepted, so that only the closing attack is left."""
        return self.t >= self.goal.rounds

    def verdicts_if_needed(self, roles: Roles, attacked: Attacked) -> tuple[Verdict, ...]:
        """The arbitrator's verdicts where the model needs that turn, for eyes only; else "not judged"."""
        arbitrated = self.replay.once_if(
            Arbitrated, roles.needs_verdicts, roles.arbitrate, self.text, attacked, self.goal
        )
        return arbitrated.verdicts if arbitrated else tuple(map(unjudged, attacked.inferences))

    def ask_about_leaks(
        self,
        read_further: ReadFurther,
        choose: Choose,
        targets: Callable[[], tuple[tuple[str, str], ...]] = tuple,
    ) -> Generator[Proposal, Decision, ReviewedLeaks | None]:
        """Read the text and show what was found, until the user lets it pass; None: read it again.

        Sets `stop` when there is nothing to act on, when the rounds are used up, or when the user ends it.
        """
        judged = read_further(None)
        while True:
            execute = choose(judged)
            decision = yield from self.replay.ask(self._leaks(judged, execute, targets()))
            match decision:
                case Proceed(overrules=spoken):
                    self.overrules.hear(spoken)
                    execute = choose(judged)
                    if not execute:
                        self.stop = NOTHING_LEFT
                    elif self.rounds_used:
                        self.stop = ROUND_LIMIT
                    return ReviewedLeaks(judged, execute)
                case ReadOn():
                    judged = read_further(judged.attacked)
                case ChangeGoal(goal=changed):
                    unasked = set(changed.attributes) - set(self.goal.attributes)
                    elsewhere = changed.thread != self.goal.thread
                    self.goal = changed
                    if unasked or elsewhere:
                        return None
                case EditByHand(changes=typed):
                    self.text, self.own_words = apply_changes(self.text, typed), True
                    return None
                case _:
                    self.stop = STOPPED_BY_USER
                    return ReviewedLeaks(judged, execute)

    def ask_about_rewrite(
        self, judged: JudgedAttack, choose: Choose, rewrite: Rewrite
    ) -> Generator[Proposal, Decision, None]:
        """Propose rewrites until the user accepts one, which becomes the text that stands, or ends it.

        `choose` says again what is to be acted on when the goal changes while a rewrite waits.
        """
        attempt = 1
        execute = choose(judged)
        while True:
            request = RewriteRequest(
                self.text, judged.attacked, execute, self.goal, frozenset(self._rejected), attempt
            )
            rewritten = self.replay.once(Rewritten, rewrite, request)
            proposed = rewritten.changes
            while True:
                changes, kept_out = proposable(self.text, proposed, execute, self.goal, self._rejected)
                others, _ = proposable(self.text, rewritten.alternatives, execute, self.goal, self._rejected)
                decision = yield from self.replay.ask(
                    RewriteProposal(
                        round=self.t + 1,
                        text=self.text,
                        changes=changes,
                        explanation=rewritten.explanation,
                        dropped=rewritten.dropped + kept_out,
                        refused=None if changes else rewritten.refused or NOTHING_NEW,
                        topical=_consuming(self.text, changes),
                        attempt=attempt,
                        alternatives=others,
                    )
                )
                if isinstance(decision, EditByHand):
                    proposed = decision.changes
                elif isinstance(decision, ChangeGoal):
                    self.goal = decision.goal
                    execute = choose(judged)
                else:
                    break
            match decision:
                case Accept(changes=accepted) if accepted:
                    self._rejected |= {(c.before, c.after) for c in changes if c not in accepted}
                    self._reworded.update(_reworded(self.text, accepted, execute))
                    self.text, self.own_words = apply_changes(self.text, accepted), False
                    self.t += 1
                    return
                case Accept() if not changes:
                    self.stop = REWRITE_REFUSED
                    return
                case TryAgain(turned_down=turned_down):
                    self._rejected |= {(c.before, c.after) for c in turned_down}
                    attempt += 1
                    if not execute:
                        self.stop = NOTHING_LEFT  # the goal was changed while the rewrite waited
                        return
                case _:
                    self.stop = STOPPED_BY_USER
                    return

    def end(self) -> Outcome | None:
        """The outcome; None when the user typed after the end, which makes a new text to look at."""
        assert self.stop is not None
        typed_later = self.replay.typed_after_the_end()
        if typed_later is None:
            return Outcome(self.text, self.stop)
        self.text, self.own_words = apply_changes(self.text, typed_later.changes), True
        self.stop = None
        return None

    def _leaks(
        self, judged: JudgedAttack, execute: tuple[Verdict, ...], targets: tuple[tuple[str, str], ...]
    ) -> LeaksProposal:
        return LeaksProposal(
            round=self.t + 1,
            text=self.text,
            inferences=judged.attacked.inferences,
            verdicts=judged.verdicts,
            execute=execute,
            topical=tuple(v.attribute for v in execute if self._reworded[v.attribute] >= TOPICAL_AFTER),
            unread=judged.attacked.unread,
            last=self.rounds_used,
            targets=targets,
        )


def _reworded(text: str, accepted: Sequence[Change], execute: Sequence[Verdict]) -> Iterator[str]:
    """The attributes with a change at their evidence.

    A rewrite that left the evidence alone and changed other words says nothing about how hard it is to hide.
    Where no evidence stands in the text, any change made for the attribute counts.
    """
    for verdict in execute:
        spans = [span for phrase in verdict.evidence for span in occurrences(text, phrase)]
        changes = [change for change in accepted if verdict.attribute in change.attributes]
        touched = (c.start <= end and start <= c.end for c in changes for start, end in spans)
        if changes and (not spans or any(touched)):
            yield verdict.attribute


def _consuming(text: str, changes: Sequence[Change]) -> tuple[str, ...]:
    """Attributes for which more than a third of the text's words would go."""
    total = len(words(text))
    removed: Counter[str] = Counter()
    for change in changes:
        gone = max(0, len(words(change.before)) - len(words(change.after)))
        removed.update(dict.fromkeys(change.attributes, gone))
    return tuple(name for name, gone in removed.items() if gone > total * TOPICAL_SHARE)
