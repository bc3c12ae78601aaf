"""The six conditions of IncogniText's Table 2: which role is told what, and when a text is left alone."""

import msgspec


class Condition(msgspec.Struct, frozen=True):
    """One row of the table: `inference` and `truth` say what the anonymizer sees beside the text."""

    target: bool
    inference: bool
    truth: bool
    attacker_told: bool = False  # the attacker knows the true value and only lists the cues to it
    early_stop: bool = True  # an attribute whose first guess is wrong is left alone


CONDITIONS = {
    1: Condition(target=False, inference=True, truth=False, early_stop=False),
    2: Condition(target=False, inference=True, truth=False),
    3: Condition(target=True, inference=True, truth=False),
    4: Condition(target=True, inference=False, truth=True),
    5: Condition(target=True, inference=True, truth=True),
    6: Condition(target=True, inference=True, truth=True, attacker_told=True),
}
DEFAULT = 5
_UNTOLD = 3  # the row in place of those that need the true value


def condition(row: int, *, truth_known: bool) -> Condition:
    """The condition for one attribute; where its true value is unknown, row 3 stands for rows 4 to 6 (ours).

    Raises KeyError for a row the table does not have.
    """
    chosen = CONDITIONS[row]
    return CONDITIONS[_UNTOLD] if chosen.truth and not truth_known else chosen
