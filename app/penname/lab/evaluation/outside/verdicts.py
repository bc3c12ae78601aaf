"""What several readers say of one task: the majority of them, or their mean."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from penname.domain.inferences import Inference
from penname.lab.evaluation.measures import Scored
from penname.lab.evaluation.outside.answers import Answers
from penname.lab.evaluation.outside.forms import Answer, ChangeReading, Guess, Posting, TextRating
from penname.lab.evaluation.samples import Sample
from penname.lab.evaluation.scoring import Scorer

A = TypeVar("A", bound=Answer)


class GuessScores(msgspec.Struct, frozen=True):
    """What the guesses at one attribute are worth: the first, the best of three, the first where certain."""

    first: float
    top_3: float
    certain: float


class Rating(msgspec.Struct, frozen=True):
    """The readers' means."""

    readability: float
    meaning: float
    broken: float
    false: float


class Verdicts:
    """The readers' answers as one word a task; None where nobody answered it."""

    def __init__(self, answers: Answers, scorer: Scorer) -> None:
        self._answers = answers
        self._scorer = scorer

    def worth(self, task: str, attribute: str, sample: Sample) -> GuessScores | None:
        """What more than half of the readers reach, so that one of two who is right is no majority."""
        scored = self._scored(task, attribute, sample)
        if not scored:
            return None
        return GuessScores(
            statistics.median_low([one.first for one in scored]),
            statistics.median_low([one.best_of_three for one in scored]),
            statistics.median_low([one.certain for one in scored]),
        )

    def parts(self, task: str, attribute: str, sample: Sample) -> dict[str, bool]:
        """Which parts of the true value more than half of the readers have right (`Scored.parts`)."""
        scored = self._scored(task, attribute, sample)
        names = scored[0].parts if scored else ()
        return {part: bool(_majority(one.parts[part] for one in scored)) for part in names}

    def firsts(self, task: str, attribute: str, sample: Sample) -> list[float]:
        """What each reader's first guess is worth."""
        return [one.first for one in self._scored(task, attribute, sample)]

    def usual_guess(self, task: str) -> str | None:
        """What most readers guess first, in the words of the first of them."""
        guesses = [guess.guesses[0] for guess in self.all(task, Guess)]
        if not guesses:
            return None
        (usual, _), *_ = Counter(guess.casefold() for guess in guesses).most_common(1)
        return next(guess for guess in guesses if guess.casefold() == usual)

    def posted(self, task: str) -> bool | None:
        """Whether more than half would post it."""
        return _majority(answer.post for answer in self.all(task, Posting))

    def rating(self, task: str) -> Rating | None:
        """The means of scales and counts."""
        found = self.all(task, TextRating)
        if not found:
            return None
        return Rating(
            statistics.fmean(one.readability for one in found),
            statistics.fmean(one.meaning for one in found),
            statistics.fmean(one.broken_sentences for one in found),
            statistics.fmean(one.false_statements for one in found),
        )

    def change(self, task: str) -> ChangeReading | None:
        """What more than half say, question by question."""
        found = self.all(task, ChangeReading)
        if not found:
            return None
        return ChangeReading(
            *(
                bool(_majority(getattr(one, name) for one in found))
                for name in ChangeReading.__struct_fields__
            )
        )

    def all(self, task: str, kind: type[A]) -> list[A]:
        """Every reader's answer to a task of this kind."""
        return [answer for answer in self._answers.get(task, ()) if isinstance(answer, kind)]

    def _scored(self, task: str, attribute: str, sample: Sample) -> list[Scored]:
        found = []
        for guess in self.all(task, Guess):
            inference = Inference(attribute, "", guess.guesses, guess.certainty)
            scored = self._scorer.score(sample, (inference,))
            found.append(next(one for one in scored if one.attribute == attribute))
        return found


def _majority(votes: Iterable[bool]) -> bool | None:
    counted: Mapping[bool, int] = Counter(votes)
    if not counted:
        return None
    return counted.get(True, 0) > counted.get(False, 0)
