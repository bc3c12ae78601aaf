"""Reads the answers of a human study back: win rates as RLAA counts them, or scores as FgAA does."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.lab.evaluation.cells import number, table
from penname.lab.evaluation.outside.agreement import agreement
from penname.lab.evaluation.outside.figures import Agreement
from penname.lab.human_study.page import questions
from penname.lab.human_study.study import Item, StudyKey, StudyKind, read_key

_LOWEST, _HIGHEST = 1, 5
_SPREAD_OF = 5  # raters of a text, of whom the lowest and the highest are left out
_TOLD = 20  # wrong answers in one message


class Answers(msgspec.Struct, frozen=True):
    """One rater's file: the answers by item and question."""

    study: str
    rater: int
    answers: dict[str, dict[str, str]]


class Wins(msgspec.Struct, frozen=True):
    """How often one version was preferred: mean and standard deviation over the raters' own rates (RLAA)."""

    version: str
    win_rate: float
    win_rate_sd: float | None
    tie_rate: float


class Score(msgspec.Struct, frozen=True):
    """One question about one version: the mean over texts of the raters' median, from 0 to 1 (FgAA).

    `spread` is the standard deviation over the texts. `middle` is how far the ratings of a text lie apart
    without the lowest and the highest (of five raters: the middle three), the mean over texts with five or
    more. `ratings` counts single answers.
    """

    version: str
    question: str
    score: float
    spread: float | None
    middle: float | None
    texts: int
    ratings: int


class StudyResult(msgspec.Struct, frozen=True):
    """What a study found; `missing` questions were not answered. Raters agree on scales within one point."""

    kind: StudyKind
    raters: int
    missing: int
    wins: tuple[Wins, ...] = ()
    scores: tuple[Score, ...] = ()
    agreement: tuple[Agreement, ...] = ()


def read_answers(results: Path, kind: StudyKind, files: Sequence[Path]) -> StudyResult:
    """Evaluate the raters' files.

    Raises BadInput for a file that belongs to no rater of this study, and names all answers that are wrong.
    """
    key = read_key(results, kind)
    by_rater: dict[int, Answers] = {}
    for file in files:
        answers = _read(file, key)
        if answers.rater in by_rater:
            raise BadInput(f"{file} holds the answers of rater {answers.rater}, who was read already.")
        by_rater[answers.rater] = answers
    given = [
        (item, by_rater[item.rater].answers.get(item.item, {}))
        for item in key.items
        if item.rater in by_rater
    ]
    missing = sum(name not in answer for _, answer in given for name in questions(kind.value))
    agreed = _agreements(key, given)
    if kind is StudyKind.PAIRS:
        return StudyResult(kind, len(by_rater), missing, wins=_wins(key, given), agreement=agreed)
    return StudyResult(kind, len(by_rater), missing, scores=_scores(key, given), agreement=agreed)


def study_report(result: StudyResult) -> str:
    """The result for people."""
    parts = [f"{result.raters} raters; {result.missing} questions were left open."]
    if result.wins:
        parts.append(
            table(
                ("version", "win rate (mean over raters)", "SD", "tie"),
                (
                    (
                        one.version,
                        number(one.win_rate, 3),
                        number(one.win_rate_sd, 3),
                        number(one.tie_rate, 3),
                    )
                    for one in result.wins
                ),
            )
        )
    if result.scores:
        parts.append(
            table(
                (
                    "version",
                    "question",
                    "score, 0 to 1",
                    "SD over texts",
                    "middle spread",
                    "texts",
                    "ratings",
                ),
                (
                    (
                        one.version,
                        one.question,
                        *(number(value, 3) for value in (one.score, one.spread, one.middle)),
                        str(one.texts),
                        str(one.ratings),
                    )
                    for one in result.scores
                ),
            )
        )
    if result.agreement:
        parts.append(
            table(
                ("question", "pairs of raters", "agree"),
                (
                    (one.question, str(one.pairs), number(one.agreed / one.pairs, 3))
                    for one in result.agreement
                ),
            )
        )
    return "\n\n".join(parts) + "\n"


