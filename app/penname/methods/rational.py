"""RLAA, "Look Twice before You Leap" (Duan et al.), Algorithm 1: attack, arbitrate, anonymize.

The loop below follows the algorithm line by line; what Penname adds is the two questions to the user in each
round and the closing attack, which lets the figures on the screen belong to the text they stand beside.
"""

from penname.domain.events import Arbitrated, Attacked
from penname.domain.inferences import Verdict
from penname.domain.policy import policy_set
from penname.domain.session import Session
from penname.methods.replay import Steps
from penname.methods.review_loop import JudgedAttack, ReviewLoop
from penname.roles.roles import Roles


def anonymize(session: Session, roles: Roles) -> Steps:
    """Run RLAA on the session's text, starting from whatever events the session already holds."""
    user = ReviewLoop(session)

    def attack(so_far: Attacked | None) -> JudgedAttack:
        # Algorithm 1, lines 3-4: the attacker reads x_t.
        attacked = user.replay.once(Attacked, roles.attack, user.text, user.goal, so_far)
        # Lines 5-10: the arbitrator judges each leak.
        arbitrated = user.replay.once(Arbitrated, roles.arbitrate, user.text, attacked, user.goal)
        return JudgedAttack(attacked, arbitrated.verdicts)

    def policy(seen: JudgedAttack) -> tuple[Verdict, ...]:
        # Lines 7-9: the policy set P is what is high or medium.
        return policy_set(user.text, seen.attacked, Arbitrated(seen.verdicts), user.goal, user.overrules)

    while True:
        found = yield from user.ask_about_leaks(attack, policy)
        if found is None:
            continue  # another text or thread, or attributes nobody asked for yet
        # Lines 11-13: where P is empty the method stops, and after the closing attack.
        if user.stop is None:
            # Lines 14-15: the anonymizer rewrites x_t with P; x_(t+1) is what the user accepts; t = t + 1.
            yield from user.ask_about_rewrite(found.judged, policy, roles.rewrite)
        if user.stop is not None and (outcome := user.end()):
            return outcome  # Line 17
