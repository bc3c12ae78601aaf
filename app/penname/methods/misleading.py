"""IncogniText (Frikha et al.), Algorithm 1: rewrite a text until an adversary's first guess is wrong.

The paper hides one attribute whose true value it knows. Here (ours) several attributes share one rewrite,
each only as long as its guess still matches, and where the true value is unknown the attacker's first guess
on the author's own words stands in for it. Who sees what follows Table 2 (`domain/conditions.py`).
"""

import msgspec

from penname.domain.conditions import Condition, condition
from penname.domain.events import Attacked, CuesListed, Rewritten, TargetsDrawn
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.matching import Match
from penname.domain.policy import active_set
from penname.domain.session import Session
from penname.methods.replay import Steps
from penname.methods.review_loop import JudgedAttack, ReviewLoop
from penname.roles.rewrite_request import Aim, Feedback, RewriteRequest
from penname.roles.roles import Roles

Pairs = tuple[tuple[str, str], ...]


def anonymize(session: Session, roles: Roles) -> Steps:
    """Run IncogniText on the session's text, starting from whatever events the session already holds."""
    user = ReviewLoop(session)
    values = _Values(session, user, roles)

    def adversary(so_far: Attacked | None) -> JudgedAttack:
        # Algorithm 1: (I, R) = adversary(x).
        attacked = user.replay.once(Attacked, roles.attack, user.text, user.goal, so_far)
        judged = JudgedAttack(attacked, user.verdicts_if_needed(roles, attacked))
        values.hear(judged)
        return judged

    def matching(judged: JudgedAttack) -> tuple[Verdict, ...]:
        # "If I matches the true value": the attributes that are rewritten, each with its target.
        inferences = judged.attacked.inferences
        active = {inference.attribute for inference in inferences if values.still_read(inference)}
        acted = active_set(user.text, inferences, judged.verdicts, active, user.goal, user.overrules)
        acted = tuple(verdict for verdict in acted if not values.misread(verdict, inferences))
        values.draw_missing(acted, inferences)
        return acted

    def rewrite(request: RewriteRequest) -> Rewritten:
        # x = anonymize(x, target, true value, I, R).
        aims = tuple(values.aim(verdict.attribute) for verdict in request.execute)
        if any(aim.target for aim in aims):
            return roles.rewrite(msgspec.structs.replace(request, aims=aims))
        return roles.rewrite(msgspec.structs.replace(request, feedback=Feedback.INFERENCES))

    while True:
        found = yield from user.ask_about_leaks(adversary, matching, values.targets)
        if found is None:
            continue  # another text or thread, or attributes nobody asked for yet
        if user.stop is None:
            # Row 6: an adversary that is told the true values lists the cues; the one above decides the stop.
            told = [v.attribute for v in found.execute if values.condition(v.attribute).attacker_told]
            cues = user.replay.once_if(CuesListed, bool(told), roles.list_cues, user.text, told, user.goal)
            yield from user.ask_about_rewrite(_with_cues(found.judged, cues), matching, rewrite)
        if user.stop is not None and (outcome := user.end()):
            return outcome  # the newest text, whatever its index


