"""How many people fit what is read of a session's text: of the original, and of the text that stands."""

from collections.abc import Mapping

from penname.domain.events import Attacked
from penname.domain.matching import Match, matches
from penname.domain.rounds import rounds, standing
from penname.domain.session import Session
from penname.people import People, count_people, readings_of


def people_left(session: Session, targets: Mapping[str, str]) -> People:
    """The numbers of both texts; None where nobody has read one. The first call is slow, see `count_people`.

    Where readers take a wrong value of `targets` for true, they read nothing about the author any more.
    """
    from penname.roles.known_values import known_values  # the list of cities is slow to import

    done, now = rounds(session), standing(session)
    first = done[0] if done else now
    read = any(isinstance(event, Attacked) for event in session.path_events)
    misled = {
        one.attribute
        for one in now.inferences
        if one.attribute in targets
        and matches(one.attribute, one.guesses[0], targets[one.attribute], knowledge=known_values())
        is not Match.NO
    }
    return People(
        count_people(readings_of(first.inferences, first.verdicts)) if read else None,
        count_people(readings_of(now.inferences, now.verdicts, misled)) if now.judged else None,
    )
