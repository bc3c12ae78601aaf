"""Reads the answers of a human study back: win rates as RLAA counts them, or scores as FgAA does."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.lab.human_study.page import questions
from penname.lab.human_study.study import Item, StudyKey, StudyKind, read_key

_LOWEST, _HIGHEST = 1, 5


class Answers(msgspec.Struct, frozen=True):
    """One rater's file: the answers by item and question."""

    study: str
    rater: int
    answers: dict[str, dict[str, str]]


class Wins(msgspec.Struct, frozen=True):
    """How often one contender was preferred: mean and standard deviation over the raters' own rates."""

    contender: str
    win_rate: float
    win_rate_sd: float | None
    tie_rate: float


class Score(msgspec.Struct, frozen=True):
    """One question about one contender: the mean over texts of the raters' median, from 0 to 1.

    `spread` is the standard deviation over the texts; `ratings` counts single answers.
    """

    contender: str
    question: str
    score: float
    spread: float | None
    texts: int
    ratings: int


class StudyResult(msgspec.Struct, frozen=True):
    """What a study found; `missing` questions were not answered."""

    kind: StudyKind
    raters: int
    missing: int
    wins: tuple[Wins, ...] = ()
    scores: tuple[Score, ...] = ()


def read_answers(results: Path, kind: StudyKind, files: Sequence[Path]) -> StudyResult:
    """Evaluate the raters' files; raises BadInput for a file that belongs to no rater of this study."""
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
    if kind is StudyKind.PAIRS:
        return StudyResult(kind, len(by_rater), missing, wins=_wins(key, given))
    return StudyResult(kind, len(by_rater), missing, scores=_scores(key, given))


def study_report(result: StudyResult) -> str:
    """The result for people."""
    lines = [f"{result.raters} raters; {result.missing} questions were left open.", ""]
    if result.wins:
        lines += ["| contender | win rate (mean over raters) | SD | tie |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {one.contender} | {one.win_rate:.3f} | {_shown(one.win_rate_sd)} | {one.tie_rate:.3f} |"
            for one in result.wins
        ]
    if result.scores:
        lines += ["| contender | question | score, 0 to 1 | SD over texts | texts | ratings |"]
        lines += ["| --- | --- | --- | --- | --- | --- |"]
        lines += [
            f"| {one.contender} | {one.question} | {one.score:.3f} | {_shown(one.spread)} | {one.texts} "
            f"| {one.ratings} |"
            for one in result.scores
        ]
    return "\n".join(lines) + "\n"


def _read(file: Path, key: StudyKey) -> Answers:
    try:
        answers = msgspec.json.decode(file.read_bytes(), type=Answers)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or 'unknown reason'}.") from error
    except msgspec.MsgspecError as error:
        raise BadInput(f"{file} holds no answers: {error}.") from error
    mine = {item.item for item in key.items if item.rater == answers.rater}
    if answers.study != key.study or not mine or not answers.answers.keys() <= mine:
        raise BadInput(f"{file} holds the answers to another study.")
    for given in answers.answers.values():
        for name, value in given.items():
            if value not in questions(key.kind.value).get(name, ()):
                raise BadInput(f"{file} holds an answer that was not among the choices: “{value[:20]}”.")
    return answers


def _wins(key: StudyKey, given: Iterable[tuple[Item, Mapping[str, str]]]) -> tuple[Wins, ...]:
    chosen: dict[int, list[str | None]] = {}  # by rater: the preferred contender, None for a tie
    for item, answer in given:
        if "better" in answer:
            better = {"first": item.shown[0], "second": item.shown[1]}.get(answer["better"])
            chosen.setdefault(item.rater, []).append(better)
    if not chosen:
        return ()
    ties = statistics.fmean(votes.count(None) / len(votes) for votes in chosen.values())
    found = []
    for name in key.contenders:
        rates = [votes.count(name) / len(votes) for votes in chosen.values()]
        found.append(Wins(name, statistics.fmean(rates), _deviation(rates), ties))
    return tuple(found)


def _scores(key: StudyKey, given: Iterable[tuple[Item, Mapping[str, str]]]) -> tuple[Score, ...]:
    values: dict[tuple[str, str], dict[str, list[float]]] = {}
    for item, answer in given:
        for name, value in answer.items():
            values.setdefault((item.shown[0], name), {}).setdefault(item.text, []).append(_scaled(value))
    found = []
    for contender in key.contenders:
        for name in questions(key.kind.value):
            texts = values.get((contender, name), {})
            medians = [statistics.median(ratings) for ratings in texts.values()]
            if medians:
                counted = sum(map(len, texts.values()))
                mean = statistics.fmean(medians)
                found.append(Score(contender, name, mean, _deviation(medians), len(medians), counted))
    return tuple(found)


def _scaled(value: str) -> float:
    """An answer from 0 to 1."""
    if value in ("yes", "no"):
        return float(value == "yes")
    return (int(value) - _LOWEST) / (_HIGHEST - _LOWEST)


def _deviation(values: Sequence[float]) -> float | None:
    return statistics.stdev(values) if len(values) > 1 else None


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
