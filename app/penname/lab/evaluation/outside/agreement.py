"""How far several readers of one task agree: what a figure of few readers is worth."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from penname.lab.evaluation.outside.figures import Agreement
from penname.lab.evaluation.outside.forms import ChangeReading, Form, Posting, TextRating
from penname.lab.evaluation.outside.key import TasksKey
from penname.lab.evaluation.outside.verdicts import Verdicts

_SCALES = ("readability", "meaning")  # within one point is agreement


def agreements(key: TasksKey, verdicts: Verdicts) -> tuple[Agreement, ...]:
    """Question by question, over all pairs of readers of a task; guesses agree when worth the same."""
    guessed = {
        (task, label, entry.sample): None for entry in key.entries for label, task in entry.guesses.items()
    }
    found = [
        agreement(
            "guess",
            (verdicts.firsts(task, label, key.samples[sample]) for task, label, sample in guessed),
        )
    ]
    for form, kind in ((Form.POST, Posting), (Form.QUALITY, TextRating), (Form.CHANGES, ChangeReading)):
        tasks = [task for task, its in key.forms.items() if its is form]
        for question in kind.__struct_fields__:
            answers = ([getattr(one, question) for one in verdicts.all(task, kind)] for task in tasks)
            within = 1 if question in _SCALES else 0
            found.append(agreement(f"{form}: {question}", answers, within))
    return tuple(one for one in found if one.pairs)


def agreement(question: str, answers: Iterable[Sequence[object]], within: float = 0) -> Agreement:
    """How many pairs of answers to one task are equal, or, where they are numbers, at most `within` apart."""
    pairs = [pair for given in answers for pair in combinations(given, 2)]
    return Agreement(question, len(pairs), sum(_agree(one, other, within) for one, other in pairs))


def _agree(one: object, other: object, within: float) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= within + 1e-9
    return one == other
