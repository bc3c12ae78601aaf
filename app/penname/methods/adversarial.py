"""FgAA, "Language Models are Advanced Anonymizers" (Staab et al.), section 4: attack, anonymize, again.

There is no arbitrator. What may be acted on follows from the attacker's own certainty (appendix G.2). `base`
is the paper's baseline: the same anonymizer without any feedback.
"""

import msgspec

from penname.domain.events import Attacked, Rewritten
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.matching import Match
from penname.domain.policy import active_set
from penname.domain.session import Session
from penname.methods.replay import Steps
from penname.methods.review_loop import Choose, JudgedAttack, ReadFurther, ReviewLoop
from penname.roles.rewrite_request import Feedback, RewriteRequest
from penname.roles.roles import Roles


def anonymize(session: Session, roles: Roles) -> Steps:
    """Run FgAA's loop on the session's text, starting from whatever events the session already holds."""
    user = ReviewLoop(session)
    attack, active = _attack(user, roles), _active(user, roles)

    def rewrite(request: RewriteRequest) -> Rewritten:
        # t_(i+1) = anonymize(t_i, inferences with their reasoning); the truth is never shown.
        return roles.rewrite(msgspec.structs.replace(request, feedback=Feedback.INFERENCES))

    while True:
        # Infer all attributes on t_i; where nothing is inferred, or the rounds are used up, stop.
        found = yield from user.ask_about_leaks(attack, active)
        if found is None:
            continue  # another text or thread, or attributes nobody asked for yet
        if user.stop is None:
            yield from user.ask_about_rewrite(found.judged, active, rewrite)
        if user.stop is not None and (outcome := user.end()):
            return outcome


def base(session: Session, roles: Roles) -> Steps:
    """Rewrite in every round without being told anything, then attack once, to know what is left."""
    user = ReviewLoop(session)
    attack, active = _attack(user, roles), _active(user, roles)

    def protected(_: JudgedAttack) -> tuple[Verdict, ...]:
        names = (name for name in user.goal.attributes if name in user.goal.protect)
        return tuple(Verdict(name, Validity.NOT_JUDGED) for name in names)

    def rewrite(request: RewriteRequest) -> Rewritten:
        return roles.rewrite(msgspec.structs.replace(request, feedback=Feedback.NONE))

    while True:
        if user.rounds_used or not user.goal.protect:
            yield from user.ask_about_leaks(attack, active if user.goal.protect else protected)
        else:
            yield from user.ask_about_rewrite(JudgedAttack(Attacked((), ()), ()), protected, rewrite)
        if user.stop is not None and (outcome := user.end()):
            return outcome


def _attack(user: ReviewLoop, roles: Roles) -> ReadFurther:
    def attack(so_far: Attacked | None) -> JudgedAttack:
        attacked = user.replay.once(Attacked, roles.attack, user.text, user.goal, so_far)
        return JudgedAttack(attacked, user.verdicts_if_needed(roles, attacked))

    return attack


def _active(user: ReviewLoop, roles: Roles) -> Choose:
    """What is acted on: what the attacker is certain enough of, and what is not known to be wrong.

    FgAA itself acts on every inference (certainty 0); appendix G.2 finds little to gain from certainty 2
    down, and with a known truth nothing from a wrong guess.
    """

    def worth_it(inference: Inference) -> bool:
        if inference.certainty < user.goal.certainty:
            return False
        name, truth = inference.attribute, user.goal.truth_of(inference.attribute)
        return truth is None or roles.matches(name, inference.guesses[0], truth) is not Match.NO

    def choose(judged: JudgedAttack) -> tuple[Verdict, ...]:
        inferences = judged.attacked.inferences
        active = {inference.attribute for inference in inferences if worth_it(inference)}
        return active_set(user.text, inferences, judged.verdicts, active, user.goal, user.overrules)

    return choose
