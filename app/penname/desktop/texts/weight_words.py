"""How much rests on single words, said to whoever wrote them."""

from collections.abc import Sequence

from penname.desktop.translate import tr
from penname.domain.weights import Strength, strength

MOST = 3  # phrases that are named


def of_words(weight: float) -> str:
    """What a weight of so many nats means for the guess, in a sentence beside the words."""
    return {
        Strength.MUCH: tr("Without these words this guess would be much less likely."),
        Strength.SOME: tr("Without these words this guess would be a little less likely."),
        Strength.NONE: tr("Without these words this guess would be about as likely."),
    }[strength(weight)]


def of_guess(weights: Sequence[tuple[str, float]]) -> str:
    """Which phrases a guess rests on, by all that were weighed, the heaviest first; "" where none were."""
    if not weights:
        return ""
    carrying = [phrase for phrase, weight in weights if strength(weight) is not Strength.NONE]
    named = [one for one in carrying if not any(one != other and one in other for other in carrying)][:MOST]
    if not named:
        return tr("It rests on no single phrase: without any one of them the guess would be about as likely.")
    words = ", ".join(tr("“{words}”", words=phrase) for phrase in named)
    if strength(weights[0][1]) is Strength.MUCH:
        return tr("It rests most on {words}: without that it would be much less likely.", words=words)
    return tr("It rests most on {words}: without that it would be a little less likely.", words=words)