class _Values:
    """What is known of each attribute's true and target value in this session."""

    def __init__(self, session: Session, user: ReviewLoop, roles: Roles) -> None:
        self._session = session
        self._user = user
        self._roles = roles
        self._stand_ins: dict[str, str] = {}  # first guesses on the author's own words
        self._drawn: dict[str, str] = {}
        self._undrawable: set[str] = set()

    def hear(self, judged: JudgedAttack) -> None:
        """Let first guesses on the author's own words stand in for true values that nobody gave (ours).

        Guesses without factual basis say nothing about the author: those of less certainty than the goal's,
        and those an arbitrator found without support.
        """
        verdict_of = {verdict.attribute: verdict for verdict in judged.verdicts}
        for inference in judged.attacked.inferences if self._user.own_words else ():
            verdict = verdict_of.get(inference.attribute)
            supported = verdict is None or verdict.executed or verdict.validity is Validity.NOT_JUDGED
            if supported and inference.certainty >= self._user.goal.certainty:
                self._stand_ins.setdefault(inference.attribute, inference.guesses[0])

    def condition(self, attribute: str) -> Condition:
        """The row of Table 2 that holds for `attribute`. A randomized target is kept apart from the truth."""
        return condition(self._user.goal.condition, truth_known=self._truth(attribute) is not None)

    def targets(self) -> Pairs:
        """All targets that were chosen or drawn so far."""
        goal = self._user.goal
        pairs = ((name, self._target(name)) for name in goal.attributes)
        return tuple((name, target) for name, target in pairs if target is not None)

    def still_read(self, inference: Inference) -> bool:
        """Whether the first guess still matches the true value, or what stands in for it."""
        name, guess = inference.attribute, inference.guesses[0]
        target = self._target(name)
        if name in self._user.goal.randomized:
            return self._randomly_misleading(name) and not self._says(name, guess, target)
        if not self.condition(name).early_stop:
            return True
        value = self._truth(name) or self._stand_ins.get(name)
        if value is None or self._says(name, guess, target):
            return False
        match = self._roles.matches(name, guess, value)
        if match is Match.LESS_PRECISE and target is not None:  # "Portugal", where it fits the target as well
            return self._roles.matches(name, guess, target) is Match.NO
        return match is not Match.NO

    def misread(self, verdict: Verdict, inferences: tuple[Inference, ...]) -> bool:
        """Whether readers take the target for true, so that not even a raised verdict is acted on again."""
        name = verdict.attribute
        if any(marked == name and phrase in self._user.text for phrase, marked in self._user.goal.marked):
            return False
        guess = next((one.guesses[0] for one in inferences if one.attribute == name), None)
        return guess is not None and self._says(name, guess, self._target(name))

    def draw_missing(self, acted: tuple[Verdict, ...], inferences: tuple[Inference, ...]) -> None:
        """Draw a target, once a session, for each attribute that needs one and has none."""
        missing = [
            verdict.attribute
            for verdict in (() if self._user.rounds_used else acted)
            if self.condition(verdict.attribute).target
            and self._target(verdict.attribute) is None
            and verdict.attribute not in self._undrawable
        ]
        guesses = {inference.attribute: inference.guesses[0] for inference in inferences}
        event = self._user.replay.once_if(TargetsDrawn, bool(missing), self._draw, missing, guesses)
        if event is not None:
            self._drawn |= dict(event.targets)
            self._undrawable |= set(missing) - set(self._drawn)

    def aim(self, attribute: str) -> Aim:
        """What the anonymizer is told about `attribute`."""
        row = self.condition(attribute)
        target = self._target(attribute) if row.target else None
        return Aim(attribute, target, self._truth(attribute) if row.truth else None, row.inference)

    def _draw(self, missing: list[str], guesses: dict[str, str]) -> TargetsDrawn:
        """A target each; one that was drawn before in this session, and undone, is taken again."""
        events = (event for event in self._session.events if isinstance(event, TargetsDrawn))
        before = {name: value for event in events for name, value in event.targets}
        drawn = []
        for name in missing:
            truth = self._truth(name) or self._stand_ins.get(name) or guesses.get(name)
            target = before.get(name)
            if target is None or (truth is not None and self._says(name, target, truth)):
                target = self._roles.draw_target(name, truth)
            drawn += [(name, target)] if target is not None else []
        return TargetsDrawn(tuple(drawn))

    def _truth(self, attribute: str) -> str | None:
        """The true value, where it may decide anything: never for a randomized target."""
        goal = self._user.goal
        return None if attribute in goal.randomized else goal.truth_of(attribute)

    def _target(self, attribute: str) -> str | None:
        return self._user.goal.target_of(attribute) or self._drawn.get(attribute)

    def _randomly_misleading(self, attribute: str) -> bool:
        """Whether randomized response chose another value than the true one; else nothing is to be done."""
        target, truth = self._target(attribute), self._user.goal.truth_of(attribute)
        return target is not None and (truth is None or not self._says(attribute, target, truth))

    def _says(self, attribute: str, guess: str, value: str | None) -> bool:
        return value is not None and self._roles.matches(attribute, guess, value) is Match.YES


def _with_cues(judged: JudgedAttack, cues: CuesListed | None) -> JudgedAttack:
    """The attack with the told attacker's reasoning in place of the untold one's."""
    if cues is None:
        return judged
    listed = {inference.attribute: inference for inference in cues.inferences}

    def told(inferences: tuple[Inference, ...]) -> tuple[Inference, ...]:
        return tuple(
            msgspec.structs.replace(one, reasoning=listed[one.attribute].reasoning)
            if one.attribute in listed
            else one
            for one in inferences
        )

    attacked = judged.attacked
    parts = tuple(msgspec.structs.replace(part, inferences=told(part.inferences)) for part in attacked.parts)
    return judged._replace(
        attacked=msgspec.structs.replace(attacked, inferences=told(attacked.inferences), parts=parts)
    )