def _read(file: Path, key: StudyKey) -> Answers:
    try:
        answers = msgspec.json.decode(file.read_bytes(), type=Answers)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or 'unknown reason'}.") from error
    except msgspec.MsgspecError as error:
        raise BadInput(f"{file} holds no answers: {error}.") from error
    mine = [item.item for item in key.items if item.rater == answers.rater]
    if answers.study != key.study or not mine or not answers.answers.keys() <= set(mine):
        raise BadInput(f"{file} holds the answers to another study.")
    asked = questions(key.kind.value)
    wrong = [
        f"{file}, item {place}, {name}: “{value[:20]}” was not among the choices."
        for place, item in enumerate(mine, 1)
        for name, value in answers.answers.get(item, {}).items()
        if value not in asked.get(name, ())
    ]
    if wrong:
        more = f"\n... and {len(wrong) - _TOLD} more." if len(wrong) > _TOLD else ""
        raise BadInput("Nothing was counted.\n" + "\n".join(wrong[:_TOLD]) + more)
    return answers


def _wins(key: StudyKey, given: Iterable[tuple[Item, Mapping[str, str]]]) -> tuple[Wins, ...]:
    chosen: dict[int, list[str | None]] = {}  # by rater: the preferred version, None for a tie
    for item, answer in given:
        if "better" in answer:
            chosen.setdefault(item.rater, []).append(_better(item, answer["better"]))
    if not chosen:
        return ()
    ties = statistics.fmean(votes.count(None) / len(votes) for votes in chosen.values())
    found = []
    for name in key.versions:
        rates = [votes.count(name) / len(votes) for votes in chosen.values()]
        found.append(Wins(name, statistics.fmean(rates), _deviation(rates), ties))
    return tuple(found)


def _scores(key: StudyKey, given: Iterable[tuple[Item, Mapping[str, str]]]) -> tuple[Score, ...]:
    values: dict[tuple[str, str], dict[str, list[float]]] = {}
    for item, answer in given:
        for name, value in answer.items():
            values.setdefault((item.shown[0], name), {}).setdefault(item.text, []).append(_scaled(value))
    found = []
    for version in key.versions:
        for name in questions(key.kind.value):
            texts = values.get((version, name), {})
            medians = [statistics.median(ratings) for ratings in texts.values()]
            if medians:
                counted = sum(map(len, texts.values()))
                mean = statistics.fmean(medians)
                apart = [_middle(ratings) for ratings in texts.values() if len(ratings) >= _SPREAD_OF]
                middle = statistics.fmean(apart) if apart else None
                spread = _deviation(medians)
                found.append(Score(version, name, mean, spread, middle, len(medians), counted))
    return tuple(found)


def _agreements(key: StudyKey, given: Sequence[tuple[Item, Mapping[str, str]]]) -> tuple[Agreement, ...]:
    """Question by question, over all pairs of raters of a version (of two, whichever side each stood on)."""
    said: dict[str, dict[tuple[str, str], list[object]]] = {}
    for item, answer in given:
        for name, value in answer.items():
            seen = item.text, "" if name == "better" else item.shown[0]
            counted = _better(item, value) if name == "better" else _scaled(value)
            said.setdefault(name, {}).setdefault(seen, []).append(counted)
    one_point = 1 / (_HIGHEST - _LOWEST)
    found = [
        agreement(name, said.get(name, {}).values(), one_point if "1" in choices else 0)
        for name, choices in questions(key.kind.value).items()
    ]
    return tuple(one for one in found if one.pairs)


def _better(item: Item, side: str) -> str | None:
    """The version that stood on the side which a rater preferred; None for a tie."""
    return {"first": item.shown[0], "second": item.shown[1]}.get(side)


def _middle(ratings: Sequence[float]) -> float:
    """How far ratings lie apart without the lowest and the highest."""
    kept = sorted(ratings)[1:-1]
    return kept[-1] - kept[0]


def _scaled(value: str) -> float:
    """An answer from 0 to 1."""
    if value in ("yes", "no"):
        return float(value == "yes")
    return (int(value) - _LOWEST) / (_HIGHEST - _LOWEST)


def _deviation(values: Sequence[float]) -> float | None:
    return statistics.stdev(values) if len(values) > 1 else None
